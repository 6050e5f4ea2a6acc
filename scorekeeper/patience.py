"""How long a worker waits for its clients: for a request to arrive, and for an answer to be taken."""

from __future__ import annotations

import socket
from contextlib import suppress
from time import monotonic
from typing import Final, Protocol

ARRIVAL_SECONDS: Final = 10.0
"""How long a request may take to arrive, from its first byte to its last."""
ANSWER_SECONDS: Final = 60.0
"""How long an answer may take to be made; and how long to be taken, beside what its length allows."""
SLOWEST: Final = 4_096
"""An answer is taken at so many bytes a second at least."""


class Client(Protocol):
    """A connection."""

    sock: socket.socket


class Patience:
    """What is waited for, by connection. `cut` is called by another thread than the rest."""

    def __init__(self) -> None:
        self._arrives_by: dict[Client, float] = {}
        self._taken_by: dict[Client, float] = {}

    def begin(self, client: Client) -> None:
        """A request begins."""
        now = monotonic()
        self._arrives_by[client] = now + ARRIVAL_SECONDS
        self._taken_by[client] = now + ARRIVAL_SECONDS + ANSWER_SECONDS

    def arrived(self, client: Client) -> None:
        """The request is here, whole."""
        self._arrives_by.pop(client, None)

    def answer(self, client: Client, length: int) -> None:
        """Its answer begins, of so many bytes."""
        self._taken_by[client] = monotonic() + ANSWER_SECONDS + length / SLOWEST

    def end(self, client: Client) -> None:
        """It was answered."""
        self._arrives_by.pop(client, None)
        self._taken_by.pop(client, None)

    def cut(self) -> None:
        """Read no more from a client that is late with its request, and be done with one that does not take
        its answer: its thread is free then."""
        now = monotonic()
        _shut(self._arrives_by, now, socket.SHUT_RD)
        _shut(self._taken_by, now, socket.SHUT_RDWR)


def _shut(deadlines: dict[Client, float], now: float, how: int) -> None:
    for client, deadline in list(deadlines.items()):
        if deadline < now:
            with suppress(OSError):
                client.sock.shutdown(how)
