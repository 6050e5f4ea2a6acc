"""Games that go to whoever wins rounds: for so many rounds won, or to be the last with chips.

A game is a graph of rounds. The engine says where each outcome of a round leads; a round is solved as a
contest in which every seat plays for its chance to win the game. Rounds that can come again, as with chips
or carried pots, are solved together: how they are played follows from what they are worth, which is worked
out from how they are played, until nothing changes.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from scorekeeper.odds.components import levels
from scorekeeper.odds.contests import Contest, Standing
from scorekeeper.odds.outlook import GAME_ERROR, Outlook
from scorekeeper.odds.passes import sets_pace
from scorekeeper.odds.roll_offs import roll_offs
from scorekeeper.odds.round_ends import Level, level_between, ways_to_be_level, won_by
from scorekeeper.odds.round_keys import Key, is_round, round_key, table_key
from scorekeeper.odds.shelf import found_table, keep_table, table_name
from scorekeeper.odds.turn_batch import Floats, turn_batch
from scorekeeper.rules.flow import roll_off_order
from scorekeeper.rules.ruleset import Ruleset, TurnRules
from scorekeeper.rules.state import GameState

Carried = Callable[[tuple[int, ...], bool], NDArray[np.bool_]]

MOST_SEATS = 4
COST = {1: 0.05, 2: 0.4, 3: 1.5, 4: 6.0}
"""The milliseconds that it takes to solve a round of plain turns, by its seats."""
MOST_COST = 1_600.0
MOST_ROUNDS_AT_ONCE = 40
MOST_CONTESTS = 64
MOST_KNOWN = 20_000
GROWN = 0.1
"""What was solved is kept again when so much of it is new."""
CLOSE = 1e-11
MOST_SWEEPS = 60


class TooLarge(Exception):
    """The game has too many states to be solved in the time that there is."""


@dataclass(frozen=True, slots=True)
class RoundNode:
    """A round about to begin.

    Attributes:
        key: what tells it from other rounds.
        seats: the seats that take part, in the order in which they would roll off.
        play: their places in that order, in the order of play.
        outcomes: where each outcome leads: each seat wins, and last that the pot is carried; None where
            it can't be. carries: the ties that carry the pot. table: how many seats the game has, those
            that are out among them.
    """

    key: Key
    seats: tuple[int, ...]
    play: tuple[int, ...]
    outcomes: tuple[Key | None, ...]
    carries: frozenset[Level]
    table: int


class GamesOfRounds:
    """All games under one ruleset that go to whoever wins rounds, solved as far as they were asked about."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._name = table_name("games of rounds", ruleset)
        # Asked for here: a table that has to be brought makes the question start over.
        self._roll_offs = roll_offs(ruleset.turn)
        self._values = dict(filter(is_round, found_table(self._name).items()))
        self._is_proved = not self._values
        self._contests: dict[bytes, Contest] = {}
        self._too_large: set[Key] = set()
        self._weight = _weight(ruleset.turn) * _sweeps(ruleset)

    def outlook(self, state: GameState) -> Outlook:
        """What every end of the open turn leads to in the game.

        Raises:
            TooLarge: there are too many seats or states.
        """
        assert state.to_move is not None
        if table_key(state) in self._too_large or self._is_hopeless(state):
            raise TooLarge
        node, states = self._node(state, roll_off_order(state, (*state.leaders, *state.to_come)))
        if not self._is_proved:
            self._prove(states)
        try:
            self._solve(states)
        except TooLarge:
            self._too_large.add(table_key(state))
            raise
        worths = self._worths(node)
        contest = self._contest(node, worths[:, [seat - 1 for seat in node.seats]])
        standing = Standing(
            tuple(node.seats.index(seat) for seat in state.leaders),
            tuple(node.seats.index(seat) for seat in state.to_come),
            state.best or 0,
            state.pace,
        )
        after = contest.after_scores(standing, is_roll_off=state.roll_off > 0)[0] @ worths
        shared = np.zeros((*after.shape[:-1], 1))
        return Outlook(state.to_move, np.concatenate([after, shared], axis=-1), error=GAME_ERROR)

    def _is_hopeless(self, state: GameState) -> bool:
        """Whether there are too many ways to divide the chips, which needs no search to know."""
        seats = state.numbers("in", "joining")
        if self._ruleset.goal.kind != "last_with_chips" or len(seats) > MOST_SEATS:
            return len(seats) > MOST_SEATS
        assert self._ruleset.stakes is not None
        chips = sum(state.seat(seat).chips or 0 for seat in seats) + state.pot
        ways = comb(chips // self._ruleset.stakes.ante + len(seats) - 1, len(seats) - 1)
        return ways * COST[len(seats)] * self._weight > 3 * MOST_COST

    def _contest(self, node: RoundNode, worths: Floats) -> Contest:
        """The round as a contest; the same one as long as the same is at stake in it."""
        key = worths.tobytes() + repr(sorted(node.carries)).encode()
        if key not in self._contests:
            if len(self._contests) >= MOST_CONTESTS:
                self._contests.clear()
            self._contests[key] = Contest(
                self._ruleset.turn, self._roll_offs, worths[None], _is_carried([node])
            )
        return self._contests[key]

    def _worths(self, node: RoundNode) -> Floats:
        """By outcome of a round, the chance of every seat to win the game."""
        nothing = np.zeros(node.table)
        return np.stack([nothing if key is None else self._values[key] for key in node.outcomes])

    def _solve(self, states: Iterable[GameState]) -> None:
        """Find the value of these rounds and of all that they can lead to."""
        nodes = self._explored(states)
        following = {
            key: [next_key for next_key in node.outcomes if next_key in nodes] for key, node in nodes.items()
        }
        for keys in levels(following):
            self._solve_together([nodes[key] for key in keys])
        if len(nodes) > GROWN * len(self._values):
            keep_table(self._name, dict(filter(is_round, self._values.items())))

    def _prove(self, states: Iterable[GameState]) -> None:
        """Play one of the rounds that were found on the shelf anew: if it comes out otherwise, trust none."""
        for state in states:
            if round_key(state) not in self._values or state.is_over:
                continue
            node, following = self._node(state, roll_off_order(state, state.to_come))
            self._values.update((round_key(after), _won(after)) for after in following if after.is_over)
            if not self._comes_out(node):
                self._values.clear()
            self._is_proved = True
            return

    def _comes_out(self, node: RoundNode) -> bool:
        """Whether a round is worth what is said, by what is said of those that follow."""
        if any(key is not None and key not in self._values for key in node.outcomes):
            return False
        (found,) = self._valued([node], self._played([node]), {})
        return bool(np.abs(found - self._values[node.key]).max() < GAME_ERROR)

    def _explored(self, states: Iterable[GameState]) -> dict[Key, RoundNode]:
        nodes: dict[Key, RoundNode] = {}
        if len(self._values) > MOST_KNOWN:
            self._values.clear()
        waiting = list(states)
        cost = 0.0
        while waiting:
            state = waiting.pop()
            key = round_key(state)
            if key in self._values or key in nodes:
                continue
            if state.is_over:
                self._values[key] = _won(state)
                continue
            cost += COST.get(len(state.to_come), MOST_COST) * self._weight
            if cost > MOST_COST:
                raise TooLarge
            nodes[key], following = self._node(state, roll_off_order(state, state.to_come))
            waiting += following
        return nodes

    def _node(self, state: GameState, seats: tuple[int, ...]) -> tuple[RoundNode, list[GameState]]:
        """A round, and the games that it leads to, in which these seats can still win it."""
        if len(seats) > MOST_SEATS:
            raise TooLarge
        following = [won_by(state, seat) for seat in seats]
        carries, carried = self._carries(state, seats)
        play = tuple(seats.index(seat) for seat in state.to_come)
        outcomes = [*map(round_key, following), None if carried is None else round_key(carried)]
        node = RoundNode(round_key(state), seats, play, tuple(outcomes), carries, len(state.seats))
        return node, following if carried is None else [*following, carried]

    def _carries(self, state: GameState, seats: tuple[int, ...]) -> tuple[frozenset[Level], GameState | None]:
        """The ties that carry the pot out of this round, and where to."""
        rules = self._ruleset.round
        carries: set[Level] = set()
        carried = None
        if state.roll_off or "carry" not in (rules.tie, rules.all_bust):
            return frozenset(), None
        for level in ways_to_be_level(len(seats)):
            after = level_between(state, [seats[place] for place in level[0]], level[1])
            if not after.roll_off:
                carries.add(level)
                carried = after
        return frozenset(carries), carried

    def _solve_together(self, nodes: list[RoundNode]) -> None:
        """Rounds that lead to each other, or not at all."""
        own = {node.key: index for index, node in enumerate(nodes)}
        for node in nodes:
            share = np.zeros(node.table)
            share[[seat - 1 for seat in node.seats]] = 1 / len(node.seats)
            self._values[node.key] = share
        try:
            settles = self._settle(nodes, own)
        except BaseException:
            # Whatever stops it, no guess is left behind as if it were the answer.
            self._let_go(nodes)
            raise
        if not settles:
            self._let_go(nodes)
            raise TooLarge

    def _settle(self, nodes: list[RoundNode], own: dict[Key, int]) -> bool:
        """Play rounds for what they are worth until that is what comes out; False where it never does."""
        is_cyclic = any(key in own for node in nodes for key in node.outcomes)
        for _ in range(MOST_SWEEPS):
            chances = self._played(nodes)
            found = self._valued(nodes, chances, own)
            change = max(np.abs(found[i] - self._values[node.key]).max() for i, node in enumerate(nodes))
            self._values.update((node.key, found[i]) for i, node in enumerate(nodes))
            if not is_cyclic or change < CLOSE:
                return True
        return False

    def _let_go(self, nodes: list[RoundNode]) -> None:
        """Forget what was no more than a guess."""
        for node in nodes:
            del self._values[node.key]

    def _played(self, nodes: list[RoundNode]) -> list[Floats]:
        """The chances of the outcomes of each round, if it is played for what they are worth."""
        found: dict[Key, Floats] = {}
        for alike in _alike(nodes):
            worths = np.stack([self._worths(node)[:, [seat - 1 for seat in node.seats]] for node in alike])
            contest = Contest(self._ruleset.turn, self._roll_offs, worths, _is_carried(alike))
            for node, chances in zip(alike, contest.outcomes(alike[0].play), strict=True):
                found[node.key] = chances
        return [found[node.key] for node in nodes]

    def _valued(self, nodes: list[RoundNode], chances: list[Floats], own: dict[Key, int]) -> Floats:
        """The value of each round when it is played so: what leads out is known, the rest is linear."""
        staying = np.eye(len(nodes))
        leaving = np.zeros((len(nodes), nodes[0].table))
        for index, (node, shares) in enumerate(zip(nodes, chances, strict=True)):
            for key, share in zip(node.outcomes, shares, strict=True):
                if key in own:
                    staying[index, own[key]] -= share
                elif key is not None:
                    leaving[index] += share * self._values[key]
        return np.asarray(np.linalg.solve(staying, leaving), dtype=np.float64)


@lru_cache(maxsize=8)
def games_of_rounds(ruleset: Ruleset) -> GamesOfRounds:
    """The games under a ruleset, solved as far as they were asked about."""
    return GamesOfRounds(ruleset)


def _weight(turn: TurnRules) -> float:
    """How much longer a round takes than one of plain turns."""
    caps = (turn.rolls + 1) / 2 if sets_pace(turn) else 1
    return caps * turn_batch(turn).weight


def _sweeps(ruleset: Ruleset) -> int:
    """How often rounds are solved on average: those that can come again are, until nothing changes."""
    rules = ruleset.round
    is_cyclic = ruleset.goal.kind == "last_with_chips" or "carry" in (rules.tie, rules.all_bust)
    return 4 if is_cyclic else 1


def _won(state: GameState) -> Floats:
    chances: Floats = np.zeros(len(state.seats))
    chances[[seat - 1 for seat in state.winners]] = 1 / len(state.winners)
    return chances


def _alike(nodes: Sequence[RoundNode]) -> Iterator[list[RoundNode]]:
    """Rounds in parts that can be solved in one go."""
    by_shape: dict[Hashable, list[RoundNode]] = {}
    for node in nodes:
        by_shape.setdefault((node.play, bool(node.carries)), []).append(node)
    for alike in by_shape.values():
        for first in range(0, len(alike), MOST_ROUNDS_AT_ONCE):
            yield alike[first : first + MOST_ROUNDS_AT_ONCE]


def _is_carried(nodes: Sequence[RoundNode]) -> Carried | None:
    if not any(node.carries for node in nodes):
        return None

    def is_carried(level: tuple[int, ...], is_bust: bool) -> NDArray[np.bool_]:
        return np.array([(tuple(sorted(level)), is_bust) in node.carries for node in nodes])

    return is_carried
