"""What many races for rounds won are worth at once, if every round is a fair draw among the seats.

Less exact than `fair_games`, and much faster: for a measure to which what is known better is added.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, lgamma

import numpy as np
from numpy.typing import NDArray

from scorekeeper.odds.fair_games import gauss
from scorekeeper.odds.turn_batch import Floats

FEWEST_POINTS = 24
"""The points at which an integral is taken at the fewest; long races take more."""
LEAST = 1e-300
AT_ONCE = 32_768
"""So many numbers are looked at at a time."""

Whole = NDArray[np.int_]


class FairRaces:
    """The chances in races of which no seat needs more rounds than `most`.

    Args:
        most: the rounds that a seat needs at the most.
    """

    def __init__(self, most: int) -> None:
        self.points = max(FEWEST_POINTS, ceil(6 * most**0.5))
        nodes, weights = gauss(self.points)
        end = most + 4 * most**0.5 + 4
        times = end * (nodes + 1) / 2
        wins = np.arange(most)
        logs = np.array([lgamma(n + 1) for n in wins])
        last = np.exp(wins * np.log(times)[:, None] - times[:, None] - logs).T
        incomplete = np.concatenate([np.zeros((1, self.points)), np.cumsum(last, axis=0)])
        self._weights = weights * end / 2
        self._log_incomplete = np.log(np.maximum(incomplete, LEAST))
        self._rates = np.concatenate([np.zeros((1, self.points)), last / incomplete[1:]])
        self._with_one_more = np.zeros_like(incomplete)
        self._with_one_more[1:] = incomplete[:-1] / incomplete[1:]

    def chances(self, needed: Whole, is_in: NDArray[np.bool_]) -> Floats:
        """The chance of every seat that is in, by row and by seat."""
        found = np.empty(needed.shape)
        for rows in self._some_rows(needed):
            rates = self._rates[needed[rows]] * is_in[rows, :, None]
            np.einsum("rq,rsq->rs", self._still_on(needed[rows], is_in[rows]), rates, out=found[rows])
        return found

    def after_win(self, needed: Whole, is_in: NDArray[np.bool_], won: Floats) -> Floats:
        """The sum of the same chances after each seat has won a round, each so many times: of those that
        go on, and of those that are won by it."""
        found = np.empty(needed.shape)
        for rows in self._some_rows(needed):
            found[rows] = self._after_win(needed[rows], is_in[rows], won[rows])
        return found

    def _some_rows(self, needed: Whole) -> Iterator[slice]:
        """Rows in parts that stay in the caches of a processor."""
        at_once = max(1, AT_ONCE // (needed.shape[1] * self.points))
        return (slice(first, first + at_once) for first in range(0, len(needed), at_once))

    def _after_win(self, needed: Whole, is_in: NDArray[np.bool_], won: Floats) -> Floats:
        rates = self._rates[needed] * is_in[:, :, None]
        more = self._with_one_more[needed] * won[:, :, None]
        later = self._rates[np.maximum(needed - 1, 0)]
        told = more.sum(axis=1)[:, None] * rates + more * (later - rates)
        found = np.einsum("rq,rsq->rs", self._still_on(needed, is_in), told)
        return np.asarray(found + won * (needed == 1))

    def _still_on(self, needed: Whole, is_in: NDArray[np.bool_]) -> Floats:
        """By row the chance at each point of time that nobody has won yet, times what the point counts."""
        logs = (self._log_incomplete[needed] * is_in[:, :, None]).sum(axis=1)
        return np.asarray(np.exp(logs) * self._weights)


@lru_cache(maxsize=8)
def fair_races(most: int) -> FairRaces:
    """Races of seats that need so many rounds at the most."""
    return FairRaces(most)
