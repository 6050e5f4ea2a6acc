"""Tools of the tests that use a database: an empty one, and many threads at once."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
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
    """An empty database, connected and migrated; its path, or its URL where TEST_DATABASE_URL says so.

    An SQLite file is a copy of one that was migrated: that takes a tenth of the time.
    """
    url = os.environ.get(POSTGRESQL)
    if url:
        storage.connect(url, synchronous="OFF")
        storage.execute("DROP SCHEMA public CASCADE", ())
        storage.execute("CREATE SCHEMA public", ())
        storage.upgrade()
    else:
        for ending, content in _migrated_files().items():
            Path(f"{path}{ending}").write_bytes(content)
        storage.connect(url := path, synchronous="OFF")
    try:
        yield url
    finally:
        storage.close()
        storage.counting.close()
        if storage.database_path() is None:
            storage.current_database().close_all()


@cache
def _migrated_files() -> dict[str, bytes]:
    """What is in the files of an empty SQLite database that was migrated, by how their names end."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "empty.sqlite3")
        storage.connect(str(path), synchronous="OFF")
        storage.upgrade()
        storage.close()
        storage.counting.close()
        return {file.name.removeprefix(path.name): file.read_bytes() for file in Path(folder).iterdir()}


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
