"""Tables: the people who play together, and the owner of everything below."""

from __future__ import annotations

import json
from typing import Any

from flask import Response

from scorekeeper import ledger
from scorekeeper.api.auth import ALL, HOST_ALONE, author_of
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.client import client_block
from scorekeeper.api.idempotency import with_creation_key
from scorekeeper.api.limiting import COST_OF_TABLE
from scorekeeper.api.operator import is_operator
from scorekeeper.api.parser import refuse_query
from scorekeeper.api.resources.games.openings import NAME_CODES, OPENING_CODES, opening_of
from scorekeeper.api.resources.tables.schemas import NewTable, TableChange
from scorekeeper.api.responses import answer_private, answer_secret
from scorekeeper.api.translate import below
from scorekeeper.ledger.quotas import require_creation

blueprint = Blueprint(
    "Tables", "The people who play together. A table's key opens everything that belongs to it."
)


@blueprint.route("/tables", methods=["POST"])
@with_creation_key
@blueprint.arguments(NewTable)
@blueprint.contract(
    Answer(201, "CreatedTable", "The table, its host key and its recovery code.", ("Location",)),
    refuses=(
        *NAME_CODES,
        *OPENING_CODES,
        "idempotency-key-short",
        "table-creation-closed",
        "daily-quota-reached",
    ),
    absent=("not-found",),
    cost=COST_OF_TABLE,
)
def create_table(body: dict[str, Any], asked: ledger.Asked | None) -> Response:
    """Create a table

    Needs no key and gives one: `host_key` opens the table from now on. It and `recovery_code` are shown this
    once. With `game`, the first game is opened in the same call.

    With an `Idempotency-Key` it can be sent again: no second table is made, and the answer has fresh secrets
    in place of the first ones, which are not kept anywhere. Use those that came last.

    Where the operator has closed the making of tables, the admin key makes one nevertheless.
    """
    refuse_query()
    opening = opening_of(body["game"]) if "game" in body else None
    with below("/game"):
        if asked is None:
            created = ledger.create_table(body["name"], opening, may_create=_require_creation)
        else:
            created = ledger.create_table_once(asked, body["name"], opening, may_create=_require_creation)
    return _answer_created(created)


def _require_creation() -> None:
    if not is_operator():
        require_creation(client_block())


def _answer_created(created: ledger.CreatedTable) -> Response:
    shown = {**created.table, "host_key": created.host_key, "recovery_code": created.recovery_code}
    if created.game is not None:
        shown["game"] = json.loads(created.game.answer())
    placed = {"Location": f"/v1/tables/{created.table['id']}"}
    return answer_secret(shown, 201, placed, is_repeat=created.is_repeat)


@blueprint.route("/tables/<table_id>")
@blueprint.contract(Answer(200, "Table", "The table."), allows=ALL)
def read_table(table_id: str) -> Response:
    """Read a table"""
    refuse_query()
    author_of(table_id)
    return answer_private(ledger.get_table(table_id))


@blueprint.route("/tables/<table_id>", methods=["PATCH"])
@blueprint.arguments(TableChange)
@blueprint.contract(Answer(200, "Table", "The table, renamed."), allows=HOST_ALONE, refuses=NAME_CODES)
def change_table(body: dict[str, Any], table_id: str) -> Response:
    """Rename a table"""
    refuse_query()
    author_of(table_id)
    return answer_private(ledger.rename_table(table_id, body["name"]))
