from __future__ import annotations

import os
from pathlib import Path

import pytest

from scorekeeper import storage


def pragma(name: str) -> object:
    row = storage.fetch_one(f"PRAGMA {name}", ())
    assert row is not None
    return row[0]


def test_a_database_is_a_file_in_wal_mode_with_foreign_keys(ledger_file: str) -> None:
    assert pragma("journal_mode") == "wal"
    assert pragma("foreign_keys") == 1
    assert pragma("busy_timeout") == 30_000
    assert pragma("wal_autocheckpoint") == 10_000


@pytest.mark.parametrize(("word", "value"), [("OFF", 0), ("NORMAL", 1), ("FULL", 2), ("EXTRA", 3)])
def test_the_operator_chooses_how_sure_a_write_is(tmp_path: Path, word: str, value: int) -> None:
    storage.connect(str(tmp_path / "a.db"), synchronous=word)
    assert pragma("synchronous") == value
    storage.close()


def test_a_write_outlives_a_power_cut_unless_somebody_says_otherwise(tmp_path: Path) -> None:
    storage.connect(str(tmp_path / "a.db"))
    assert pragma("synchronous") == 2
    storage.close()


def test_a_path_and_a_sqlite_url_name_the_same_file(tmp_path: Path) -> None:
    storage.connect(str(tmp_path / "a b.db"))
    by_path = storage.database_path()
    storage.connect(f"sqlite:///{tmp_path}/a%20b.db")
    assert storage.database_path() == by_path == str(tmp_path / "a b.db")


def test_the_folder_of_the_database_is_made(tmp_path: Path) -> None:
    storage.connect(str(tmp_path / "new" / "folder" / "a.db"))
    storage.upgrade()
    assert (tmp_path / "new" / "folder" / "a.db").exists()
    storage.close()


@pytest.mark.parametrize("url", ["mysql://localhost/x", "", ":memory:", "sqlite:///:memory:"])
def test_what_is_no_database_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"database"):
        storage.connect(url)


def test_an_unknown_durability_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="synchronous"):
        storage.connect(str(tmp_path / "a.db"), synchronous="SOMETIMES")


def test_a_thread_keeps_its_connection(ledger_file: str) -> None:
    database = storage.current_database()
    assert database.connection() is database.connection()


def test_a_forked_child_has_a_connection_of_its_own(ledger_file: str) -> None:
    storage.fetch_one("SELECT 1", ())
    inherited = storage.current_database().connection()
    child = os.fork()
    if child == 0:
        storage.dispose()
        is_new = storage.current_database().connection() is not inherited
        os._exit(0 if is_new and storage.is_ready() else 1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert storage.fetch_one("SELECT 1", ()) == (1,)
