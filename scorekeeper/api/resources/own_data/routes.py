"""What a table takes along, and what it has deleted or forgotten."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import Response

from scorekeeper.api.auth import HOST_ALONE, author_of
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.parser import refuse_query
from scorekeeper.api.resources.own_data.schemas import PlayerNamed, TableNamed
from scorekeeper.api.responses import answer_nothing, answer_private, answer_stream
from scorekeeper.ledger.deleting import delete_table as delete
from scorekeeper.ledger.erasing import erase_all_names
from scorekeeper.ledger.erasing import erase_player as erase_one
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


@blueprint.route("/tables/<table_id>/erase-names", methods=["POST"])
@blueprint.arguments(TableNamed)
@blueprint.contract(
    Answer(200, "Erased", "How much was erased."),
    refuses=("name-mismatch",),
    allows=HOST_ALONE,
    is_done_once=False,
)
def erase_names(body: dict[str, Any], table_id: str) -> Response:
    """Forget everybody's names

    For good, and the games are kept: each player is called `Player 1` and so on from now on, in every game
    that was played, and all words are erased: reasons, doubts, names of devices and invites. What the table
    and its house rules are called stays. Each game's log gets an entry that says so. Where it breaks off,
    send it again: it goes on.
    """
    refuse_query()
    return answer_private(asdict(erase_all_names(author_of(table_id), body["name"])))


@blueprint.route("/tables/<table_id>/players/<player_id>/erase", methods=["POST"])
@blueprint.arguments(PlayerNamed)
@blueprint.contract(
    Answer(200, "Erased", "How much was erased."),
    refuses=("name-mismatch",),
    allows=HOST_ALONE,
    is_done_once=False,
)
def erase_player(body: dict[str, Any], table_id: str, player_id: str) -> Response:
    """Forget a player's name

    For good, and the games are kept: the player is called `Player 1`, or the first such name that is free, in
    every game. All words in the player's games are erased, and every other text of the table's games, devices
    and invites that holds the name. Where it breaks off, send it again, with the new name: it goes on.
    """
    refuse_query()
    return answer_private(asdict(erase_one(author_of(table_id), player_id, body["name"])))
