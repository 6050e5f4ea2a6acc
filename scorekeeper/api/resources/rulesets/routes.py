"""The published ways of playing, and house rules checked before they are played by."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Response

from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.parser import refuse_query
from scorekeeper.api.problems import not_found
from scorekeeper.api.resources.rulesets.schemas import HouseRules
from scorekeeper.api.responses import answer_json
from scorekeeper.rules import PRESETS, Preset, read_ruleset, tell_ruleset
from scorekeeper.rules.ruleset_problems import RULESET_CODES

blueprint = Blueprint(
    "Rulesets", "Published ways of playing the game, and house rules checked and told in plain words."
)


@blueprint.route("/rulesets")
@blueprint.contract(Answer(200, "PresetPage", "The presets."))
def list_rulesets() -> Response:
    """List the presets

    Every preset with its whole ruleset, and with the rules in sentences that can be read out before play.
    """
    refuse_query()
    return answer_json({"items": [_preset(preset) for preset in PRESETS.values()], "next": None})


@blueprint.route("/rulesets/<preset:name>")
@blueprint.contract(Answer(200, "Preset", "The preset."), refuses=("not-found",))
def read_preset(name: str) -> Response:
    """Read a preset"""
    refuse_query()
    if name not in PRESETS:
        raise not_found("There is no preset of that name.")
    return answer_json(_preset(PRESETS[name]))


@blueprint.route("/rulesets/check", methods=["POST"])
@blueprint.arguments(HouseRules)
@blueprint.contract(
    Answer(200, "CheckedRuleset", "The house rules can be played: here they are, filled in."),
    refuses=RULESET_CODES,
)
def check_ruleset(body: Any) -> Response:
    """Check house rules

    Lays the fields over the preset that they name (or over the defaults), refuses combinations that make no
    sense with every reason at once, and tells the rules in plain sentences. Nothing is stored. Saved house
    rules are a table's own and can't be named here.
    """
    refuse_query()
    ruleset = read_ruleset(body)
    return answer_json({"ruleset": ruleset.to_json(), "sentences": tell_ruleset(ruleset)})


@lru_cache(maxsize=len(PRESETS))
def _preset(preset: Preset) -> dict[str, Any]:
    return {
        "name": preset.name,
        "title": preset.title,
        "source": preset.source,
        "summary": preset.summary,
        "ruleset": preset.ruleset.to_json(),
        "sentences": tell_ruleset(preset.ruleset),
    }
