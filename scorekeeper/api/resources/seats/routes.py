"""Seats: who sits down late, who leaves, who plays later, and who sits there."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.resources.games.openings import PERSON_CODES
from scorekeeper.api.resources.games.recording import RECORDED, record
from scorekeeper.api.resources.games.schemas import EntryQuery, NewSeat, SeatChange, SeatEntry

blueprint = Blueprint(
    "Seats", "Who sits at a game. A late seat starts with the next round; one that leaves keeps its row."
)

_REFUSES = ("already-recorded", "game-over", "seat-not-in")


@blueprint.route("/games/<game_id>/seats", methods=["POST"])
@blueprint.arguments(NewSeat)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(
    *RECORDED, refuses=("already-recorded", "game-over", "join-closed", *PERSON_CODES), if_match=True
)
def join_game(body: dict[str, Any], query: dict[str, Any], game_id: str) -> Response:
    """Join late

    Puts a seat after the last one, from the next round on, where there is one that it can still win.
    """
    return record("join", body, query, game_id)


@blueprint.route("/games/<game_id>/seats/<int(min=1,max=1000000):seat>", methods=["PATCH"])
@blueprint.arguments(SeatChange)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(*RECORDED, refuses=("already-recorded", *PERSON_CODES), if_match=True)
def change_seat(body: dict[str, Any], query: dict[str, Any], game_id: str, seat: int) -> Response:
    """Rename or hand over a seat

    With `name`, the seat shows another name from now on; with `player_id`, that player sits there from now on, with all
    that the seat has. Neither changes the game.
    """
    kind = "substitute" if "player_id" in body else "rename"
    return record(kind, {**body, "seat": seat}, query, game_id)


@blueprint.route("/games/<game_id>/seats/<int(min=1,max=1000000):seat>/leave", methods=["POST"])
@blueprint.arguments(SeatEntry, required=False)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(*RECORDED, refuses=_REFUSES, if_match=True)
def leave_game(body: dict[str, Any], query: dict[str, Any], game_id: str, seat: int) -> Response:
    """Leave

    The seat's open turn ends unscored, and it can win nothing from now on.
    """
    return record("leave", {**body, "seat": seat}, query, game_id)


@blueprint.route("/games/<game_id>/seats/<int(min=1,max=1000000):seat>/defer", methods=["POST"])
@blueprint.arguments(SeatEntry, required=False)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(*RECORDED, refuses=(*_REFUSES, "defer-pointless"), if_match=True)
def defer_seat(body: dict[str, Any], query: dict[str, Any], game_id: str, seat: int) -> Response:
    """Play later

    Moves a seat that has not rolled yet to the end of the pass, once a pass.
    """
    return record("defer", {**body, "seat": seat}, query, game_id)
