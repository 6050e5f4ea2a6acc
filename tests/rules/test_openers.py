"""Who opens: the roll for the opener, each later round, the next game of a series."""

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
    next_entry,
    next_game_opener,
    start,
)
from scorekeeper.rules import consequences as happened
from tests.examples import AMBER, BLUE, BUST, GREEN, RED, Table, crewed, house

ROLL = {"first": "roll"}


def rolling(seats: int = 3) -> Table:
    return Table(house(opener=ROLL), seats, opener=None)


def openers(next_round: str, *rounds: tuple[int, ...], seats: int = 3, first: int = 1) -> list[int | None]:
    """Who opens round after round, when the seats score so, in the order of play."""
    table = Table(
        house(goal={"kind": "rounds_won", "rounds": 9}, opener={"next_round": next_round}), seats, first
    )
    found = [table.state.opener]
    for scores in rounds:
        table.score(*scores)
        found.append(table.state.opener)
    return found


# The first round


def test_the_first_round_is_opened_by_the_seat_that_is_named() -> None:
    for seat in (RED, BLUE, GREEN):
        table = Table(opener=seat)
        assert (table.state.opener, table.state.first_opener, table.to_move) == (seat, seat, seat)


def test_an_opener_must_be_a_seat_of_the_game() -> None:
    for opener in (0, 4):
        with pytest.raises(ValueError, match="no seat"):
            start(house(), 3, opener)


@pytest.mark.parametrize(
    ("preset", "seats"),
    [
        ("voyage", 3),
        ("voyage", 1),
        ("first-to-three", 7),
        ("first-to-three", 1),
        ("five-rounds", 9),
        ("five-rounds", 1),
        ("chips", 1),
        ("chips", 21),
        ("critters", 1),
    ],
)
def test_a_game_has_no_more_and_no_fewer_seats_than_its_house_rules_allow(preset: str, seats: int) -> None:
    with pytest.raises(ValueError, match="seats"):
        start(house(preset), seats, 1)


def test_the_highest_roll_of_three_dice_opens() -> None:
    table = rolling()
    assert table.state.status == "rolling_for_opener"
    assert next_entry(table.state).dice_counts == (3,)
    table.start_rolls(9, 14, 12)
    assert table.of_type(happened.OpenerFound) == [happened.OpenerFound(BLUE)]
    assert (table.state.status, table.state.opener, table.state.round) == ("playing", BLUE, 1)
    assert table.state.first_opener == BLUE
    assert table.state.to_come == (BLUE, GREEN, RED)


def test_before_the_opener_is_known_no_round_is_open() -> None:
    table = rolling()
    assert (table.state.round, table.state.opener, table.to_move) == (0, None, RED)
    table.start_rolls(9)
    assert table.to_move == BLUE


def test_seats_that_tie_for_the_opener_roll_again() -> None:
    table = rolling(4)
    table.start_rolls(14, 9, 14, 14)
    assert table.of_type(happened.StartRollOpened) == [happened.StartRollOpened(2, (RED, GREEN, AMBER))]
    table.start_rolls(8, 10, 10)
    assert table.state.start is not None
    assert (table.state.start.attempt, table.state.start.to_come) == (3, (GREEN, AMBER))
    table.start_rolls(3, 18)
    assert table.state.opener == AMBER


def test_three_dice_are_rolled_for_the_opener() -> None:
    table = rolling()
    assert table.refused(StartRoll(RED, (6, 6))) == ["dice-count"]
    assert table.refused(StartRoll(RED, (6, 6, 6, 6))) == ["dice-count"]
    found = table.violations(StartRoll(RED, (6, 7, True, "6")))
    assert [(v.code, v.pointer) for v in found] == [
        ("face-invalid", "/dice/1"),
        ("face-invalid", "/dice/2"),
        ("face-invalid", "/dice/3"),
        ("dice-count", "/dice"),
    ]


def test_the_seats_roll_for_the_opener_one_after_another() -> None:
    table = rolling()
    assert table.refused(StartRoll(BLUE, (1, 2, 3))) == ["not-your-turn"]
    table.start_rolls(9)
    assert table.refused(StartRoll(RED, (1, 2, 3))) == ["not-your-turn"]


def test_a_roll_for_the_opener_says_which_attempt_it_belongs_to() -> None:
    table = rolling(2)
    assert table.refused(StartRoll(RED, (1, 2, 3), Place(roll=2))) == ["out-of-order"]
    table.start_rolls(9, 9)
    assert table.refused(StartRoll(RED, (1, 2, 3), Place(roll=1))) == ["already-recorded"]
    table.enter(StartRoll(RED, (1, 2, 3), Place(roll=2)))


def test_the_roll_for_the_opener_comes_before_all_play() -> None:
    table = Table(house(opener=ROLL), opener=None, entry="dice_or_score")
    for entry in (Roll(RED, Thrown(BUST)), Stand(RED), Score(RED, 5), Defer(RED)):
        assert table.refused(entry) == ["start-roll-due"]
    assert table.refused(Join()) == ["join-closed"]


def test_once_the_opener_is_known_nobody_rolls_for_it() -> None:
    assert Table().refused(StartRoll(RED, (6, 6, 6))) == ["start-roll-over"]
    table = rolling()
    table.start_rolls(9, 8, 7)
    assert table.refused(StartRoll(RED, (6, 6, 6))) == ["start-roll-over"]


# The later rounds


def test_the_first_turn_moves_one_seat_clockwise_each_round() -> None:
    rounds = [(9, 2, 3), (9, 2, 3), (9, 2, 3), (9, 2, 3)]
    assert openers("clockwise", *rounds) == [RED, BLUE, GREEN, RED, BLUE]


