from __future__ import annotations

import multiprocessing
import sqlite3
import threading
import time
from contextlib import suppress
from typing import Any

import pytest
from peewee import IntegrityError

from scorekeeper import storage
from scorekeeper.storage import writing
from scorekeeper.storage.models import Table
from tests.databases import in_threads

SET_NAME = 'UPDATE "tables" SET "name" = ? WHERE "id" = ? AND "name" = ?'
INSERT = 'INSERT INTO "tables" ("id", "name", "recovery_hash", "created_at") VALUES (?, ?, ?, ?)'


def add_table(table_id: str, name: str = "0") -> None:
    with storage.write():
        Table.insert(id=table_id, name=name, recovery_hash=table_id, created_at=0).execute()


def name_of(table_id: str) -> str:
    return str(Table.select(Table.name).where(Table.id == table_id).scalar())


def count_up(table_id: str) -> None:
    """Raise the number that is the table's name by one, trying until the guard holds."""
    while True:
        now = int(name_of(table_id))
        if storage.commit(storage.Job((SET_NAME, (str(now + 1), table_id, str(now))), ())):
            return


def test_a_job_whose_guard_holds_is_written_whole(ledger_file: str) -> None:
    add_table("a")
    assert storage.commit(storage.Job((SET_NAME, ("1", "a", "0")), [(INSERT, ("b", "x", "rb", 0))]))
    assert (name_of("a"), name_of("b")) == ("1", "x")


def test_a_job_whose_guard_finds_that_somebody_wrote_first_changes_nothing(ledger_file: str) -> None:
    add_table("a", "7")
    assert not storage.commit(storage.Job((SET_NAME, ("1", "a", "0")), [(INSERT, ("b", "x", "rb", 0))]))
    assert name_of("a") == "7"
    assert Table.select().count() == 1


def test_a_job_that_fails_halfway_leaves_nothing(ledger_file: str) -> None:
    add_table("a")
    with pytest.raises(IntegrityError):
        storage.commit(storage.Job((SET_NAME, ("1", "a", "0")), [(INSERT, ("a", "x", "ra", 0))]))
    assert name_of("a") == "0"


def test_a_transaction_that_raises_leaves_nothing(ledger_file: str) -> None:
    def write_and_fail() -> None:
        with storage.write():
            Table.insert(id="a", name="", recovery_hash="a", created_at=0).execute()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_and_fail()
    assert Table.select().count() == 0


def test_sixteen_writers_lose_nothing(ledger_file: str) -> None:
    for number in range(4):
        add_table(str(number))

    def work(number: int) -> None:
        for _ in range(25):
            count_up(str(number % 4))

    assert in_threads(16, work) == [None] * 16
    assert [name_of(str(number)) for number in range(4)] == ["100"] * 4


