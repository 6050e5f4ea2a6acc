"""SQL for reading a game's log, compiled once."""

from __future__ import annotations

from typing import Final

from peewee import SQL

from scorekeeper.storage.models import Entry, EntryText, Key, Round
from scorekeeper.storage.statements import Statement, slot

TEXTS_OF: Final = Statement(
    lambda: EntryText.select(EntryText.seq, EntryText.field, EntryText.text).where(
        EntryText.game == slot("game")
    ),
    "game",
)
"""All free texts of a game."""

LOGGED: Final = (
    "seq", "entry_id", "kind", "seat", "round", "turn", "recorded_at", "entered_at", "key", "body",
    "voided_by", "told", "hash", "prev_hash",
)  # fmt: skip
"""What the log shows of an entry, in the order in which LOG_AFTER has it; the device comes last."""
LOG_AFTER: Final = Statement(
    lambda: (
        Entry.select(*(getattr(Entry, name) for name in LOGGED), Key.device)
        .join(Key)
        .where((Entry.game == slot("game")) & (Entry.seq > slot("after")))
        .order_by(Entry.seq)
        .limit(slot("limit"))
    ),
    *("game", "after", "limit"),
)
"""The entries after a number."""

ROUNDS_BY: Final = Statement(
    lambda: (
        Round.select(Round.number)
        .where((Round.game == slot("game")) & (Round.last_seq <= slot("last_seq")))
        .order_by(Round.number.desc())
        .limit(SQL("1"))
    ),
    "game",
    "last_seq",
)
"""The last round that was over when an entry had been made."""

SAID_AFTER: Final = Statement(
    lambda: (
        Entry.select(
            Entry.seq,
            Entry.entry_id,
            Entry.kind,
            Entry.body,
            Entry.recorded_at,
            Entry.seat,
            Entry.told,
            Entry.hash,
        )
        .where((Entry.game == slot("game")) & (Entry.seq > slot("after")))
        .order_by(Entry.seq)
        .limit(slot("limit"))
    ),
    "game",
    "after",
    "limit",
)
"""Entries as they were made, from the one after a number on."""
