"""The locks by which writers queue: one between processes for an SQLite file; on PostgreSQL one for a table.

SQLite's own waiting writers sleep and wake by chance; here they queue. The kernel lets go of the lock of a
process that dies. The lock's file stands beside the database and holds nothing.

On PostgreSQL a table has an advisory lock, which entries share and who changes keys has alone. A row lock
would not do: those who share one pass whoever waits to have it alone, so that a busy table keeps its host
waiting. Advisory locks are given in the order in which they were asked for.
"""

from __future__ import annotations

import fcntl
import os
from types import TracebackType
from typing import Final

SHARE_TABLE: Final = "SELECT pg_advisory_xact_lock_shared(hashtextextended(%s, 0))"
"""On PostgreSQL, to the end of the transaction: who has the table alone waits for us. A statement of its own,
so that the next one sees what those have written whom we waited for. Who has it alone shares it as well; who
shares it must not ask for it alone, since two who do so wait for each other."""
HOLD_TABLE: Final = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"
"""The same: everybody else at the table waits for us."""


class FileLock:
    """An exclusive lock between processes; inside a process one thread at a time may ask for it."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._file: int | None = None

    def __enter__(self) -> None:
        if self._file is None:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._file is not None
        fcntl.flock(self._file, fcntl.LOCK_UN)


class NoLock:
    """PostgreSQL has locks of its own."""

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None
