"""Games as the Python rules play them, to compare the phone's rules with."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from scorekeeper import rules
from scorekeeper.ledger.answers import write_moment, write_seats
from scorekeeper.ledger.people import Person
from scorekeeper.ledger.submissions import input_of
from scorekeeper.ledger.waiting import waits_for
from scorekeeper.rules import consequences as happened
from scorekeeper.rules.turn_state import TurnState

MOVING: Final = ("status", "seats", "start", "round", "turn", "next", "winners")
"""The fields of a game's answer that the phone computes by itself."""
_RENAMED: Final = {
    "is_extra_round": "extra_round",
    "is_bust": "bust",
    "is_unverified": "unverified",
    "after": "turn",
}


def opening_of(ruleset: rules.Ruleset, seats: int, opener: int | None, entry: str) -> dict[str, Any]:
    """What the phone's `open` takes."""
    return {"ruleset": ruleset.to_json(), "seats": seats, "opener": opener, "entry": entry}


def answer_of(
    state: rules.GameState, last_entry: Mapping[str, Any] | None = None, ruleset: Any = None
) -> dict[str, Any]:
    """The API's answer for a state, as far as the phone reads it."""
    people = tuple(Person(f"player_{seat}", f"Seat {seat}", "") for seat in range(1, len(state.seats) + 1))
    moment = write_moment(state, None, dict(last_entry or {}), waits_for(state, people), is_provisional=False)
    answer: dict[str, Any] = json.loads(f"{{{moment}}}")
    return answer | {
        "status": state.status,
        "seats": json.loads(write_seats(state, people).by_number),
        "ruleset": ruleset or state.ruleset.to_json(),
        "entry": state.entry,
        "last_entry": last_entry,
    }


def event_of(consequence: rules.Consequence) -> dict[str, Any]:
    """A consequence as the phone tells it."""
    name = type(consequence).__name__
    kind = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).strip("_")
    event: dict[str, Any] = {"type": kind}
    for each in fields(consequence):
        value = getattr(consequence, each.name)
        event[_RENAMED.get(each.name, each.name)] = turn_of(value) if isinstance(value, TurnState) else value
    if isinstance(consequence, happened.Stood):
        event["score"] = consequence.after.score
    plain: dict[str, Any] = json.loads(json.dumps(event))
    return plain


def turn_of(state: TurnState) -> dict[str, Any]:
    """Where a turn stands, as the phone has it; without its rules, which both know."""
    return {
        "rolls_allowed": state.rolls_allowed,
        "rolls_used": state.rolls_used,
        "crew": state.crew,
        "cargo": list(state.cargo),
        "stood": state.stood,
        "over": state.is_over,
    }


def step_of(state: rules.GameState, entry: Mapping[str, Any]) -> tuple[rules.GameState, dict[str, Any]]:
    """The game after an entry, and what the phone must say of it too."""
    try:
        played = rules.play(state, input_of(entry["kind"], entry))
    except rules.Refused as refused:
        violations = [
            {"code": each.code, "pointer": each.pointer, "legal": each.legal and dict(each.legal)}
            for each in refused.violations
        ]
        return state, {"entry": dict(entry), "violations": violations}
    return played.state, {"entry": dict(entry), "events": [event_of(each) for each in played.consequences]}


def play_at_random(
    ruleset: rules.Ruleset, seats: int, opener: int | None, entry: Any, chance: random.Random, most: int
) -> list[dict[str, Any]]:
    """A game of at most so many entries, step by step, each with the API's answer before and after it."""
    state = rules.start(ruleset, seats, opener, entry).state
    shown, last_entry = ruleset.to_json(), {"kind": "open", "seat": None}
    steps = []
    for _ in range(most):
        if state.is_over:
            break
        sent = _random_entry(state, chance)
        before = answer_of(state, last_entry, shown)
        state, step = step_of(state, sent)
        if "events" in step:
            last_entry = {"kind": sent["kind"], "seat": sent.get("seat", len(state.seats))}
        steps.append({**step, "before": before, "after": answer_of(state, last_entry, shown)})
    return steps


