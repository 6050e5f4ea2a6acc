"""What a game is worth if rounds are fair, told without playing on, is what the engine plays on to."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from scorekeeper import rules
from scorekeeper.odds import effort
from scorekeeper.odds.fair_games import fair_chances, favoured
from scorekeeper.odds.round_ends import won_by
from scorekeeper.rules import GameState, Join, Leave
from tests.examples import house

GAMES: dict[str, tuple[rules.Ruleset, int, list[int], list[Any]]] = {
    "a race": (house("first-to-three"), 5, [2, 2, 3, 1], []),
    "the last round of a race": (house("first-to-three"), 5, [2, 2, 3, 3], []),
    "a race that somebody left": (house("first-to-three"), 5, [2, 4], [Leave(4)]),
    "chips": (house("chips"), 6, [1, 1, 5], []),
    "chips that some have run out of": (house("chips", stakes={"chips": 2}), 6, [3, 2], []),
    "the last two with chips": (house("chips", stakes={"chips": 1}), 2, [], []),
    "chips in a pot that was carried": (house("chips", round={"tie": "carry"}), 5, [1, 0, 2], []),
    "chips, with somebody who waits": (house("chips"), 5, [1], [Leave(3), Join()]),
}


def played(state: GameState, winners: list[int], then: list[Any]) -> GameState:
    for winner in winners:
        for seat in state.to_come:
            state = rules.play(state, rules.Score(seat, 8 if seat == winner or not winner else 2)).state
    for entry in then:
        state = rules.play(state, entry).state
    return state


@pytest.mark.parametrize("name", GAMES)
def test_who_wins_a_round_is_as_far_as_the_engine_says(name: str) -> None:
    ruleset, seats, winners, then = GAMES[name]
    state = played(rules.start(ruleset, seats, 1, "dice_or_score").state, winners, then)
    can_win = state.numbers("in")
    after = np.stack([fair_chances(won_by(state, seat)) for seat in can_win])
    for place in range(len(can_win)):
        more_often = np.eye(len(can_win))[place] - 1 / len(can_win)
        told = favoured(state, can_win, more_often)
        assert told == pytest.approx(after[place] - after.mean(axis=0), abs=1e-12)


@pytest.mark.parametrize("name", ["a race", "the last round of a race"])
def test_the_same_where_some_win_rounds_more_often(name: str) -> None:
    ruleset, seats, winners, then = GAMES[name]
    state = played(rules.start(ruleset, seats, 1, "dice_or_score").state, winners, then)
    rates = np.array([0.3, 0.0, 0.1, 0.2, 0.4])
    after = np.stack([fair_chances(won_by(state, seat), rates) for seat in state.numbers("in")])
    more_often = np.array([0.1, -0.25, 0.05, 0.1, 0.0])
    told = favoured(state, state.numbers("in"), more_often, rates)
    assert told == pytest.approx(more_often @ after, abs=1e-11)


def test_rates_that_differ_by_the_noise_of_floats_alone_take_no_longer() -> None:
    state = rules.start(house("first-to-three", goal={"rounds": 99}), 6, 1, "dice_or_score").state
    spent = []
    for noise in (0.0, 1e-16):
        effort.begin()
        favoured(state, (1, 2), np.array([0.1, -0.1]), 0.05 + noise * np.arange(6))
        spent.append(effort.spent())
    assert 0 < spent[0] == spent[1]
