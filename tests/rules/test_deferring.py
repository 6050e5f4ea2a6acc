"""A seat that is at the bar plays at the end of the pass. RULES.md, last section, 8."""

from scorekeeper.rules import Defer, Join, Leave, Place, Roll, Thrown
from tests.examples import AMBER, BLUE, BUST, GREEN, RED, Table, house


def test_a_seat_that_is_put_off_plays_at_the_end_of_the_pass() -> None:
    table = Table()
    table.enter(Defer(RED))
    assert table.state.to_come == (BLUE, GREEN, RED)
    table.score(5, 2)
    assert table.to_move == RED
    table.score(9)
    assert table.rounds_won == [1, 0, 0]


def test_a_seat_can_be_put_off_before_its_turn_comes() -> None:
    table = Table(seats=4)
    table.roll(*BUST)
    table.enter(Defer(GREEN))
    assert table.state.to_come == (RED, BLUE, AMBER, GREEN)


def test_seats_that_are_put_off_play_in_the_order_in_which_they_were() -> None:
    table = Table(seats=4)
    table.enter(Defer(BLUE))
    table.enter(Defer(RED))
    assert table.state.to_come == (GREEN, AMBER, BLUE, RED)


def test_a_seat_is_put_off_in_the_pass_that_the_entry_says() -> None:
    table = Table()
    assert table.refused(Defer(RED, Place(round=2))) == ["out-of-order"]
    assert table.refused(Defer(RED, Place(round=1, roll_off=1))) == ["out-of-order"]
    table.enter(Defer(RED, Place(round=1, roll_off=0)))
    assert table.state.to_come == (BLUE, GREEN, RED)


def test_a_seat_is_put_off_once_a_pass() -> None:
    table = Table(seats=4)
    table.enter(Defer(RED))
    table.enter(Defer(BLUE))
    assert table.refused(Defer(RED)) == ["defer-pointless"]


def test_a_seat_that_has_rolled_is_not_put_off() -> None:
    table = Table()
    table.roll(*BUST)
    assert table.refused(Defer(RED)) == ["defer-pointless"]


def test_a_seat_that_has_played_is_not_put_off() -> None:
    table = Table()
    table.score(5)
    assert table.refused(Defer(RED)) == ["defer-pointless"]


def test_the_last_seat_to_play_is_not_put_off() -> None:
    assert Table().refused(Defer(GREEN)) == ["defer-pointless"]


def test_a_seat_that_sits_a_roll_off_out_is_not_put_off() -> None:
    table = Table(seats=4)
    table.score(9, 9, 3, 9)
    assert table.refused(Defer(GREEN)) == ["defer-pointless"]


def test_a_seat_that_is_not_in_is_not_put_off() -> None:
    table = Table(house("chips", stakes={"chips": 2}, opener={"next_round": "same"}), seats=4)
    table.score(9, 2, 3, 4)
    table.score(2, 9, 3, 4)
    assert table.statuses == ["in", "in", "out", "out"]
    table.enter(Join())
    table.enter(Join())
    table.enter(Leave(AMBER + 1))
    for seat in (GREEN, AMBER, AMBER + 1, AMBER + 2):
        assert table.refused(Defer(seat)) == ["seat-not-in"]


def test_a_seat_can_be_put_off_in_a_roll_off() -> None:
    table = Table()
    table.score(9, 9, 3)
    table.enter(Defer(RED))
    assert table.state.to_come == (BLUE, RED)


def test_a_deferral_touches_no_later_pass() -> None:
    table = Table()
    table.enter(Defer(RED))
    table.score(9, 3, 9)
    assert table.state.to_come == (RED, BLUE)
    assert table.state.deferred == ()
    table.enter(Defer(RED))
    table.score(2, 3)
    assert (table.state.opener, table.state.to_come) == (BLUE, (BLUE, GREEN, RED))


def test_the_opener_stays_the_opener_when_it_is_put_off() -> None:
    table = Table()
    table.enter(Defer(RED))
    assert table.state.opener == RED
    table.score(2, 3, 9)
    assert table.state.opener == BLUE


def test_the_pace_is_set_by_the_first_seat_to_finish_not_by_the_opener_put_off() -> None:
    table = Table(house(turn={"pace": "opener"}))
    table.enter(Defer(RED))
    table.score(5)
    assert table.state.pace == 1


def test_a_seat_that_was_put_off_is_refused_until_its_turn_comes() -> None:
    table = Table()
    table.enter(Defer(RED))
    assert table.refused(Roll(RED, Thrown(BUST))) == ["not-your-turn"]
