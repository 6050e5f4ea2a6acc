"""Seats: who sits down late, who leaves, who plays later, and who sits there."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.api.auth import ENTERING, HOST_ALONE
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.problems import Problem
from scorekeeper.api.resources.entries.schemas import EntryQuery, NewSeat, SeatChange, SeatEntry
from scorekeeper.api.resources.games.openings import PERSON_CODES
from scorekeeper.api.resources.games.recording import RECORDED, record
from scorekeeper.rules import Refused

blueprint = Blueprint(
    "Seats", "Who sits at a game. A late seat starts with the next round; one that leaves keeps its row."
)

_ABSENT = ("seat-unknown",)
_REFUSES = ("already-recorded", "game-over", "seat-not-in")


@blueprint.route("/games/<game_id>/seats", methods=["POST"])
@blueprint.arguments(NewSeat)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(
    *RECORDED,
    allows=HOST_ALONE,
    refuses=("already-recorded", "game-over", "join-closed", *PERSON_CODES),
    if_match=True,
)
def join_game(body: dict[str, Any], query: dict[str, Any], game_id: str) -> Response:
    """Join late

    Puts a seat after the last one, from the next round on, where there is one that it can still win.
    """
    return record("join", body, query, game_id)


@blueprint.route("/games/<game_id>/seats/<int(min=1,max=1000000):seat>", methods=["PATCH"])
@blueprint.arguments(SeatChange)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(
    *RECORDED,
    allows=HOST_ALONE,
    refuses=("already-recorded", *PERSON_CODES),
    absent=_ABSENT,
    if_match=True,
)
def change_seat(body: dict[str, Any], query: dict[str, Any], game_id: str, seat: int) -> Response:
    """Rename or hand over a seat

    With `name`, the seat shows another name from now on; with `player_id`, that player sits there from now
    on, with all that the seat has. Neither changes the game.
    """
    kind = "substitute" if "player_id" in body else "rename"
    return _record(kind, body, query, game_id, seat)


@blueprint.route("/games/<game_id>/seats/<int(min=1,max=1000000):seat>/leave", methods=["POST"])
@blueprint.arguments(SeatEntry, required=False)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(*RECORDED, allows=HOST_ALONE, refuses=_REFUSES, absent=_ABSENT, if_match=True)
def leave_game(body: dict[str, Any], query: dict[str, Any], game_id: str, seat: int) -> Response:
    """Leave

    The seat's open turn ends unscored, and it can win nothing from now on.
    """
    return _record("leave", body, query, game_id, seat)


@blueprint.route("/games/<game_id>/seats/<int(min=1,max=1000000):seat>/defer", methods=["POST"])
@blueprint.arguments(SeatEntry, required=False)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(
    *RECORDED,
    allows=ENTERING,
    refuses=(*_REFUSES, "defer-pointless", "seat-not-yours"),
    absent=_ABSENT,
    if_match=True,
)
def defer_seat(body: dict[str, Any], query: dict[str, Any], game_id: str, seat: int) -> Response:
    """Play later

    Moves a seat that has not rolled yet to the end of the pass, once a pass.
    """
    return _record("defer", body, query, game_id, seat)


def _record(kind: str, body: dict[str, Any], query: dict[str, Any], game_id: str, seat: int) -> Response:
    """Record an entry of a seat that the path names: one that is not there is 404."""
    try:
        return record(kind, {**body, "seat": seat}, query, game_id)
    except Refused as refused:
        if refused.violations[0].code not in _ABSENT:
            raise
        raise Problem("seat-unknown", refused.violations[0].detail, status=404) from None
