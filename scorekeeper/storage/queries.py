"""Running a peewee query and getting plain rows, typed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from peewee import DatabaseError, Query

from scorekeeper.storage.database import as_peewee
from scorekeeper.storage.models import Row

Found = TypeVar("Found")


def rows(query: Query) -> list[Row]:
    """All rows, each a dict by the names of the model's fields."""
    return list(query.dicts())


def first_row(query: Query) -> Row | None:
    """The first row as a dict, or None."""
    return next(iter(query.dicts()), None)


def values(query: Query) -> list[tuple[Any, ...]]:
    """All rows, each a tuple in the order in which the columns were selected."""
    return list(query.tuples())


def readable(read: Callable[[], Found]) -> Found | None:
    """What is read; None where the database can't read what it has: text that is none, say."""
    with suppress(DatabaseError, ValueError), as_peewee:
        return read()
    return None
