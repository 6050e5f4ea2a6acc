"""Server-Sent Events (WHATWG HTML, 9.2) as bytes. Data is JSON on one line."""

from __future__ import annotations

from random import randint
from typing import Final

from scorekeeper.ledger import Happened
from scorekeeper.ledger.canonical import compact

RETRY_MS: Final = 2_000
"""How long a client waits before it connects again."""
_RETRY_AFTER_RESTART_MS: Final = (500, 3_500)
"""Not all at the same moment, where a server with many clients is started again."""

HELLO: Final = f"retry: {RETRY_MS}\n\n".encode()
HEARTBEAT: Final = b":\n\n"


def event(name: str, data: str, number: int | None = None) -> bytes:
    """One event. data: JSON without line breaks. number: its id, the cursor to go on after; None: the one
    before still holds."""
    identity = "" if number is None else f"id: {number}\n"
    return f"{identity}event: {name}\ndata: {data}\n\n".encode()


def entry_event(happened: Happened, number: int | None) -> bytes:
    """An entry, its sentences, and the game after it."""
    entry, sentences = compact(happened.entry), compact(happened.sentences)
    return event("entry", f'{{"entry":{entry},"sentences":{sentences},"game":{happened.game}}}', number)


def reset_event(reason: str) -> bytes:
    """The cursor can't be gone on from: `too-old`, `unknown` or `ahead`. The whole state follows."""
    return event("reset", compact({"reason": reason}))


def end_event(reason: str) -> bytes:
    """The last event: `restart`, `key` or `gone`."""
    retry = f"retry: {randint(*_RETRY_AFTER_RESTART_MS)}\n" if reason == "restart" else ""  # noqa: S311
    return retry.encode() + event("end", compact({"reason": reason}))
