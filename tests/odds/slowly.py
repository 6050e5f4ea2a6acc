"""The odds without cleverness: plain expectation over every single die, the engine judging moves.

Nothing here is taken from `scorekeeper.odds`. Only states that were seen before are not worked out again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from scorekeeper.rules import Refused, turn
from scorekeeper.rules.turn_state import TurnState

Worth = Callable[[TurnState], Fraction]
"""What a turn that is over is worth."""

FACES = range(1, 7)


class SlowTurn:
    """The best expectation from any state of a turn."""

    def __init__(self, worth: Worth) -> None:
        self._worth = worth
        self._seen: dict[TurnState, Fraction] = {}

    def best(self, state: TurnState) -> Fraction:
        if state.is_over:
            return self._worth(state)
        if state not in self._seen:
            self._seen[state] = max(self.moves(state).values())
        return self._seen[state]

    def moves(self, state: TurnState) -> dict[str, Fraction]:
        """Everything that the engine lets the player do, by a name, with what it is worth."""
        found = {}
        if state.can_stand:
            found["stand"] = self._worth(turn.stand(state))
        for count in state.dice_counts:
            for hold in sorted(set(state.cargo)) if state.has_crew and count == 1 else [None]:
                found[f"roll {count} hold {hold}"] = self._rolled(state, count, hold)
        return found

    def _rolled(self, state: TurnState, count: int, hold: int | None) -> Fraction:
        found = sum(
            (
                ways * max(self.best(after) for after in kept(state, dice, hold))
                for dice, ways in throws(count)
            ),
            Fraction(0),
        )
        return found / 6**count


@cache
def throws(count: int) -> list[tuple[tuple[int, ...], int]]:
    """What so many dice can show, in rising order, and in how many ways; the engine is asked once about dice
    that differ in their order alone."""
    return list(Counter(tuple(sorted(dice)) for dice in product(FACES, repeat=count)).items())


def kept(state: TurnState, dice: tuple[int, ...], hold: int | None) -> Iterator[TurnState]:
    """Where the roll can lead: every heap of crew faces is offered to the engine."""
    for keep in ((), (6,), (5,), (4,), (6, 5), (5, 4), (6, 5, 4)):
        try:
            yield turn.roll(state, dice, keep, hold)
        except Refused:
            continue
