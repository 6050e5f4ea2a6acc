"""How a write reaches the database.

Two ways in. `commit(Job)` takes statements that were prepared outside every lock and are guarded by a
version: the way of an entry. `write()` is a plain transaction for all else: `with write(): …`. Inside a
`write()` of the same thread, both become a part of that transaction, which is undone alone if it fails.

On SQLite both queue at locks of ours, first in the process, then between processes, before BEGIN
IMMEDIATE: writers that wait inside SQLite sleep and wake by chance. While one thread waits for its turn or
for the disk, jobs of other threads gather; the next one takes them all into one transaction, so that they
share its fsync. A job that was answered True is on the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock, local
from time import sleep
from typing import Final

from scorekeeper.storage import database as place
from scorekeeper.storage.jobs import Job, Step, run_steps, run_to_its_end
from scorekeeper.storage.locks import FileLock, NoLock

MOST_JOBS_TOGETHER: Final = 64
TRIES_TO_EMPTY: Final = 20
WAIT_SECONDS: Final = 0.05

Listener = Callable[[], None]


class WriteInterrupted(RuntimeError):
    """The thread that was to write for several was stopped; nothing is known to be recorded."""


class _Own(local):
    """What a thread knows of itself. last: what its open transaction ends with."""

    is_writing = False
    last: Sequence[Step] = ()


class Writers:
    """The queue of this process."""

    def __init__(self) -> None:
        self._listeners: tuple[Listener, ...] = ()
        self.renew()

    def tell(self, listener: Listener) -> None:
        """Have a function called whenever this process has committed something, in the thread that did."""
        self._listeners = (*self._listeners, listener)

    def renew(self) -> None:
        """Begin afresh: after `connect`, and in a forked child, where a lost thread may hold a lock."""
        path = place.database_path()
        self._is_queued = path is not None
        self._between_processes = FileLock(f"{path}-lock") if path else NoLock()
        self._gate = Lock()
        self._arrivals = Lock()
        self._own = _Own()
        self._waiting: list[Job] = []
        self._is_led = False

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """A transaction; rolled back if the block raises. Inside another one of this thread, a part of it."""
        if self._own.is_writing:
            with place.database().atomic(), self._undone_alone():
                yield
            return
        if not self._is_queued:
            with place.database().atomic(), self._joined():
                yield
        else:
            with self._gate, self._between_processes, place.database().atomic(), self._joined():
                yield
        self._tell_all()

    def is_open(self) -> bool:
        """Whether this thread has a transaction open."""
        return self._own.is_writing

    def _tell_all(self) -> None:
        for listener in self._listeners:
            listener()

    @contextmanager
    def unlinked(self) -> Iterator[None]:
        """A transaction that deletes rows which others point to, and those others with them.

        SQLite looks for each deleted row through every table that could point to it; where that has no index,
        as entries have none for their key, it would read all of them under the lock. On PostgreSQL, where
        such a search keeps nobody waiting, and inside another transaction, a plain one.
        """
        if self._is_queued and not self._own.is_writing:
            links = _without_foreign_keys()
            with self._gate, self._between_processes, links, place.database().atomic(), self._joined():
                yield
        else:
            with self.transaction():
                yield

    def empty_the_log(self) -> bool:
        """Move SQLite's write-ahead log into the file and cut it, so that nothing deleted is left in it.

        False where readers are in the way still, or a transaction of this thread; then it is done when they
        are gone. On PostgreSQL True.
        """
        if not self._is_queued:
            return True
        if self._own.is_writing:
            return False
        for _ in range(TRIES_TO_EMPTY):
            with self._gate, self._between_processes:
                if _is_log_cut():
                    return True
            sleep(WAIT_SECONDS)
        return False

    @contextmanager
    def _joined(self) -> Iterator[None]:
        """While this thread has a transaction open, whatever else it writes joins it."""
        self._own.is_writing = True
        try:
            yield
            for sql, params in self._own.last:
                place.execute(sql, params)
        finally:
            self._own.is_writing, self._own.last = False, ()

    @contextmanager
    def _undone_alone(self) -> Iterator[None]:
        """A part of this thread's transaction; if it fails, nothing of it is left to come last."""
        before = self._own.last
        try:
            yield
        except BaseException:
            self._own.last = before
            raise

    def commit(self, job: Job) -> bool:
        """Whether the job was committed; False: its guard found that somebody else had written.

        Inside a transaction of this thread, True means that it is committed with that.
        """
        if self._own.is_writing:
            return self._join(job)
        if not self._is_queued:
            _run_alone(job)
        elif self._arrive(job) or self._is_called_to_lead(job):
            self._lead()
        if isinstance(job.outcome, Exception):
            raise job.outcome
        self._tell_all()
        return bool(job.outcome)

    def _join(self, job: Job) -> bool:
        """Run a job as a part of this thread's open transaction, and have that end with what comes last."""
        with place.database().atomic():
            is_run = run_steps(job, place.execute)
        if is_run:
            self._own.last = (*self._own.last, *job.last)
        return is_run

    def _arrive(self, job: Job) -> bool:
        """Queue a job; True if nobody leads, so that its own thread is to."""
        job.wakened.acquire()
        with self._arrivals:
            self._waiting.append(job)
            is_first, self._is_led = not self._is_led, True
        return is_first

    @staticmethod
    def _is_called_to_lead(job: Job) -> bool:
        """Sleep until the job is done (False) or its thread is to lead (True)."""
        job.wakened.acquire()
        return job.outcome is None

    def _lead(self) -> None:
        """Commit the jobs that wait by now, our own the first of them, then hand over to one that came
        meanwhile."""
        batch: list[Job] = []
        try:
            with self._gate, self._between_processes:
                batch = self._take()
                _run_batch(batch)
        finally:
            # Where the locks could not be had, our own job leaves the queue and the next one may try.
            batch = batch or self._take(1)
            self._hand_over()
            for job in batch[1:]:
                job.outcome = WriteInterrupted() if job.outcome is None else job.outcome
                job.wakened.release()

    def _take(self, most: int = MOST_JOBS_TOGETHER) -> list[Job]:
        with self._arrivals:
            batch = self._waiting[:most]
            del self._waiting[:most]
        return batch

    def _hand_over(self) -> None:
        with self._arrivals:
            self._is_led = bool(self._waiting)
            if self._is_led:
                self._waiting[0].wakened.release()


