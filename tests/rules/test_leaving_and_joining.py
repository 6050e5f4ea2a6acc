"""Seats that leave for good, and seats that sit down late. RULES.md, last section, 4 to 6."""

import pytest

from scorekeeper.rules import Defer, Join, Leave, Roll, Thrown
from scorekeeper.rules import consequences as happened
from tests.examples import AMBER, BLUE, BUST, GREEN, RED, Table, crewed, house

MANY_ROUNDS = {"kind": "highest_total", "rounds": 4}
VIOLET = 5


def finished(table: Table) -> tuple[str, tuple[int, ...]]:
    return table.state.status, table.state.winners


# Leaving


def test_the_open_turn_of_a_seat_that_leaves_ends_unscored() -> None:
    table = Table()
    table.roll(*crewed(9))
    table.enter(Leave(RED))
    assert table.of_type(happened.TurnBroken) == [happened.TurnBroken(RED, 1)]
    assert table.of_type(happened.TurnEnded) == []
    assert (table.state.turn, table.to_move) == (None, BLUE)
    assert table.totals == [0, 0, 0]


def test_a_seat_that_has_left_can_win_nothing() -> None:
    table = Table(house("chips"), seats=3)
    table.score(12)
    table.enter(Leave(RED))
    table.score(3, 2)
    assert table.of_type(happened.RoundWon) == [happened.RoundWon(BLUE, 3)]


def test_its_ante_stays_in_the_pot_and_its_other_chips_leave_with_it() -> None:
    table = Table(house("chips"))
    table.enter(Leave(RED))
    assert (table.state.pot, table.chips) == (3, [4, 4, 4])
    table.score(3, 2)
    assert (table.state.pot, table.chips) == (2, [4, 6, 3])


def test_a_seat_that_has_left_takes_no_more_turns() -> None:
    table = Table(seats=4)
    table.enter(Leave(BLUE))
    table.score(9, 2, 3)
    assert table.statuses == ["in", "left", "in", "in"]
    assert (table.state.round, table.state.to_come) == (2, (GREEN, AMBER, RED))
    assert table.refused(Roll(BLUE, Thrown(BUST))) == ["seat-not-in"]


def test_a_seat_leaves_once() -> None:
    table = Table(seats=4)
    table.enter(Leave(BLUE))
    assert table.refused(Leave(BLUE)) == ["seat-not-in"]


def test_a_seat_may_leave_when_another_one_is_to_move() -> None:
    table = Table(seats=4)
    table.roll(*BUST)
    table.enter(Leave(GREEN))
    assert table.to_move == RED
    assert table.state.order == (RED, BLUE, AMBER)


def test_the_last_seat_to_come_leaves_and_the_round_is_decided() -> None:
    table = Table()
    table.score(5, 9)
    table.enter(Leave(GREEN))
    assert table.of_type(happened.RoundWon) == [happened.RoundWon(BLUE, 0)]


def test_one_seat_left_wins_the_game() -> None:
    table = Table(house("five-rounds"))
    table.score(9, 2, 5)
    table.enter(Leave(RED))
    table.enter(Leave(GREEN))
    assert finished(table) == ("finished", (BLUE,))


def test_the_open_turn_of_one_seat_left_is_not_scored() -> None:
    table = Table(seats=2)
    table.roll(*crewed(9))
    table.enter(Leave(BLUE))
    assert table.of_type(happened.TurnBroken) == [happened.TurnBroken(RED, 1)]
    assert finished(table) == ("finished", (RED,))


def test_one_seat_left_plays_on_while_others_wait_to_join() -> None:
    table = Table(seats=2)
    table.enter(Join())
    table.enter(Leave(RED))
    assert (table.state.status, table.to_move) == ("playing", BLUE)
    table.score(5)
    assert table.rounds_won == [0, 1, 0]
    assert (table.state.round, table.state.to_come) == (2, (BLUE, GREEN))


def test_no_seat_in_but_some_waiting_sit_down_and_the_pot_stays() -> None:
    table = Table(house("chips"), seats=2)
    table.enter(Join())
    table.enter(Join())
    table.enter(Leave(RED))
    table.enter(Leave(BLUE))
    assert table.statuses == ["left", "left", "in", "in"]
    assert table.state.round == 2
    assert (table.state.pot, table.chips) == (4, [4, 4, 4, 4])


def test_a_single_waiting_seat_wins_at_once_when_nobody_is_in() -> None:
    table = Table(house("chips"), seats=2)
    table.enter(Join())
    table.enter(Leave(RED))
    table.enter(Leave(BLUE))
    assert finished(table) == ("finished", (GREEN,))
    assert (table.state.pot, table.chips) == (0, [4, 4, 7])


def test_a_practice_game_ends_only_at_its_goal_or_when_nobody_is_left() -> None:
    table = Table(house(seats={"min": 1}, goal={"kind": "highest_total", "rounds": 1}), seats=2)
    table.enter(Leave(RED))
    assert (table.state.status, table.to_move) == ("playing", BLUE)
    table.score(5)
    assert finished(table) == ("finished", (BLUE,))