def test_jobs_that_wait_share_one_transaction(ledger_file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(8):
        add_table(str(number))
    batches: list[int] = []
    together = writing._run_together

    def counted(batch: Any) -> None:
        batches.append(len(batch))
        together(batch)

    monkeypatch.setattr(writing, "_run_together", counted)

    def work(number: int) -> None:
        if number == 8:
            # While a transaction of this process is open, the others gather.
            with storage.write():
                deadline = time.monotonic() + 10
                while len(writing.writers._waiting) < 8 and time.monotonic() < deadline:
                    time.sleep(0.001)
        else:
            while not batches and not writing.writers._gate.locked():
                time.sleep(0.001)
            count_up(str(number))

    assert in_threads(9, work) == [None] * 9
    assert batches == [8]
    assert [name_of(str(number)) for number in range(8)] == ["1"] * 8


def test_a_job_that_fails_takes_none_of_its_batch_along(ledger_file: str) -> None:
    for table_id in ("a", "b", "c"):
        add_table(table_id)
    jobs = [
        storage.Job((SET_NAME, ("1", "a", "0")), ()),
        storage.Job((SET_NAME, ("1", "b", "0")), [(INSERT, ("b", "x", "rb", 0))]),
        storage.Job((SET_NAME, ("1", "c", "9")), ()),
        storage.Job((SET_NAME, ("2", "c", "0")), ()),
    ]
    writing._run_batch(jobs)
    assert [job.outcome for job in jobs[:1] + jobs[2:]] == [True, False, True]
    assert isinstance(jobs[1].outcome, IntegrityError)
    assert [name_of(table_id) for table_id in ("a", "b", "c")] == ["1", "0", "2"]


def test_a_lock_that_cannot_be_had_fails_one_job_and_not_the_next(
    ledger_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_table("a")

    class Broken:
        def __enter__(self) -> None:
            raise OSError("no locks left")

        def __exit__(self, *_: object) -> None:
            raise AssertionError("was never entered")

    with monkeypatch.context() as patch:
        patch.setattr(writing.writers, "_between_processes", Broken())
        with pytest.raises(OSError, match="no locks left"):
            count_up("a")
    count_up("a")
    assert name_of("a") == "1"


def _count_in_a_process(path: str, times: int) -> None:
    storage.connect(path, synchronous="OFF")
    threads = [threading.Thread(target=_count_and_close, args=(times,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _count_and_close(times: int) -> None:
    for _ in range(times):
        count_up("a")
    storage.close()


def test_writers_in_several_processes_lose_nothing(ledger_file: str) -> None:
    add_table("a")
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_count_in_a_process, args=(ledger_file, 40)) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0, 0]
    assert name_of("a") == "160"


def test_what_was_answered_is_there_after_the_process_was_killed(ledger_file: str) -> None:
    add_table("a")
    context = multiprocessing.get_context("spawn")
    answered = context.Queue()
    worker = context.Process(target=_count_and_tell, args=(ledger_file, answered))
    worker.start()
    heard = [answered.get(timeout=30) for _ in range(20)]
    worker.kill()
    worker.join(30)
    assert int(name_of("a")) >= heard[-1] == 20
    # The kernel let go of the lock of the killed process.
    count_up("a")


def _count_and_tell(path: str, answered: Any) -> None:
    storage.connect(path)
    for number in range(1, 10_000):
        count_up("a")
        answered.put(number)


def test_a_database_that_a_stranger_holds_is_unavailable_and_not_lost(ledger_file: str) -> None:
    add_table("a")
    storage.execute("PRAGMA busy_timeout = 50", ())
    stranger = sqlite3.connect(ledger_file, isolation_level=None)
    stranger.execute("BEGIN IMMEDIATE")
    try:
        with pytest.raises(storage.Unavailable):
            count_up("a")
        with pytest.raises(storage.Unavailable):
            add_table("b")
    finally:
        stranger.execute("ROLLBACK")
        stranger.close()
    count_up("a")
    assert name_of("a") == "1"


def test_what_is_written_inside_a_transaction_of_the_same_thread_is_a_part_of_it(ledger_file: str) -> None:
    add_table("a")

    def write_in_parts_and_fail() -> None:
        with storage.write():
            assert storage.commit(storage.Job((SET_NAME, ("1", "a", "0")), [(INSERT, ("b", "x", "rb", 0))]))
            add_table("c")
            assert name_of("a") == "1"
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_in_parts_and_fail()
    assert name_of("a") == "0"
    assert Table.select().count() == 1
    # The thread is out of the transaction: what it writes now is committed at once.
    count_up("a")
    assert name_of("a") == "1"


def test_a_part_that_fails_is_undone_alone(ledger_file: str) -> None:
    add_table("a")
    with storage.write():
        add_table("b")
        with pytest.raises(IntegrityError):
            storage.commit(storage.Job((SET_NAME, ("1", "a", "0")), [(INSERT, ("b", "x", "rb", 0))]))
        assert not storage.commit(storage.Job((SET_NAME, ("1", "a", "9")), [(INSERT, ("c", "x", "rc", 0))]))
        with pytest.raises(IntegrityError):
            add_table("b")
        add_table("d")
    assert name_of("a") == "0"
    assert sorted(row["id"] for row in Table.select(Table.id).dicts()) == ["a", "b", "d"]


def test_what_comes_last_comes_at_the_end_of_the_transaction(ledger_file: str) -> None:
    add_table("a")
    last = [(SET_NAME, ("2", "a", "1"))]
    with storage.write():
        assert storage.commit(storage.Job((SET_NAME, ("1", "a", "0")), (), last=last))
        assert name_of("a") == "1"
    assert name_of("a") == "2"
    assert storage.commit(storage.Job((SET_NAME, ("1", "a", "2")), (), last=last))
    assert name_of("a") == "2"


def test_nothing_comes_last_of_a_part_that_was_undone(ledger_file: str) -> None:
    add_table("a")
    insert = (INSERT, ("b", "x", "rb", 0))
    with storage.write():
        assert not storage.commit(storage.Job((SET_NAME, ("1", "a", "9")), (), last=[insert]))
        with suppress(RuntimeError), storage.write():
            assert storage.commit(storage.Job((SET_NAME, ("1", "a", "0")), (), last=[insert]))
            raise RuntimeError
    assert name_of("a") == "0"
    assert Table.select().count() == 1


def test_a_transaction_with_parts_is_seen_whole_or_not_at_all(ledger_file: str) -> None:
    add_table("a")
    inside, looked = threading.Event(), threading.Event()

    def work(number: int) -> str | None:
        if number == 0:
            with storage.write():
                count_up("a")
                inside.set()
                looked.wait(10)
                count_up("a")
            return None
        inside.wait(10)
        seen = name_of("a")
        looked.set()
        # Another thread's transaction is no reason to join it: this one waits for its turn.
        count_up("a")
        return seen

    assert in_threads(2, work) == [None, "0"]
    assert name_of("a") == "3"
