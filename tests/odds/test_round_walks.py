"""Games of rounds that are played on by the thousand: against all their ways, which the engine tells."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from scorekeeper import rules
from scorekeeper.odds import effort, simulated_rounds
from scorekeeper.odds.advice import advise, chances_now
from scorekeeper.odds.asking import advice
from scorekeeper.odds.outlook import Outlook
from scorekeeper.odds.round_ends import level_between, won_by
from scorekeeper.odds.round_keys import round_key
from scorekeeper.odds.round_walks import told_best
from scorekeeper.odds.rounds import open_round
from scorekeeper.odds.simulated_rounds import RandomGames
from scorekeeper.rules import GameState, Join, Roll, Ruleset, Score, Thrown
from scorekeeper.rules.flow import can_pay
from tests.examples import house
from tests.odds.test_rounds import at

ERRORS = 4
FLOATS = 2e-6


def chips(each: int, opens: str = "clockwise", **parts: Any) -> Ruleset:
    stakes = {"ante": 1, "per": "round", "chips": each}
    goal = {"kind": "last_with_chips"}
    return house(goal=goal, stakes=stakes, opener={"next_round": opens}, **parts)


def race(rounds: int, opens: str, **parts: Any) -> Ruleset:
    return house(goal={"kind": "rounds_won", "rounds": rounds}, opener={"next_round": opens}, **parts)


class AllWays:
    """Games whose rounds are played to be won, with all that they can come to: a system of equations."""

    def __init__(self, first: GameState) -> None:
        self._rows: dict[Any, list[tuple[float, Any]]] = {}
        self._won: dict[Any, np.ndarray] = {}
        waiting = [first]
        while waiting:
            state = waiting.pop()
            key = round_key(state)
            if key in self._rows or key in self._won:
                continue
            if state.is_over:
                self._won[key] = np.array([float(n in state.winners) for n in range(1, len(state.seats) + 1)])
                continue
            ways = _ways(state)
            self._rows[key] = [(chance, round_key(after)) for chance, after in ways]
            waiting += [after for _, after in ways]
        keys = {key: row for row, key in enumerate(self._rows)}
        equations, values = np.eye(len(keys)), np.zeros((len(keys), len(first.seats)))
        for key, ways in self._rows.items():
            for chance, after in ways:
                if after in keys:
                    equations[keys[key], keys[after]] -= chance
                else:
                    values[keys[key]] += chance * self._won[after]
        self.chances = np.linalg.solve(equations, values)[0]


def _ways(state: GameState) -> list[tuple[float, GameState]]:
    now = open_round(state, looks_ahead=False)
    *won, carried = now.chances()[0]
    ways = [(chance, won_by(state, seat)) for chance, seat in zip(won, now.seats, strict=True)]
    if carried > 0:
        payers = [seat for seat in now.seats if can_pay(state, seat)]
        is_bust = state.ruleset.round.tie != "carry"
        ways.append((carried, level_between(state, payers, is_bust)))
    return ways


def told(state: GameState) -> tuple[np.ndarray, Outlook]:
    outlook = RandomGames(state.ruleset).outlook(state)
    return np.array(chances_now(state, outlook)[:-1]), outlook


GAMES = {
    "two chips": (chips(2), 4),
    "three chips": (chips(3, "counterclockwise"), 3),
    "the winner opens": (chips(2, "winner", turn={"pace": "opener"}), 4),
    "the opener stays": (chips(3, "same", turn={"pace": "opener"}), 3),
    "the opener stays and ties carry": (
        chips(2, "same", turn={"pace": "opener"}, round={"tie": "carry"}),
        4,
    ),
    "ties carry": (chips(2, round={"tie": "carry"}), 3),
    "all bust carries": (chips(2, "winner", round={"all_bust": "carry"}, turn={"rolls": 1}), 3),
    "by number": (chips(2, round={"roll_off_order": "seat_number"}, turn={"pace": "opener"}), 4),
    "race": (race(2, "clockwise", turn={"pace": "opener"}), 4),
    "race of winners": (race(3, "winner", turn={"pace": "opener"}), 3),
    "race for a pot": (race(2, "clockwise", stakes={"ante": 1}, round={"tie": "carry"}), 3),
    "race with chips": (race(2, "clockwise", stakes={"ante": 1, "per": "round", "chips": 2}), 3),
}


@pytest.mark.parametrize("game", GAMES)
def test_games_that_are_played_on_tell_what_all_their_ways_come_to(game: str) -> None:
    state = at(*GAMES[game])
    found, outlook = told(state)
    assert found == pytest.approx(AllWays(state).chances, abs=ERRORS * outlook.error + FLOATS)
    assert outlook.error < 0.005


BEHIND = {
    "eight under a nine": ((0, 0, 0, 9), (6, 5, 4, 6, 2), 0.084, 0.258),
    "seven under an eight": ((5, 8, 7, 0), (6, 5, 4, 3, 4), 0.084, 0.321),
}


@pytest.mark.parametrize("case", BEHIND)
def test_who_stands_on_less_than_the_best_wins_less_and_is_told_so(case: str) -> None:
    scored, dice, standing, rolling = BEHIND[case]
    state = at(chips(2), 6, *[Score(n, score) for n, score in enumerate(scored, 1)], Roll(5, Thrown(dice)))
    told = advice(state)
    assert [option.value for option in told.options] == pytest.approx([standing, rolling], abs=1e-3)
    assert (told.best, len(told.sentences)) == ((1,), 1)


@pytest.mark.parametrize(
    ("ruleset", "seats"),
    [
        (chips(5), 4),
        (chips(5), 6),
        (chips(5), 8),
        (chips(5, "winner"), 4),
        (chips(2, turn={"pace": "opener"}, round={"roll_off_order": "seat_number"}), 5),
        (chips(5, round={"tie": "carry"}), 5),
        (chips(5, "same"), 5),
        (race(3, "clockwise"), 6),
        (race(7, "winner", turn={"pace": "opener"}), 6),
    ],
)
def test_what_games_tell_as_they_begin_is_sure(ruleset: Ruleset, seats: int) -> None:
    found, outlook = told(at(ruleset, seats))
    assert found.sum() == pytest.approx(1)
    assert outlook.error < 0.0025


def test_where_the_opener_stays_games_are_played_until_the_work_is_done() -> None:
    effort.begin()
    _, outlook = told(at(chips(6, "same", turn={"pace": "opener"}, round={"tie": "carry"}), 6))
    assert outlook.error < 0.015


def test_games_are_as_sure_where_a_seat_waits() -> None:
    state = at(chips(5), 3)
    state = rules.play(state, Join()).state
    found, outlook = told(state)
    assert (len(found), found.min() > 0.15, outlook.error < 0.0025) == (4, True, True)


def test_the_same_games_tell_of_every_moment_of_a_round() -> None:
    games = RandomGames(chips(5))
    state = at(chips(5), 6)
    before = games.outlook(state)
    after = games.outlook(rules.play(state, Score(1, 7)).state)
    assert (len(games._walked), before.samples) == (1, after.samples)


def test_what_games_told_of_many_rounds_takes_no_more_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulated_rounds, "MOST_ROUNDS_KNOWN", 3)
    games, state = RandomGames(chips(5)), at(chips(5), 5)
    kept = []
    for winner in (1, 2, 3, 1, 2):
        games.outlook(state)
        kept.append(len(games._walked))
        state = won_by(state, winner)
    assert kept == [1, 2, 3, 1, 2]


def test_the_seed_tells_which_games_are_played() -> None:
    ruleset = chips(3, turn={"pace": "opener"})
    state = at(ruleset, 5)
    first, again, other = (RandomGames(ruleset).outlook(state, seed) for seed in (1, 1, 2))
    assert np.array_equal(first.after, again.after)
    assert not np.array_equal(first.after, other.after)


def test_what_wins_the_round_more_often_is_better_however_unsure_games_are() -> None:
    state = at(chips(2), 6, *[Score(n, score) for n, score in enumerate((0, 0, 0, 9), 1)])
    state = rules.play(state, Roll(5, Thrown((6, 5, 4, 6, 2)))).state
    outlook = RandomGames(state.ruleset).outlook(state)
    noise = np.full_like(outlook.after[None, ..., 4], 0.5)
    noise[:, :, 9:] = -0.5
    told = advise(state, _with(outlook, noise=noise), "game")
    assert told.best == (1,)
    assert advise(state, _with(outlook, noise=noise, outcomes=None), "game").best == (0, 1)


def _with(outlook: Outlook, **changed: Any) -> Outlook:
    return replace(outlook, **changed)


def test_both_ways_to_tell_a_game_are_weighed_so_that_games_differ_least() -> None:
    random = np.random.default_rng(1)
    much, little = random.normal(size=(2, 400, 1))
    for ended, gained in ((much, 0.1 * little), (0.1 * much, little)):
        assert told_best(ended, gained).std() < 0.11
    # They tell the same in opposite ways: together they tell all.
    assert told_best(1 + much, 1 - much) == pytest.approx(1)
