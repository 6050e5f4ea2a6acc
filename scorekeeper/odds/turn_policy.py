"""The best way to play a turn, whatever a score is worth: worked backwards from the last roll, exactly.

Values may be fractions, whole numbers or floats, and come out as what goes in: with fractions all is exact.
Between choices that are worth the same the higher mean score decides, then standing, then rolling more dice,
then holding the higher die, and after a roll banking more.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.odds.choices import Choice
from scorekeeper.odds.turn_graph import START, Lottery, Place, TurnGraph, score_at, turn_graph
from scorekeeper.rules.ruleset import TurnRules
from scorekeeper.rules.turn_state import PERFECT_CARGO, SCORES

Number = Fraction | float
Worths = Sequence[Sequence[Number]]
"""What an end of the turn is worth, by the rolls left unused (0 to all) and by the score (0 to 12)."""
Layer = dict[Place, "Prospect"]


class Prospect(NamedTuple):
    """What can be expected under the best play: the worth, and the mean score."""

    value: Number
    mean: Number


@dataclass(frozen=True, slots=True)
class TurnPolicy:
    """A turn that is solved.

    Attributes:
        graph: the turn.
        worths: what it was solved for.
        tolerance: two values closer than this count as equal; 0 where all is exact (then means
            are fractions).
        layers: at index n what can be expected with n rolls left, by place.
        picks: at index n the index of the best choice there, by place.
    """

    graph: TurnGraph
    worths: Worths
    tolerance: float
    layers: tuple[Layer, ...]
    picks: tuple[dict[Place, int], ...]

    def prospect(self, place: Place, left: int) -> Prospect:
        """What can be expected from a place with so many rolls left, or of a turn that ended there."""
        return self.layers[left].get(place) or self.standing(place, left)

    def standing(self, place: Place, left: int) -> Prospect:
        """What a turn is worth that ends in a place with so many rolls left."""
        score = score_at(place)
        return Prospect(self.worths[left][score], score)

    def options(self, place: Place, left: int) -> tuple[tuple[Choice, Prospect], ...]:
        """Every choice before a roll with what it promises, in the order of `choices`."""
        node = self.graph.layers[left][place]
        return tuple((choice, _promised(self, place, lottery, left)) for choice, lottery in node.options)

    def best_option(self, place: Place, left: int) -> int:
        """The index of the best choice among `options`."""
        return self.picks[left][place]

    def best_of(self, prospects: Iterable[Prospect]) -> int:
        """The index of the best prospect; the first of those that are equal in worth and mean."""
        best, found = -1, Prospect(0, 0)
        for index, prospect in enumerate(prospects):
            if best < 0 or _is_better(prospect, found, self.tolerance):
                best, found = index, prospect
        return best


def most_worth(graph: TurnGraph, worths: Worths, tolerance: float = 0) -> TurnPolicy:
    """The policy that makes the worth of the turn's end the most."""
    layers: tuple[Layer, ...] = tuple({} for _ in graph.layers)
    policy = TurnPolicy(graph, worths, tolerance, layers, tuple({} for _ in graph.layers))
    for left in range(1, graph.rolls + 1):
        promised: dict[int, Prospect] = {}
        for place, node in graph.layers[left].items():
            prospects = []
            for _, lottery in node.options:
                key = id(lottery)
                if lottery is None or key not in promised:
                    promised[key] = _promised(policy, place, lottery, left)
                prospects.append(promised[key])
            best = policy.best_of(prospects)
            policy.picks[left][place], policy.layers[left][place] = best, prospects[best]
    return policy


@lru_cache(maxsize=64)
def most_points(rules: TurnRules) -> TurnPolicy:
    """The policy with the highest mean score, in fractions."""
    return most_worth(turn_graph(rules), same_for_any_rolls(range(PERFECT_CARGO + 1), rules.rolls))


