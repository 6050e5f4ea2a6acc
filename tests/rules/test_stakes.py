"""Antes, pots and chips: what is paid, who is paid, who is out. Numbers as in RULES.md, its last section."""

import pytest

from scorekeeper.rules import Join, Leave, RulesetRefused
from scorekeeper.rules import consequences as happened
from tests.examples import AMBER, BLUE, GREEN, RED, Table, house

CARRY = {"tie": "carry"}


def chips(count: int = 5, ante: int = 1, **parts: object) -> Table:
    return Table(house("chips", stakes={"ante": ante, "chips": count}, **parts))


def finished(table: Table) -> tuple[str, tuple[int, ...]]:
    return table.state.status, table.state.winners


# Antes and pots


def test_every_seat_antes_one_chip_when_a_round_opens() -> None:
    table = Table(house("chips"))
    assert (table.chips, table.state.pot) == ([4, 4, 4], 3)
    table.score(9, 2, 3)
    assert (table.chips, table.state.pot) == ([6, 3, 3], 3)


def test_the_ante_is_paid_before_any_dice_are_rolled() -> None:
    table = Table(house("critters"), opener=RED)
    assert (table.state.pot, table.state.turn) == (3, None)


def test_no_ante_is_paid_before_the_opener_is_known() -> None:
    table = Table(house("critters"), opener=None)
    assert (table.state.pot, table.chips) == (0, [0, 0, 0])
    table.start_rolls(9, 10, 8)
    assert (table.state.pot, table.chips) == (3, [-1, -1, -1])


def test_the_house_rules_say_how_much_the_ante_is() -> None:
    table = chips(6, ante=2)
    assert (table.chips, table.state.pot) == ([4, 4, 4], 6)


def test_the_winner_of_the_round_takes_the_whole_pot() -> None:
    table = chips(6, ante=2)
    table.score(3, 9, 2)
    assert table.of_type(happened.RoundWon) == [happened.RoundWon(BLUE, 6)]
    assert table.chips == [2, 8, 2]


def test_a_roll_off_decides_the_pot_and_costs_no_ante() -> None:
    table = Table(house("chips"))
    table.score(9, 9, 3)
    assert (table.chips, table.state.pot) == ([4, 4, 4], 3)
    table.score(2, 3)
    assert table.chips == [3, 6, 3]


def test_a_pot_per_round_asks_for_a_winner_whatever_the_goal() -> None:
    table = Table(house("five-rounds", stakes={"ante": 1}))
    table.score(9, 9, 3)
    assert table.state.roll_off == 1
    table.score(2, 3)
    assert table.chips == [-2, 1, -2]
    assert table.state.round == 2


def test_an_ante_per_game_is_paid_once_and_goes_to_the_winner() -> None:
    table = Table(house("five-rounds", stakes={"ante": 3, "per": "game"}))
    assert (table.chips, table.state.pot) == ([-3, -3, -3], 9)
    for _ in range(4):
        table.score(9, 2, 3)
        assert (table.chips, table.state.pot) == ([-3, -3, -3], 9)
    table.score(9, 2, 3)
    assert (table.chips, table.state.pot) == ([6, -3, -3], 0)
    assert table.of_type(happened.GameWon) == [happened.GameWon(RED, 9)]


def test_an_ante_per_game_goes_to_the_winner_of_rounds_too() -> None:
    table = Table(house("first-to-three", stakes={"ante": 2, "per": "game", "chips": 10}), seats=2)
    table.score(9, 2)
    assert (table.chips, table.state.pot) == ([8, 8], 4)
    table.score(2, 9)
    table.score(9, 2)
    assert finished(table) == ("finished", (RED,))
    assert table.chips == [12, 8]


@pytest.mark.parametrize("preset", ["first-to-three", "five-rounds", "voyage"])
def test_without_stakes_there_are_no_chips(preset: str) -> None:
    table = Table(house(preset), seats=2)
    assert (table.chips, table.state.pot) == ([None] * 2, 0)
    table.score(9, 2)
    assert (table.chips, table.state.pot) == ([None] * 2, 0)


def test_chips_that_are_not_counted_out_are_net_winnings_and_may_be_negative() -> None:
    table = Table(house("critters", goal={"kind": "rounds_won", "rounds": 9}), opener=RED)
    for scores in ((9, 2, 3), (2, 9, 3), (3, 2, 9)):
        table.score(*scores)
    assert sum(table.chips) + table.state.pot == 0  # type: ignore[arg-type]
    assert table.statuses == ["in"] * 3
    assert min(table.chips) < -1  # type: ignore[type-var]


# Carried pots (3)


def test_a_tied_pot_stays_and_all_ante_again() -> None:
    table = chips(round=CARRY)
    table.score(9, 9, 3)
    assert table.of_type(happened.RoundCarried) == [happened.RoundCarried((RED, BLUE), 3)]
    assert (table.chips, table.state.pot) == ([3, 3, 3], 6)
    table.score(2, 3, 4)
    assert table.state.seats[RED - 1].chips == 3 + 6 - 1


def test_a_pot_carries_only_if_every_tied_seat_can_pay_the_next_ante() -> None:
    table = chips(1, round=CARRY)
    table.score(9, 9, 3)
    assert (table.state.round, table.state.roll_off) == (1, 1)
    table.score(2, 3)
    assert finished(table) == ("finished", (BLUE,))


