"""What a seat's place in a game is worth if every round is a fair draw among the seats.

Games are nearly like that; so this is a measure to which what is known better can be added.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import lgamma

import numpy as np
from numpy.typing import NDArray

from scorekeeper.odds.effort import spend
from scorekeeper.odds.turn_batch import Floats
from scorekeeper.rules.state import GameState

POINTS = 160
"""The points at which an integral is taken."""
LEAST_RATE = 1e-12
"""Who never wins a round is taken to win one so often, beside who wins most."""
RATE_DIGITS = 12
TIME_COST = 0.006
"""The milliseconds that a rate takes for each win that may be needed."""


def fair_chances(state: GameState, rates: Floats | None = None) -> Floats:
    """The chance of every seat when a round is about to begin, if rounds are fair.

    Args:
        rates: by seat how often it wins a round of a race instead, which need not be fair.
    """
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
        shares = race(_needed(state), _of_seats(rates, seats))
    found[[seat - 1 for seat in seats]] = shares
    return found


def _needed(state: GameState) -> list[int]:
    rounds = state.ruleset.goal.rounds or 1
    return [rounds - state.seat(seat).rounds_won for seat in state.numbers("in", "joining")]


def _of_seats(rates: Floats | None, seats: Sequence[int]) -> Floats:
    return np.ones(len(seats)) if rates is None else rates[[seat - 1 for seat in seats]]


def race(needed: Sequence[int] | NDArray[np.int_], rates: Floats | None = None) -> Floats:
    """The chance of each to be the first with so many more rounds won (1 or more), if rounds are fair.

    Rounds may as well come at random times, so that each seat's wins come on their own: then the seat wins
    whose wins are complete first.

    Args:
        rates: how often each wins a round, to any measure; all as often where nothing is said.
    """
    rates = _told_apart(np.ones(len(needed)) if rates is None else rates)
    order = np.lexsort((rates, np.asarray(needed)))
    found = np.zeros(len(needed))
    found[order] = _race(tuple(np.asarray(needed)[order].tolist()), tuple(rates[order].tolist()))
    return found


def _told_apart(rates: Floats) -> Floats:
    """The same beside the highest: those that differ by the noise of floats alone are one, since for each a
    table is made."""
    found: Floats = np.maximum((rates / rates.max()).round(RATE_DIGITS), LEAST_RATE)
    return found


@lru_cache(maxsize=512)
def _race(needed: tuple[int, ...], rates: tuple[float, ...]) -> tuple[float, ...]:
    """The same for numbers in ascending order."""
    last, incomplete = _wins(np.array(needed), np.array(rates))
    found = (incomplete.prod(axis=0) * last / incomplete) @ gauss(POINTS)[1]
    return tuple((found / found.sum()).tolist())


def _wins(needed: NDArray[np.int_], rates: Floats) -> tuple[Floats, Floats]:
    """By seat and by time, at which the integral is taken: how likely the last win that it needs comes just
    then, and that it has not come yet."""
    spend(TIME_COST * len(set(rates.tolist())) * int(needed.max()))
    # Half of the time within which somebody's wins are complete, as sure as floats can tell.
    scale = float(((needed + 12 * needed**0.5 + 30) / rates).min()) / 2
    times = scale * (gauss(POINTS)[0] + 1)
    wins = np.arange(needed.max())
    logs = np.array([lgamma(n + 1) for n in wins])
    last, incomplete = np.zeros((len(needed), POINTS)), np.zeros((len(needed), POINTS))
    for rate in set(rates.tolist()):
        means = rate * times[:, None]
        chances = np.exp(wins * np.log(means) - means - logs)  # Of so many wins by each time.
        summed = np.cumsum(chances, axis=1)
        for place in np.flatnonzero(rates == rate):
            last[place] = rate * chances[:, needed[place] - 1]
            incomplete[place] = summed[:, needed[place] - 1]
    return last, incomplete


@lru_cache(maxsize=8)
def gauss(points: int) -> tuple[Floats, Floats]:
    """Where between -1 and 1 an integral is taken, and how much each point counts (Gauss, Legendre)."""
    nodes, weights = np.polynomial.legendre.leggauss(points)
    return nodes, weights
