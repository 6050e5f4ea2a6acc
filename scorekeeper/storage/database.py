"""The one database of this process: where it is, and a connection for each thread.

SQLite keeps a connection per thread for the thread's life (opening one costs more than a whole roll), in
WAL mode with foreign keys on. PostgreSQL is reached through psycopg 3 and a pool of connections.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import peewee

SYNCHRONOUS: Final = ("OFF", "NORMAL", "FULL", "EXTRA")
BUSY_SECONDS: Final = 30.0
CHECKPOINT_PAGES: Final = 10_000
POOL_SIZE: Final = 64
POOL_WAIT_SECONDS: Final = 30.0


Unavailable = peewee.OperationalError
"""The database can't be had just now: a stranger holds it for longer than we wait, or its disk is full."""


class NotConnected(RuntimeError):
    """The database was used before `connect`."""


as_peewee = peewee.ExceptionWrapper(peewee.EXCEPTIONS)  # type: ignore[attr-defined]  # not in its stub
"""Makes peewee's exceptions of a driver's."""


class _Place:
    """What `connect` settled: the database and, for SQLite, its file."""

    def __init__(self) -> None:
        self.database: peewee.Database | None = None
        self.path: str | None = None


_place = _Place()


def point_at(url: str, synchronous: str) -> None:
    """Settle which database this process uses; nothing is opened yet.

    url: `sqlite:///FILE`, a plain path, or `postgresql://…`. synchronous: one of SYNCHRONOUS (SQLite only).
    Raises ValueError for anything else.
    """
    if synchronous not in SYNCHRONOUS:
        raise ValueError(f"synchronous is one of {', '.join(SYNCHRONOUS)}, not {synchronous!r}")
    close()
    if url.startswith(("postgresql://", "postgres://")):
        _place.database, _place.path = _postgresql(url), None
    else:
        path = sqlite_path(url)
        _place.database, _place.path = _sqlite(path, synchronous), path


def sqlite_path(url: str) -> str:
    """The file that a `sqlite:///FILE` URL or a plain path names, absolute. Raises ValueError for another
    scheme."""
    if url.startswith("sqlite:///"):
        url = unquote(url.removeprefix("sqlite:///"))
    elif "://" in url:
        raise ValueError(f"no such kind of database: {urlsplit(url).scheme}")
    if url in ("", ":memory:"):
        raise ValueError("the database must be a file")
    return str(Path(url).expanduser().absolute())


def _sqlite(path: str, synchronous: str) -> peewee.Database:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    return peewee.SqliteDatabase(
        path,
        pragmas={
            "busy_timeout": int(BUSY_SECONDS * 1000),
            "journal_mode": "wal",
            "synchronous": synchronous,
            "foreign_keys": 1,
            "wal_autocheckpoint": CHECKPOINT_PAGES,
            # What is deleted or written over is not left in the file.
            "secure_delete": 1,
        },
        timeout=BUSY_SECONDS,
        lock_type="IMMEDIATE",
        # A thread's connection is closed by another one only when the process ends.
        check_same_thread=False,
        cached_statements=64,
    )


def _postgresql(url: str) -> peewee.Database:
    from playhouse.pool import PooledPostgresqlDatabase

    pool: peewee.Database = PooledPostgresqlDatabase(
        url, max_connections=POOL_SIZE, timeout=POOL_WAIT_SECONDS, prefer_psycopg3=True
    )
    return pool


def database() -> peewee.Database:
    """The database that `connect` settled. Raises NotConnected before that."""
    if _place.database is None:
        raise NotConnected("connect() comes first")
    return _place.database


def database_path() -> str | None:
    """The file of an SQLite database; None on PostgreSQL."""
    return _place.path


def is_sqlite() -> bool:
    """Whether the database is a file of this machine."""
    return _place.path is not None


def execute(sql: str, params: Sequence[object]) -> Any:
    """Run a statement that was compiled before on this thread's connection; gives the driver's cursor.

    Raises peewee's exceptions, as its `execute_sql`, which takes as long as a short statement itself.
    """
    with as_peewee:
        return database().connection().execute(sql, params)


def fetch_one(sql: str, params: Sequence[object]) -> tuple[Any, ...] | None:
    """The first row of a compiled query, or None."""
    row: tuple[Any, ...] | None = execute(sql, params).fetchone()
    return row


def fetch_all(sql: str, params: Sequence[object]) -> list[tuple[Any, ...]]:
    """All rows of a compiled query."""
    rows: list[tuple[Any, ...]] = execute(sql, params).fetchall()
    return rows


@contextmanager
def snapshot() -> Iterator[None]:
    """While everything that this thread reads is of one moment. Not inside a transaction, and for reading
    only."""
    execute("BEGIN" if is_sqlite() else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", ())
    try:
        yield
    finally:
        execute("ROLLBACK", ())


def close() -> None:
    """Close this thread's connection, if it has one."""
    if _place.database is not None and not _place.database.is_closed():
        _place.database.close()


def forget_connections() -> None:
    """After a fork: let go of the parent's connection without closing it."""
    if _place.database is not None:
        _place.database.dispose()
