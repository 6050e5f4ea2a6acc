"""Counts that all processes and machines share."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import peewee
import pytest

from scorekeeper import storage
from scorekeeper.storage import counting
from scorekeeper.storage.counting import Count, CountsUnavailable
from tests.databases import in_threads, sqlite_only
from tests.support import REPOSITORY

SPAN, END = 7, 480


def test_hits_add_up(ledger_file: str) -> None:
    assert [counting.add("red", SPAN, 5, END) for _ in range(3)] == [5, 10, 15]
    assert counting.add("blue", SPAN, 1, END) == 1
    assert counting.add("red", SPAN + 1, 2, END + 60) == 2
    assert counting.read("red", SPAN + 1) == (15, 2)


def test_a_bounded_count_is_never_passed(ledger_file: str) -> None:
    assert [counting.add_within("red", SPAN, 2, END, 5) for _ in range(4)] == [True, True, False, False]
    assert counting.add_within("red", SPAN, 1, END, 5)
    assert counting.read("red", SPAN) == (0, 5)
    assert not counting.add_within("blue", SPAN, 6, END, 5)
    assert not counting.add_within("blue", SPAN, 1, END, -3)


def test_threads_lose_no_hit(ledger_file: str) -> None:
    in_threads(8, lambda _: [counting.add("red", SPAN, 1, END) for _ in range(50)])
    assert counting.read("red", SPAN) == (0, 400)


def test_a_bounded_count_is_exact_between_threads(ledger_file: str) -> None:
    answers = in_threads(8, lambda _: sum(counting.add_within("red", SPAN, 1, END, 100) for _ in range(50)))
    assert sum(answers) == 100


def test_processes_share_a_count(ledger_file: str) -> None:
    program = (
        "import sys; from scorekeeper import storage; from scorekeeper.storage import counting;"
        "storage.connect(sys.argv[1]);"
        f"print(sum(counting.add_within('red', {SPAN}, 1, {END}, 100) for _ in range(60)))"
    )
    command = [sys.executable, "-c", program, ledger_file]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, cwd=REPOSITORY) for _ in range(3)]
    assert sum(int(process.communicate(timeout=60)[0]) for process in processes) == 100


def test_what_is_over_is_swept_out(ledger_file: str) -> None:
    counting.add("red", SPAN, 1, END)
    counting.add("blue", SPAN, 1, END + 1)
    counting.sweep(END)
    assert counting.read("red", SPAN) == (0, 0)
    assert counting.read("blue", SPAN) == (0, 1)


def test_a_count_is_no_part_of_an_entrys_transaction(ledger_file: str) -> None:
    def fail_after_counting() -> None:
        with storage.write():
            counting.add("red", SPAN, 1, END)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_after_counting()
    assert counting.read("red", SPAN) == (0, 1)


def test_the_table_is_what_the_model_says(ledger_file: str, tmp_path: Path) -> None:
    made = Count._meta.database
    expected = peewee.SqliteDatabase(str(tmp_path / "model.db"))
    with Count.bind_ctx(expected):
        expected.create_tables([Count])
    told = [
        sorted(
            (column.name, column.null, column.primary_key) for column in database.get_columns("limit_counts")
        )
        for database in (made, expected)
    ]
    expected.close()
    assert told[0] == told[1]


@sqlite_only
def test_counts_stand_beside_the_games_and_not_among_them(ledger_file: str) -> None:
    assert Path(f"{ledger_file}-limits").exists()
    assert "limit_counts" not in storage.current_database().get_tables()


@sqlite_only
def test_a_file_that_is_gone_is_made_again(tmp_path: Path) -> None:
    storage.connect(str(tmp_path / "new.db"))
    assert counting.add("red", SPAN, 1, END) == 1
    counting.close()
    storage.close()


@sqlite_only
@pytest.mark.parametrize("is_garbage", [True, False])
def test_counts_that_cannot_be_had_are_not_waited_for_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, *, is_garbage: bool
) -> None:
    path = tmp_path / "a.db-limits"
    if is_garbage:
        path.write_bytes(b"no database at all" * 1000)
    else:
        path.mkdir()
    now = 100.0
    monkeypatch.setattr(counting, "monotonic", lambda: now)
    storage.connect(str(tmp_path / "a.db"))
    for _ in range(5):
        with pytest.raises(CountsUnavailable):
            counting.add("red", SPAN, 1, END)
    assert len(caplog.records) == 1
    path.unlink() if is_garbage else path.rmdir()
    counting.close()
    now += counting.PAUSE_SECONDS
    assert counting.add("red", SPAN, 1, END) == 1
    counting.close()
    storage.close()


@sqlite_only
def test_a_file_that_somebody_holds_is_not_waited_for(ledger_file: str) -> None:
    with closing(sqlite3.connect(f"{ledger_file}-limits", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CountsUnavailable):
            counting.add("red", SPAN, 1, END)


@sqlite_only
def test_a_database_can_be_prepared_where_the_counts_cannot(tmp_path: Path) -> None:
    (tmp_path / "a.db-limits").mkdir()
    storage.connect(str(tmp_path / "a.db"))
    assert storage.upgrade()
    assert storage.is_ready()
    storage.close()
