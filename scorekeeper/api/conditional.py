"""Versions as entity tags: a game's tag is its version, the number of its entries, in quotes."""

from __future__ import annotations

import re
from typing import Any

from flask import Response, request

from scorekeeper.api.responses import answer_version, to_bytes
from scorekeeper.ledger import Stored

NO_VERSION = 0
"""What no game has: every game has an entry, its opening."""
_TAG = re.compile(r'(?:W/)?"([1-9][0-9]{0,14})"')
_STRONG_TAG = re.compile(r'(?<!W/)"([1-9][0-9]{0,14})"')


def known_version() -> int:
    """The version in If-None-Match that the client has already; NO_VERSION without one."""
    header: str | None = request.environ.get("HTTP_IF_NONE_MATCH")
    if header is None:
        return NO_VERSION
    versions = [int(tag) for tag in _TAG.findall(header)]
    # Of several, only the newest can be the game's: versions never go down.
    return max(versions, default=NO_VERSION)


def expected_version() -> int | None:
    """The version that If-Match makes the condition of a write, None without one.

    A tag that no version of a game ever had is NO_VERSION, which is never the game's.
    """
    header: str | None = request.environ.get("HTTP_IF_MATCH")
    if header is None or header.strip() == "*":
        return None
    # Of several, only the newest can be the game's: versions never go down.
    return max(map(int, _STRONG_TAG.findall(header)), default=NO_VERSION)


def answer_stored(stored: Stored) -> Response:
    """A game's stored answer with its tag; 304 where the client has it already."""
    return answer_version(stored.version, stored.body)


def answer_versioned(version: int, value: Any) -> Response:
    """A value that stands as long as the game has this version; 304 where the client has it already."""
    return answer_version(version, None if version == known_version() else to_bytes(value))
