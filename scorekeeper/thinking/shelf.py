"""Solved games that this process borrows from whoever asks, and lends in return.

Nothing is stored here: those who ask have a place for tables. Where a solution could be on a table that was
not brought yet, the work on a question stops, and who asks is told what is wanted; the question comes again
with that table, or with word that there is none.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Final

MOST_QUESTIONS: Final = 128
"""Of so many questions it is remembered what they were brought."""
MOST_TABLES: Final = 128
MOST_TEXT: Final = 4_000_000
"""A table of more characters than this is not handed on."""
MOST_WAITING: Final = 16_000_000
"""So many tables, of so many characters, wait to be fetched."""

_question: ContextVar[str] = ContextVar("question", default="")


@contextmanager
def asked(question: str) -> Iterator[None]:
    """What is looked for meanwhile, in this thread, is looked for by this question."""
    token = _question.set(question)
    try:
        yield
    finally:
        _question.reset(token)


class Wanted(Exception):
    """A table has to be brought first."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class BorrowedShelf:
    """What the questions were brought, and what was made and not fetched yet."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._brought: OrderedDict[str, dict[str, str | None]] = OrderedDict()
        self._made: OrderedDict[str, str] = OrderedDict()

    def find(self, name: str) -> str | None:
        """A table that the question was brought; None where there is none, or where it has been given it
        before: who asks again could not use it. Raises Wanted."""
        with self._lock:
            words = self._brought.get(_question.get(), {})
            if name not in words:
                raise Wanted(name)
            text, words[name] = words[name], None
            return text

    def keep(self, name: str, text: str) -> None:
        """Have a table ready for whoever comes next."""
        if len(text) > MOST_TEXT:
            return
        with self._lock:
            self._made[name] = text
            self._made.move_to_end(name)
            while len(self._made) > MOST_TABLES or sum(map(len, self._made.values())) > MOST_WAITING:
                self._made.popitem(last=False)

    def bring(self, question: str, tables: Mapping[str, str | None]) -> None:
        """Tables that a question wanted."""
        if not tables:
            return
        with self._lock:
            self._brought.setdefault(question, {}).update(tables)
            self._brought.move_to_end(question)
            while len(self._brought) > MOST_QUESTIONS:
                self._brought.popitem(last=False)

    def answered(self, question: str) -> None:
        """A question needs what it was brought no more."""
        with self._lock:
            self._brought.pop(question, None)

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
