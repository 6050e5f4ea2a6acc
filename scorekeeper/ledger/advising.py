"""What the computer plays: the advice that anybody can ask for, to win the game where that is known exactly,
and else the round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorekeeper import rules
from scorekeeper.ledger.kept_odds import ask
from scorekeeper.thinking.asked import SUREST, Answer, advice_about

WAIT_SECONDS: Final = 5.0
"""So long an entry waits for the process that works odds out; then it works out its own."""


def best_choice(state: rules.GameState) -> Answer:
    """What the seat to move does best before its next roll: `action`, `dice`, `hold`. Its turn is open."""
    return _best(state)


def best_keep(state: rules.GameState, dice: Sequence[int], hold: int | None) -> tuple[int, ...]:
    """What the seat to move banks best of dice that it has just thrown. The rules allow them."""
    return tuple(_best(state, dice, hold)["keep"])


def _best(state: rules.GameState, dice: Sequence[int] | None = None, hold: int | None = None) -> Answer:
    question = advice_about(state, SUREST, dice, hold)
    try:
        advice = ask(question, WAIT_SECONDS)
    except OSError:
        advice = None
    if advice is None:
        # Imported here, so that a worker needs the memory for it only where it must.
        from scorekeeper.thinking.answers import answer

        advice = answer(question)
    best: Answer = advice["options"][advice["best"][0]]
    return best
