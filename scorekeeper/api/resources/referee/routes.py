"""The referee: what a roll may bank, and the verdict on a disputed turn. Nothing is stored and no key is
needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from flask import Response

from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.complaints import invalid
from scorekeeper.api.parser import refuse_query, told
from scorekeeper.api.problems import wrong
from scorekeeper.api.resources.referee.schemas import JudgedRoll, JudgedTurn
from scorekeeper.api.responses import answer_json
from scorekeeper.api.translate import from_ruleset
from scorekeeper.rules import (
    Ruleset,
    RulesetRefused,
    Thrown,
    Violation,
    judge_roll,
    judge_turn,
    read_ruleset,
    roll_verdict_to_json,
    verdict_to_json,
)
from scorekeeper.rules.roll_violations import face_violations
from scorekeeper.rules.ruleset_problems import RULESET_CODES
from scorekeeper.rules.turn_state import CARGO_DICE, NEEDED, TurnState, is_face, turn_state

blueprint = Blueprint("Referee", "Verdicts on rolls and turns. No key is needed and nothing is stored.")
_REFUSES = ("face-invalid", *RULESET_CODES)


@blueprint.route("/referee/rolls", methods=["POST"])
@blueprint.arguments(JudgedRoll)
@blueprint.contract(Answer(200, "RollVerdict", "The verdict."), refuses=_REFUSES)
def judge_one_roll(body: dict[str, Any]) -> Response:
    """Judge a roll

    Says whether a roll is legal, what it banks, and where the turn stands after it. An illegal roll is an
    answer like any other, with everything that is wrong; only what no die can show is refused.
    """
    refuse_query()
    thrown = _thrown(body)
    verdict = roll_verdict_to_json(judge_roll(_state(body), thrown))
    _require_faces([("", thrown)], verdict)
    return answer_json(verdict)


@blueprint.route("/referee/turns", methods=["POST"])
@blueprint.arguments(JudgedTurn)
@blueprint.contract(Answer(200, "TurnVerdict", "The verdict."), refuses=_REFUSES)
def judge_whole_turn(body: dict[str, Any]) -> Response:
    """Judge a turn

    Judges a turn roll by roll up to the first that breaks a rule, with the rule's source and what would have
    been legal, and gives the score that the turn has if every legal roll stands.
    """
    refuse_query()
    rolls = [_thrown(roll) for roll in body["rolls"]]
    verdict = verdict_to_json(judge_turn(_ruleset(body).turn, rolls, body["stand"], body["pace"]))
    _require_faces([(f"/rolls/{index}", roll) for index, roll in enumerate(rolls)], verdict)
    return answer_json(verdict)


def _ruleset(body: Mapping[str, Any]) -> Ruleset:
    try:
        return read_ruleset(body["ruleset"])
    except RulesetRefused as refused:
        raise from_ruleset(refused, "/ruleset") from None


def _thrown(body: Mapping[str, Any]) -> Thrown:
    return Thrown(body["dice"], body.get("keep"), body.get("hold"))


def _state(body: Mapping[str, Any]) -> TurnState:
    """The turn before the roll. Raises Problem `invalid` for a state that no turn can have."""
    rules, banked, cargo = _ruleset(body).turn, body["banked"], body["cargo"]
    errors = []
    if not all(map(is_face, banked)) or tuple(banked) != NEEDED[: len(banked)]:
        errors.append(
            told(("banked",), invalid("must be a first part of 6, 5, 4, in this order."), "pointer")
        )
    elif len(cargo) != (CARGO_DICE if len(banked) == len(NEEDED) else 0) or not all(map(is_face, cargo)):
        complaint = invalid("must be the two cargo dice when 6, 5 and 4 are banked, and left out before.")
        errors.append(told(("cargo",), complaint, "pointer"))
    if not errors and not bool(banked) <= body["rolls_used"] <= rules.rolls:
        complaint = invalid(f"must be {rules.rolls} at most, and 1 at least where dice are banked.")
        errors.append(told(("rolls_used",), complaint, "pointer"))
    if errors:
        raise wrong(errors)
    return turn_state(rules, rules.rolls, body["rolls_used"], len(banked), tuple(sorted(cargo)), False)


def _require_faces(rolls: Iterable[tuple[str, Thrown]], verdict: Mapping[str, Any]) -> None:
    """Refuse what no die can show. Raises Problem `face-invalid`, the verdict with it."""
    violations = [violation for prefix, thrown in rolls for violation in _face_violations(prefix, thrown)]
    if violations:
        raise wrong([violation.to_json() for violation in violations], verdict=verdict)


def _face_violations(prefix: str, thrown: Thrown) -> Iterator[Violation]:
    yield from face_violations(thrown.dice, f"{prefix}/dice")
    yield from face_violations(thrown.keep or (), f"{prefix}/keep")
    if thrown.hold is not None:
        yield from (replace(found, pointer=f"{prefix}/hold") for found in face_violations([thrown.hold], ""))
