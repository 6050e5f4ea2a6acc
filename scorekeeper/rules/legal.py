"""What may be entered now, as hints that can be sent back. All of it is asked of the state."""

from dataclasses import dataclass
from typing import Any, Literal

from scorekeeper.rules.flow import START_DICE
from scorekeeper.rules.state import GameState


@dataclass(frozen=True, slots=True)
class NextEntry:
    """The entry that the game waits for.

    Attributes:
        action: `start_roll`, `roll`, or `none` when the game is over.
        seat: the seat to move.
        round: the round, from 1; None during the roll for the opener.
        roll_off: 0 in a first pass.
        roll: the number of the next roll of the turn, from 1.
        attempt: the number of the roll for the opener, from 1.
        dice_counts: how many dice that roll may have.
        stand: whether the seat may stand instead, on the roll before.
        hold: the cargo dice that can be held when one alone is rolled again.
        score: whether the score of the turn may be entered instead.
    """

    action: Literal["start_roll", "roll", "none"]
    seat: int | None = None
    round: int | None = None
    roll_off: int | None = None
    roll: int | None = None
    attempt: int | None = None
    dice_counts: tuple[int, ...] = ()
    stand: bool = False
    hold: tuple[int, ...] = ()
    score: bool = False

    def to_json(self) -> dict[str, Any]:
        """The same as plain JSON values."""
        return {
            "action": self.action,
            "seat": self.seat,
            "round": self.round,
            "roll_off": self.roll_off,
            "roll": self.roll,
            "attempt": self.attempt,
            "dice_counts": list(self.dice_counts),
            "stand": self.stand,
            "hold": list(self.hold),
            "score": self.score,
        }


def next_entry(state: GameState) -> NextEntry:
    """The entry that the game waits for, and what it may be."""
    if state.is_over:
        return NextEntry("none")
    if state.start:
        attempt = state.start.attempt
        return NextEntry("start_roll", state.to_move, attempt=attempt, dice_counts=(START_DICE,))
    turn = state.turn_state
    return NextEntry(
        "roll",
        state.to_move,
        state.round,
        state.roll_off,
        turn.rolls_used + 1,
        dice_counts=turn.dice_counts,
        stand=turn.can_stand,
        hold=turn.holdable,
        score=state.entry == "dice_or_score" and state.turn is None,
    )
