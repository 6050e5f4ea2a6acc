"""Tools of the tests that use a database: an empty one, and many threads at once."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from scorekeeper import storage

POSTGRESQL = "TEST_DATABASE_URL"
"""Names a PostgreSQL database that the ledger's tests use instead of SQLite; everything in it is lost. It is
asked for when a test begins: `--postgresql` sets it after this file was read."""

sqlite_only = pytest.mark.skipif(f"os.environ.get('{POSTGRESQL}')", reason="looks into an SQLite file")
postgresql_only = pytest.mark.skipif(
    f"not os.environ.get('{POSTGRESQL}')", reason="on SQLite every writer waits for every other"
)


@contextmanager
def migrated(path: str) -> Iterator[str]:
    """An empty database, connected and migrated; its path, or its URL where TEST_DATABASE_URL says so."""
    url = os.environ.get(POSTGRESQL) or path
    storage.connect(url, synchronous="OFF")
    if storage.database_path() is None:
        storage.execute("DROP SCHEMA public CASCADE", ())
        storage.execute("CREATE SCHEMA public", ())
    storage.upgrade()
    try:
        yield url
    finally:
        storage.close()
        storage.counting.close()
        if storage.database_path() is None:
            storage.current_database().close_all()


def in_threads(count: int, work: Callable[[int], Any]) -> list[Any]:
    """Run a function in so many threads that start together, each connected to the database; what each
    returned or raised."""
    answers: list[Any] = [None] * count
    ready = threading.Barrier(count)

    def one(number: int) -> None:
        storage.fetch_one("SELECT 1", ())
        ready.wait()
        try:
            answers[number] = work(number)
        except Exception as error:  # noqa: BLE001 the test looks at it
            answers[number] = error
        finally:
            storage.close()

    threads = [threading.Thread(target=one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return answers
