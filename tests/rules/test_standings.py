"""Who leads: ranks that share on a tie, by the goal of the game. RULES.md, last section, 10."""

from scorekeeper.rules import Abandon, Join, Leave, standings
from tests.examples import AMBER, BLUE, BUST, GREEN, RED, Table, house

TOTAL = {"kind": "highest_total", "rounds": 3}


def rows(table: Table) -> list[tuple[int, int, int]]:
    """Seat, rank and dense rank, the best first."""
    return [(row.seat, row.rank, row.dense_rank) for row in standings(table.state)]


def test_before_anything_is_won_all_seats_share_the_first_rank() -> None:
    assert rows(Table()) == [(RED, 1, 1), (BLUE, 1, 1), (GREEN, 1, 1)]


def test_ranks_share_on_a_tie_and_skip_and_dense_ranks_do_not() -> None:
    table = Table(house(goal=TOTAL), seats=4)
    table.score(9, 5, 5, 2)
    assert rows(table) == [(RED, 1, 1), (BLUE, 2, 2), (GREEN, 2, 2), (AMBER, 4, 3)]


def test_rounds_won_rank_where_they_are_the_goal() -> None:
    table = Table(house(opener={"next_round": "same"}))
    table.score(2, 3, 4)
    table.score(12, 2, 11)
    table.score(2, 3, 4)
    assert table.totals == [16, 8, 19]
    assert rows(table) == [(GREEN, 1, 1), (RED, 2, 2), (BLUE, 3, 3)]


def test_totals_rank_where_they_are_the_goal() -> None:
    for goal in (TOTAL, {"kind": "points", "points": 90}):
        table = Table(house(goal=goal))
        table.score(2, 12, 4)
        assert rows(table) == [(BLUE, 1, 1), (GREEN, 2, 2), (RED, 3, 3)]


def test_chips_rank_where_the_last_chips_are_the_goal() -> None:
    table = Table(house("chips"))
    table.score(2, 3, 9)
    table.score(3, 9, 2)
    assert table.chips == [2, 2, 8]
    assert rows(table) == [(GREEN, 1, 1), (RED, 2, 2), (BLUE, 2, 2)]


def test_a_seat_that_went_out_later_ranks_higher() -> None:
    table = Table(house("chips", stakes={"chips": 2}, opener={"next_round": "same"}), seats=4)
    table.score(9, 8, 2, 3)
    table.score(3, 9, 2, 2)
    assert table.statuses == ["in", "in", "out", "out"]
    assert [seat.chips for seat in table.state.seats] == [3, 3, 0, 0]
    table.enter(Join())
    for _ in range(4):
        # Blue loses its chips to Red; the late seat has five to lose.
        table.score(9, *[2] * (len(table.state.to_come) - 1))
    assert table.statuses[BLUE - 1] == "out"
    places = [row[0] for row in rows(table)]
    assert places.index(RED) < places.index(BLUE) < places.index(GREEN)


def test_seats_that_went_out_in_the_same_round_share_a_rank() -> None:
    table = Table(house("chips", stakes={"chips": 2}, opener={"next_round": "same"}), seats=4)
    table.score(9, 8, 2, 3)
    table.score(3, 9, 2, 2)
    assert rows(table) == [(RED, 1, 1), (BLUE, 1, 1), (GREEN, 3, 2), (AMBER, 3, 2)]


def test_the_winner_of_a_finished_game_has_rank_1_alone() -> None:
    table = Table(house(goal={"kind": "highest_total", "rounds": 1}))
    table.score(9, 9, 3)
    table.score(2, 5)
    assert table.totals == [9, 9, 3]
    assert rows(table) == [(BLUE, 1, 1), (RED, 2, 2), (GREEN, 3, 3)]


def test_a_seat_that_wins_since_all_others_left_has_rank_1_whatever_its_total() -> None:
    table = Table(house(goal=TOTAL))
    table.score(9, 2, 3)
    table.enter(Leave(RED))
    table.enter(Leave(GREEN))
    assert rows(table) == [(BLUE, 1, 1), (RED, 2, 2), (GREEN, 2, 2)]


def test_all_winners_of_a_draw_share_rank_1() -> None:
    table = Table(house(goal={"kind": "highest_total", "rounds": 1, "tie": "draw"}))
    table.score(9, 3, 9)
    assert rows(table) == [(RED, 1, 1), (GREEN, 1, 1), (BLUE, 3, 2)]


def test_seats_that_left_share_the_last_rank() -> None:
    table = Table(house(goal=TOTAL), seats=4)
    table.score(12, 9, 2, 3)
    table.enter(Leave(RED))
    table.enter(Leave(BLUE))
    assert rows(table) == [(AMBER, 1, 1), (GREEN, 2, 2), (RED, 3, 3), (BLUE, 3, 3)]
    assert table.statuses[:2] == ["left", "left"]


def test_a_seat_that_waits_ranks_as_one_with_nothing_yet() -> None:
    table = Table(house(goal=TOTAL))
    table.score(9, 0, 3)
    table.enter(Join())
    assert rows(table) == [(RED, 1, 1), (GREEN, 2, 2), (BLUE, 3, 3), (AMBER, 3, 3)]


def test_an_abandoned_game_keeps_its_ranks_and_has_no_winner() -> None:
    table = Table(house(goal=TOTAL))
    table.score(2, 9, 3)
    table.roll(*BUST)
    table.enter(Abandon())
    assert table.state.winners == ()
    assert [row[0] for row in rows(table)] == [BLUE, GREEN, RED]


def test_every_seat_has_one_row_whatever_became_of_it() -> None:
    table = Table(house("chips"), seats=4)
    table.enter(Leave(BLUE))
    table.enter(Join())
    assert sorted(row[0] for row in rows(table)) == [1, 2, 3, 4, 5]


def test_a_waiting_seat_ranks_behind_those_who_have_chips_though_its_own_are_not_at_stake_yet() -> None:
    table = Table(house("chips"))
    table.score(9, 2, 3)
    table.enter(Join())
    assert rows(table)[-1] == (AMBER, 4, 3)


def test_a_seat_that_is_out_ranks_behind_those_in_whatever_its_total() -> None:
    stakes = {"ante": 1, "per": "round", "chips": 2}
    table = Table(
        house(goal={"kind": "points", "points": 50}, stakes=stakes, opener={"next_round": "same"}), seats=3
    )
    table.score(12, 9, 8)
    table.score(2, 11, 12)
    assert table.statuses == ["in", "out", "in"]
    assert table.totals == [14, 20, 20]
    assert rows(table) == [(GREEN, 1, 1), (RED, 2, 2), (BLUE, 3, 3)]
