"""Questions about odds, as JSON values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scorekeeper import rules

Question = Mapping[str, Any]
Answer = dict[str, Any]
OBJECTIVES: Final = ("round", "points")
"""What advice can aim at; the first is meant where nothing is said."""


class Unanswerable(ValueError):
    """There is nothing to answer; its text is a sentence that says why."""


def advice_about(
    state: rules.GameState, objective: str, dice: Sequence[int] | None = None, hold: int | None = None
) -> Question:
    """Asks what the seat to move may do, and what each choice is worth.

    objective: `points`, `round` or `game`. dice, hold: dice that lie on the table and are not entered yet, of
    which it may choose what to bank.
    """
    thrown = None if dice is None else {"dice": list(dice), "hold": hold}
    return {"about": "advice", **_state(state), "objective": objective, "thrown": thrown}


def turn_about(turn: rules.ruleset.TurnRules) -> Question:
    """Asks for the odds of a turn that stands by itself."""
    return {"about": "turn", "ruleset": {"turn": rules.Ruleset(turn=turn).to_json()["turn"]}}


def _state(state: rules.GameState) -> Answer:
    return {"ruleset": state.ruleset.to_json(), "state": rules.state_to_json(state)}