@contextmanager
def _without_foreign_keys() -> Iterator[None]:
    place.execute("PRAGMA foreign_keys = 0", ())
    try:
        yield
    finally:
        place.execute("PRAGMA foreign_keys = 1", ())


def _is_log_cut() -> bool:
    """Try it once; writers wait meanwhile, so that readers are not waited for."""
    place.execute("PRAGMA busy_timeout = 0", ())
    try:
        is_busy, _, _ = place.execute("PRAGMA wal_checkpoint(TRUNCATE)", ()).fetchone()
    finally:
        place.execute(f"PRAGMA busy_timeout = {int(place.BUSY_SECONDS * 1000)}", ())
    return not is_busy


def _run_batch(batch: Sequence[Job]) -> None:
    """Run jobs in one transaction; where that fails, each in one of its own, so that none suffers for
    another."""
    try:
        _run_together(batch)
    except Exception:  # noqa: BLE001 whatever it was, each job finds out for itself
        for job in batch:
            _run_alone(job)


def _run_together(batch: Sequence[Job]) -> None:
    connection = place.database().connection()
    execute = connection.execute
    execute("BEGIN IMMEDIATE")
    try:
        outcomes = [run_to_its_end(job, execute) for job in batch]
        execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            execute("ROLLBACK")
        raise
    for job, outcome in zip(batch, outcomes, strict=True):
        job.outcome = outcome


def _run_alone(job: Job) -> None:
    """Run one job in its own transaction; its outcome may be an exception."""
    try:
        with place.database().atomic():
            job.outcome = run_to_its_end(job, place.execute)
    except Exception as error:  # noqa: BLE001 raised again in the thread whose job it is
        job.outcome = error


writers: Final = Writers()
"""The queue of this process."""
