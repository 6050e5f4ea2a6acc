"""The turn as a table: the committed file is what the rules answer. And how much a phone has to fetch."""

from __future__ import annotations

import gzip

from scorekeeper.companion.files import page_files
from scorekeeper.companion.turn_table import FILE, module

RULES_AND_SESSION = (
    "engine/", "sync/", "joined/base", "joined/rules", "joined/session", "joined/settling",
)  # fmt: skip


def test_the_committed_table_is_what_the_rules_answer() -> None:
    assert FILE.read_text() == module(), "run: python -m scorekeeper.companion.turn_table"


def test_the_table_is_small_on_the_wire() -> None:
    assert len(gzip.compress(FILE.read_bytes())) < 8 * 1024


def test_rules_queue_and_following_take_less_than_thirty_kilobytes() -> None:
    ours = {path: file for path, file in page_files().items() if path.startswith(RULES_AND_SESSION)}
    assert len(ours) > 12
    assert sum(len(file.compressed or file.body) for file in ours.values()) < 30_000
