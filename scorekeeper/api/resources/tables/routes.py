"""Tables: the people who play together, and the owner of everything below."""

from __future__ import annotations

import json
from typing import Any

from flask import Response

from scorekeeper import ledger
from scorekeeper.api.auth import author_of
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.parser import refuse_query
from scorekeeper.api.resources.games.openings import NAME_CODES, OPENING_CODES, opening_of
from scorekeeper.api.resources.tables.schemas import NewTable, TableChange
from scorekeeper.api.responses import answer_private
from scorekeeper.api.translate import below

blueprint = Blueprint(
    "Tables", "The people who play together. A table's key opens everything that belongs to it."
)


@blueprint.route("/tables", methods=["POST"])
@blueprint.arguments(NewTable)
@blueprint.contract(
    Answer(201, "CreatedTable", "The table, its host key and its recovery code.", ("Location",)),
    refuses=(*NAME_CODES, *OPENING_CODES),
)
def create_table(body: dict[str, Any]) -> Response:
    """Create a table

    Needs no key and gives one: `host_key` opens the table from now on. It and `recovery_code` are shown this
    once. With `game`, the first game is opened in the same call.
    """
    refuse_query()
    opening = opening_of(body["game"]) if "game" in body else None
    with below("/game"):
        created = ledger.create_table(body["name"], opening)
    shown = {**created.table, "host_key": created.host_key, "recovery_code": created.recovery_code}
    if created.game is not None:
        shown["game"] = json.loads(created.game.answer())
    return answer_private(shown, 201, {"Location": f"/v1/tables/{created.table['id']}"})


@blueprint.route("/tables/<table_id>")
@blueprint.contract(Answer(200, "Table", "The table."))
def read_table(table_id: str) -> Response:
    """Read a table"""
    refuse_query()
    author_of(table_id)
    return answer_private(ledger.get_table(table_id))


@blueprint.route("/tables/<table_id>", methods=["PATCH"])
@blueprint.arguments(TableChange)
@blueprint.contract(Answer(200, "Table", "The table, renamed."), refuses=NAME_CODES)
def change_table(body: dict[str, Any], table_id: str) -> Response:
    """Rename a table"""
    refuse_query()
    author_of(table_id)
    return answer_private(ledger.rename_table(table_id, body["name"]))
