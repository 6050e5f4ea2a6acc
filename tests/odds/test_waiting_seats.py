"""A seat that waits for the next round plays on with the others, and counts before it sits down."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.odds.asking import win_chances
from scorekeeper.odds.last_rounds import is_last_round
from scorekeeper.odds.turn_odds import turn_odds
from scorekeeper.rules import GameState, Join, Leave, Score, play
from tests.examples import house
from tests.odds.test_rounds import at

SURE = 1e-8
GAMES: dict[str, Any] = {
    "five rounds": house("five-rounds"),
    "five rounds, clockwise": house("five-rounds", opener={"next_round": "clockwise"}),
    "points": house("five-rounds", goal={"kind": "points", "points": 40}),
    "a 12 takes the round": house("five-rounds", turn={"perfect_cargo": "takes_round"}),
    "the winner opens": house("five-rounds", opener={"next_round": "winner"}),
    "the opener sets the pace": house("five-rounds", turn={"pace": "opener"}),
    "rounds won": house("first-to-three"),
    "chips": house("chips", stakes={"ante": 1, "chips": 3}),
}


@pytest.mark.parametrize("game", GAMES)
def test_whoever_waits_has_a_chance_before_and_after_sitting_down(game: str) -> None:
    waiting = at(GAMES[game], 2, Join())
    seated = at(GAMES[game], 2, Join(), Score(1, 4), Score(2, 5))
    assert (waiting.seat(3).status, seated.seat(3).status) == ("joining", "in")
    chances = [
        win_chances(state).seats for state in (waiting, at(GAMES[game], 2, Join(), Score(1, 4)), seated)
    ]
    for found in chances:
        assert sum(found) == pytest.approx(1, abs=SURE)
        assert found[2] > 0.1
    assert chances[0][2] == pytest.approx(chances[2][2], abs=0.06)


def mean_of_the_ends(state: GameState, seat: int) -> float:
    """Of a turn of a single roll, in which there is nothing to choose."""
    odds = turn_odds(state.ruleset.turn)
    ends = [(float(chance), at_score(state, score)) for score, chance in odds.scores.items()]
    return sum(chance * win_chances(after).seats[seat - 1] for chance, after in ends)


def at_score(state: GameState, score: int) -> GameState:
    assert state.to_move is not None
    return play(state, Score(state.to_move, score)).state


@pytest.mark.parametrize("seats", [2, 3])
def test_what_is_told_before_is_the_mean_of_what_is_told_when_it_has_sat_down(seats: int) -> None:
    ruleset = house("five-rounds", turn={"rolls": 1}, goal={"kind": "highest_total", "rounds": 3})
    last = at(ruleset, seats, Join(), *(Score(seat, 4) for seat in range(1, seats)))
    told = win_chances(last)
    assert told.method == "exact"
    assert told.seats[seats] == pytest.approx(mean_of_the_ends(last, seats + 1), abs=SURE)


def test_one_seat_and_one_that_waits_are_two() -> None:
    state = at(house("five-rounds"), 2, Join(), Leave(2))
    told = win_chances(state)
    assert (told.method, told.seats[1]) == ("exact", 0)
    assert 0.2 < told.seats[2] < 0.5


def test_whoever_waits_has_no_part_in_a_round_that_ends_the_game() -> None:
    ruleset = house("five-rounds", goal={"kind": "points", "points": 12})
    state = at(ruleset, 2, Join(), Score(1, 12))
    assert is_last_round(state)
    assert win_chances(state).seats[2] == 0
