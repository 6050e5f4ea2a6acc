"""Streams of a game and of a table, and the tickets by which a browser connects to them."""

from __future__ import annotations

import re
from typing import Any

from flask import Response, request

from scorekeeper import ledger, live
from scorekeeper.api.auth import ALL, author, author_of, raw_key
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.parser import refuse_query
from scorekeeper.api.resources.streams.schemas import StreamQuery
from scorekeeper.api.resources.streams.shapes import EVENTS
from scorekeeper.api.responses import answer_secret
from scorekeeper.api.streaming import STREAM_TYPE, StreamAnswer
from scorekeeper.ledger import Author
from scorekeeper.ledger.times import shown

blueprint = Blueprint("Streams", "What happens, told while it happens, as Server-Sent Events.")
_REFUSES = ("ticket-unknown", "streams-full")


def _stream(shape: str) -> Answer:
    return Answer(200, shape, "The stream.", media=STREAM_TYPE, events=EVENTS[shape])


_TICKET = Answer(201, "StreamTicket", "The ticket. It is shown this once.")


@blueprint.route("/games/<game_id>/stream")
@blueprint.arguments(StreamQuery, location="query")
@blueprint.contract(
    _stream("GameStream"),
    refuses=_REFUSES,
    allows=ALL,
    by_ticket=True,
)
def stream_game(query: dict[str, Any], game_id: str) -> Response:
    """Follow a game

    First an event `game`: the whole game, as it is read. Then an event `entry` for each entry, whoever made
    it, with its sentences and the whole game after it. To go on where a stream was lost, send the last `id`
    as `Last-Event-ID` or `after`: nothing is left out and nothing comes twice. Where that can't be, an event
    `reset` says so, and the whole game follows.
    """
    return StreamAnswer(live.follow_game(_reader(query, game_id), game_id, _cursor(query)))


@blueprint.route("/tables/<table_id>/stream")
@blueprint.arguments(StreamQuery, location="query")
@blueprint.contract(
    _stream("TableStream"),
    refuses=_REFUSES,
    allows=ALL,
)
def stream_table(query: dict[str, Any], table_id: str) -> Response:
    """Follow a table

    First an event `table`: the table, its games in play and its newest game. Then an event `entry` for each
    entry of any of its games, openings and what is put right in old ones included, and `table` again where
    the table itself has changed. It is gone on from like a game's, by ids of its own. It is all that a
    screen on the wall needs.
    """
    return StreamAnswer(live.follow_table(_reader(query, table_id), table_id, _cursor(query)))


@blueprint.route("/games/<game_id>/stream-tickets", methods=["POST"])
@blueprint.contract(_TICKET, allows=ALL, is_done_once=False)
def create_game_ticket(game_id: str) -> Response:
    """Get a ticket for a game's stream

    For a browser's EventSource, which can't send the header `Authorization`. Whatever can send it needs no
    ticket.
    """
    refuse_query()
    reader = author()
    ledger.game_version(reader.table_id, game_id)
    return _answer_ticket(reader, game_id, f"/v1/games/{game_id}/stream")


@blueprint.route("/tables/<table_id>/stream-tickets", methods=["POST"])
@blueprint.contract(_TICKET, allows=ALL, is_done_once=False)
def create_table_ticket(table_id: str) -> Response:
    """Get a ticket for a table's stream

    As for a game's.
    """
    refuse_query()
    return _answer_ticket(author_of(table_id), table_id, f"/v1/tables/{table_id}/stream")


def _answer_ticket(reader: Author, followed: str, path: str) -> Response:
    ticket = live.give_ticket(reader, followed)
    told = {
        "ticket": ticket.text,
        "expires_at": shown(ticket.expires_at),
        "url": f"{path}?ticket={ticket.text}",
    }
    return answer_secret(told, 201)


def _reader(query: dict[str, Any], followed: str) -> str:
    """The hash of the key that opens the stream: that of the header, or of whoever got the ticket."""
    ticket = query.get("ticket")
    if ticket is not None:
        return live.holder_of(ticket, followed)
    author()
    return ledger.hash_key(raw_key())


def _cursor(query: dict[str, Any]) -> live.Cursor:
    """The event after which the reader goes on; a browser that connects again says it in the header."""
    sent: str | None = request.environ.get("HTTP_LAST_EVENT_ID")
    if not sent:
        after: int | None = query.get("after")
        return after
    return int(sent) if re.fullmatch(r"[0-9]{1,15}", sent) else live.UNKNOWN
