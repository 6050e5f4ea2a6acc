from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import migrated


@pytest.fixture
def ledger_file(tmp_path: Path) -> Iterator[str]:
    """An empty database that is connected and migrated."""
    path = str(tmp_path / "ledger.db")
    with migrated(path):
        yield path
