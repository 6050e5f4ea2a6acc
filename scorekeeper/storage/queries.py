"""Running a peewee query and getting plain rows, typed."""

from __future__ import annotations

from typing import Any

from peewee import Query

from scorekeeper.storage.models import Row


def rows(query: Query) -> list[Row]:
    """All rows, each a dict by the names of the model's fields."""
    return list(query.dicts())


def first_row(query: Query) -> Row | None:
    """The first row as a dict, or None."""
    return next(iter(query.dicts()), None)


def values(query: Query) -> list[tuple[Any, ...]]:
    """All rows, each a tuple in the order in which the columns were selected."""
    return list(query.tuples())
