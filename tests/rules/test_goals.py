"""What wins a game: rounds won, the highest total, points, the last chips; and what a level end leads to."""

import pytest

from scorekeeper.rules import Abandon, Leave, Roll, Thrown
from scorekeeper.rules import consequences as happened
from tests.examples import AMBER, BLUE, BUST, GREEN, RED, Table, house


def finished(table: Table) -> tuple[str, tuple[int, ...]]:
    return table.state.status, table.state.winners


def total(rounds: int = 2, tie: str = "extra_round") -> dict[str, object]:
    return {"kind": "highest_total", "rounds": rounds, "tie": tie}


def points(goal: int = 10, tie: str = "extra_round") -> dict[str, object]:
    return {"kind": "points", "points": goal, "tie": tie}


# Rounds won


def test_the_first_seat_to_win_three_rounds_wins_the_game() -> None:
    table = Table(house("first-to-three"))
    table.score(9, 2, 3)
    table.score(3, 2, 9)
    table.score(2, 3, 9)
    assert table.rounds_won == [2, 1, 0]
    assert table.state.status == "playing"
    table.score(9, 2, 3)
    assert table.rounds_won == [3, 1, 0]
    assert finished(table) == ("finished", (RED,))
    assert table.of_type(happened.GameWon) == [happened.GameWon(RED, 0)]


def test_a_single_round_can_decide_the_game() -> None:
    table = Table(house("critters"), opener=RED)
    table.score(4, 9, 3)
    assert finished(table) == ("finished", (BLUE,))
    assert (table.state.round, table.state.to_move) == (1, None)


def test_a_tie_of_a_single_round_is_rolled_off_until_one_winner_is_left() -> None:
    table = Table(house("critters"), opener=RED)
    table.score(9, 9, 3)
    table.score(0, 0)
    table.score(7, 8)
    assert finished(table) == ("finished", (BLUE,))


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_the_house_rules_say_how_many_rounds_must_be_won(rounds: int) -> None:
    table = Table(house(goal={"kind": "rounds_won", "rounds": rounds}, opener={"next_round": "same"}))
    for played in range(rounds):
        assert table.state.round == played + 1
        table.score(9, 2, 3)
    assert finished(table) == ("finished", (RED,))


# The highest total


def test_the_highest_total_after_the_agreed_rounds_wins() -> None:
    table = Table(house("five-rounds"))
    for _ in range(4):
        table.score(2, 9, 8)
    table.score(2, 0, 8)
    assert table.totals == [10, 36, 40]
    assert finished(table) == ("finished", (GREEN,))


def test_scores_add_up_over_five_rounds() -> None:
    table = Table(house("five-rounds"), seats=2)
    for played in range(5):
        assert (table.state.round, table.state.status) == (played + 1, "playing")
        table.score(7, 2)
    assert table.totals == [35, 10]
    assert finished(table) == ("finished", (RED,))


def test_level_totals_lead_to_an_extra_round_between_them() -> None:
    table = Table(house(goal=total(1)))
    table.score(9, 9, 3)
    assert table.of_type(happened.RollOffOpened) == [happened.RollOffOpened(1, (RED, BLUE), True)]
    assert (table.state.round, table.state.roll_off, table.state.is_extra_round) == (1, 1, True)
    table.score(4, 6)
    assert finished(table) == ("finished", (BLUE,))


def test_an_extra_round_is_rolled_again_until_one_seat_leads() -> None:
    table = Table(house(goal=total(1)), seats=4)
    table.score(9, 9, 9, 3)
    table.score(5, 7, 7)
    assert (table.state.roll_off, table.state.is_extra_round) == (2, True)
    table.score(0, 0)
    assert table.state.to_come == (BLUE, GREEN)
    table.score(2, 0)
    assert finished(table) == ("finished", (BLUE,))


def test_an_extra_round_adds_nothing_to_the_totals() -> None:
    table = Table(house(goal=total(1)))
    table.score(9, 9, 3)
    table.score(4, 6)
    assert table.totals == [9, 9, 3]
    assert table.rounds_won == [0, 0, 0]


def test_an_extra_round_is_played_in_the_order_of_roll_offs() -> None:
    for order, expected in (("opener_first", (GREEN, RED, BLUE)), ("seat_number", (RED, BLUE, GREEN))):
        table = Table(house(goal=total(1), round={"roll_off_order": order}), seats=4, opener=GREEN)
        table.score(9, 3, 9, 9)
        assert table.state.to_come == expected


