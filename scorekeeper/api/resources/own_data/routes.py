"""What a table takes along, and what it has deleted or forgotten."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.api.auth import HOST_ALONE, author_of
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.parser import refuse_query
from scorekeeper.api.resources.own_data.schemas import TableNamed
from scorekeeper.api.responses import answer_nothing, answer_stream
from scorekeeper.ledger.deleting import delete_table as delete
from scorekeeper.ledger.table_export import export_table as export

blueprint = Blueprint("Own data", "What a table takes along, and what it has deleted or forgotten for good.")


@blueprint.route("/tables/<table_id>/export")
@blueprint.contract(Answer(200, "TableExport", "The table, whole."), allows=HOST_ALONE)
def export_table(table_id: str) -> Response:
    """Export a table

    Everything that is kept of a table, for other programs or a drawer: its players, its house rules, and
    every game as its own export has it. No key, code or invite is in it. It is sent as it is read: an export
    that breaks off is no JSON, and is to be fetched again.
    """
    refuse_query()
    author_of(table_id)
    return answer_stream(export(table_id))


@blueprint.route("/tables/<table_id>", methods=["DELETE"])
@blueprint.arguments(TableNamed)
@blueprint.contract(
    Answer(204, None, "The table is gone."),
    refuses=("name-mismatch",),
    allows=HOST_ALONE,
    is_done_once=False,
)
def delete_table(body: dict[str, Any], table_id: str) -> Response:
    """Delete a table

    For good, with all its games, its players' names, its keys and its invites: nobody can bring it back.
    Export it first. From the first moment on no key opens it; while the rest is deleted, this waits.
    """
    refuse_query()
    author_of(table_id)
    delete(table_id, body["name"])
    return answer_nothing()
