from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.ledger import AlreadyRecorded, EntryRefused
from tests.ledger.playing import At, answer_of, open_table

FIRST_ID = "0192f0c1-0000-7000-8000-000000000001"
OTHER_ID = "0192f0c1-0000-7000-8000-000000000002"


def assert_repeat(at: At, kind: str, **fields: Any) -> None:
    before = at.game
    recorded = at.enter(kind, **fields)
    assert recorded.already_recorded
    assert at.game == before


def assert_conflict(at: At, kind: str, **fields: Any) -> AlreadyRecorded:
    before = at.game
    with pytest.raises(AlreadyRecorded) as conflict:
        at.enter(kind, **fields)
    assert at.game == before
    assert conflict.value.version == before["version"]
    return conflict.value


@pytest.fixture
def rolled(at: At) -> At:
    at.roll(1, 1, [6, 4, 3, 3, 1], entry_id=FIRST_ID)
    return at


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"keep": [6]},
        {"round": 1},
        {"round": 1, "roll_off": 0},
        {"entry_id": FIRST_ID},
        {"entry_id": OTHER_ID},
        {"stand": False},
        {"keep": None, "hold": None},
    ],
)
def test_the_same_roll_again_is_answered_as_recorded(rolled: At, more: dict[str, Any]) -> None:
    assert_repeat(rolled, "roll", seat=1, roll=1, dice=[6, 4, 3, 3, 1], **more)


def test_dice_lie_in_no_order(rolled: At) -> None:
    assert_repeat(rolled, "roll", seat=1, roll=1, dice=[1, 3, 6, 3, 4])


@pytest.mark.parametrize(
    "fields",
    [
        {"dice": [6, 4, 3, 3, 2]},
        {"dice": [6, 4, 3, 3]},
        {"dice": [6, 4, 3, 3, True]},
        {"dice": [6, 4, 3, 3, 1.0]},
        {"dice": ["6", 4, 3, 3, 1]},
        {"dice": [[6], 4, 3, 3, 1]},
        {"dice": [6, 4, 3, 3, 1], "keep": []},
        {"dice": [6, 4, 3, 3, 1], "keep": [6, 4]},
        {"dice": [6, 4, 3, 3, 1], "stand": True},
        {"dice": [6, 4, 3, 3, 1], "hold": 3},
    ],
)
@pytest.mark.parametrize("about", [{}, {"entry_id": FIRST_ID}])
def test_another_roll_at_a_filled_place_is_a_conflict(
    rolled: At, fields: dict[str, Any], about: dict[str, str]
) -> None:
    conflict = assert_conflict(rolled, "roll", seat=1, roll=1, **fields, **about)
    assert conflict.recorded["seq"] == 2
    assert conflict.recorded["entry_id"] == FIRST_ID
    assert conflict.recorded["dice"] == [6, 4, 3, 3, 1]
    assert conflict.sent["dice"] == fields["dice"]


def test_what_is_kept_is_compared_and_not_how_it_was_said(at: At) -> None:
    at.roll(1, 1, [6, 5, 3, 3, 1], keep=[6])
    assert_repeat(at, "roll", seat=1, roll=1, dice=[6, 5, 3, 3, 1], keep=[6])
    assert_conflict(at, "roll", seat=1, roll=1, dice=[6, 5, 3, 3, 1])
    assert_conflict(at, "roll", seat=1, roll=1, dice=[6, 5, 3, 3, 1], keep=[5, 6])


def test_a_roll_is_known_until_another_seat_has_entered_something(at: At) -> None:
    at.roll(1, 1, [6, 5, 4, 6, 6])
    at.stand(1, 1)
    assert_repeat(at, "roll", seat=1, roll=1, dice=[6, 5, 4, 6, 6])
    assert_repeat(at, "stand", seat=1, roll=1)
    at.roll(2, 1, [6, 5, 4, 1, 1])
    for named in ({"round": 1}, {"round": 1, "roll_off": 0}):
        assert_repeat(at, "roll", seat=1, roll=1, dice=[6, 5, 4, 6, 6], **named)
        assert_repeat(at, "stand", seat=1, roll=1, **named)
    with pytest.raises(EntryRefused) as refused:
        at.roll(1, 1, [6, 5, 4, 6, 6])
    assert [violation.code for violation in refused.value.violations] == ["not-your-turn"]


