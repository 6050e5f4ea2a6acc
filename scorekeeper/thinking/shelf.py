"""Solved games that this process borrows from whoever asks, and lends in return.

Nothing is stored here: those who ask have a place for tables. Where a solution could be on a table that was
not brought yet, the work on a question stops, and who asks is told what is wanted; the question comes again
with that table, or with word that there is none.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Final

MOST_TABLES: Final = 8
"""So many are held, brought or made, until they are taken."""
MOST_TEXT: Final = 4_000_000
"""A table of more characters than this is not handed on."""


class Wanted(Exception):
    """A table has to be brought first."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class BorrowedShelf:
    """What was brought and not used yet, and what was made and not fetched yet."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._brought: OrderedDict[str, str | None] = OrderedDict()
        self._made: OrderedDict[str, str] = OrderedDict()

    def find(self, name: str) -> str | None:
        """A table that was brought, which is then in use; None where there is none. Raises Wanted."""
        with self._lock:
            if name not in self._brought:
                raise Wanted(name)
            return self._brought.pop(name)

    def keep(self, name: str, text: str) -> None:
        """Have a table ready for whoever comes next."""
        if len(text) <= MOST_TEXT:
            with self._lock:
                _put(self._made, name, text)

    def bring(self, tables: Mapping[str, str | None]) -> None:
        """Tables that were wanted."""
        with self._lock:
            for name, text in tables.items():
                _put(self._brought, name, text)

    def made(self) -> dict[str, str]:
        """The tables that are ready."""
        with self._lock:
            return dict(self._made)

    def fetched(self, tables: Mapping[str, str]) -> None:
        """Somebody has these tables now."""
        with self._lock:
            for name, text in tables.items():
                if self._made.get(name) == text:
                    del self._made[name]


def _put(tables: OrderedDict[str, str] | OrderedDict[str, str | None], name: str, text: str | None) -> None:
    held: OrderedDict[str, str | None] = tables  # type: ignore[assignment]  # what is made is a text
    held[name] = text
    held.move_to_end(name)
    while len(held) > MOST_TABLES:
        held.popitem(last=False)
