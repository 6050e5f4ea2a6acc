from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.ledger import advice, advising, analysis
from scorekeeper.thinking import client
from tests.databases import migrated
from tests.ledger.playing import At, open_table


@pytest.fixture
def ledger_file(tmp_path: Path) -> Iterator[str]:
    """An empty database that is connected and migrated."""
    with migrated(str(tmp_path / "ledger.db")) as url:
        yield url


@pytest.fixture
def at(ledger_file: str) -> At:
    """Red and Blue at a table, with a game by S0's rules, where each seat's turn is chosen by the players."""
    return open_table({"preset": "first-to-three"}, "Red", "Blue")


@pytest.fixture(autouse=True)
def patience_with_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for odds waits until they are there: the machines that tests run on may be slow."""
    monkeypatch.setattr(client, "START_SECONDS", 120.0)
    for asked in (advice, advising, analysis):
        monkeypatch.setattr(asked, "WAIT_SECONDS", 120.0)
    monkeypatch.setattr(advising, "WAIT_SECONDS_OF_WRITERS", 120.0)