def test_a_practice_game_is_abandoned_when_its_only_seat_leaves() -> None:
    table = Table(house(seats={"min": 1}, goal=MANY_ROUNDS), seats=1)
    table.roll(*BUST)
    table.enter(Leave(RED))
    assert finished(table) == ("abandoned", ())


# Joining


def test_a_late_seat_comes_after_the_last_one_and_plays_from_the_next_round_on() -> None:
    table = Table()
    table.enter(Join())
    assert table.of_type(happened.SeatJoined) == [happened.SeatJoined(AMBER)]
    assert table.statuses == ["in", "in", "in", "joining"]
    assert table.refused(Roll(AMBER, Thrown(BUST))) == ["seat-not-in"]
    table.score(9, 2, 3)
    assert table.statuses == ["in"] * 4
    assert table.state.to_come == (BLUE, GREEN, AMBER, RED)


def test_a_late_seat_that_says_its_number_must_be_the_next_one() -> None:
    table = Table()
    assert table.refused(Join(BLUE)) == ["out-of-order"]
    assert table.refused(Join(AMBER + 1)) == ["out-of-order"]
    table.enter(Join(AMBER))
    assert table.of_type(happened.SeatJoined) == [happened.SeatJoined(AMBER)]


def test_a_late_seat_comes_after_seats_that_have_left_too() -> None:
    table = Table()
    table.enter(Leave(GREEN))
    table.enter(Join())
    assert table.statuses == ["in", "in", "left", "joining"]


def test_a_late_seat_starts_with_nothing_won_and_the_starting_chips() -> None:
    table = Table(house("chips"))
    table.score(9, 2, 3)
    table.enter(Join())
    late = table.state.seat(AMBER)
    assert (late.total, late.rounds_won, late.chips) == (0, 0, 5)
    table.score(9, 2, 3)
    assert table.chips[AMBER - 1] == 4


def test_a_late_seat_may_open_its_first_round() -> None:
    table = Table(opener=GREEN)
    table.enter(Join())
    table.score(9, 2, 3)
    assert (table.state.round, table.to_move) == (2, AMBER)


def test_a_late_seat_waits_until_a_roll_off_is_over() -> None:
    table = Table()
    table.score(9, 9, 3)
    table.enter(Join())
    assert table.state.to_come == (RED, BLUE)
    table.score(2, 3)
    assert table.statuses == ["in"] * 4


def test_a_waiting_seat_can_leave_again() -> None:
    table = Table()
    table.enter(Join())
    table.enter(Leave(AMBER))
    assert table.statuses == ["in", "in", "in", "left"]
    table.score(9, 2, 3)
    assert AMBER not in table.state.to_come


def test_a_seat_that_waits_cannot_be_deferred() -> None:
    table = Table()
    table.enter(Join())
    assert table.refused(Defer(AMBER)) == ["seat-not-in"]


def test_nobody_joins_during_the_roll_for_the_opener() -> None:
    assert Table(house(opener={"first": "roll"}), opener=None).refused(Join()) == ["join-closed"]


def test_nobody_joins_a_game_with_one_pot() -> None:
    table = Table(house("five-rounds", stakes={"per": "game"}))
    assert table.refused(Join()) == ["join-closed"]


@pytest.mark.parametrize("kind", ["rounds_won", "highest_total"])
def test_nobody_joins_a_game_of_one_round(kind: str) -> None:
    assert Table(house(goal={"kind": kind, "rounds": 1})).refused(Join()) == ["join-closed"]


def test_nobody_joins_in_the_last_round_of_highest_total() -> None:
    table = Table(house(goal={"kind": "highest_total", "rounds": 2}))
    table.enter(Join())
    table.score(9, 2, 3)
    assert table.refused(Join()) == ["join-closed"]


def test_nobody_joins_in_an_extra_round() -> None:
    table = Table(house(goal={"kind": "points", "points": 5}))
    table.score(9, 9, 3)
    assert table.state.is_extra_round
    assert table.refused(Join()) == ["join-closed"]


def test_nobody_joins_when_all_places_are_in_or_waiting() -> None:
    table = Table(house(seats={"max": 4}))
    table.enter(Join())
    assert table.refused(Join()) == ["join-closed"]
    table.enter(Leave(RED))
    table.enter(Join())
    assert table.statuses == ["left", "in", "in", "joining", "joining"]
    assert table.refused(Join()) == ["join-closed"]


def test_a_seat_that_is_out_keeps_no_place_from_others() -> None:
    table = Table(house("chips", seats={"max": 3}, stakes={"chips": 2}, opener={"next_round": "same"}))
    table.score(9, 2, 3)
    table.score(2, 9, 3)
    assert table.statuses == ["in", "in", "out"]
    table.enter(Join())
    assert table.statuses == ["in", "in", "out", "joining"]


def test_a_late_seat_can_win_the_game() -> None:
    table = Table(house(goal={"kind": "rounds_won", "rounds": 2}))
    table.enter(Join())
    table.score(9, 2, 3)
    table.score(2, 3, 9, 4)
    table.score(2, 9, 3, 4)
    assert finished(table) == ("finished", (AMBER,))
