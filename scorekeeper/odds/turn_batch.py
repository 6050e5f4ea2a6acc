"""Many turns solved at once: the same graph as arrays, in floats.

`turn_policy` is the plain and exact way; this one gives the chance of every score for thousands of worths
in a few milliseconds, which rounds and games need. Between choices that are worth the same it prefers as that
one does: a point counts `POINT` beside all else, so that the higher mean decides, and standing comes first.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from scorekeeper.odds.turn_graph import START, Lottery, Node, Place, TurnGraph, score_at, turn_graph
from scorekeeper.rules.ruleset import TurnRules
from scorekeeper.rules.turn_state import PERFECT_CARGO

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Picks = NDArray[np.int8]

SCORE_COUNT = PERFECT_CARGO + 1
"""Scores are indices from 0 to 12; 1 never comes about."""
POINT = 1e-11
"""What a point of the mean score is worth beside a chance to win: it decides between equals alone."""
HEAD_START = 1e-14
"""By so much a later choice has to be better, against the noise of floats."""
MOST_ROWS = 96
"""So many turns are solved at a time: what stays in the caches of a processor and on one of its threads."""
ROW_COST = 0.004
"""The milliseconds that it takes to solve a turn of three rolls with automatic banking."""


class TurnBatch:
    """A turn under some house rules, ready to be solved many times at once."""

    def __init__(self, rules: TurnRules) -> None:
        graph = turn_graph(rules)
        self.rules = rules
        self._places = _places(graph)
        self._column = {place: column for column, place in enumerate(self._places)}
        self._scores = np.array([score_at(place) for place in self._places])
        self._is_score = np.eye(SCORE_COUNT)[self._scores]
        self._index_lotteries(graph)
        self._layers = [self._layer(layer) for layer in graph.layers]

    @property
    def weight(self) -> float:
        """How long it takes to solve such a turn, beside one of three rolls with automatic banking."""
        return self.rules.rolls / 3 * (0.9 + self._branches.size / 240)

    def score_chances(self, worths: Floats, rolls: int | None = None) -> Floats:
        """The chance of every score when each turn is played for what its scores are worth.

        Args:
            worths: a row for each turn, by score; or, where the rolls count too, by the rolls left at the end
                (0 to all of them) and by score.
            rolls: the rolls that the turns may take; all of them unless said.

        Returns:
            Chances of the same shape as `worths`.
        """
        found = np.empty_like(worths)
        for first in range(0, len(worths), MOST_ROWS):
            rows = slice(first, first + MOST_ROWS)
            found[rows] = self._solve(worths[rows], self.rules.rolls if rolls is None else rolls)
        return found

    def _solve(self, worths: Floats, rolls: int) -> Floats:
        by_rolls = worths.ndim == 3
        wanted = worths + POINT * np.arange(SCORE_COUNT)
        standing = wanted[..., self._scores]
        values = standing[:, 0] if by_rolls else standing
        picked: list[tuple[Picks, Picks]] = []
        for left in range(1, rolls + 1):
            values, picks = self._best(values, standing[:, left] if by_rolls else standing, left)
            picked.append(picks)
        chances = self._play(picked, len(worths))
        return chances if by_rolls else chances.sum(axis=1)

    def _best(self, after: Floats, standing: Floats, left: int) -> tuple[Floats, tuple[Picks, Picks]]:
        """The worth of every place with so many rolls left, and what is picked before and after a throw."""
        slots, can_stand = self._layers[left]
        offered, kept = _first_best([after[:, places] for places in self._branches.T])
        thrown = np.empty((len(after), self._ways.shape[1] + 1))
        thrown[:, :-1] = offered @ self._ways
        thrown[:, -1] = -np.inf
        stands = np.where(can_stand, standing, -np.inf)
        values, picks = _first_best([stands, *(thrown[:, lotteries] for lotteries in slots.T)])
        return values, (picks, kept)

    def _play(self, picked: list[tuple[Picks, Picks]], turns: int) -> Floats:
        """The chance of every end, by the rolls left and by score."""
        chances = np.zeros((turns, self.rules.rolls + 1, SCORE_COUNT))
        here = np.zeros((turns, len(self._places)))
        here[:, self._column[START]] = 1
        for left in range(len(picked), 0, -1):
            picks, kept = picked[left - 1]
            slots, _ = self._layers[left]
            chances[:, left] = (here * (picks == 0)) @ self._is_score
            thrown = np.zeros((turns, self._ways.shape[1] + 1))
            for slot, lotteries in enumerate(slots.T, 1):
                thrown += (here * (picks == slot)) @ np.eye(thrown.shape[1])[lotteries]
            here = self._land(thrown[:, :-1] @ self._ways.T, kept)
        chances[:, 0] = here @ self._is_score
        return chances

    def _land(self, branches: Floats, kept: Picks) -> Floats:
        here = np.zeros((len(branches), len(self._places)))
        for slot, lands in enumerate(self._lands):
            here += (branches * (kept == slot)) @ lands
        return here

    def _index_lotteries(self, graph: TurnGraph) -> None:
        """Number all lotteries, and all branches by the places that they leave to pick from."""
        lotteries = {id(lottery): lottery for lottery in _lotteries(graph)}
        offers = sorted({branch.places for lottery in lotteries.values() for branch in lottery.branches})
        self._lottery_number = {key: number for number, key in enumerate(lotteries)}
        number_of = {places: number for number, places in enumerate(offers)}
        most = max(map(len, offers))
        # A shorter offer repeats its last place, which is then never the first best.
        self._branches = np.array(
            [[self._column[p] for p in (*places, *[places[-1]] * (most - len(places)))] for places in offers]
        )
        self._lands = [np.eye(len(self._places))[places] for places in self._branches.T]
        self._ways = np.zeros((len(offers), len(lotteries)))
        for column, lottery in enumerate(lotteries.values()):
            for branch in lottery.branches:
                self._ways[number_of[branch.places], column] = branch.ways / lottery.total

    def _layer(self, layer: dict[Place, Node]) -> tuple[Indices, NDArray[np.bool_]]:
        """For every place the lotteries that can be chosen, and whether the turn can end there."""
        none = len(self._lottery_number)
        offered = [self._offered(layer.get(place)) for place in self._places]
        most = max(1, max(map(len, offered)))
        slots = [[*lotteries, *[none] * (most - len(lotteries))] for lotteries in offered]
        can_stand = [_can_end(layer.get(place)) for place in self._places]
        return np.array(slots, dtype=np.intp), np.array(can_stand)

    def _offered(self, node: Node | None) -> list[int]:
        options = node.options if node else ()
        return [self._lottery_number[id(lottery)] for _, lottery in options if lottery is not None]


@lru_cache(maxsize=16)
def turn_batch(rules: TurnRules) -> TurnBatch:
    """The turn of these rules as arrays, made once."""
    return TurnBatch(rules)


def _first_best(offers: list[Floats]) -> tuple[Floats, Picks]:
    """The best of some offers, element by element, and the number of the first that is as good."""
    best = offers[0]
    picks = np.zeros(best.shape, dtype=np.int8)
    for number, offer in enumerate(offers[1:], 1):
        is_better = offer > best + HEAD_START
        picks[is_better] = number
        best = np.where(is_better, offer, best)
    return best, picks


def _lotteries(graph: TurnGraph) -> list[Lottery]:
    nodes = [node for layer in graph.layers for node in layer.values()]
    return [lottery for node in nodes for _, lottery in node.options if lottery is not None]


def _places(graph: TurnGraph) -> list[Place]:
    led_to = {
        place for lottery in _lotteries(graph) for branch in lottery.branches for place in branch.places
    }
    return sorted({START, *led_to})


def _can_end(node: Node | None) -> bool:
    """Whether the turn ends in a place, by itself or by standing."""
    return node is None or any(lottery is None for _, lottery in node.options)