def test_an_extra_round_is_numbered_on_after_the_roll_offs_of_its_round() -> None:
    table = Table(house(goal=total(1), stakes={"ante": 1}))
    table.score(9, 9, 3)
    assert (table.state.roll_off, table.state.is_extra_round) == (1, False)
    table.score(5, 4)
    assert (table.state.roll_off, table.state.is_extra_round) == (2, True)
    table.score(5, 6)
    assert finished(table) == ("finished", (BLUE,))


def test_an_extra_round_costs_no_ante() -> None:
    table = Table(house(goal=total(1), stakes={"ante": 1}))
    table.score(9, 9, 3)
    table.score(5, 4)
    assert (table.state.pot, table.chips) == (0, [2, -1, -1])


def test_a_12_ends_an_extra_round_at_once_where_it_takes_the_round() -> None:
    table = Table(house(goal=total(1), turn={"perfect_cargo": "takes_round"}))
    table.score(9, 9, 9)
    table.score(12)
    assert finished(table) == ("finished", (RED,))


def test_an_extra_round_with_one_seat_left_is_won_by_it() -> None:
    table = Table(house(goal=total(1)))
    table.score(9, 9, 3)
    table.enter(Leave(RED))
    assert finished(table) == ("finished", (BLUE,))


def test_level_totals_are_a_draw_where_the_house_rules_say_so() -> None:
    table = Table(house("voyage"), seats=2)
    for _ in range(5):
        table.score(7, 7)
    assert finished(table) == ("finished", (RED, BLUE))
    assert table.of_type(happened.GameDrawn) == [happened.GameDrawn((RED, BLUE))]


def test_a_draw_lists_every_level_leader_and_nobody_else() -> None:
    table = Table(house(goal=total(1, "draw")), seats=4)
    table.score(9, 3, 9, 9)
    assert finished(table) == ("finished", (RED, GREEN, AMBER))


def test_both_players_take_one_turn_in_each_of_five_rounds() -> None:
    table = Table(house("voyage"), seats=2)
    openers = []
    for _ in range(5):
        openers.append(table.state.opener)
        table.score(8, 2)
    assert openers == [RED, BLUE, RED, BLUE, RED]
    assert table.totals == [28, 22]
    assert finished(table) == ("finished", (RED,))


# Points


def test_a_round_that_ends_with_a_total_at_the_points_ends_the_game() -> None:
    table = Table(house(goal=points(10)))
    table.score(9, 2, 3)
    assert table.state.status == "playing"
    table.score(2, 2, 2)
    assert table.totals == [11, 4, 5]
    assert finished(table) == ("finished", (RED,))


def test_the_round_in_which_the_points_are_reached_is_played_to_its_end() -> None:
    table = Table(house(goal=points(9)))
    table.score(9)
    assert table.state.status == "playing"
    table.score(3, 11)
    assert finished(table) == ("finished", (GREEN,))


def test_points_that_are_level_at_the_end_lead_to_an_extra_round_or_a_draw() -> None:
    table = Table(house(goal=points(9)))
    table.score(10, 3, 10)
    assert table.state.is_extra_round
    table.score(2, 3)
    assert finished(table) == ("finished", (GREEN,))
    drawn = Table(house(goal=points(9, "draw")))
    drawn.score(10, 3, 10)
    assert finished(drawn) == ("finished", (RED, GREEN))


def test_for_points_only_totals_of_seats_still_in_count() -> None:
    table = Table(house(goal=points(9)), seats=4)
    table.score(12, 3, 5)
    table.enter(Leave(RED))
    table.score(2)
    assert table.state.status == "playing"


# The last chips (more in test_stakes.py)


def test_the_last_seat_with_chips_wins() -> None:
    table = Table(house("chips", stakes={"ante": 1, "chips": 2}), seats=2)
    table.score(9, 2)
    table.score(2, 9)
    assert table.chips == [4, 0]
    assert table.statuses == ["in", "out"]
    assert finished(table) == ("finished", (RED,))


# Ends of all kinds


def test_an_abandoned_game_has_no_winner_and_takes_no_more_entries() -> None:
    table = Table()
    table.roll(*BUST)
    table.enter(Abandon())
    assert finished(table) == ("abandoned", ())
    assert table.of_type(happened.TurnBroken) == [happened.TurnBroken(RED, 1)]
    for entry in (Roll(RED, Thrown(BUST)), Abandon(), Leave(RED)):
        assert table.refused(entry) == ["game-over"]


def test_a_game_can_be_abandoned_during_the_roll_for_the_opener() -> None:
    table = Table(house("critters"), opener=None)
    table.enter(Abandon())
    assert finished(table) == ("abandoned", ())
