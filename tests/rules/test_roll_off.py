"""Ties: roll-offs, carried rounds, rounds in which all bust. Numbers as in RULES.md, its last section."""

from scorekeeper.rules import Defer, Leave, Roll, Thrown
from scorekeeper.rules import consequences as happened
from tests.examples import AMBER, BLUE, BUST, GREEN, RED, Table, house

SEAT_NUMBER = {"roll_off_order": "seat_number"}
WON = happened.RoundWon
OPENED = happened.RollOffOpened


def test_a_tie_among_the_leaders_is_settled_by_a_roll_off() -> None:
    table = Table()
    table.score(8, 8, 3)
    assert table.of_type(OPENED) == [OPENED(1, (RED, BLUE), False)]
    assert (table.state.round, table.state.roll_off) == (1, 1)
    table.score(2, 5)
    assert table.rounds_won == [0, 1, 0]
    assert (table.state.round, table.state.roll_off) == (2, 0)


def test_each_tied_seat_takes_one_more_full_turn() -> None:
    table = Table()
    table.score(8, 8, 3)
    table.roll(*BUST)
    table.roll(*BUST)
    assert table.to_move == RED
    table.roll(*BUST)
    assert table.to_move == BLUE


def test_a_roll_off_in_which_the_leaders_tie_again_is_rolled_off_again() -> None:
    table = Table(seats=4)
    table.score(8, 8, 3, 8)
    table.score(6, 7, 7)
    assert (table.state.roll_off, table.state.to_come) == (2, (BLUE, AMBER))
    table.score(5, 5)
    assert (table.state.roll_off, table.state.to_come) == (3, (BLUE, AMBER))
    table.score(5, 6)
    assert table.rounds_won == [0, 0, 0, 1]


def test_those_behind_the_leaders_sit_the_roll_off_out() -> None:
    table = Table()
    table.score(8, 8, 7)
    assert table.refused(Roll(GREEN, Thrown(BUST))) == ["turn-over"]
    table.score(2)
    assert table.refused(Roll(GREEN, Thrown(BUST))) == ["not-your-turn"]
    assert table.refused(Defer(GREEN)) == ["defer-pointless"]


def test_those_behind_the_leaders_cannot_win_even_if_every_tied_seat_busts() -> None:
    table = Table()
    table.score(8, 8, 7)
    table.score(0, 0)
    assert (table.state.roll_off, table.state.to_come) == (2, (RED, BLUE))
    table.score(0, 2)
    assert table.rounds_won == [0, 1, 0]


def test_a_roll_off_adds_its_cargo_to_no_total() -> None:
    table = Table()
    table.score(8, 8, 7)
    table.score(9, 10)
    assert table.totals == [8, 8, 7]


def test_a_roll_off_does_not_change_who_opens_the_next_round() -> None:
    table = Table(opener=BLUE)
    table.score(3, 8, 8)
    assert table.to_move == GREEN
    table.score(4, 9)
    assert (table.state.round, table.state.opener) == (2, GREEN)


# Its order


def test_a_roll_off_is_played_in_the_order_of_the_round() -> None:
    table = Table(seats=4, opener=GREEN)
    table.score(8, 3, 8, 8)
    assert table.state.to_come == (GREEN, RED, BLUE)


def test_a_roll_off_is_played_in_seat_order_where_the_house_rules_say_so() -> None:
    table = Table(house(round=SEAT_NUMBER), seats=4, opener=GREEN)
    table.score(8, 3, 8, 8)
    assert table.state.to_come == (RED, BLUE, GREEN)


def test_the_order_of_the_round_counts_from_an_opener_who_sits_the_roll_off_out() -> None:
    table = Table(seats=4, opener=GREEN)
    table.score(3, 8, 8, 2)
    assert table.state.to_come == (AMBER, RED)


def test_a_deferral_does_not_touch_the_order_of_a_roll_off() -> None:
    table = Table()
    table.enter(Defer(RED))
    assert table.state.to_come == (BLUE, GREEN, RED)
    table.score(8, 3, 8)
    assert table.state.to_come == (RED, BLUE)


