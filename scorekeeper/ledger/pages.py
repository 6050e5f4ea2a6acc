"""Lists in pages: a page says where the next one begins, in a text that clients hand back unread."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from scorekeeper.ledger.errors import Invalid, Problem

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page:
    """items: what was asked for; next: the cursor of the next page, None on the last."""

    items: list[dict[str, Any]]
    next: str | None


def cursor_of(key: str | int) -> str:
    """The cursor that goes on after this key."""
    return base64.urlsafe_b64encode(str(key).encode()).decode().rstrip("=")


def key_after(cursor: str) -> str:
    """The key that a cursor goes on after. Raises Invalid for what is no cursor of ours."""
    try:
        key = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True).decode(
            "ascii"
        )
    except (binascii.Error, ValueError):
        raise _no_cursor() from None
    if not key.isprintable():
        raise _no_cursor()
    return key


def number_after(cursor: str | None) -> int:
    """The number that a cursor of a numbered list goes on after; 0 without one."""
    if cursor is None:
        return 0
    key = key_after(cursor)
    if not key.isdigit() or len(key) > 15:
        raise _no_cursor()
    return int(key)


def page_of(
    rows: Sequence[T], limit: int, key: Callable[[T], str | int], item: Callable[[T], dict[str, Any]]
) -> Page:
    """A page of `limit` from rows of which one more than that was asked for."""
    shown = rows[:limit]
    following = cursor_of(key(shown[-1])) if len(rows) > limit else None
    return Page([item(row) for row in shown], following)


def _no_cursor() -> Invalid:
    return Invalid(Problem("", "invalid", "This is no cursor of this list.", parameter="cursor"))
