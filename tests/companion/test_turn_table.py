"""The turn as a table: the committed file is what the rules answer. And how much a phone has to fetch."""

from __future__ import annotations

import gzip

from scorekeeper.companion.files import page_files
from scorekeeper.companion.joining import GROUPS
from scorekeeper.companion.turn_table import FILE, module

RULES_AND_SESSION = ("engine/", "sync/", "joined/rules", "joined/session", "joined/settling")
IN_JOINED = {path for paths in GROUPS.values() for path in paths}
"""What stands in their place says where they are, and no page of ours asks for it."""


def test_the_committed_table_is_what_the_rules_answer() -> None:
    assert FILE.read_text() == module(), "run: python -m scorekeeper.companion.turn_table"


def test_the_table_is_small_on_the_wire() -> None:
    assert len(gzip.compress(FILE.read_bytes())) < 8 * 1024


def test_rules_queue_and_following_take_less_than_thirty_kilobytes() -> None:
    paths = [path for path in page_files() if path.startswith(RULES_AND_SESSION)]
    ours = {path: page_files()[path] for path in paths if path not in IN_JOINED}
    assert len(ours) > 8
    assert sum(len(file.compressed or file.body) for file in ours.values()) < 30_000
