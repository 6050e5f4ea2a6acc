"""A round without cleverness: the engine says where every score leads, and each seat looks at all its turns.

Every seat makes its own chance the most; then the higher mean, then standing. Roll-offs that lead to
themselves are worked out again and again until nothing changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from scorekeeper import rules
from scorekeeper.rules import GameState, WholeTurn, consequences, turn
from scorekeeper.rules import Thrown as Dice
from scorekeeper.rules.turn_state import SCORES, TurnState
from tests.examples import BUST, crewed
from tests.odds.slowly import kept, throws

EVEN = 1e-11
Vector = tuple[float, ...]
"""A chance for each seat, and last the mean of the score of the seat that is to move."""


class Moment:
    """A moment of a turn, and all that can be done with it; the engine is asked once."""

    _seen: ClassVar[dict[TurnState, Moment]] = {}

    def __init__(self, state: TurnState) -> None:
        self.state = state
        self.score = state.score or 0
        self._rolls: list[tuple[int, list[tuple[int, tuple[Moment, ...]]]]] | None = None

    @classmethod
    def of(cls, state: TurnState) -> Moment:
        if state not in cls._seen:
            cls._seen[state] = cls(state)
        return cls._seen[state]

    @property
    def rolls(self) -> list[tuple[int, list[tuple[int, tuple[Moment, ...]]]]]:
        """Each way to roll: how many ways the dice can fall, and which of them lead where."""
        if self._rolls is None:
            self._rolls = [
                (6**count, self._thrown(count, hold))
                for count in self.state.dice_counts
                for hold in self._holds(count)
            ]
        return self._rolls

    def _holds(self, count: int) -> list[int] | list[None]:
        return sorted(set(self.state.cargo)) if self.state.has_crew and count == 1 else [None]

    def _thrown(self, count: int, hold: int | None) -> list[tuple[int, tuple[Moment, ...]]]:
        found: Counter[tuple[TurnState, ...]] = Counter()
        for dice, ways in throws(count):
            found[tuple(kept(self.state, dice, hold))] += ways
        return [(ways, tuple(map(Moment.of, after))) for after, ways in found.items()]


@dataclass(eq=False)
class Position:
    """A position of a round, and where each end of the turn leads; the engine is asked once."""

    state: GameState
    after: dict[tuple[int, int], Position | RollOff | Vector] = field(default_factory=dict)


@dataclass(frozen=True)
class RollOff:
    """What a roll-off between some seats is worth is guessed."""

    order: tuple[int, ...]


Ends = dict[tuple[int, int], Vector]
"""What every end of a turn leads to: by its score, and by the rolls that it took."""


class SlowRound:
    """The chances of all seats from any state of a round.

    `won` says what is decided: the chances, once a round is over, or None while it goes on.
    """

    def __init__(self, won: Callable[[GameState, tuple[object, ...]], Vector | None]) -> None:
        self._won = won
        self._opened: dict[tuple[int, ...], Position] = {}
        self._guesses: dict[tuple[int, ...], Vector] = {}

    def settled(self, state: GameState) -> Vector:
        """The chances from a state, once the roll-offs have settled, those between the fewest seats first."""
        position = Position(state)
        self._chances(position)
        for order in sorted(self._opened, key=len):
            self._settle(order)
        return self._chances(position)

    def chances(self, state: GameState) -> Vector:
        """The chances where nothing leads to a roll-off."""
        found = self._chances(Position(state))
        assert not self._opened
        return found

    def _chances(self, position: Position) -> Vector:
        """The chances with the guesses as they are."""
        state = position.state
        assert state.to_move is not None
        most = state.turn_state.rolls_allowed
        counts = range(1, most + 1) if state.ruleset.turn.pace == "opener" else (most,)
        ends = {
            (score, rolls): self._worth(position, score, rolls)
            for score in SCORES
            for rolls in (counts if score else (most,))
        }
        if len(counts) == 1:
            ends = {(score, rolls): ends[score, most] for score in SCORES for rolls in range(1, most + 1)}
        return _best(Moment.of(state.turn_state), ends, state.to_move - 1, {})[:-1]

    def _settle(self, order: tuple[int, ...]) -> None:
        for _ in range(100):
            before = self._guesses[order]
            self._guesses[order] = found = self._chances(self._opened[order])
            if max(abs(a - b) for a, b in zip(found, before, strict=True)) < EVEN:
                return
        raise AssertionError("it does not settle")

    def _worth(self, position: Position, score: int, rolls: int) -> Vector:
        if (score, rolls) not in position.after:
            position.after[score, rolls] = self._played(position.state, score, rolls)
        after = position.after[score, rolls]
        if isinstance(after, RollOff):
            return self._guesses[after.order]
        return self._chances(after) if isinstance(after, Position) else after

    def _played(self, state: GameState, score: int, rolls: int) -> Position | RollOff | Vector:
        assert state.to_move is not None
        dice = (BUST,) * (rolls - 1) + ((crewed(score) if score else BUST),)
        entry = WholeTurn(state.to_move, tuple(map(Dice, dice)), stand=score > 0)
        played = rules.play(state, entry)
        decided = self._won(played.state, played.consequences)
        if decided is not None:
            return decided
        if any(isinstance(each, consequences.RollOffOpened) for each in played.consequences):
            return self._roll_off(played.state)
        return Position(played.state)

    def _roll_off(self, state: GameState) -> RollOff:
        if state.order not in self._guesses:
            self._opened[state.order] = Position(state)
            # Nothing at first: a guess too good would make it right never to end the roll-off.
            self._guesses[state.order] = (0.0,) * len(state.seats)
            self._chances(self._opened[state.order])  # Finds the roll-offs that this one can lead to.
        return RollOff(state.order)


def _best(moment: Moment, ends: Ends, seat: int, seen: dict[Moment, Vector]) -> Vector:
    state = moment.state
    if state.is_over:
        return (*ends[moment.score, state.rolls_used], float(moment.score))
    if moment not in seen:
        moves = []
        if state.can_stand:
            moves.append((*ends[sum(state.cargo), state.rolls_used], float(sum(state.cargo))))
            assert turn.stand(state).score == sum(state.cargo)
        moves += [_rolled(all_ways, thrown, ends, seat, seen) for all_ways, thrown in moment.rolls]
        seen[moment] = _first_best(moves, seat)
    return seen[moment]


def _rolled(
    all_ways: int,
    thrown: list[tuple[int, tuple[Moment, ...]]],
    ends: Ends,
    seat: int,
    seen: dict[Moment, Vector],
) -> Vector:
    total = [0.0] * (len(next(iter(ends.values()))) + 1)
    for ways, after in thrown:
        found = _first_best([_best(each, ends, seat, seen) for each in after], seat)
        for index, part in enumerate(found):
            total[index] += ways * part
    return tuple(part / all_ways for part in total)


def _first_best(moves: list[Vector], seat: int) -> Vector:
    best = moves[0]
    for move in moves[1:]:
        ahead = move[seat] - best[seat]
        if ahead > EVEN or (ahead > -EVEN and move[-1] > best[-1] + EVEN):
            best = move
    return best