@lru_cache(maxsize=64)
def surest_crew(rules: TurnRules) -> TurnPolicy:
    """The policy with the highest chance of a full crew, in fractions."""
    is_crew = [Fraction(score > 0) for score in range(PERFECT_CARGO + 1)]
    return most_worth(turn_graph(rules), same_for_any_rolls(is_crew, rules.rolls))


def same_for_any_rolls(worth_of_score: Iterable[Number], rolls: int) -> Worths:
    """Worths by score (0 to 12) alone, in a turn of so many rolls."""
    return (tuple(worth_of_score),) * (rolls + 1)


def score_chances(policy: TurnPolicy) -> dict[int, Fraction]:
    """The exact chance of every score in a whole turn under a policy that was solved exactly."""
    chances = dict.fromkeys(SCORES, Fraction(0))
    for _, score, chance in ends(policy, START, policy.graph.rolls):
        chances[score] += Fraction(chance)
    return chances


def ends(policy: TurnPolicy, place: Place, left: int) -> Iterator[tuple[int, int, Number]]:
    """How the turn ends from a place with so many rolls left, under a policy.

    Yields:
        The rolls left unused, the score, and the chance of that; an end may come up more than once.
    """
    one: Number = 1.0 if policy.tolerance else Fraction(1)
    yield from _ends(policy, {place: one}, left)


def ends_of_choice(
    policy: TurnPolicy, place: Place, lottery: Lottery | None, left: int
) -> Iterator[tuple[int, int, Number]]:
    """The same where the next choice is this lottery, or to stand (None)."""
    one: Number = 1.0 if policy.tolerance else Fraction(1)
    if lottery is None:
        yield left, score_at(place), one
        return
    led_to = _played(policy, lottery, left - 1).items()
    yield from _ends(policy, {after: one * ways / lottery.total for after, ways in led_to}, left - 1)


def _ends(policy: TurnPolicy, waiting: dict[Place, Number], left: int) -> Iterator[tuple[int, int, Number]]:
    for rolls_left in range(left, -1, -1):
        following: dict[Place, Number] = {}
        for here, chance in waiting.items():
            lottery = _chosen(policy, here, rolls_left)
            if lottery is None:
                yield rolls_left, score_at(here), chance
                continue
            for after, ways in _played(policy, lottery, rolls_left - 1).items():
                following[after] = following.get(after, 0) + chance * ways / lottery.total
        waiting = following


def _chosen(policy: TurnPolicy, place: Place, left: int) -> Lottery | None:
    """The lottery that a policy plays, None where the turn is over or it stands."""
    if place not in policy.graph.layers[left]:
        return None
    return policy.graph.layers[left][place].options[policy.best_option(place, left)][1]


def _played(policy: TurnPolicy, lottery: Lottery, left: int) -> Mapping[Place, int]:
    """Where a roll leads, and in how many ways, when the best is banked of every throw."""
    ways: dict[Place, int] = {}
    for branch in lottery.branches:
        after = branch.places[0]
        if len(branch.places) > 1:
            after = branch.places[policy.best_of(policy.prospect(place, left) for place in branch.places)]
        ways[after] = ways.get(after, 0) + branch.ways
    return ways


def _promised(policy: TurnPolicy, place: Place, lottery: Lottery | None, left: int) -> Prospect:
    if lottery is None:
        return policy.standing(place, left)
    value: Number = 0
    mean: Number = 0
    for branch in lottery.branches:
        prospects = [policy.prospect(after, left - 1) for after in branch.places]
        best = prospects[policy.best_of(prospects)] if len(prospects) > 1 else prospects[0]
        value += branch.ways * best.value
        mean += branch.ways * best.mean
    total: Number = lottery.total if policy.tolerance else Fraction(lottery.total)
    return Prospect(value / total, mean / total)


def _is_better(one: Prospect, other: Prospect, tolerance: float) -> bool:
    ahead = one.value - other.value
    if -tolerance <= ahead <= tolerance:
        return one.mean - other.mean > tolerance
    return ahead > 0