def test_the_first_turn_can_move_counterclockwise() -> None:
    assert openers("counterclockwise", (9, 2, 3), (9, 2, 3), (9, 2, 3)) == [RED, GREEN, BLUE, RED]


def test_the_same_seat_can_open_every_round() -> None:
    assert openers("same", (9, 2, 3), (2, 9, 3), first=BLUE) == [BLUE, BLUE, BLUE]


def test_the_winner_of_a_round_can_open_the_next() -> None:
    assert openers("winner", (2, 3, 9), (2, 9, 3), (9, 2, 3)) == [RED, GREEN, RED, RED]


def test_the_winner_of_a_roll_off_opens_the_next_round_where_winners_do() -> None:
    assert openers("winner", (9, 9, 3), (4, 5))[-1] == BLUE


def test_after_a_carried_round_the_same_seat_opens_where_winners_do() -> None:
    table = Table(house(round={"tie": "carry"}, opener={"next_round": "winner"}), opener=GREEN)
    table.score(9, 9, 3)
    assert (table.state.round, table.state.opener) == (2, GREEN)


def test_where_rounds_are_not_won_the_sole_best_cargo_opens_as_winner() -> None:
    table = Table(house("five-rounds", opener={"next_round": "winner"}))
    table.score(2, 3, 9)
    assert table.state.opener == GREEN
    table.score(9, 9, 3)
    assert table.state.opener == GREEN


@pytest.mark.parametrize(
    ("next_round", "expected"), [("clockwise", GREEN), ("counterclockwise", RED), ("same", GREEN)]
)
def test_a_seat_that_has_left_is_passed_over(next_round: str, expected: int) -> None:
    table = Table(house(opener={"next_round": next_round}), seats=3, opener=BLUE)
    table.enter(Leave(BLUE))
    table.score(9, 3)
    assert (table.state.round, table.state.opener) == (2, expected)


def test_going_round_the_table_starts_over_at_the_last_seat_still_in() -> None:
    table = Table(house(opener={"next_round": "counterclockwise"}), seats=4, opener=RED)
    table.enter(Leave(AMBER))
    table.score(9, 2, 3)
    assert table.state.opener == GREEN


# The next game of a series


TRIO = ("r", "b", "g")


@pytest.mark.parametrize(
    ("rule", "winner", "expected"),
    [
        ("clockwise", 1, 3),
        ("counterclockwise", 1, 1),
        ("same", 1, 2),
        ("winner", 1, 1),
        ("winner", 3, 3),
    ],
)
def test_the_next_game_is_opened_from_the_seat_that_opened_the_last(
    rule: str, winner: int, expected: int
) -> None:
    assert next_game_opener(rule, TRIO, 2, winner, TRIO) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize("rule", ["clockwise", "counterclockwise", "same", "winner"])
def test_after_a_draw_or_an_abandoned_game_the_same_seat_opens(rule: str) -> None:
    assert next_game_opener(rule, TRIO, 2, None, TRIO) == 2  # type: ignore[arg-type]


def test_openers_of_games_wrap_round_the_table() -> None:
    assert next_game_opener("clockwise", TRIO, 3, 1, TRIO) == 1
    assert next_game_opener("counterclockwise", TRIO, 1, 1, TRIO) == 3


def test_where_seats_changed_the_player_counts_and_not_the_seat() -> None:
    moved = ("g", "r", "b")
    assert next_game_opener("same", TRIO, 2, 1, moved) == 3
    assert next_game_opener("winner", TRIO, 2, 1, moved) == 2
    assert next_game_opener("clockwise", TRIO, 2, 1, moved) == 1


def test_a_player_who_is_gone_is_passed_over_in_the_next_game() -> None:
    assert next_game_opener("same", TRIO, 2, 1, ("r", "g")) == 2
    assert next_game_opener("clockwise", TRIO, 2, 1, ("r", "g")) == 2
    assert next_game_opener("counterclockwise", TRIO, 2, 1, ("r", "g")) == 1
    assert next_game_opener("winner", TRIO, 2, 1, ("b", "g")) == 1


def test_a_table_of_new_players_starts_at_seat_1() -> None:
    assert next_game_opener("winner", TRIO, 2, 1, ("x", "y")) == 1


# Seats that leave while they roll for the opener (RULES.md, last section, 5)


def test_the_roll_of_a_seat_that_leaves_is_dropped() -> None:
    table = rolling(4)
    table.start_rolls(18, 9, 10)
    table.enter(Leave(RED))
    table.start_rolls(4)
    assert table.state.opener == GREEN


def test_a_seat_that_leaves_before_its_roll_is_not_waited_for() -> None:
    table = rolling(3)
    table.start_rolls(9, 10)
    table.enter(Leave(GREEN))
    assert table.state.opener == BLUE


def test_one_tied_seat_left_opens_at_once() -> None:
    table = rolling(3)
    table.start_rolls(12, 12, 4)
    table.enter(Leave(RED))
    assert (table.state.opener, table.state.round) == (BLUE, 1)


def test_one_seat_left_in_the_roll_for_the_opener_wins_the_game() -> None:
    table = rolling(2)
    table.enter(Leave(RED))
    assert (table.state.status, table.state.winners) == ("finished", (BLUE,))


def test_a_game_goes_on_under_the_opener_that_was_rolled() -> None:
    table = rolling(3)
    table.start_rolls(9, 14, 12)
    table.roll(*crewed(7), stand=True)
    assert table.to_move == GREEN