def test_a_turn_that_is_not_there_any_more_is_never_guessed(at: At) -> None:
    for round_number, opener in ((1, 1), (2, 2)):
        for seat in (opener, 3 - opener):
            at.roll(seat, 1, [6, 5, 4, seat, seat], stand=True, round=round_number)
    # Round 3 is seat 1's to open: without its round, this is the first roll of that turn.
    assert not at.roll(1, 1, [6, 5, 4, 1, 1]).already_recorded
    assert at.log()[-1]["round"] == 3


def test_the_winning_roll_that_arrives_again_is_known(ledger_file: str) -> None:
    at = open_table({"preset": "critters", "opener": {"first": "seat_1"}}, "Red", "Blue")
    at.roll(1, 1, [6, 5, 4, 1, 1], stand=True)
    at.roll(2, 1, [6, 5, 4, 6, 6], stand=True)
    assert at.game["status"] == "finished"
    assert_repeat(at, "roll", seat=2, roll=1, dice=[6, 5, 4, 6, 6], stand=True)
    assert_conflict(at, "roll", seat=2, roll=1, dice=[6, 5, 4, 6, 5], stand=True)


def test_a_stand_that_said_nothing_new_is_no_difference(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds", "turn": {"rolls": 1}}, "Red", "Blue")
    at.roll(1, 1, [6, 5, 4, 1, 1])
    assert_repeat(at, "roll", seat=1, roll=1, dice=[6, 5, 4, 1, 1], stand=True)


def test_a_held_die_is_a_difference_unless_the_cargo_was_equal(ledger_file: str) -> None:
    at = open_table({"preset": "voyage"}, "Red", "Blue")
    at.roll(1, 1, [6, 5, 4, 2, 3])
    at.roll(1, 2, [3], hold=3)
    assert_repeat(at, "roll", seat=1, roll=2, dice=[3], hold=3)
    assert_conflict(at, "roll", seat=1, roll=2, dice=[3], hold=2)
    assert_conflict(at, "roll", seat=1, roll=2, dice=[3])
    at.roll(1, 3, [5])
    assert_repeat(at, "roll", seat=1, roll=3, dice=[5], hold=3)
    assert_repeat(at, "roll", seat=1, roll=3, dice=[5])


def test_a_roll_off_has_places_of_its_own(at: At) -> None:
    for seat in (1, 2):
        at.roll(seat, 1, [6, 5, 4, 2, 2], stand=True)
    assert at.game["round"]["roll_off"] == 1
    first_pass = {"seat": 2, "roll": 1, "dice": [6, 5, 4, 2, 2], "stand": True, "round": 1}
    assert_repeat(at, "roll", **first_pass, roll_off=0)
    assert_repeat(at, "roll", **first_pass)
    at.roll(1, 1, [6, 5, 4, 1, 1], stand=True)
    assert at.roll(2, 1, [6, 5, 4, 2, 2], stand=True, round=1, roll_off=1).result["round_winner"] == 2
    assert_repeat(at, "roll", **first_pass, roll_off=1)
    assert_conflict(at, "roll", seat=1, roll=1, dice=[6, 5, 4, 6, 6], round=1)


def test_another_roll_of_this_round_is_the_open_roll_offs_and_not_yet_due(at: At) -> None:
    for seat in (1, 2):
        at.roll(seat, 1, [6, 5, 4, 2, 2], stand=True)
    with pytest.raises(EntryRefused) as refused:
        at.roll(2, 1, [6, 5, 4, 3, 3], round=1)
    assert [violation.code for violation in refused.value.violations] == ["turn-over"]


def test_a_whole_turn_is_known(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue")
    rolls = [{"dice": [6, 4, 3, 3, 1]}, {"dice": [5, 4, 3, 1]}]
    turn = {"seat": 1, "round": 1, "rolls": rolls, "stand": True}
    assert not at.enter("turn", **turn).already_recorded
    assert_repeat(at, "turn", **turn)
    assert_repeat(at, "turn", **{**turn, "rolls": [{"dice": [1, 3, 3, 4, 6], "keep": [6]}, rolls[1]]})
    assert_conflict(at, "turn", **{**turn, "rolls": [rolls[0], {"dice": [5, 4, 6, 1]}]})
    assert_conflict(at, "turn", **{**turn, "rolls": rolls[:1]})
    # A phone that enters roll by roll what another one entered whole.
    assert_conflict(at, "roll", seat=1, round=1, roll=1, dice=[6, 4, 3, 3, 1])


def test_a_whole_turn_where_rolls_were_entered_is_a_conflict(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue")
    at.roll(1, 1, [6, 4, 3, 3, 1])
    assert_conflict(at, "turn", seat=1, round=1, rolls=[{"dice": [6, 4, 3, 3, 1]}, {"dice": [5, 4, 3, 1]}])


def test_a_score_alone_is_known(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue", entry="dice_or_score")
    at.enter("turn", seat=1, round=1, score=7)
    assert_repeat(at, "turn", seat=1, round=1, score=7)
    assert_conflict(at, "turn", seat=1, round=1, score=8)
    assert at.game["seats"][0]["unverified"] == 1


def test_a_roll_for_the_opener_is_known_by_its_attempt(ledger_file: str) -> None:
    at = open_table({"preset": "critters"}, "Red", "Blue")
    at.enter("start_roll", seat=1, attempt=1, dice=[1, 2, 3])
    assert_repeat(at, "start_roll", seat=1, attempt=1, dice=[3, 2, 1])
    assert_conflict(at, "start_roll", seat=1, attempt=1, dice=[3, 2, 2])
    at.enter("start_roll", seat=2, attempt=1, dice=[1, 2, 3])
    assert_repeat(at, "start_roll", seat=2, attempt=1, dice=[1, 2, 3])
    assert not at.enter("start_roll", seat=1, attempt=2, dice=[6, 6, 6]).already_recorded


def test_a_roll_for_the_opener_is_known_rounds_later(ledger_file: str) -> None:
    at = open_table({"preset": "critters", "goal": {"kind": "rounds_won", "rounds": 3}}, "Red", "Blue")
    at.enter("start_roll", seat=1, attempt=1, dice=[6, 6, 6])
    at.enter("start_roll", seat=2, attempt=1, dice=[1, 2, 3])
    for seat in (1, 2):
        at.roll(seat, 1, [6, 5, 4, seat, seat], stand=True)
    at.roll(at.game["next"]["seat"], 1, [6, 5, 4, 1, 1], stand=True)
    for seat, dice in ((1, [6, 6, 6]), (2, [3, 2, 1])):
        assert_repeat(at, "start_roll", seat=seat, attempt=1, dice=dice)


@pytest.mark.parametrize(
    ("kind", "fields", "other"),
    [
        ("leave", {"seat": 2}, {"seat": 1}),
        ("defer", {"seat": 1}, {"seat": 2}),
        ("rename", {"seat": 1, "name": "Ruby"}, {"seat": 2, "name": "Ruby"}),
        ("abandon", {}, None),
        ("join", {"name": "Green"}, None),
    ],
)
def test_an_entry_without_a_place_is_known_by_its_id(
    ledger_file: str, kind: str, fields: dict[str, Any], other: dict[str, Any] | None
) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue", "Yellow")
    first = answer_of(at.enter(kind, **fields, entry_id=FIRST_ID))
    again = answer_of(at.enter(kind, **fields, entry_id=FIRST_ID))
    assert again["already_recorded"]
    assert again["result"] == first["result"]
    assert again["recorded"] == first["recorded"]
    if other is not None:
        assert_conflict(at, kind, **other, entry_id=FIRST_ID)
    assert_conflict(at, "roll", seat=1, roll=1, dice=[6, 5, 4, 1, 1], entry_id=FIRST_ID)


def test_another_name_under_the_same_id_is_a_conflict(at: At) -> None:
    at.enter("join", name="Green", entry_id=FIRST_ID)
    assert_repeat(at, "join", name="Green", entry_id=FIRST_ID)
    assert_repeat(at, "join", name="green", entry_id=FIRST_ID)
    assert_conflict(at, "join", name="Yellow", entry_id=FIRST_ID)


def test_a_repeat_is_answered_with_its_own_result_and_the_game_of_now(at: At) -> None:
    at.roll(1, 1, [6, 5, 4, 6, 6], stand=True)
    at.roll(2, 1, [6, 5, 4, 1, 1], stand=True)
    at.roll(2, 1, [6, 5, 4, 3, 1], round=2)
    again = answer_of(at.roll(1, 1, [6, 5, 4, 6, 6], stand=True, round=1))
    assert again["version"] == 4
    assert again["recorded"]["seq"] == 2
    assert again["result"]["turn_score"] == 12
    assert again["result"]["sentences"][-1] == "Red scores 12."


def test_an_id_is_free_in_another_game(at: At) -> None:
    at.roll(1, 1, [6, 4, 3, 3, 1], entry_id=FIRST_ID)
    other = open_table({"preset": "chips"}, "Red", "Blue")
    assert not other.roll(1, 1, [6, 4, 3, 3, 1], entry_id=FIRST_ID).already_recorded


@pytest.mark.parametrize("round_number", [-1, 0, 2, 10**15])
@pytest.mark.parametrize("more", [{}, {"roll_off": 0}, {"roll_off": 10**15}, {"roll_off": -1}])
def test_a_round_that_is_not_there_holds_nothing(rolled: At, round_number: int, more: dict[str, int]) -> None:
    with pytest.raises(EntryRefused) as refused:
        rolled.roll(1, 1, [6, 4, 3, 3, 1], round=round_number, **more)
    assert [violation.code for violation in refused.value.violations] == ["out-of-order"]


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_roll_of_a_round_long_past_is_known(ledger_file: str, rounds: int) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue")
    for number in range(1, 5):
        for seat in at.game["round"]["order"]:
            dice = [6, 5, 4, number if seat == 1 else 6, 1]
            at.roll(seat, 1, dice, stand=True, round=number)
    assert_repeat(at, "roll", seat=1, roll=1, dice=[6, 5, 4, rounds, 1], stand=True, round=rounds)
    assert_conflict(at, "roll", seat=1, roll=1, dice=[6, 5, 4, 6, 6], stand=True, round=rounds)


CREW = [6, 5, 4, 1, 4]


def test_a_turn_whose_answer_was_lost_is_not_taken_for_the_roll_off_that_it_led_to(ledger_file: str) -> None:
    at = open_table(
        {"round": {"roll_off_order": "seat_number"}, "opener": {"first": "chosen"}},
        "Red",
        "Blue",
        opener_seat=2,
    )
    at.roll(2, 1, CREW, stand=True)
    at.roll(1, 1, CREW, round=1, stand=True)
    assert at.state.roll_off == 1
    assert at.state.to_move == 1
    assert_repeat(at, "roll", seat=1, roll=1, round=1, dice=CREW, stand=True)
    again = at.roll(1, 1, CREW, round=1, roll_off=1, stand=True)
    assert not again.already_recorded


def test_a_turn_whose_answer_was_lost_is_not_taken_for_the_next_round_that_it_opens(ledger_file: str) -> None:
    at = open_table({}, "Red", "Blue")
    at.roll(1, 1, [6, 5, 4, 6, 5], stand=True)
    at.roll(2, 1, CREW, stand=True)
    assert (at.state.round, at.state.to_move) == (2, 2)
    assert_repeat(at, "roll", seat=2, roll=1, dice=CREW, stand=True)
    other = at.roll(2, 1, [6, 5, 4, 2, 2])
    assert not other.already_recorded
    assert at.state.round == 2


def test_a_whole_turn_that_arrives_again_in_the_roll_off_is_known(ledger_file: str) -> None:
    at = open_table(
        {"round": {"roll_off_order": "seat_number"}, "opener": {"first": "chosen"}},
        "Red",
        "Blue",
        opener_seat=2,
    )
    at.enter("turn", seat=2, round=1, rolls=[{"dice": CREW}], stand=True)
    at.enter("turn", seat=1, round=1, rolls=[{"dice": CREW}], stand=True)
    assert (at.state.roll_off, at.state.to_move) == (1, 1)
    assert_repeat(at, "turn", seat=1, round=1, rolls=[{"dice": CREW}], stand=True)
