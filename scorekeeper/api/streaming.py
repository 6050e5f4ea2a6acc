"""Handing a connection over to the thread of the streams.

Under our own worker (`scorekeeper.worker`) the connection itself is handed over once its headers were sent,
so that a stream costs no thread. Any other server reads the stream as it reads every body: piece by piece, in
a thread of its own.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

from scorekeeper.api.problems import answer
from scorekeeper.api.responses import ReadyAnswer
from scorekeeper.api.translate import streams_full
from scorekeeper.live import Place, Stream, StreamsFull, hub

TAKE = "scorekeeper.take"
"""Where our worker puts into the environment what takes a connection over: `take(place)`."""
STREAM_TYPE = "text/event-stream"
_HEADERS = [
    ("Content-Type", STREAM_TYPE),
    ("Cache-Control", "no-store"),
    ("Vary", "Authorization"),
    # A proxy that gathers an answer before it hands it on would gather for ever.
    ("X-Accel-Buffering", "no"),
]
_PIECE = 65_536


class StreamAnswer(ReadyAnswer):
    """A stream as an answer; where there is no place for it, the problem that says so."""

    def __init__(self, stream: Stream) -> None:
        super().__init__(200, b"", list(_HEADERS))
        self._stream = stream

    def __call__(self, environ: Any, start_response: Any) -> Any:
        """Answer a WSGI request. Its place is taken here and not sooner, where nothing comes between it and
        who serves it."""
        try:
            place = hub.reserve(self._stream)
        except StreamsFull as full:
            return answer(streams_full(full.whose))(environ, start_response)
        try:
            return self._answered(place, environ, start_response)
        except BaseException:
            place.leave()
            raise

    def _answered(self, place: Place, environ: Any, start_response: Any) -> Any:
        is_read = environ["REQUEST_METHOD"] != "HEAD"
        if is_read and TAKE not in environ:
            self.response = _Pieces(place)
        answered = super().__call__(environ, start_response)
        if not is_read:
            place.leave()
        elif TAKE in environ:
            environ[TAKE](place)
        return answered


class _Pieces:
    """The stream piece by piece, for as long as somebody reads it; whoever serves it closes it."""

    def __init__(self, place: Place) -> None:
        self._ours, theirs = socket.socketpair()
        hub.take(theirs, place)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if piece := self._ours.recv(_PIECE):
            return piece
        self.close()
        raise StopIteration

    def close(self) -> None:
        """Read no more."""
        self._ours.close()
