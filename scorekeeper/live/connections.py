"""One reader of a stream: a socket that is never waited for."""

from __future__ import annotations

import socket
import ssl
from contextlib import suppress
from time import monotonic
from typing import Final

from scorekeeper.live.events import HEARTBEAT, HELLO, end_event
from scorekeeper.live.shares import Place

HEARTBEAT_SECONDS: Final = 15.0
"""After so much silence a comment is sent: proxies keep the connection, and a reader that went away is
noticed."""
SEND_SECONDS: Final = 10.0
"""Who has not taken a piece by then is cut off, and may come back with the last id."""
_BUFFER: Final = 65_536
"""What the kernel keeps of one reader, in bytes."""
_UNANSWERED_MS: Final = 20_000
"""What a reader's machine may leave unanswered before the connection counts as broken: no phone says goodbye
that loses its network."""
_NOT_NOW: Final = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


class Connection:
    """A reader's socket, and how far it was told. Its place is left when it is closed.

    number: the counter up to which it was told everything; None: it has not begun. pending: what its socket
    did not take yet.
    """

    def __init__(self, sock: socket.socket, place: Place) -> None:
        self.sock, self.stream, self._place = sock, place.stream, place
        self.number: int | None = None
        self.pending = memoryview(b"")
        self.is_open = True
        self._since = monotonic()
        sock.setblocking(False)
        with suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
        with suppress(OSError, AttributeError):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNANSWERED_MS)
        self.tell(HELLO)

    def tell(self, text: bytes) -> None:
        """Send a piece, as much as the socket takes now. Only when nothing is pending."""
        if text:
            self.pending, self._since = memoryview(text), monotonic()
            self.send()

    def send(self) -> None:
        """Send what is pending, as much as the socket takes now."""
        try:
            while self.pending:
                self.pending = self.pending[self.sock.send(self.pending) :]
        except _NOT_NOW:
            return
        except OSError:
            self.is_open = False

    def listen(self) -> None:
        """Its socket has something to read: nothing that matters, or the reader has gone."""
        try:
            self.is_open = self.is_open and bool(self.sock.recv(4_096))
        except _NOT_NOW:
            return
        except OSError:
            self.is_open = False

    def keep_alive(self, now: float) -> None:
        """Send a heartbeat where one is due, and give up on a reader that takes nothing."""
        if self.pending:
            self.is_open = self.is_open and now - self._since < SEND_SECONDS
        elif now - self._since >= HEARTBEAT_SECONDS:
            self.tell(HEARTBEAT)

    def end(self, reason: str) -> None:
        """Say why it ends, if that can be said at once, and close it."""
        if self.is_open and not self.pending:
            self.tell(end_event(reason))
        self.close()

    def close(self) -> None:
        """Close the socket; what the kernel has taken still arrives."""
        self.is_open = False
        self._place.leave()
        with suppress(OSError):
            self.sock.shutdown(socket.SHUT_WR)
        with suppress(OSError):
            self.sock.close()
