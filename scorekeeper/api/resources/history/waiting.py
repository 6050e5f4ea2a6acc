"""The log for those who wait for its next entry."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic
from typing import Any

from scorekeeper import ledger
from scorekeeper.api.auth import raw_key, require_still_open
from scorekeeper.api.problems import wrong
from scorekeeper.ledger import Page
from scorekeeper.ledger.pages import cursor_of
from scorekeeper.live import Stream, hub


def read_or_wait(table_id: str, game_id: str, query: Mapping[str, Any]) -> tuple[int, Page]:
    """The game's version and a page of its log; an empty one only when the time to wait is over.

    The version is read first, so that it is never newer than the page. Who has waited needs a key that still
    opens the table. Raises NotFound, Problem, StreamsFull, and as `require_still_open`.
    """
    which = dict(query)
    until = monotonic() + which.pop("wait")
    stream = Stream(table_id, game_id, ledger.hash_key(raw_key()))
    if "after" in which:
        which["cursor"] = _cursor(which)
    while True:
        version = ledger.game_version(table_id, game_id)
        page = ledger.list_log(table_id, game_id, **which)
        left = until - monotonic()
        if page.items or left <= 0:
            return version, page
        hub.wait_for(stream, version, left)
        require_still_open()
        if hub.is_ending:
            until = 0.0


def _cursor(which: dict[str, Any]) -> str:
    if "cursor" in which:
        detail = "Say where the page begins with `cursor` or with `after`, not with both."
        raise wrong([{"parameter": "after", "code": "invalid", "detail": detail}])
    return cursor_of(which.pop("after"))
