from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper import ledger
from scorekeeper.ledger import AlreadyRecorded, EntryRefused, Invalid, NotFound
from scorekeeper.ledger.answers import write_moment, write_seats
from scorekeeper.ledger.boards import load_board
from scorekeeper.rules import Ruleset
from scorekeeper.storage.models import Entry, EntryText, Scorecard
from tests.ledger.playing import At, dice_box, open_table
from tests.strategies import rulesets

RULESETS = rulesets(most_seats=4, most_rounds=3, most_points=30, most_ante=3, most_antes=3)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ruleset=RULESETS, seed=st.integers(0, 2**32))
def test_after_every_entry_all_that_is_stored_is_what_the_log_leads_to(
    ledger_file: str, ruleset: Ruleset, seed: int
) -> None:
    rng = dice_box(seed)
    names = [f"Player {number}" for number in range(ruleset.seats.min)]
    opener = 1 if ruleset.opener.first == "chosen" else None
    at = open_table(ruleset.to_json(), *names, entry="dice_or_score", opener_seat=opener)
    for number in range(30):
        before = at.game
        try:
            enter_something(at, rng, number)
        except (EntryRefused, Invalid, AlreadyRecorded):
            assert at.game == before
        assert_stored_is_whole(at)


def enter_something(at: At, rng: random.Random, number: int) -> None:
    """Mostly what the game waits for; else something that may or may not be legal."""
    if rng.random() < 0.75 and not at.state.is_over:
        at.play_on(rng)
        return
    seat = rng.randint(1, 5)
    kind, fields = rng.choice(
        [
            ("join", {"name": f"Late {number}"}),
            ("leave", {"seat": seat}),
            ("defer", {"seat": seat}),
            ("rename", {"seat": seat, "name": f"Other {number}"}),
            ("turn", {"seat": seat, "round": at.state.round, "score": rng.randint(0, 12)}),
            ("roll", {"seat": seat, "roll": 1, "dice": [rng.randint(0, 7) for _ in range(5)]}),
            ("stand", {"seat": seat, "roll": 1}),
        ]
    )
    at.enter(kind, **fields)


def assert_stored_is_whole(at: At) -> None:
    assert at.problems() == ()
    game, log, turns = at.game, at.log(), at.turns()
    board = load_board(at.game_id)
    moment = write_moment(
        board.state, board.finished_at, game["last_entry"], board.waits_for, is_provisional=False
    )
    assert (moment, write_seats(board.state, board.people)) == (board.moment, board.seats_text)
    assert (game["version"], game["head"]) == (len(log), log[-1]["hash"])
    assert game["last_entry"] == {name: log[-1][name] for name in game["last_entry"]}
    for seat in game["seats"]:
        first_passes = [turn for turn in turns if turn["seat"] == seat["seat"] and not turn["roll_off"]]
        assert seat["total"] == sum(turn["score"] or 0 for turn in first_passes)
        assert seat["unverified"] == sum(turn["unverified"] for turn in turns if turn["seat"] == seat["seat"])
    assert [turn["number"] for turn in turns] == list(range(1, len(turns) + 1))
    rounds = at.rounds()
    assert [row["number"] for row in rounds] == list(range(1, len(rounds) + 1))
    assert len(rounds) == (game["round"] or {"number": 0})["number"]


@pytest.fixture
def tampered(at: At) -> At:
    at.roll(1, 1, [6, 5, 4, 6, 6], stand=True)
    at.roll(2, 1, [6, 4, 3, 3, 1])
    assert at.problems() == ()
    return at


def test_an_entry_that_was_changed_behind_our_back_is_found(tampered: At) -> None:
    Entry.update(body='{"dice":[6,5,4,1,1],"roll":1,"roll_off":0,"round":1,"seat":1,"stand":true}').where(
        Entry.seq == 2
    ).execute()
    assert tampered.problems() == (
        "entry 2 is not what was recorded",
        "the stored state is not what the log leads to",
    )


def test_a_last_entry_that_was_taken_away_is_found(tampered: At) -> None:
    Entry.delete().where(Entry.seq == 3).execute()
    assert tampered.problems()[0] == "the last entry is not the one that the game names as its head"


def test_a_log_that_breaks_the_rules_is_found(tampered: At) -> None:
    Entry.update(kind="stand").where(Entry.seq == 3).execute()
    assert any(
        problem.startswith("the log can't be replayed: crew-incomplete") for problem in tampered.problems()
    )


def test_a_state_that_was_changed_is_found(tampered: At) -> None:
    text = Scorecard.select(Scorecard.state).scalar()
    Scorecard.update(state=text.replace('"pot":0', '"pot":7')).execute()
    assert tampered.problems() == ("the stored state is not what the log leads to",)


def test_a_name_that_was_changed_is_found(tampered: At) -> None:
    EntryText.update(text="Green").where(EntryText.field == "seats/1/name").execute()
    assert tampered.problems() == ("the text seats/1/name of entry 1 is not what was recorded",)


def test_a_game_that_is_not_there_cannot_be_checked(ledger_file: str) -> None:
    with pytest.raises(NotFound):
        ledger.verify_game("game_none")


def test_every_game_can_be_checked(at: At) -> None:
    other = open_table({"preset": "chips"}, "Red", "Blue")
    assert list(ledger.game_ids()) == [at.game_id, other.game_id]
