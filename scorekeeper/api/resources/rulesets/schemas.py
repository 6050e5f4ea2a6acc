"""House rules as they are sent, and rulesets as they come back. Both are made from the rules' own list of
fields."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, get_args

import marshmallow as ma

from scorekeeper.api.fields import Part, Request, Text, Whole, Word
from scorekeeper.api.shapes import Shape, items, obj, or_null, page, ref, text, whole, word
from scorekeeper.rules import PRESETS
from scorekeeper.rules.ruleset import FIELDS, GROUPS, GoalKind, RuleField

_LABELS = {
    "seats": "How many seats a game may have.",
    "turn": "How a turn is played.",
    "round": "How a round is decided when nobody leads alone.",
    "goal": "What wins the game. A goal that is sent replaces the goal below it whole.",
    "stakes": (
        "What is paid into the pot. Stakes that are sent replace those below them whole; "
        "null takes them away."
    ),
    "opener": "Who takes the first turn of the first round, of each later round, and of the next game.",
}
_REPLACED = frozenset({"goal", "stakes"})


def _told(rule: RuleField) -> str:
    kinds = f" Only for the goals {', '.join(rule.by_goal)}." if rule.by_goal else ""
    return f"{rule.label}. Source: {rule.source}.{kinds}"


def _sent(rule: RuleField) -> ma.fields.Field[Any]:
    """The field of a request that a field of a ruleset is sent in."""
    about: dict[str, Any] = {"metadata": {"description": _told(rule)}, "allow_none": rule.nullable}
    return Word(*rule.choices, **about) if rule.choices else Whole(rule.low, rule.high, **about)


@cache
def _group_schema(group: str) -> type[ma.Schema]:
    fields = {rule.name: _sent(rule) for rule in FIELDS if rule.group == group}
    return Request.from_dict(fields, name=f"{group.capitalize()}Rules")


def _sent_group(group: str) -> ma.fields.Field[Any]:
    about: dict[str, Any] = {"metadata": {"description": _LABELS[group]}, "allow_none": group == "stakes"}
    return Part(_group_schema(group), **about)


class _AsSent(Request):
    """House rules are judged by the rules, which name everything that is wrong with them."""

    def load(self, data: Any, **_: Any) -> Any:
        """What was sent, as it was sent. Raises ValidationError for what is no object."""
        if not isinstance(data, dict):
            raise ma.ValidationError({"_schema": [self.error_messages["type"]]})
        return data

    def is_plain(self, data: object) -> bool:
        """Whether it is an object: more is not asked here."""
        return isinstance(data, dict)


_PRESET = Word(*PRESETS, metadata={"description": "The preset that the other fields are laid over."})
_SAVED = Text(
    1, 60, metadata={"description": "The table's saved house rules that the other fields are laid over."}
)

HouseRules = _AsSent.from_dict(
    {"preset": _PRESET, **{group: _sent_group(group) for group in GROUPS}}, name="HouseRules"
)
HouseRules.__doc__ = "House rules: fields laid one by one over a preset, or over the defaults."

TableRules = _AsSent.from_dict(
    {"preset": _PRESET, "saved": _SAVED, **{group: _sent_group(group) for group in GROUPS}}, name="TableRules"
)
TableRules.__doc__ = (
    "House rules at a table: fields laid one by one over a preset, saved house rules or the defaults."
)


def _shape_of(rule: RuleField) -> Shape:
    if rule.choices:
        return word(_told(rule), *rule.choices)
    number = whole(_told(rule), rule.low, rule.high)
    return or_null(number) if rule.nullable else number


def _group_shape(group: str) -> Shape:
    return obj(_LABELS[group], **{rule.name: _shape_of(rule) for rule in FIELDS if rule.group == group})


def _goal_name(kind: str) -> str:
    return "Goal" + "".join(part.capitalize() for part in kind.split("_"))


def _goal_shape(kind: str) -> Shape:
    fields = (rule for rule in FIELDS if rule.group == "goal" and rule.by_goal and kind in rule.by_goal)
    named = {"type": "string", "const": kind, "description": "What wins the game."}
    return obj(f"The goal `{kind}`.", kind=named, **{rule.name: _shape_of(rule) for rule in fields})


_KINDS: Iterable[str] = get_args(GoalKind)

SHAPES: dict[str, Shape] = {
    **{_goal_name(kind): _goal_shape(kind) for kind in _KINDS},
    "Goal": {
        "description": "What wins the game.",
        "oneOf": [ref(_goal_name(kind)) for kind in _KINDS],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {kind: f"#/components/schemas/{_goal_name(kind)}" for kind in _KINDS},
        },
    },
    "Ruleset": obj(
        "A whole set of house rules, every field filled in.",
        **{group: _group_shape(group) for group in GROUPS if group not in _REPLACED},
        goal=ref("Goal"),
        stakes=or_null(_group_shape("stakes")),
    ),
    "Preset": obj(
        "A published way of playing.",
        name=text("What `preset` is set to."),
        title=text("Its name for people."),
        source=text("The text that it follows, S0 to S4."),
        summary=text("Two lines about it."),
        ruleset=ref("Ruleset"),
        sentences=items("The rules in plain sentences, to read out before play.", text("A sentence.")),
    ),
    "PresetPage": page("Preset", "The presets. They all fit on one page."),
    "CheckedRuleset": obj(
        "House rules that can be played.",
        ruleset=ref("Ruleset"),
        sentences=items("The rules in plain sentences, to read out before play.", text("A sentence.")),
    ),
}