def _random_entry(state: rules.GameState, chance: random.Random) -> dict[str, Any]:
    """Mostly what is due; now and then anything."""
    due = rules.next_entry(state)
    seat = due.seat if chance.random() < 0.93 else chance.randint(0, len(state.seats) + 2)
    if state.start and chance.random() < 0.9:
        count = 3 if chance.random() < 0.95 else chance.randint(1, 5)
        attempt = state.start.attempt + chance.choice((0, 0, 0, 0, 0, -1, 1))
        return {"kind": "start_roll", "seat": seat, "attempt": attempt, "dice": _dice(chance, count)}
    kind = chance.choices(list(_KINDS), [weight for weight, _ in _KINDS.values()])[0]
    return {"kind": kind, **_KINDS[kind][1](state, due, chance), "seat": seat}


def _roll(state: rules.GameState, due: rules.NextEntry, chance: random.Random) -> dict[str, Any]:
    counts = due.dice_counts if chance.random() < 0.95 else (1, 2, 3, 4, 5)
    dice = _dice(chance, chance.choice(counts or (5,)))
    entry: dict[str, Any] = {"dice": dice}
    if chance.random() < 0.2:
        entry["keep"] = chance.sample(dice, chance.randint(0, min(3, len(dice))))
    if (due.hold and len(dice) == 1) or chance.random() < 0.03:
        entry["hold"] = chance.choice(due.hold or (1, 6))
    if chance.random() < 0.15:
        entry["stand"] = True
    return {**entry, **_place(due, chance, due.roll)}


def _turn(state: rules.GameState, due: rules.NextEntry, chance: random.Random) -> dict[str, Any]:
    rolls = [{"dice": dice} for dice in ([6, 5, 4, *_dice(chance, 2)], _dice(chance, 2), _dice(chance, 2))]
    return {"rolls": rolls[: chance.randint(1, 3)], "stand": chance.random() < 0.5, **_place(due, chance)}


def _place(due: rules.NextEntry, chance: random.Random, roll: int | None = None) -> dict[str, Any]:
    """Mostly the right one, or none."""
    shift = chance.choice((0,) * 12 + (1, -1))
    named = {"round": due.round, "roll_off": due.roll_off, "roll": roll}
    field = chance.choice(list(named))
    if named[field] is not None:
        named[field] += shift  # type: ignore[operator]
    return {name: value for name, value in named.items() if value is not None and chance.random() < 0.8}


def _dice(chance: random.Random, count: int) -> list[int]:
    """Dice that show a needed face more often than not, and now and then no face at all."""
    dice = [chance.choice((6, 5, 4, 1, 2, 3, 4, 5, 6)) for _ in range(count)]
    if chance.random() < 0.02:
        dice[-1] = chance.choice((0, 7))
    return dice


Make = Callable[[rules.GameState, rules.NextEntry, random.Random], dict[str, Any]]
_KINDS: Final[Mapping[str, tuple[int, Make]]] = {
    "roll": (70, _roll),
    "stand": (12, lambda _, due, chance: _place(due, chance, (due.roll or 1) - 1 or None)),
    "turn": (5, _turn),
    "score": (
        4,
        lambda _, due, chance: {"score": chance.choice((0, 1, 2, 7, 9, 12, 13)), **_place(due, chance)},
    ),
    "defer": (4, lambda _, due, chance: _place(due, chance)),
    "join": (3, lambda *_: {}),
    "leave": (2, lambda *_: {}),
}


def difference(expected: Any, found: Any, path: str = "") -> Sequence[str]:
    """Where two JSON values differ."""
    if isinstance(expected, dict) and isinstance(found, dict):
        keys = sorted(expected.keys() | found.keys())
        return [
            line for key in keys for line in difference(expected.get(key), found.get(key), f"{path}/{key}")
        ]
    return [] if expected == found else [f"{path}: {expected!r} is {found!r} on the phone"]
