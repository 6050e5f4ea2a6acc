"""The turn as a table: the committed file is what the rules answer."""

from __future__ import annotations

import gzip

from scorekeeper.companion.turn_table import FILE, module


def test_the_committed_table_is_what_the_rules_answer() -> None:
    assert FILE.read_text() == module(), "run: python -m scorekeeper.companion.turn_table"


def test_the_table_is_small_on_the_wire() -> None:
    assert len(gzip.compress(FILE.read_bytes())) < 8 * 1024
