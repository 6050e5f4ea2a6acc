"""Many turns solved at once: the same graph as arrays, in floats.

`turn_policy` is the plain and exact way; this one gives the chance of every score for thousands of worths
in a few milliseconds, which rounds and games need. Between choices that are worth the same it prefers as that
one does: a point counts `POINT` beside all else, so that the higher mean decides, and standing comes first.
"""

from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from scorekeeper.odds.effort import spend
from scorekeeper.odds.turn_graph import START, Lottery, Node, Place, TurnGraph, score_at, turn_graph
from scorekeeper.rules.ruleset import TurnRules
from scorekeeper.rules.turn_state import PERFECT_CARGO

Floats = NDArray[np.float64]
Indices = NDArray[np.signedinteger]
Picks = NDArray[np.int8]
_NOTHING: Picks = np.zeros(0, dtype=np.int8)

SCORE_COUNT = PERFECT_CARGO + 1
"""Scores are indices from 0 to 12; 1 never comes about."""
POINT = 1e-11
"""What a point of the mean score is worth beside a chance to win: it decides between equals alone."""
HEAD_START = 1e-14
"""By so much a later choice has to be better, against the noise of floats."""
MOST_ROWS = 384
"""So many turns are solved at a time: what stays in the caches of a processor and on one of its threads."""
LAYER_COST = 0.3
"""The milliseconds that each roll of some turns takes, however few they are."""
ROW_COST = 0.004
"""The milliseconds that it takes to solve a turn of three rolls with automatic banking."""


class TurnBatch:
    """A turn under some house rules, ready to be solved many times at once.

    Places with the same score and the same future are one here. Arrays go by place, lottery or branch first,
    and by turn last.
    """

    def __init__(self, rules: TurnRules) -> None:
        graph = turn_graph(rules)
        self.rules = rules
        alike = _alike(graph)
        self._places = sorted({*alike.values()})
        self._column = {place: self._places.index(first) for place, first in alike.items()}
        self._scores = np.array([score_at(place) for place in self._places])
        self._is_score = np.ascontiguousarray(np.eye(SCORE_COUNT)[self._scores].T)
        self._index_lotteries(graph)
        self._layers = [self._layer(layer) for layer in graph.layers]

    @property
    def weight(self) -> float:
        """How long it takes to solve such a turn, beside one of three rolls with automatic banking."""
        return self.rules.rolls / 3 * (2.4 if len(self._offers) else 1.0)

    def score_chances(self, worths: Floats, rolls: int | None = None) -> Floats:
        """The chance of every score when each turn is played for what its scores are worth.

        Args:
            worths: a row for each turn, by score; or, where the rolls count too, by the rolls left at the end
                (0 to all of them) and by score.
            rolls: the rolls that the turns may take; all of them unless said.

        Returns:
            Chances of the same shape as `worths`.
        """
        allowed = self.rules.rolls if rolls is None else rolls
        found = np.empty_like(worths)
        for first in range(0, len(worths), MOST_ROWS):
            rows = slice(first, first + MOST_ROWS)
            solved = worths[rows]
            spend(LAYER_COST * allowed + ROW_COST * self.weight * len(solved))
            found[rows] = self._solve(solved, allowed)
        return found

    def _solve(self, worths: Floats, rolls: int) -> Floats:
        by_rolls = worths.ndim == 3
        wanted = np.ascontiguousarray(np.moveaxis(worths + POINT * np.arange(SCORE_COUNT), 0, -1))
        standing = [each[self._scores] for each in (wanted if by_rolls else wanted[None])]
        values = standing[0]
        picked: list[tuple[Picks, Picks]] = []
        for left in range(1, rolls + 1):
            values, picks = self._best(values, standing[left if by_rolls else 0], left)
            picked.append(picks)
        chances = self._play(picked, len(worths))
        return np.moveaxis(chances if by_rolls else chances.sum(axis=0), -1, 0)

    def _best(self, after: Floats, standing: Floats, left: int) -> tuple[Floats, tuple[Picks, Picks]]:
        """The worth of every place with so many rolls left, and what is picked before and after a throw."""
        slots, _, can_stand = self._layers[left]
        thrown = np.empty((len(self._falls) + 1, after.shape[-1]))
        np.matmul(self._falls, after, out=thrown[:-1])
        thrown[-1] = -np.inf
        kept = _NOTHING
        if len(self._offers):
            offered, kept = _first_best(after[places] for places in self._offers.T)
            thrown[:-1] += self._offer_ways @ offered
        stands = np.where(can_stand[:, None], standing, -np.inf)
        values, picks = _first_best([stands, *(thrown[lotteries] for lotteries in slots.T)])
        return values, (picks, kept)

    def _play(self, picked: list[tuple[Picks, Picks]], turns: int) -> Floats:
        """The chance of every end, by the rolls left, by score and by turn."""
        chances = np.zeros((self.rules.rolls + 1, SCORE_COUNT, turns))
        here = np.zeros((len(self._places), turns))
        here[self._column[START]] = 1
        for left in range(len(picked), 0, -1):
            picks, kept = picked[left - 1]
            _, buys, _ = self._layers[left]
            chances[left] = self._is_score @ (here * (picks == 0))
            thrown = buys[0] @ (here * (picks == 1))
            for slot, bought in enumerate(buys[1:], 2):
                thrown += bought @ (here * (picks == slot))
            here = self._falls.T @ thrown
            if len(self._offers):
                offered = self._offer_ways.T @ thrown
                for slot, lands in enumerate(self._offer_lands):
                    here += lands @ (offered * (kept == slot))
        chances[0] = self._is_score @ here
        return chances

    def _index_lotteries(self, graph: TurnGraph) -> None:
        """Number all lotteries; where each leads by itself, and the offers of places to pick from."""
        lotteries = {id(lottery): lottery for lottery in _lotteries(graph)}
        self._lottery_number = {key: number for number, key in enumerate(lotteries)}
        offers: dict[tuple[int, ...], dict[int, float]] = {}
        self._falls = np.zeros((len(lotteries), len(self._places)))
        for number, lottery in enumerate(lotteries.values()):
            for branch in lottery.branches:
                columns = tuple(dict.fromkeys(self._column[place] for place in branch.places))
                ways = branch.ways / lottery.total
                if len(columns) == 1:
                    self._falls[number, columns[0]] += ways
                else:
                    offer = offers.setdefault(columns, {})
                    offer[number] = offer.get(number, 0.0) + ways
        self._index_offers(offers)

    def _index_offers(self, offers: Mapping[tuple[int, ...], Mapping[int, float]]) -> None:
        most = max(map(len, offers), default=0)
        # A shorter offer repeats its last place, which is then never the first best.
        padded = [[*columns, *[columns[-1]] * (most - len(columns))] for columns in offers]
        self._offers = np.array(padded, dtype=np.intp).reshape(len(offers), most)
        self._offer_lands = [np.eye(len(self._places))[:, places] for places in self._offers.T]
        self._offer_ways = np.zeros((len(self._lottery_number), len(offers)))
        for column, ways in enumerate(offers.values()):
            self._offer_ways[[*ways], column] = [*ways.values()]

    def _layer(self, layer: dict[Place, Node]) -> tuple[Indices, list[Floats], NDArray[np.bool_]]:
        """For every place the lotteries that can be chosen, where each choice is bought, and whether the
        turn can end there."""
        none = len(self._lottery_number)
        offered = [self._offered(layer.get(place)) for place in self._places]
        most = max(1, max(map(len, offered)))
        slots = np.array([[*each, *[none] * (most - len(each))] for each in offered], dtype=np.intp)
        buys = [np.ascontiguousarray(np.eye(none + 1)[:none, lotteries]) for lotteries in slots.T]
        return slots, buys, np.array([_can_end(layer.get(place)) for place in self._places])

    def _offered(self, node: Node | None) -> list[int]:
        options = node.options if node else ()
        return [self._lottery_number[id(lottery)] for _, lottery in options if lottery is not None]


