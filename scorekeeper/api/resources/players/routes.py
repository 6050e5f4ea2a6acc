"""Players: the people of a table."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper import ledger
from scorekeeper.api.auth import ALL, HOST_ALONE, author_of
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.parser import refuse_query
from scorekeeper.api.resources.games.openings import NAME_CODES
from scorekeeper.api.resources.players.schemas import NewPlayer, PlayerChange, PlayersQuery
from scorekeeper.api.responses import answer_page, answer_private

blueprint = Blueprint("Players", "The people of a table. A name is one active player's, whatever its case.")


@blueprint.route("/tables/<table_id>/players")
@blueprint.arguments(PlayersQuery, location="query")
@blueprint.contract(Answer(200, "PlayerPage", "A page of players."), allows=ALL)
def list_players(query: dict[str, Any], table_id: str) -> Response:
    """List players"""
    author_of(table_id)
    return answer_page(ledger.list_players(table_id, **query))


@blueprint.route("/tables/<table_id>/players", methods=["POST"])
@blueprint.arguments(NewPlayer)
@blueprint.contract(
    Answer(201, "Player", "The player.", ("Location",)),
    allows=HOST_ALONE,
    refuses=(*NAME_CODES, "name-taken"),
)
def create_player(body: dict[str, Any], table_id: str) -> Response:
    """Add a player

    Not needed before a game: a name that is new to the table becomes a player when a game is opened with it.
    """
    refuse_query()
    author_of(table_id)
    player = ledger.create_player(table_id, body["name"])
    return answer_private(player, 201, {"Location": f"/v1/tables/{table_id}/players/{player['id']}"})


@blueprint.route("/tables/<table_id>/players/<player_id>")
@blueprint.contract(Answer(200, "Player", "The player."), allows=ALL)
def read_player(table_id: str, player_id: str) -> Response:
    """Read a player"""
    refuse_query()
    author_of(table_id)
    return answer_private(ledger.get_player(table_id, player_id))


@blueprint.route("/tables/<table_id>/players/<player_id>", methods=["PATCH"])
@blueprint.arguments(PlayerChange)
@blueprint.contract(
    Answer(200, "Player", "The player, changed."), allows=HOST_ALONE, refuses=(*NAME_CODES, "name-taken")
)
def change_player(body: dict[str, Any], table_id: str, player_id: str) -> Response:
    """Rename or archive a player

    Games that are open keep the name that they were opened with. An archived player keeps all games played,
    and can be brought back unless the name has been taken meanwhile.
    """
    refuse_query()
    author_of(table_id)
    return answer_private(ledger.change_player(table_id, player_id, **body))
