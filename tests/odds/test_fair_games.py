"""What a game is worth if rounds are fair, told without playing on, is what the engine plays on to."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from scorekeeper import rules
from scorekeeper.odds import effort
from scorekeeper.odds.fair_games import fair_chances, race
from scorekeeper.odds.fair_races import fair_races
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
def test_what_a_game_is_worth_is_the_mean_of_what_a_fair_round_leads_to(name: str) -> None:
    ruleset, seats, winners, then = GAMES[name]
    state = played(rules.start(ruleset, seats, 1, "dice_or_score").state, winners, then)
    after = [fair_chances(won_by(state, seat)) for seat in state.numbers("in")]
    waits = state.numbers("joining")
    assert waits or fair_chances(state) == pytest.approx(np.mean(after, axis=0), abs=1e-12)
    assert np.sum(after, axis=1) == pytest.approx(1)


@pytest.mark.parametrize("name", [name for name in GAMES if "race" in name])
def test_many_races_are_told_at_once_as_the_engine_plays_on_to_each(name: str) -> None:
    ruleset, seats, winners, then = GAMES[name]
    state = played(rules.start(ruleset, seats, 1, "dice_or_score").state, winners, then)
    can_win = state.numbers("in")
    is_in = np.array([[seat in can_win for seat in range(1, seats + 1)]])
    needed = np.array([[3 - seat.rounds_won for seat in state.seats]])
    races = fair_races(3)
    assert races.chances(needed, is_in)[0] == pytest.approx(fair_chances(state), abs=1e-9)
    for winner in can_win:
        won = np.array([[float(seat == winner) for seat in range(1, seats + 1)]])
        after = fair_chances(won_by(state, winner))
        assert races.after_win(needed, is_in, won)[0] == pytest.approx(after, abs=1e-9)


def test_long_races_of_many_seats_are_told_at_once_as_well() -> None:
    needed = np.array([[*range(81, 101)]])
    told = fair_races(100).chances(needed, np.ones((1, 20), dtype=bool))[0]
    assert told == pytest.approx(race(needed[0]), abs=1e-6)


def test_rates_that_differ_by_the_noise_of_floats_alone_take_no_longer() -> None:
    spent = []
    for seats, noise in ((6, 0.0), (7, 1e-16)):
        effort.begin()
        race([99] * seats, 0.05 + noise * np.arange(seats))
        spent.append(effort._Spent.milliseconds)
    assert 0 < spent[0] == spent[1]
