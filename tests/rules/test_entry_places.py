"""Which code is given when the place of an entry is wrong, and what the game waits for."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules import (
    Defer,
    Join,
    Leave,
    Place,
    Roll,
    Score,
    Stand,
    StartRoll,
    Thrown,
    WholeTurn,
    next_entry,
)
from tests.examples import AMBER, BLUE, BUST, GREEN, RED, Table, crewed
from tests.rules.situations import ANY, dice, finished_table, out_table, rolling_table, table_with

# Codes about the game are given alone, in their order (RULES.md, last section, 11)


def test_a_code_about_the_game_is_given_alone() -> None:
    bad = Thrown((0, "x"), keep=[9], hold=9)
    assert Table().refused(Roll(BLUE, bad)) == ["not-your-turn"]
    assert Table().refused(Roll(RED, bad, place=Place(round=2))) == ["out-of-order"]
    assert Table().refused(Score(BLUE, 13)) == ["not-your-turn"]


def test_game_over_comes_before_an_unknown_seat() -> None:
    for entry in (Roll(9, Thrown(BUST)), Stand(9), Defer(9), Leave(9), StartRoll(9, (1, 1, 1)), Score(9, 1)):
        assert finished_table().refused(entry) == ["game-over"]


@pytest.mark.parametrize("seat", [0, 4, -1, True, "1", None, 1.0])
def test_an_unknown_seat_comes_before_a_roll_for_the_opener_that_is_due(seat: Any) -> None:
    entries = [Roll(seat, Thrown(BUST)), Stand(seat), Defer(seat), StartRoll(seat, (1, 1, 1)), Leave(seat)]
    for entry in entries:
        assert rolling_table().refused(entry) == ["seat-unknown"]
        assert Table().refused(entry) == ["seat-unknown"]


def test_a_roll_for_the_opener_that_is_due_comes_before_a_seat_that_is_not_in() -> None:
    table = rolling_table()
    table.enter(Leave(GREEN))
    assert table.refused(Roll(GREEN, Thrown(BUST))) == ["start-roll-due"]
    assert table.refused(Roll(BLUE, Thrown(BUST))) == ["start-roll-due"]
    assert table.refused(StartRoll(GREEN, (1, 1, 1))) == ["seat-not-in"]


def test_a_seat_that_is_not_in_comes_before_whose_turn_it_is() -> None:
    table = Table(seats=4)
    table.score(9)
    table.enter(Leave(RED))
    assert table.refused(Roll(RED, Thrown(BUST))) == ["seat-not-in"]


def test_a_seat_that_is_out_has_left_or_waits_is_not_in() -> None:
    table = out_table()
    table.enter(Join())
    table.enter(Join())
    table.enter(Leave(AMBER + 1))
    for seat in (GREEN, AMBER, AMBER + 1):
        for entry in (Roll(seat, Thrown(BUST)), Stand(seat), Score(seat, 5), Defer(seat)):
            assert table.refused(entry) == ["seat-not-in"]
    assert table.refused(Leave(GREEN)) == ["seat-not-in"]


def test_a_turn_is_over_until_an_entry_of_another_seat_is_accepted() -> None:
    table = Table()
    table.score(5)
    for entry in (dice(*BUST), Stand(RED), WholeTurn(RED, [Thrown(BUST)]), Score(RED, 5)):
        assert table.refused(entry) == ["turn-over"]
    assert table.refused(Roll(BLUE, Thrown((7, 7)))) == ["face-invalid", "face-invalid", "dice-count"]
    assert table.refused(dice(*BUST)) == ["turn-over"]
    table.roll(*BUST)
    assert table.refused(dice(*BUST)) == ["not-your-turn"]


def test_a_turn_is_over_across_the_end_of_its_round() -> None:
    table = Table()
    table.score(5, 9, 2)
    assert table.refused(Roll(GREEN, Thrown(BUST))) == ["turn-over"]


# Where an entry belongs


def test_an_entry_that_names_another_round_or_roll_off_is_out_of_order() -> None:
    table = Table()
    for place, pointer in ((Place(2, 0, 1), "/round"), (Place(0), "/round"), (Place(1, 1, 1), "/roll_off")):
        for entry in (Roll(RED, Thrown(BUST), place=place), Stand(RED, place), Score(RED, 5, place)):
            (violation,) = table.violations(entry)
            assert (violation.code, violation.pointer) == ("out-of-order", pointer)


def test_an_entry_that_names_its_place_rightly_is_accepted() -> None:
    table = Table()
    table.enter(Roll(RED, Thrown(BUST), place=Place(1, 0, 1)))
    table.enter(Roll(RED, Thrown(crewed(5)), place=Place(1, 0, 2)))
    table.enter(Stand(RED, Place(1, 0, 2)))
    table.enter(WholeTurn(BLUE, [Thrown(crewed(5))], stand=True, place=Place(1, 0)))
    table.score(3)
    table.enter(Roll(RED, Thrown(BUST), place=Place(1, 1, 1)))


def test_a_stand_names_the_roll_that_it_stands_on() -> None:
    table = table_with(BUST, crewed(5))
    assert table.refused(Stand(RED, Place(roll=1))) == ["already-recorded"]
    assert table.refused(Stand(RED, Place(roll=3))) == ["out-of-order"]
    table.enter(Stand(RED, Place(roll=2)))


def test_a_whole_turn_that_has_begun_is_recorded_already() -> None:
    assert table_with(BUST).refused(WholeTurn(RED, [Thrown(BUST)])) == ["already-recorded"]


# Hints


def test_the_game_says_what_it_waits_for() -> None:
    table = table_with((6, 5, 4, 1, 2), **ANY)
    hint = next_entry(table.state)
    assert hint.to_json() == {
        "action": "roll",
        "seat": RED,
        "round": 1,
        "roll_off": 0,
        "roll": 2,
        "attempt": None,
        "dice_counts": [1, 2],
        "stand": True,
        "hold": [1, 2],
        "score": False,
    }
    assert next_entry(Table(entry="dice_or_score").state).score
    assert next_entry(rolling_table().state).to_json()["action"] == "start_roll"
    assert next_entry(finished_table().state).action == "none"


def test_what_the_game_waits_for_can_be_sent_back() -> None:
    table = Table()
    table.score(8, 8, 2)
    for _ in range(3):
        hint = next_entry(table.state)
        place = Place(hint.round, hint.roll_off, hint.roll)
        assert hint.seat is not None
        table.enter(Roll(hint.seat, Thrown((1,) * hint.dice_counts[0]), place=place))
    assert next_entry(table.state).seat == BLUE
