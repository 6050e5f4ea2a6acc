"""Names for things: a prefix that says what it is, and a UUIDv7, so that ids sort by their time."""

from __future__ import annotations

import time

from uuid_utils import uuid7


def new_id(prefix: str) -> str:
    """A new id such as `game_0192f0c1-…`."""
    return f"{prefix}_{uuid7()}"


def new_entry_id() -> str:
    """A new id of an entry: a plain UUID."""
    return str(uuid7())


def now() -> int:
    """The time, in whole microseconds UTC."""
    return time.time_ns() // 1000
