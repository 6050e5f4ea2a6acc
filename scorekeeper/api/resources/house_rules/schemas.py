"""A table's saved house rules."""

from __future__ import annotations

from scorekeeper.api.complaints import missing
from scorekeeper.api.fields import Name, Part, Request
from scorekeeper.api.resources.rulesets.schemas import TableRules
from scorekeeper.api.shapes import Shape, identity, items, moment, obj, page, ref, text


class SavedRuleset(Request):
    """House rules under a name."""

    name = Name(
        "What these house rules are called.",
        required=True,
        error_messages=missing("say what these house rules are called."),
    )
    ruleset = Part(
        TableRules,
        required=True,
        error_messages=missing("say what the house rules are."),
        metadata={"description": "The house rules."},
    )


SHAPES: dict[str, Shape] = {
    "HouseRuleset": obj(
        'House rules that a table saved. A game opens with them by `{"saved": name}`.',
        id=identity("ruleset", "The id of these house rules."),
        table_id=identity("table", "The table."),
        name=text("What they are called."),
        ruleset=ref("Ruleset"),
        sentences=items("The rules in plain sentences, to read out before play.", text("A sentence.")),
        created_at=moment("When they were saved."),
    ),
    "HouseRulesetPage": page("HouseRuleset", "Saved house rules in the order in which they were saved."),
}
