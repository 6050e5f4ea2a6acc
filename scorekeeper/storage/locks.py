"""The lock between processes that write to one SQLite file.

SQLite's own waiting writers sleep and wake by chance; here they queue. The kernel lets go of the lock of a
process that dies. The lock's file stands beside the database and holds nothing.
"""

from __future__ import annotations

import fcntl
import os
from types import TracebackType


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
    """PostgreSQL locks rows by itself."""

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None
