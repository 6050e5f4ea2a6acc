"""What is in order is loaded without being taken apart, and comes out as it would otherwise."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import marshmallow as ma
import pytest

from scorekeeper.api.fields import Request
from scorekeeper.api.resources.entries.schemas import NewRoll, NewStand, NewStartRoll, NewTurn, SeatEntry
from scorekeeper.api.resources.players.schemas import PlayerChange
from scorekeeper.api.resources.referee.schemas import JudgedRoll, JudgedTurn

ROLL = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]}
THROW = {"dice": [6, 4, 3, 3, 1], "keep": [6]}
BODIES: tuple[tuple[type[Request], dict[str, Any]], ...] = (
    (NewRoll, ROLL),
    (NewRoll, {**ROLL, "keep": [6], "hold": 2, "stand": True, "round": 1, "roll_off": 0}),
    (NewRoll, {**ROLL, "entry_id": "019C1A00-0000-4000-8000-0000000000A1"}),
    (NewRoll, {**ROLL, "entered_at": "2026-01-31T20:15:00+01:00"}),
    (NewStartRoll, {"seat": 1, "attempt": 1, "dice": [1, 2, 3]}),
    (NewStand, {"seat": 1, "roll": 1}),
    (NewTurn, {"seat": 1, "round": 1, "rolls": [THROW], "stand": True}),
    (NewTurn, {"seat": 1, "round": 1, "score": 7}),
    (SeatEntry, {}),
    (PlayerChange, {"archived": True}),
    (JudgedRoll, {"dice": [6, 4, 3, 3, 1]}),
    (JudgedRoll, {"ruleset": {}, "rolls_used": 1, "banked": [6, 5, 4], "cargo": [2, 6], "dice": [5]}),
    (JudgedTurn, {"rolls": [THROW, {"dice": [5], "hold": 6}]}),
    (JudgedTurn, {"rolls": [THROW], "ruleset": {"turn": {"rolls": 2}}, "stand": True, "pace": 2}),
)
ODD: tuple[Any, ...] = (
    *(None, True, 0, -1, 1.0, 10**9, "1", "true"),
    *([], [[]], [1] * 21, {}, {"dice": []}, {"x": 1}),
)


@pytest.mark.parametrize(("schema", "body"), BODIES)
def test_a_body_loads_quickly_to_what_it_loads_to_slowly(schema: type[Request], body: dict[str, Any]) -> None:
    for varied in _variations(body):
        assert _loaded(schema(), varied) == _loaded_slowly(schema(), varied), varied


def test_a_roll_and_a_referees_question_go_the_quick_way() -> None:
    assert NewRoll().is_plain({**ROLL, "keep": [6], "stand": False})
    assert JudgedTurn().is_plain({"rolls": [THROW, THROW], "ruleset": {"preset": "chips"}, "stand": True})


def _variations(body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The body; without each field; with an odd value in each place; with an unknown field."""
    yield body
    yield {**body, "unknown": 1}
    for name, value in body.items():
        yield {other: kept for other, kept in body.items() if other != name}
        yield from ({**body, name: odd} for odd in ODD)
        if isinstance(value, list):
            yield from ({**body, name: [*value, odd]} for odd in ODD)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield from ({**body, name: [varied, *value[1:]]} for varied in _variations(value[0]))


def _loaded(schema: Request, body: dict[str, Any]) -> Any:
    before = copy.deepcopy(body)
    try:
        return schema.load(body)
    except ma.ValidationError as refused:
        return refused.messages
    finally:
        assert body == before


def _loaded_slowly(schema: Request, body: dict[str, Any]) -> Any:
    try:
        return ma.Schema.load(schema, body)
    except ma.ValidationError as refused:
        return refused.messages
