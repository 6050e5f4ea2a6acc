"""Fixtures of the API's tests: an application on an empty database, and a table at it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.ledger import advising, hash_key
from scorekeeper.policies import read_policies
from tests.api.at_the_table import ADMIN_KEY, Guest, HostOf, new_table, operator_of
from tests.databases import migrated
from tests.support import LIMITS


@pytest.fixture(scope="session")
def only_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """One application for all tests, since making one takes longer than most of them."""
    database = str(tmp_path_factory.mktemp("unused") / "unused.sqlite3")
    return create_app(
        Config(database=database, admin_key_hash=hash_key(ADMIN_KEY), limits=read_policies(LIMITS))
    )


@pytest.fixture
def app(only_app: Flask, tmp_path: Path) -> Iterator[Flask]:
    """The application, on a database of the test's own."""
    with migrated(str(tmp_path / "scorekeeper.sqlite3")):
        yield only_app


@pytest.fixture
def guest(app: Flask) -> Guest:
    """Somebody without a key."""
    return Guest(app.test_client())


@pytest.fixture
def operator(guest: Guest) -> Guest:
    """The holder of the admin key."""
    return operator_of(guest)


@pytest.fixture
def host(guest: Guest) -> HostOf:
    """The holder of a table's key."""
    return new_table(guest)


@pytest.fixture(autouse=True)
def patience_with_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries wait for what the computer plays: the machines that tests run on may be slow."""
    monkeypatch.setattr(advising, "WAIT_SECONDS", 120.0)
    monkeypatch.setattr(advising, "WAIT_SECONDS_OF_WRITERS", 120.0)
