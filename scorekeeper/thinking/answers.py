"""The answers to questions about odds, as JSON values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, cast

from scorekeeper import odds, rules
from scorekeeper.odds.words import tell_turn_rules
from scorekeeper.thinking.analysis import analyse
from scorekeeper.thinking.asked import SUREST, Answer, Question, Unanswerable

DIGITS: Final = 9
"""Chances are certain to 1e-9 where they are exact."""


def answer(question: Question) -> Answer:
    """The answer to a question. Raises Unanswerable; KeyError for what is no question."""
    try:
        return cast("Answer", _rounded(_ANSWERS[question["about"]](question)))
    except odds.NoAdvice as error:
        raise Unanswerable(str(error)) from None


def _rounded(value: Any) -> Any:
    """Numbers with no more digits than are certain: the same, in whatever order odds were worked out."""
    if isinstance(value, float):
        # Added to 0.0, since a cost of -0.0 is none.
        return round(value, DIGITS) + 0.0
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    return [_rounded(part) for part in value] if isinstance(value, list) else value


def _advise(question: Question) -> Answer:
    state = rules.state_from_json(question["state"], rules.read_ruleset(question["ruleset"]))
    thrown, objective = question["thrown"], question["objective"]
    throw = None if thrown is None else odds.Throw(tuple(thrown["dice"]), thrown["hold"])
    if objective == SUREST:
        return _surest(state, throw).to_json()
    chances = None
    if objective != "points":
        chances = (odds.win_chances if objective == "game" else odds.round_chances)(state).to_json()
    return {**odds.advice(state, objective, throw).to_json(), "chances": chances}


def _surest(state: rules.GameState, throw: odds.Throw | None) -> odds.Advice:
    """A round is the surest step on the way to a game of rounds; where totals count it is worth nothing."""
    advice = odds.advice(state, "game", throw)
    if advice.method == "exact" or state.ruleset.goal.kind in ("highest_total", "points"):
        return advice
    return odds.advice(state, "round", throw)


def _turn(question: Question) -> Answer:
    turn = rules.read_ruleset(question["ruleset"]).turn
    found = odds.turn_odds(turn)
    return {
        "turn": question["ruleset"]["turn"],
        "sentence": tell_turn_rules(turn),
        "crew_by_roll": [
            {"roll": roll, **_chance(chance)} for roll, chance in enumerate(found.crew_by_roll, 1)
        ],
        "mean": float(found.mean),
        "mean_exact": _exact(found.mean),
        "scores": [{"score": score, **_chance(chance)} for score, chance in found.scores.items()],
        "cargo": [_cargo(row) for row in found.cargo],
    }


def _cargo(row: odds.CargoChoice) -> Answer:
    return {
        "cargo": list(row.cargo),
        "rolls_left": row.rolls_left,
        "options": [_option(choice, mean, row) for choice, mean in row.options],
    }


def _option(choice: odds.Choice, mean: Fraction, row: odds.CargoChoice) -> Answer:
    told: Answer = {"action": choice.action, "dice": choice.dice, "hold": choice.hold}
    return {**told, "mean": float(mean), "mean_exact": _exact(mean), "best": choice in row.best}


def _chance(chance: Fraction) -> dict[str, Any]:
    return {"chance": float(chance), "exact": _exact(chance)}


def _exact(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}"


_ANSWERS: Final[Mapping[str, Callable[[Question], Answer]]] = {
    "advice": _advise,
    "turn": _turn,
    "analysis": analyse,
}
