"""Fixtures of the limits' tests: shared counts, and a clock that stands still until it is moved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import migrated


class Clock:
    """The time in seconds, for all who ask in a test."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands at the beginning of a minute, and of ten."""
    clock = Clock()
    for module in ("leases", "failures", "sql_storage"):
        monkeypatch.setattr(f"scorekeeper.limits.{module}.time", clock)
    monkeypatch.setattr("scorekeeper.limits.failures.monotonic", clock)
    monkeypatch.setattr("limits.strategies.time.time", clock)
    return clock


@pytest.fixture
def counts(tmp_path: Path) -> Iterator[str]:
    """An empty database, with counts beside it; its path or URL."""
    with migrated(str(tmp_path / "scorekeeper.sqlite3")) as url:
        yield url
