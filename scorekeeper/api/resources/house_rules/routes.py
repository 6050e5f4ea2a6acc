"""House rules that a table saves under a name, to open games with."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper import ledger
from scorekeeper.api.auth import ALL, HOST_ALONE, author_of
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.fields import PageQuery
from scorekeeper.api.parser import refuse_query
from scorekeeper.api.resources.games.openings import NAME_CODES
from scorekeeper.api.resources.house_rules.schemas import SavedRuleset
from scorekeeper.api.responses import answer_nothing, answer_page, answer_private
from scorekeeper.api.translate import below
from scorekeeper.rules.ruleset_problems import RULESET_CODES

blueprint = Blueprint("House rules", "Rulesets that a table saves. A game keeps those it was opened with.")
_REFUSES = (*NAME_CODES, "name-taken", *RULESET_CODES)


@blueprint.route("/tables/<table_id>/rulesets")
@blueprint.arguments(PageQuery, location="query")
@blueprint.contract(Answer(200, "HouseRulesetPage", "A page of house rules."), allows=ALL)
def list_house_rules(query: dict[str, Any], table_id: str) -> Response:
    """List saved house rules"""
    author_of(table_id)
    return answer_page(ledger.list_house_rules(table_id, **query))


@blueprint.route("/tables/<table_id>/rulesets", methods=["POST"])
@blueprint.arguments(SavedRuleset)
@blueprint.contract(
    Answer(201, "HouseRuleset", "The house rules, saved.", ("Location",)),
    allows=HOST_ALONE,
    refuses=_REFUSES,
)
def save_house_rules(body: dict[str, Any], table_id: str) -> Response:
    """Save house rules"""
    refuse_query()
    author_of(table_id)
    with below():
        saved = ledger.save_house_rules(table_id, body["name"], body["ruleset"])
    return answer_private(saved, 201, {"Location": f"/v1/tables/{table_id}/rulesets/{saved['id']}"})


@blueprint.route("/tables/<table_id>/rulesets/<ruleset_id>")
@blueprint.contract(Answer(200, "HouseRuleset", "The house rules."), allows=ALL)
def read_house_rules(table_id: str, ruleset_id: str) -> Response:
    """Read saved house rules"""
    refuse_query()
    author_of(table_id)
    return answer_private(ledger.get_house_rules(table_id, ruleset_id))


@blueprint.route("/tables/<table_id>/rulesets/<ruleset_id>", methods=["PUT"])
@blueprint.arguments(SavedRuleset)
@blueprint.contract(
    Answer(200, "HouseRuleset", "The house rules, replaced."), allows=HOST_ALONE, refuses=_REFUSES
)
def replace_house_rules(body: dict[str, Any], table_id: str, ruleset_id: str) -> Response:
    """Replace saved house rules

    Games that were opened with the old ones keep them.
    """
    refuse_query()
    author_of(table_id)
    with below():
        replaced = ledger.replace_house_rules(table_id, ruleset_id, body["name"], body["ruleset"])
    return answer_private(replaced)


@blueprint.route("/tables/<table_id>/rulesets/<ruleset_id>", methods=["DELETE"])
@blueprint.contract(Answer(204, None, "The house rules are gone."), allows=HOST_ALONE)
def delete_house_rules(table_id: str, ruleset_id: str) -> Response:
    """Delete saved house rules"""
    refuse_query()
    author_of(table_id)
    ledger.delete_house_rules(table_id, ruleset_id)
    return answer_nothing()
