"""A turn as a graph: every state that play can reach, and every choice with the lottery that it buys.

Made once for each set of turn rules by asking `scorekeeper.rules` about every throw; whoever solves turns
reads the graph. A turn's future depends on the rolls that are left, never on those taken: so a turn under a
pace is the part of the graph that begins with fewer rolls left.
"""

from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.odds.choices import STAND, Choice, choices, keeps
from scorekeeper.odds.throws import throws
from scorekeeper.rules.ruleset import TurnRules
from scorekeeper.rules.turn_state import NEEDED, TurnState, first_state

Place = tuple[int, tuple[int, ...]]
"""Where a turn stands beside its rolls: how many of ship, captain and crew are banked, and the cargo."""


@dataclass(frozen=True, slots=True)
class Branch:
    """What a throw may lead to: of `places` the player picks one; most banked first."""

    ways: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Lottery:
    """All that may come of rolling some dice; the ways of its branches sum to `total`."""

    total: int
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A state of a turn that is not over, with its choices; a roll has its lottery, standing None."""

    place: Place
    options: tuple[tuple[Choice, Lottery | None], ...]


@dataclass(frozen=True, slots=True)
class TurnGraph:
    """Every state of a turn.

    Attributes:
        rules: the house rules of a turn.
        layers: at index n the nodes with n rolls left, by place; index 0 is empty. A place that is not there
            is over: its score is that of its cargo, 0 without a full crew.
    """

    rules: TurnRules
    layers: tuple[dict[Place, Node], ...]

    @property
    def rolls(self) -> int:
        """The most rolls of a turn, 1 to 10."""
        return self.rules.rolls


START: Place = (0, ())
"""Before the first roll."""


def place_of(state: TurnState) -> Place:
    """Where a turn stands beside its rolls."""
    return (state.crew, state.cargo)


def score_at(place: Place) -> int:
    """The score if the turn ends here: 0, or 2 to 12."""
    return sum(place[1])


def is_crewed(place: Place) -> bool:
    """Whether ship, captain and crew are all banked."""
    return place[0] == len(NEEDED)


@lru_cache(maxsize=64)
def turn_graph(rules: TurnRules) -> TurnGraph:
    """The graph of turns under these rules; made in some 10 to 100 ms, then remembered."""
    layers: list[dict[Place, Node]] = [{} for _ in range(rules.rolls + 1)]
    lotteries: dict[Lottery, Lottery] = {}
    waiting = {place_of(state): state for state in (first_state(rules),)}
    for left in range(rules.rolls, 0, -1):
        following: dict[Place, TurnState] = {}
        for place, state in sorted(waiting.items()):
            options = tuple(
                (choice, _lottery(state, choice, lotteries, following)) for choice in choices(state)
            )
            layers[left][place] = Node(place, options)
        waiting = {place: state for place, state in following.items() if not state.is_over}
    return TurnGraph(rules, tuple(layers))


def _lottery(
    state: TurnState, choice: Choice, known: dict[Lottery, Lottery], following: dict[Place, TurnState]
) -> Lottery | None:
    if choice == STAND:
        return None
    branches: dict[tuple[Place, ...], int] = {}
    for dice, ways in throws(choice.dice):
        after = [kept for _, kept in keeps(state, choice, dice)]
        following.update((place_of(kept), kept) for kept in after)
        places = tuple(map(place_of, after))
        branches[places] = branches.get(places, 0) + ways
    lottery = Lottery(
        sum(branches.values()), tuple(Branch(ways, places) for places, ways in branches.items())
    )
    return known.setdefault(lottery, lottery)
