"""What the computer plays: the advice that anybody can ask for, to win the game where that is known exactly,
and else the round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorekeeper import rules, storage
from scorekeeper.ledger.errors import ComputerThinking
from scorekeeper.ledger.kept_odds import ask
from scorekeeper.thinking.asked import SUREST, Answer, advice_about

WAIT_SECONDS: Final = 5.0
"""So long an entry waits for the process that works odds out; then it is sent again."""
WAIT_SECONDS_OF_WRITERS: Final = 0.5
"""The same where all other writers wait too."""


def best_choice(state: rules.GameState) -> Answer:
    """What the seat to move does best before its next roll: `action`, `dice`, `hold`. Its turn is open.

    Raises ComputerThinking.
    """
    return _best(state)


def best_keep(state: rules.GameState, dice: Sequence[int], hold: int | None) -> tuple[int, ...]:
    """What the seat to move banks best of dice that it has just thrown. The rules allow them.

    Raises ComputerThinking.
    """
    return tuple(_best(state, dice, hold)["keep"])


def _best(state: rules.GameState, dice: Sequence[int] | None = None, hold: int | None = None) -> Answer:
    question = advice_about(state, SUREST, dice, hold)
    advice = ask(question, WAIT_SECONDS_OF_WRITERS if storage.is_writing() else WAIT_SECONDS)
    if advice is None:
        # Never here: a worker that works odds out answers nobody for so long.
        raise ComputerThinking
    best: Answer = advice["options"][advice["best"][0]]
    return best