def test_those_behind_a_carried_pot_who_cannot_pay_are_out() -> None:
    table = Table(house("chips", stakes={"ante": 1, "chips": 3}, round=CARRY, opener={"next_round": "same"}))
    table.score(9, 2, 3)
    table.score(2, 9, 3)
    assert table.chips == [3, 3, 0]
    table.score(5, 5, 4)
    assert table.statuses == ["in", "in", "out"]
    assert (table.chips, table.state.pot) == ([2, 2, 0], 5)


def test_a_pot_never_carries_out_of_a_game() -> None:
    goal = {"kind": "highest_total", "rounds": 2, "tie": "draw"}
    table = Table(house("five-rounds", stakes={"ante": 1}, goal=goal, round=CARRY))
    table.score(9, 9, 3)
    assert (table.state.round, table.state.pot) == (2, 6)
    table.score(9, 9, 3)
    assert (table.state.round, table.state.roll_off) == (2, 1)
    table.score(3, 4)
    assert finished(table) == ("finished", (RED, BLUE))
    assert (table.state.pot, table.chips) == (0, [-2, 4, -2])


@pytest.mark.parametrize("rule", ["tie", "all_bust"])
def test_a_pot_of_the_game_cannot_carry(rule: str) -> None:
    with pytest.raises(RulesetRefused):
        house(round={rule: "carry"}, stakes={"ante": 1, "per": "game"})


# Out of chips (3)


def test_a_seat_that_cannot_pay_the_next_ante_is_out() -> None:
    table = Table(house("chips", stakes={"ante": 1, "chips": 2}, opener={"next_round": "same"}))
    table.score(9, 2, 3)
    table.score(2, 9, 3)
    assert table.of_type(happened.SeatsOut) == [happened.SeatsOut((GREEN,))]
    assert table.statuses == ["in", "in", "out"]
    assert table.state.seats[GREEN - 1].out_round == 2
    assert (table.chips, table.state.pot) == ([2, 2, 0], 2)


def test_a_seat_that_is_out_is_passed_over() -> None:
    table = Table(house("chips", stakes={"ante": 1, "chips": 2}), seats=3)
    table.score(9, 2, 3)
    table.score(2, 9, 3)
    assert table.statuses == ["in", "out", "in"]
    assert table.state.opener == GREEN
    assert table.state.to_come == (GREEN, RED)
    assert table.refused(Leave(BLUE)) == ["seat-not-in"]


def test_the_goal_is_tested_before_a_seat_is_out() -> None:
    table = Table(house("five-rounds", goal={"kind": "highest_total", "rounds": 1}, stakes={"chips": 1}))
    table.score(9, 2, 3)
    assert finished(table) == ("finished", (RED,))
    assert table.statuses == ["in", "in", "in"]


def test_only_a_seat_still_in_can_win_the_game() -> None:
    goal = {"kind": "highest_total", "rounds": 3}
    table = Table(house("five-rounds", goal=goal, stakes={"chips": 2}), seats=4)
    table.score(11, 12, 2, 2)
    table.score(11, 2, 12, 2)
    assert table.statuses == ["out", "in", "in", "out"]
    table.score(2, 3)
    assert table.totals == [22, 16, 17, 4]
    assert finished(table) == ("finished", (GREEN,))


def test_the_last_seat_that_can_pay_wins_whatever_its_total() -> None:
    goal = {"kind": "highest_total", "rounds": 5}
    table = Table(house("five-rounds", goal=goal, stakes={"chips": 1}), seats=2)
    table.score(2, 0)
    assert table.statuses == ["in", "out"]
    assert finished(table) == ("finished", (RED,))


def test_one_seat_left_takes_the_pot_and_wins_the_game() -> None:
    table = chips()
    table.score(9, 2)
    table.enter(Leave(RED))
    table.enter(Leave(GREEN))
    assert finished(table) == ("finished", (BLUE,))
    assert (table.state.pot, table.chips) == (0, [4, 7, 4])
    assert table.of_type(happened.GameWon) == [happened.GameWon(BLUE, 3)]


# Conserved


def test_chips_in_hand_and_in_the_pot_are_the_same_number_all_game_long() -> None:
    table = Table(house("chips", round=CARRY), seats=4)
    scores = iter([9, 2, 3, 0, 5, 5, 4, 3, 0, 0, 0, 0, 2, 3, 4, 5, 9, 9, 9, 9] * 3)
    for _ in range(40):
        table.score(next(scores))
        assert sum(filter(None, table.chips)) + table.state.pot == 20


def test_what_a_seat_that_leaves_has_in_hand_leaves_with_it() -> None:
    table = chips()
    table.score(9, 2)
    table.enter(Leave(BLUE))
    assert (table.chips, table.state.pot) == ([4, 4, 4], 3)
    table.score(3)
    assert table.chips == [6, 4, 3]
    assert table.state.pot == 2


def test_a_late_seat_brings_its_chips_and_can_win_a_carried_pot() -> None:
    table = chips(round=CARRY)
    table.enter(Join())
    assert table.chips == [4, 4, 4, 5]
    table.score(9, 9, 3)
    assert (table.chips, table.state.pot) == ([3, 3, 3, 4], 7)
    table.score(2, 3, 9, 4)
    assert table.of_type(happened.RoundWon) == [happened.RoundWon(AMBER, 7)]
