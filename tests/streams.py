"""Reading event streams in tests.

Told         one event: its name, its id (None: none was sent) and its data
events       the events of a stream that arrives in pieces
Reader       a stream of a real server, over a connection of its own
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from typing import Any, NamedTuple

SECONDS = 10.0
"""How long a test waits for an event."""


class Told(NamedTuple):
    """One event."""

    name: str
    id: int | None
    data: Any


class Silence(AssertionError):
    """The server had nothing to say for so long that it sent a heartbeat."""


def events(pieces: Iterable[bytes]) -> Iterator[Told]:
    """The events of a stream. A heartbeat means that a test waits for what does not come: raises Silence."""
    text = b""
    for piece in pieces:
        text += piece
        *blocks, text = text.split(b"\n\n")
        for block in blocks:
            told = event_of(block.decode())
            if told is not None:
                yield told


def event_of(block: str) -> Told | None:
    """The event of a block of lines; None for one that only says when to come back."""
    lines = block.split("\n")
    if lines == [":"]:
        raise Silence
    fields = dict(line.split(": ", 1) for line in lines)
    assert fields.keys() <= {"id", "event", "data", "retry"}
    if "event" not in fields:
        return None
    number = int(fields["id"]) if "id" in fields else None
    return Told(fields["event"], number, json.loads(fields["data"]))


class Reader:
    """A stream of a real server. Whatever HTTP library might do with an endless answer, this does not."""

    def __init__(self, port: int, path: str, headers: Mapping[str, str], seconds: float = SECONDS) -> None:
        self.sock = socket.create_connection(("127.0.0.1", port), timeout=seconds)
        lines = [
            f"GET {path} HTTP/1.1",
            "Host: localhost",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        self.sock.sendall("\r\n".join([*lines, "", ""]).encode())
        head, _, self._rest = self._until(b"\r\n\r\n").partition(b"\r\n\r\n")
        self.head = head.decode()
        self.status = int(self.head.split()[1])
        self.told = events(self._pieces())

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()

    def cut(self) -> None:
        """Go away without a word."""
        self.sock.close()

    def next(self) -> Told:
        """The next event, waited for."""
        return next(self.told)

    def some(self, budget: int, seconds: float) -> list[Told]:
        """The events that are whole within the next so many bytes, or before such a silence."""
        text = self._rest[:budget]
        self.sock.settimeout(seconds)
        with suppress(TimeoutError):
            while len(text) < budget and (piece := self.sock.recv(budget - len(text))):
                text += piece
        return [*events([text])]

    def body(self) -> bytes:
        """All that comes, to the end of the connection."""
        return b"".join(self._pieces())

    def _until(self, mark: bytes) -> bytes:
        text = b""
        while mark not in text:
            piece = self.sock.recv(65_536)
            assert piece, text
            text += piece
        return text

    def _pieces(self) -> Iterator[bytes]:
        yield self._rest
        while piece := self.sock.recv(65_536):
            yield piece


def pieces_of(sock: socket.socket) -> Iterator[bytes]:
    """What arrives at a socket, for so long as a test waits."""
    sock.settimeout(SECONDS)
    with closing(sock):
        while piece := sock.recv(65_536):
            yield piece
