"""How streams are described: the data of each event, and which events a stream has."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.api.shapes import Shape, about, items, moment, obj, ref, text, word
from scorekeeper.live.sources import MOST_GAMES, MOST_MISSED

_STREAM = (
    "Server-Sent Events (WHATWG HTML, 9.2) in UTF-8. The data of each event is one JSON object on one line; "
    "`x-events` says which events there are, and what their data is. Comments are sent in silence, so that a "
    "connection that is lost is noticed: 40 seconds without a byte mean that it is."
)
_EVENTS_OF_BOTH: Mapping[str, Shape] = {
    "entry": about(
        "An entry, each of them once and in its order. Its `id` is the cursor after it.", ref("StreamedEntry")
    ),
    "reset": about("The cursor can't be gone on from. The whole state follows.", ref("StreamReset")),
    "end": about("The last event.", ref("StreamEnd")),
}
EVENTS: Mapping[str, Mapping[str, Shape]] = {
    "GameStream": {
        "game": about("The whole game. `id` is its version.", ref("Game")),
        **_EVENTS_OF_BOTH,
    },
    "TableStream": {
        "table": about("The table, whose `id` is a number of its own.", ref("TableState")),
        **_EVENTS_OF_BOTH,
    },
}
"""The events of each stream, by their names."""


def _stream(shape: str) -> Shape:
    """The text of a stream: its events, and between them comments.

    `contentSchema` (JSON Schema 2020-12) lets tools find what the data may be; `x-events` says whose it is.
    """
    data = [{"$ref": event["$ref"]} for event in EVENTS[shape].values()]
    return {**text(_STREAM), "contentSchema": {"anyOf": data}}


SHAPES: dict[str, Shape] = {
    "GameStream": _stream("GameStream"),
    "TableStream": _stream("TableStream"),
    "TableState": obj(
        "A table, and what is played there.",
        table=ref("Table"),
        games=items(
            f"The games in play, the newest first, {MOST_GAMES} at most; and the newest game of all, "
            "whatever became of it.",
            ref("Game"),
            0,
            MOST_GAMES + 1,
        ),
    ),
    "StreamedEntry": obj(
        "An entry, and what it led to.",
        entry=ref("LogEntry"),
        sentences=items("What it said when it was made.", text("A sentence."), 1),
        game=ref("Game"),
    ),
    "StreamReset": obj(
        "Why the whole state is sent again.",
        reason=word(
            f"`too-old`: more than {MOST_MISSED:,} entries were missed, or too long ago to be told again; "
            "`unknown`: it is no number; `ahead`: there is none so high.",
            "too-old",
            "unknown",
            "ahead",
        ),
    ),
    "StreamEnd": obj(
        "Why the stream ends.",
        reason=word(
            "`restart`: the server ends or starts again, come back after the `retry` that was sent; `key`: "
            "the key opens this no more; `gone`: what was followed was deleted.",
            "restart",
            "key",
            "gone",
        ),
    ),
    "StreamTicket": obj(
        "A ticket that opens one stream.",
        ticket=text("Opens this one stream, for connecting until it expires, and nothing else."),
        expires_at=moment("When it opens nothing any more. A stream that is open then stays open."),
        url=text(
            "The address of the stream with the ticket, to give to an EventSource.", format="uri-reference"
        ),
    ),
}
