"""What goes over the socket: JSON values, each with its length before it."""

from __future__ import annotations

import socket
import struct
from typing import Any, Final

import orjson

_LENGTH: Final = struct.Struct("!I")
MOST_BYTES: Final = 64 * 1024 * 1024


def send(link: socket.socket, value: Any) -> None:
    """Send a value. Raises OSError."""
    text = orjson.dumps(value)
    link.sendall(_LENGTH.pack(len(text)) + text)


def receive(link: socket.socket) -> Any:
    """The next value; None where the other side has gone. Raises OSError."""
    head = _read(link, _LENGTH.size)
    if head is None:
        return None
    (length,) = _LENGTH.unpack(head)
    if length > MOST_BYTES:
        raise OSError(f"{length} bytes are no question")
    text = _read(link, length)
    return None if text is None else orjson.loads(text)


def _read(link: socket.socket, count: int) -> bytes | None:
    parts = bytearray()
    while len(parts) < count:
        part = link.recv(min(count - len(parts), 1 << 16))
        if not part:
            return None
        parts += part
    return bytes(parts)
