"""What those who follow a game are told; a table's stream begins and is lost by the same rules."""

from __future__ import annotations

import pytest

from scorekeeper.ledger import past as past_module
from scorekeeper.live import UNKNOWN, sources
from tests.ledger.amending import dispute, undo
from tests.ledger.playing import At, dice_box
from tests.live.conftest import Follow, take
from tests.streams import Told

FIRST = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1], "keep": [6]}
SECOND = {"seat": 1, "roll": 2, "dice": [5, 4, 2, 2], "keep": [5, 4]}


def test_a_games_stream_begins_with_the_whole_game(at: At, follow: Follow) -> None:
    at.enter("roll", **FIRST)
    assert next(follow()) == Told("game", 2, at.game)


def test_each_entry_is_told_with_its_sentences_and_the_game_after_it(at: At, follow: Follow) -> None:
    told = follow()
    next(told)
    at.enter("roll", **FIRST)
    event = next(told)
    sentences = ["Red banked the ship; 4 dice to roll."]
    assert event == Told("entry", 2, {"entry": at.log()[1], "sentences": sentences, "game": at.game})


def test_nothing_is_left_out_and_nothing_comes_twice(at: At, follow: Follow) -> None:
    rng, told, games = dice_box(5), follow(), {1: at.game}
    next(told)
    while at.version < 60 and not at.state.is_over:
        at.play_on(rng)
        games[at.version] = at.game
    events = take(told, at.version - 1)
    assert [event.id for event in events] == list(range(2, at.version + 1))
    assert [event.data["entry"] for event in events] == at.log()[1:]
    assert {event.id: event.data["game"] for event in events} | {1: games[1]} == games


def test_who_was_away_is_told_what_was_missed_as_it_was(at: At, follow: Follow) -> None:
    games = {}
    for act in (
        lambda: at.enter("roll", **FIRST),
        lambda: at.enter("roll", **SECOND),
        lambda: undo(at),
        lambda: at.enter("rename", seat=2, name="Teal"),
        lambda: at.enter("roll", **SECOND),
        lambda: dispute(at, turn=1, words="It was a 3."),
    ):
        act()
        games[at.version] = at.game
    events = take(follow(1), 6)
    assert {event.id: event.data["game"] for event in events} == games
    assert [event.data["entry"]["kind"] for event in events] == [
        "roll", "roll", "undo", "rename", "roll", "dispute",
    ]  # fmt: skip
    assert [event.data["entry"]["effective"] for event in events] == [True, False, True, True, True, True]
    assert events[2].data["sentences"] == [
        "Red's roll 2 in round 1 was taken back: 5, 4, 2, 2, keeping 5, 4."
    ]


def test_the_cursor_before_the_opening_is_told_the_opening(at: At, follow: Follow) -> None:
    at.enter("roll", **FIRST)
    opening, roll = take(follow(0), 2)
    assert (opening.id, opening.data["entry"]["kind"], opening.data["game"]["version"]) == (1, "open", 1)
    assert roll.id == 2


def test_the_newest_cursor_is_told_nothing_but_what_comes(at: At, follow: Follow) -> None:
    at.enter("roll", **FIRST)
    told = follow(2)
    at.enter("roll", **SECOND)
    assert next(told).id == 3


@pytest.mark.parametrize(("cursor", "reason"), [(UNKNOWN, "unknown"), (2, "ahead"), (999, "ahead")])
@pytest.mark.parametrize("table", [False, True])
def test_a_cursor_that_nobody_was_given_is_told_everything_again(
    at: At, follow: Follow, cursor: int, reason: str, table: bool
) -> None:
    reset, whole = take(follow(cursor, table=table), 2)
    assert reset == Told("reset", None, {"reason": reason})
    assert (whole.name, whole.id) == ("table" if table else "game", 1)


def test_who_missed_too_much_is_told_the_whole_game_instead(
    at: At, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "MOST_MISSED", 2)
    for entry in (FIRST, SECOND):
        at.enter("roll", **entry)
    at.enter("stand", seat=1, roll=2)
    assert take(follow(1), 2) == [Told("reset", None, {"reason": "too-old"}), Told("game", 4, at.game)]
    assert next(follow(2)).id == 3


def test_a_long_game_that_was_amended_is_told_whole_where_telling_it_again_takes_too_long(
    at: At, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past_module, "MOST_TOLD_AGAIN", 1)
    for entry in (FIRST, SECOND):
        at.enter("roll", **entry)
    undo(at)
    assert take(follow(2), 2) == [Told("reset", None, {"reason": "too-old"}), Told("game", 4, at.game)]
