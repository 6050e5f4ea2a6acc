"""Counts that all processes and machines share: how often something was done in a span of time.

They stand apart from the games. On SQLite in a file of their own, `<database>-limits`, so that no roll waits
for them; on PostgreSQL in an unlogged table, through connections of their own, so that no count is a part of
an entry's transaction. Nobody misses them after a crash. Rows are dropped when their span is over.

Exceptions:

    CountsUnavailable     the counts can't be had just now
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from threading import Lock
from time import monotonic
from typing import Any, Final, Protocol

import peewee
from peewee import EXCLUDED, BigIntegerField, CompositeKey, IntegerField, Model, Query, TextField

from scorekeeper.storage import database as place
from scorekeeper.storage.statements import Statement, slot

BUSY_SECONDS: Final = 0.25
"""How long SQLite waits for another process; a count takes 20 µs."""
POOL_SIZE: Final = 8
POOL_WAIT_SECONDS: Final = 1
PAUSE_SECONDS: Final = 5.0
"""Counts that could not be had are not asked for again so soon: a request must not wait for them."""
CHECKPOINT_PAGES: Final = 4_000

_log = logging.getLogger("scorekeeper.limits")
_as_peewee = peewee.ExceptionWrapper(peewee.EXCEPTIONS)  # type: ignore[attr-defined]  # not in its stub


class CountsUnavailable(RuntimeError):
    """The counts can't be had just now: the disk is full, or somebody holds them for too long."""


class Count(Model):
    """How often something was done in a span.

    subject: what was done and by whom. span: its number since 1970. ends_at: when the row may go, in seconds.
    """

    subject = TextField()
    span = BigIntegerField()
    hits = IntegerField()
    ends_at = BigIntegerField(index=True)

    class Meta:
        table_name = "limit_counts"
        primary_key = CompositeKey("subject", "span")


def _adding(*, is_bounded: bool) -> Query:
    columns = {getattr(Count, name): slot(name) for name in ("subject", "span", "hits", "ends_at")}
    total = Count.hits + EXCLUDED.hits
    return (
        Count.insert(columns)
        .on_conflict(
            conflict_target=[Count.subject, Count.span],
            update={Count.hits: total},
            where=total <= slot("most") if is_bounded else None,
        )
        .returning(Count.hits)
    )


_ROW: Final = ("subject", "span", "hits", "ends_at")
_ADD: Final = Statement(lambda: _adding(is_bounded=False), *_ROW)
_ADD_WITHIN: Final = Statement(lambda: _adding(is_bounded=True), *_ROW, "most")
_READ: Final = Statement(
    lambda: Count.select(Count.span, Count.hits).where(
        (Count.subject == slot("subject")) & (Count.span >= slot("first"))
    ),
    "subject",
    "first",
)
_LATEST: Final = Statement(
    lambda: (
        Count.select(Count.hits, Count.ends_at)
        .where((Count.subject == slot("subject")) & (Count.ends_at > slot("now")))
        .order_by(Count.ends_at.desc())
    ),
    "subject",
    "now",
)
_FORGET: Final = Statement(lambda: Count.delete().where(Count.subject == slot("subject")), "subject")
_FORGET_ALL: Final = Statement(lambda: Count.delete())
_SWEEP: Final = Statement(lambda: Count.delete().where(Count.ends_at <= slot("now")), "now")


def add(subject: str, span: int, hits: int, ends_at: int) -> int:
    """Count so many hits more; how many there are then. Raises CountsUnavailable."""
    total: int = _connections.ask(_ADD.sql, (subject, span, hits, ends_at))[0][0]
    return total


def add_within(subject: str, span: int, hits: int, ends_at: int, most: int) -> bool:
    """Count so many hits more, unless there would be more than `most`; whether they were counted.

    Raises CountsUnavailable.
    """
    if hits > most:
        return False
    return bool(_connections.ask(_ADD_WITHIN.sql, (subject, span, hits, ends_at, most)))


def read(subject: str, span: int) -> tuple[int, int]:
    """The hits of the span before, and of this one. Raises CountsUnavailable."""
    found = dict(_connections.ask(_READ.sql, (subject, span - 1)))
    return found.get(span - 1, 0), found.get(span, 0)


def latest(subject: str, now: int) -> tuple[int, int]:
    """The hits of the last span that is not over, and its end in seconds; zeros without one.

    Raises CountsUnavailable.
    """
    rows = _connections.ask(_LATEST.sql, (subject, now))
    return rows[0] if rows else (0, 0)


