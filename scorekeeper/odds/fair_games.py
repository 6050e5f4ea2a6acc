"""What a seat's place in a game is worth if every round is a fair draw among the seats.

Games are nearly like that; so this is a measure to which what is known better can be added.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import lgamma

import numpy as np
from numpy.typing import NDArray

from scorekeeper.odds.turn_batch import Floats
from scorekeeper.rules.state import GameState

POINTS = 160
"""The points at which an integral is taken."""


def fair_chances(state: GameState) -> Floats:
    """The chance of every seat when a round is about to begin, if rounds are fair."""
    found = np.zeros(len(state.seats))
    if state.is_over:
        found[[seat - 1 for seat in state.winners]] = 1 / len(state.winners)
        return found
    seats = state.numbers("in", "joining")
    if state.ruleset.goal.kind == "last_with_chips":
        # The chips that a seat can expect never change; so it wins as often as it has a share of them.
        chips = np.array([(state.seat(seat).chips or 0) + state.pot / len(seats) for seat in seats])
        shares = chips / chips.sum()
    else:
        rounds = state.ruleset.goal.rounds or 1
        shares = race([rounds - state.seat(seat).rounds_won for seat in seats])
    found[[seat - 1 for seat in seats]] = shares
    return found


def favoured(state: GameState, winners: Sequence[int], more_often: Floats) -> Floats:
    """What every seat gains if these seats win this round so much more often than all of them as often, and
    all later rounds are fair. What is won more often by one is won less often by another.

    The same as by the games that the engine plays on to (`round_ends.won_by`), which takes long.
    """
    gained = np.zeros(len(state.seats))
    seats = state.numbers("in", "joining")
    if state.ruleset.goal.kind == "last_with_chips":
        # The pot goes to another seat, and that is all.
        chips = sum(state.seat(seat).chips or 0 for seat in seats) + state.pot
        gained[[seat - 1 for seat in winners]] = more_often * (state.pot / chips)
    else:
        rounds = state.ruleset.goal.rounds or 1
        needed = np.array([rounds - state.seat(seat).rounds_won for seat in seats])
        gained[[seat - 1 for seat in seats]] = more_often @ _race_after_wins(
            needed, [seats.index(seat) for seat in winners]
        )
    return gained


def _race_after_wins(needed: NDArray[np.int_], winners: Sequence[int]) -> Floats:
    alone = np.eye(len(needed))
    return np.stack(
        [alone[place] if needed[place] == 1 else race(needed - (alone[place] > 0)) for place in winners]
    )


def race(needed: Sequence[int] | NDArray[np.int_]) -> Floats:
    """The chance of each to be the first with so many more rounds won (1 or more), if rounds are fair.

    Rounds may as well come at random times, so that each seat's wins come on their own: then the seat wins
    whose wins are complete first.
    """
    order = np.argsort(needed, kind="stable")
    found = np.zeros(len(needed))
    found[order] = _race(tuple(np.asarray(needed)[order].tolist()))
    return found


@lru_cache(maxsize=4096)
def _race(needed: tuple[int, ...]) -> tuple[float, ...]:
    """The same for numbers in ascending order."""
    most = needed[0] + 12 * needed[0] ** 0.5 + 30
    nodes, weights = _gauss()
    times = most * (nodes + 1) / 2
    wins = np.arange(needed[-1])
    logs = wins * np.log(times)[:, None] - times[:, None] - np.array([lgamma(n + 1) for n in wins])
    chances = np.exp(logs)  # Of so many wins by each time.
    incomplete = np.cumsum(chances, axis=1)
    alone = [chances[:, n - 1] * _all_but(incomplete, needed, index) for index, n in enumerate(needed)]
    found = np.array(alone) @ weights
    return tuple((found / found.sum()).tolist())


@lru_cache(maxsize=1)
def _gauss() -> tuple[Floats, Floats]:
    """Where between -1 and 1 an integral is taken, and how much each point counts (Gauss, Legendre)."""
    nodes, weights = np.polynomial.legendre.leggauss(POINTS)
    return nodes, weights


def _all_but(incomplete: Floats, needed: Sequence[int], index: int) -> Floats:
    """The chance that all others are not complete."""
    others = [n - 1 for place, n in enumerate(needed) if place != index]
    return np.asarray(incomplete[:, others].prod(axis=1), dtype=np.float64)
