"""When a key was last used: kept to a few minutes, and written when nobody waits for it.

A use that is to be written is held here until `note_uses`, which the API calls once an answer is sent. What a
process that ends has not written is lost.
"""

from __future__ import annotations

import logging
from typing import Final

from scorekeeper import storage
from scorekeeper.storage import Job, statements

NOTED_EVERY: Final = 10 * 60 * 1_000_000
"""A key's use is written at most so often, in microseconds."""
_noted: dict[str, int] = {}
_log = logging.getLogger(__name__)


def note_use(key_id: str, moment: int) -> None:
    """Remember that a key was used, to be written soon. moment: microseconds UTC."""
    _noted[key_id] = moment


def has_uses_to_note() -> bool:
    """Whether `note_uses` has something to write."""
    return bool(_noted)


def note_uses() -> None:
    """Write what is remembered. A database that can't be had is no reason to fail: it is only a time."""
    while _noted:
        try:
            key_id, moment = _noted.popitem()
        except KeyError:
            # Another thread was faster.
            return
        guard = (statements.TOUCH_KEY.sql, (moment, key_id, moment - NOTED_EVERY))
        try:
            storage.commit(Job(guard, ()))
        except Exception:  # noqa: BLE001 nobody waits for this, and nothing depends on it
            _log.warning("the use of a key could not be noted", exc_info=True)
