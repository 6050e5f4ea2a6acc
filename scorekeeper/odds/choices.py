"""What a seat can choose in a turn, and where each choice leads. The rules alone say what is legal.

There are two moments to choose: before a roll (stand, or which dice to roll), and after it, where the house
rules leave it to the player what to bank (S0).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from scorekeeper.rules import Refused, turn
from scorekeeper.rules.turn_state import TurnState, bankable


@dataclass(frozen=True, slots=True)
class Choice:
    """What a seat may do.

    Attributes:
        action: `stand`, `roll`, or `keep` (after a roll, of what it may bank).
        dice: how many dice are rolled, 1 to 5; 0 for the other actions.
        hold: the cargo die that stays when the other one alone is rolled, else None.
        keep: the faces to bank, in the order 6, 5, 4; empty for the other actions, or to bank nothing.
    """

    action: Literal["stand", "roll", "keep"]
    dice: int = 0
    hold: int | None = None
    keep: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The same as plain JSON values."""
        return {"action": self.action, "dice": self.dice, "hold": self.hold, "keep": list(self.keep)}


STAND = Choice("stand")


def choices(state: TurnState) -> tuple[Choice, ...]:
    """What may be chosen before a roll: standing first, then the most dice; empty once the turn is over."""
    rolls = [
        Choice("roll", count, hold)
        for count in sorted(state.dice_counts, reverse=True)
        for hold in _holds(state, count)
    ]
    return (STAND, *rolls) if state.can_stand else tuple(rolls)


def _holds(state: TurnState, count: int) -> Sequence[int | None]:
    return state.holdable[::-1] if state.has_crew and count == 1 else (None,)


def keeps(state: TurnState, choice: Choice, dice: Sequence[int]) -> tuple[tuple[Choice, TurnState], ...]:
    """What may be banked of a throw of `choice`, the most first, each with where the turn stands then.

    Raises:
        scorekeeper.rules.Refused: the dice can't be thrown here.
    """
    whole = bankable(state, dice)
    most = (Choice("keep", keep=whole), turn.roll(state, dice, whole, choice.hold))
    return (most, *_lesser_keeps(state, choice, dice, whole))


def _lesser_keeps(
    state: TurnState, choice: Choice, dice: Sequence[int], whole: tuple[int, ...]
) -> Iterator[tuple[Choice, TurnState]]:
    for count in reversed(range(len(whole))):
        keep = whole[:count]
        try:
            yield Choice("keep", keep=keep), turn.roll(state, dice, keep, choice.hold)
        except Refused:
            return  # Keeping still less is refused as well.
