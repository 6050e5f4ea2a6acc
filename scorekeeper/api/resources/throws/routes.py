"""Throws of the server, for seats that the computer plays with the server's dice."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper import ledger
from scorekeeper.api.auth import ALL, ENTERING, author
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.conditional import answer_versioned, expected_version
from scorekeeper.api.parser import refuse_query
from scorekeeper.api.resources.entries.routes import OF_TURNS
from scorekeeper.api.resources.games.recording import RECORDED, answer_recorded
from scorekeeper.api.resources.throws.schemas import NewThrow
from scorekeeper.ledger import Throw

blueprint = Blueprint("Throws", "Dice that the server throws, and what it takes to check them.")
_VERSIONED = ("ETag", "Cache-Control", "Vary")
_PLACE = ("seat", "round", "roll_off", "roll", "attempt")


@blueprint.route("/games/<game_id>/throws", methods=["POST"])
@blueprint.arguments(NewThrow)
@blueprint.contract(
    *RECORDED,
    allows=ENTERING,
    refuses=(*OF_TURNS, "start-roll-over", "not-server-dice", "computer-thinking", "seat-not-yours"),
    if_match=True,
)
def throw_dice(body: dict[str, Any], game_id: str) -> Response:
    """Have the server throw

    For a seat that the computer plays with the server's dice: throws as many dice as `next` says, and records
    them with what the computer decides. Asked again, a place gives the same dice, whatever nonce comes with
    it, also after it was taken back. There is no dry run: what fell has fallen.
    """
    refuse_query()
    place = {name: body[name] for name in _PLACE if name in body}
    throw = Throw(place, body["nonce"], body.get("entry_id"), body.get("entered_at"))
    return answer_recorded(ledger.throw_dice(author(), game_id, throw, if_match=expected_version()))


@blueprint.route("/games/<game_id>/throws")
@blueprint.contract(
    Answer(200, "Throws", "The throws.", _VERSIONED),
    Answer(304, None, "Nothing has changed since the version in `If-None-Match`.", _VERSIONED),
    allows=ALL,
    if_none_match=True,
)
def list_throws(game_id: str) -> Response:
    """List the server's throws

    With what the server has committed to before them, and once the game is over the secrets: so anybody can
    check that no dice were chosen.
    """
    refuse_query()
    throws = ledger.list_throws(author().table_id, game_id)
    return answer_versioned(throws["version"], throws)
