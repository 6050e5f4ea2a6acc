"""Bringing the database to the form that this release needs.

Migrations are run by a command (`scorekeeper db upgrade`, `scorekeeper serve`), never by a worker.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from peewee import PeeweeException

from scorekeeper.storage import counting
from scorekeeper.storage import database as place
from scorekeeper.storage.locks import FileLock

MIGRATIONS: Final = Path(__file__).with_name("migrations")
HISTORY: Final = "schema_migrations"
UPGRADE_LOCK: Final = 0x5C02E
"""The number of PostgreSQL's advisory lock for upgrades; any that nobody else takes."""


def upgrade() -> tuple[str, ...]:
    """Apply every migration that is not applied yet; their names, in order. Commands take turns."""
    with _alone():
        applied = tuple(_runner().up())
        with suppress(counting.CountsUnavailable):
            counting.prepare()
    return applied


def pending() -> tuple[str, ...]:
    """The names of the migrations that are not applied yet; empty where the database is as it should be."""
    return tuple(migration.name for migration in _runner().status() if not migration.applied)


def is_ready() -> bool:
    """Whether the database answers and nothing is pending."""
    try:
        return not pending()
    except (PeeweeException, OSError, place.NotConnected):
        return False


@contextmanager
def _alone() -> Iterator[None]:
    """While no other command upgrades the same database."""
    path = place.database_path()
    if path is not None:
        with FileLock(f"{path}-lock"):
            yield
        return
    place.execute("SELECT pg_advisory_lock(%s)", (UPGRADE_LOCK,))
    try:
        yield
    finally:
        place.execute("SELECT pg_advisory_unlock(%s)", (UPGRADE_LOCK,))


def _runner() -> Any:
    from playhouse.migrations import Runner

    return Runner(place.database(), str(MIGRATIONS), table_name=HISTORY)
