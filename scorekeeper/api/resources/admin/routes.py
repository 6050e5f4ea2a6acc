"""What the operator sees of the tables, and settles for all of them."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.api.blueprint import Answer
from scorekeeper.api.parser import refuse_query
from scorekeeper.api.resources.admin.blueprint import AdminBlueprint
from scorekeeper.api.resources.admin.schemas import AdminTableChange, SettingsChange, TablesQuery
from scorekeeper.api.resources.own_data.schemas import TableNamed
from scorekeeper.api.responses import answer_nothing, answer_page, answer_private
from scorekeeper.ledger import operators, settings
from scorekeeper.ledger.deleting import delete_table

blueprint = AdminBlueprint(
    "Operator",
    "For the holder of the admin key, which is a setting of the server. Where there is none, nothing is "
    "found here.",
)


@blueprint.route("/tables")
@blueprint.arguments(TablesQuery, location="query")
@blueprint.contract(Answer(200, "AdminTablePage", "A page of tables."))
def list_all_tables(query: dict[str, Any]) -> Response:
    """List the server's tables

    Each with how much it holds. What is played there is for the table's own keys.
    """
    return answer_page(operators.list_tables(**query))


@blueprint.route("/tables/<table_id>")
@blueprint.contract(Answer(200, "AdminTable", "The table."))
def inspect_table(table_id: str) -> Response:
    """Read how much a table holds"""
    refuse_query()
    return answer_private(operators.get_table(table_id))


@blueprint.route("/tables/<table_id>", methods=["PATCH"])
@blueprint.arguments(AdminTableChange)
@blueprint.contract(Answer(200, "AdminTable", "The table, changed."))
def disable_table(body: dict[str, Any], table_id: str) -> Response:
    """Disable or enable a table

    While a table is disabled, none of its keys opens it, and nobody joins it; nothing is lost.
    """
    refuse_query()
    if body["disabled"]:
        return answer_private(operators.disable_table(table_id, body.get("reason")))
    return answer_private(operators.enable_table(table_id))


@blueprint.route("/tables/<table_id>", methods=["DELETE"])
@blueprint.arguments(TableNamed)
@blueprint.contract(Answer(204, None, "The table is gone."), refuses=("name-mismatch",))
def delete_any_table(body: dict[str, Any], table_id: str) -> Response:
    """Delete any table

    For good, with all its games, its players' names and its keys, as the table's own host can.
    """
    refuse_query()
    delete_table(table_id, body["name"])
    return answer_nothing()


@blueprint.route("/settings")
@blueprint.contract(Answer(200, "Settings", "The settings."))
def read_settings() -> Response:
    """Read the server's settings"""
    refuse_query()
    return answer_private(settings.read_settings().to_json())


@blueprint.route("/settings", methods=["PATCH"])
@blueprint.arguments(SettingsChange)
@blueprint.contract(Answer(200, "Settings", "The settings, changed."))
def change_settings(body: dict[str, Any]) -> Response:
    """Change the server's settings

    Who may make tables, and how much a table may hold. Every process of the server follows within seconds.
    What is there already stays, also where it is more than a quota allows.
    """
    refuse_query()
    return answer_private(settings.change_settings(**body).to_json())
