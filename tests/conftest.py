"""Fixtures that every test can ask for. The tools behind them are in `tests.support`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import SETTINGS, LiveServer, serving


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test depends on what the person at the keyboard has set for a server of their own."""
    for name in list(os.environ):
        if name.startswith(SETTINGS):
            monkeypatch.delenv(name)


@pytest.fixture
def database_file(tmp_path: Path) -> Path:
    """Where a test may keep an SQLite database; nothing is there yet."""
    return tmp_path / "scorekeeper.sqlite3"


@pytest.fixture(scope="session")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One real server (gunicorn, 2 processes, an SQLite file) for all tests of this process that ask for it.

    Tests share it, so each makes a table of its own. A server alone: `with serving(database_file) as server`.
    """
    with serving(tmp_path_factory.mktemp("live") / "scorekeeper.sqlite3") as server:
        yield server
