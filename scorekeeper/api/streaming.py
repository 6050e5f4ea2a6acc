"""Handing a connection over to the thread of the streams.

Under our own worker (`scorekeeper.worker`) the connection itself is handed over once its headers were sent,
so that a stream costs no thread. Any other server reads the stream as it reads every body: piece by piece, in
a thread of its own.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

from scorekeeper.api.responses import ReadyAnswer
from scorekeeper.live import Stream, hub

TAKE = "scorekeeper.take"
"""Where our worker puts into the environment what takes a connection over: `take(stream)`."""
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
    """A stream as an answer."""

    def __init__(self, stream: Stream) -> None:
        super().__init__(200, b"", list(_HEADERS))
        self._stream = stream

    def __call__(self, environ: Any, start_response: Any) -> Any:
        """Answer a WSGI request."""
        is_read = environ["REQUEST_METHOD"] != "HEAD"
        if is_read and TAKE not in environ:
            self.response = _read(self._stream)
        answered = super().__call__(environ, start_response)
        if is_read and TAKE in environ:
            environ[TAKE](self._stream)
        return answered


def _read(stream: Stream) -> Iterator[bytes]:
    """The stream piece by piece, for as long as somebody reads it."""
    ours, theirs = socket.socketpair()
    hub.take(theirs, stream)
    with ours:
        while piece := ours.recv(_PIECE):
            yield piece