# All bust (1)


def test_all_bust_is_a_tie_of_all_and_everyone_rolls_off() -> None:
    table = Table()
    table.score(0, 0, 0)
    assert table.of_type(OPENED) == [OPENED(1, (RED, BLUE, GREEN), False)]


def test_all_bust_as_tie_follows_the_rule_for_ties() -> None:
    table = Table(house(round={"tie": "carry", "all_bust": "as_tie"}))
    table.score(0, 0, 0)
    assert (table.state.round, table.state.roll_off) == (2, 0)
    assert table.of_type(happened.RoundCarried) == [happened.RoundCarried((RED, BLUE, GREEN), 0)]


def test_all_bust_can_be_carried_where_ties_are_rolled_off() -> None:
    ruleset = house(round={"tie": "roll_off", "all_bust": "carry"})
    table = Table(ruleset)
    table.score(0, 0, 0)
    assert table.state.round == 2
    table.score(4, 4, 2)
    assert (table.state.round, table.state.roll_off) == (2, 1)


def test_all_bust_can_be_rolled_off_where_ties_are_carried() -> None:
    table = Table(house(round={"tie": "carry", "all_bust": "roll_off"}))
    table.score(0, 0, 0)
    assert (table.state.round, table.state.roll_off) == (1, 1)


def test_a_roll_off_in_which_all_bust_is_rolled_again_whatever_the_house_rules() -> None:
    table = Table(house(round={"tie": "roll_off", "all_bust": "carry"}))
    table.score(8, 8, 2)
    table.score(0, 0)
    assert (table.state.round, table.state.roll_off) == (1, 2)


def test_a_roll_off_that_ties_is_rolled_again_where_first_passes_are_carried() -> None:
    table = Table(house(round={"tie": "carry", "all_bust": "roll_off"}))
    table.score(0, 0, 0)
    table.score(7, 7, 2)
    assert (table.state.round, table.state.roll_off, table.state.to_come) == (1, 2, (RED, BLUE))


# Carried


def test_a_carried_round_is_won_by_nobody() -> None:
    table = Table(house(round={"tie": "carry"}))
    table.score(8, 8, 3)
    assert table.of_type(happened.RoundCarried) == [happened.RoundCarried((RED, BLUE), 0)]
    assert table.of_type(WON) == []
    assert table.rounds_won == [0, 0, 0]
    assert (table.state.round, table.state.opener) == (2, BLUE)


# A 12 that takes the round (2)


def test_a_12_ends_a_roll_off_at_once_where_it_takes_the_round() -> None:
    table = Table(house(turn={"perfect_cargo": "takes_round"}))
    table.score(8, 8, 8)
    table.score(5, 12)
    assert table.rounds_won == [0, 1, 0]
    assert table.state.round == 2


# Seats that go (5)


def test_a_roll_off_with_one_seat_left_is_won_by_it_at_once() -> None:
    table = Table()
    table.score(8, 8, 3)
    table.enter(Leave(RED))
    assert table.of_type(WON) == [WON(BLUE, 0)]
    assert table.state.round == 2


def test_a_seat_that_has_rolled_in_a_roll_off_wins_it_when_the_others_leave() -> None:
    table = Table()
    table.score(8, 8, 3)
    table.score(0)
    table.enter(Leave(BLUE))
    assert table.rounds_won == [1, 0, 0]


def test_the_open_turn_of_the_last_seat_in_a_roll_off_is_not_scored() -> None:
    table = Table()
    table.score(8, 8, 3)
    table.roll(*BUST)
    table.enter(Leave(BLUE))
    assert table.of_type(happened.TurnBroken) == [happened.TurnBroken(RED, 4)]
    assert table.rounds_won == [1, 0, 0]
    assert table.state.turn is None


def test_a_leader_who_leaves_can_win_nothing() -> None:
    table = Table(seats=4)
    table.score(12, 8)
    table.enter(Leave(RED))
    assert (table.state.best, table.state.leaders) == (8, (BLUE,))
    table.score(3, 8)
    assert table.state.to_come == (BLUE, AMBER)