def forget(subject: str) -> None:
    """Drop what was counted of a subject. Raises CountsUnavailable."""
    _connections.ask(_FORGET.sql, (subject,))


def forget_all() -> None:
    """Drop everything. Raises CountsUnavailable."""
    _connections.ask(_FORGET_ALL.sql, ())


def sweep(now: int) -> None:
    """Drop the rows of spans that are over. Raises CountsUnavailable."""
    _connections.ask(_SWEEP.sql, (now,))


class _Way(Protocol):
    """How a statement reaches the database."""

    database: peewee.Database

    def run(self, sql: str, params: Sequence[object]) -> list[tuple[Any, ...]]:
        """Run one statement, which is committed when it returns; its rows."""

    def close(self) -> None:
        """Close the connections."""

    def forget(self) -> None:
        """After a fork: let go of the parent's connections without closing them."""


class _File:
    """An SQLite file, and this process's one connection to it."""

    def __init__(self, path: str) -> None:
        self._lock = Lock()
        self._has_table = False
        self.database: peewee.Database = peewee.SqliteDatabase(
            path,
            pragmas={
                "busy_timeout": int(BUSY_SECONDS * 1000),
                "journal_mode": "wal",
                # OFF could leave a file behind that can't be read any more, after a power cut. This waits for
                # the disk at a checkpoint alone, once in thousands of counts.
                "synchronous": "NORMAL",
                "wal_autocheckpoint": CHECKPOINT_PAGES,
            },
            timeout=BUSY_SECONDS,
            check_same_thread=False,
            thread_safe=False,
        )

    def run(self, sql: str, params: Sequence[object]) -> list[tuple[Any, ...]]:
        with self._lock:
            if not self._has_table:
                self.database.create_tables([Count])
                self._has_table = True
            rows: list[tuple[Any, ...]] = self.database.connection().execute(sql, params).fetchall()
            return rows

    def close(self) -> None:
        self.database.close()

    def forget(self) -> None:
        self._lock = Lock()
        self.database.dispose()


class _Pool:
    """Connections to PostgreSQL for counts alone. The table is made by a migration."""

    def __init__(self, url: str) -> None:
        from playhouse.pool import PooledPostgresqlDatabase

        self.database = PooledPostgresqlDatabase(
            url,
            max_connections=POOL_SIZE,
            timeout=POOL_WAIT_SECONDS,
            prefer_psycopg3=True,
            connect_timeout=2,
            options="-c statement_timeout=2000",
        )

    def run(self, sql: str, params: Sequence[object]) -> list[tuple[Any, ...]]:
        with self.database.connection_context():
            cursor = self.database.connection().execute(sql, params)
            return [] if cursor.description is None else list(cursor.fetchall())

    def close(self) -> None:
        self.database.close_all()

    def forget(self) -> None:
        self.database.dispose()


class _Connections:
    """The way that `point_at` settled. After a failure it is not gone again for a while."""

    def __init__(self) -> None:
        self.way: _Way | None = None
        self._closed_until = 0.0

    def settle(self, way: _Way | None) -> None:
        self.way, self._closed_until = way, 0.0

    def ask(self, sql: str, params: Sequence[object]) -> list[tuple[Any, ...]]:
        """The rows of a statement. Raises CountsUnavailable."""
        if monotonic() < self._closed_until:
            raise CountsUnavailable
        assert self.way is not None
        try:
            with _as_peewee:
                return self.way.run(sql, params)
        except (peewee.PeeweeException, OSError, ValueError) as error:
            self._closed_until = monotonic() + PAUSE_SECONDS
            _log.warning("the counts of limits can't be had: %s", error)
            raise CountsUnavailable from error


_connections = _Connections()


def point_at(url: str) -> None:
    """Settle where the counts are: beside the database of this URL, which `database.point_at` settled."""
    close()
    path = place.database_path()
    way: _Way = _Pool(url) if path is None else _File(f"{path}-limits")
    _connections.settle(way)
    Count.bind(way.database)


def prepare() -> None:
    """Make an SQLite file of counts before several processes want it at once. Raises CountsUnavailable."""
    if place.is_sqlite():
        read("", 0)


def close() -> None:
    """Close the connections."""
    if _connections.way is not None:
        _connections.way.close()


def forget_connections() -> None:
    """After a fork: let go of the parent's connections without closing them."""
    if _connections.way is not None:
        _connections.way.forget()