@lru_cache(maxsize=16)
def turn_batch(rules: TurnRules) -> TurnBatch:
    """The turn of these rules as arrays, made once."""
    return TurnBatch(rules)


def _first_best(offers: Iterable[Floats]) -> tuple[Floats, Picks]:
    """The best of some offers, element by element, and the number of the first that is as good."""
    first, *others = offers
    best, picks = first.copy(), np.zeros(first.shape, dtype=np.int8)
    for number, offer in enumerate(others, 1):
        is_better = offer > best + HEAD_START
        np.copyto(picks, np.int8(number), where=is_better)
        np.copyto(best, offer, where=is_better)
    return best, picks


def _lotteries(graph: TurnGraph) -> list[Lottery]:
    nodes = [node for layer in graph.layers for node in layer.values()]
    return [lottery for node in nodes for _, lottery in node.options if lottery is not None]


def _alike(graph: TurnGraph) -> dict[Place, Place]:
    """For every place the first one that has its score and its future."""
    led_to = {
        place for lottery in _lotteries(graph) for branch in lottery.branches for place in branch.places
    }
    first: dict[Hashable, Place] = {}
    return {place: first.setdefault(_future(graph, place), place) for place in sorted({START, *led_to})}


def _future(graph: TurnGraph, place: Place) -> Hashable:
    """What tells a place from others: its score, and what can be done there with so many rolls left."""
    nodes = [layer.get(place) for layer in graph.layers]
    done = [None if node is None else tuple(id(lottery) for _, lottery in node.options) for node in nodes]
    return (place[0], score_at(place), tuple(done))


def _can_end(node: Node | None) -> bool:
    """Whether the turn ends in a place, by itself or by standing."""
    return node is None or any(lottery is None for _, lottery in node.options)
