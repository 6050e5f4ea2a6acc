"""Verdicts of the referee as plain JSON values, each with the rules that decide."""

from typing import Any

from scorekeeper.rules.referee import RollVerdict, TurnVerdict
from scorekeeper.rules.turn_state import TurnState


def verdict_to_json(verdict: TurnVerdict) -> dict[str, Any]:
    """The verdict on a turn; pointers are into `{"rolls": […], "stand": …}`."""
    return {
        "legal": verdict.is_legal,
        "rolls": [roll_verdict_to_json(roll, f"/rolls/{index}") for index, roll in enumerate(verdict.rolls)],
        "stand": [violation.to_json() for violation in verdict.stand],
        "turn": turn_state_to_json(verdict.state),
        "score": verdict.score,
    }


def roll_verdict_to_json(verdict: RollVerdict, pointer: str = "") -> dict[str, Any]:
    """The verdict on a roll that stands at `pointer`."""
    return {
        "verdict": verdict.verdict,
        "bankable": list(verdict.bankable),
        "kept": list(verdict.kept),
        "turn": None if verdict.state is None else turn_state_to_json(verdict.state),
        "violations": [violation.below(pointer).to_json() for violation in verdict.violations],
    }


def turn_state_to_json(state: TurnState) -> dict[str, Any]:
    """Where a turn stands, for people to read."""
    return {
        "rolls_used": state.rolls_used,
        "rolls_left": state.rolls_left,
        "banked": list(state.banked),
        "cargo": list(state.cargo) or None,
        "over": state.is_over,
        "bust": state.is_bust,
        "score": state.score,
        "dice_counts": list(state.dice_counts),
        "can_stand": state.can_stand,
        "hold": list(state.holdable),
    }
