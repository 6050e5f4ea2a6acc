"""Whose an entry is: a scorer takes back only what the scorer's own key has entered."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.errors import AmendmentRefused
from scorekeeper.ledger.keys import Author
from scorekeeper.ledger.rights import HOST
from scorekeeper.storage.models import Entry, Key
from scorekeeper.storage.queries import values

MOST_AT_ONCE = 500


def require_own(author: Author, board: Board, entries: Iterable[int]) -> None:
    """See that a key other than a host's has made all of these entries.

    Raises AmendmentRefused `not-your-entry`, which names whose the first of the others is (`entered_by`).
    """
    if author.role == HOST:
        return
    seqs = sorted(set(entries))
    for start in range(0, len(seqs), MOST_AT_ONCE):
        of_game = (Entry.game == board.facts.game_id) & Entry.seq.in_(seqs[start : start + MOST_AT_ONCE])
        query = Entry.select(Entry.seq, Entry.key, Key.role, Key.device).join(Key).where(of_game)
        for seq, key_id, role, device in values(query.order_by(Entry.seq)):
            if key_id != author.key_id:
                raise _not_yours(seq, key_id, role, device)


def _not_yours(seq: int, key_id: str, role: str, device: str | None) -> AmendmentRefused:
    whose = f"a {role}" if device is None else f"“{device}” (a {role})"
    taker = "only a host takes it back" if role == HOST else "that key takes it back, or a host"
    detail = f"Entry {seq} was made by {whose}: {taker}."
    entered_by = {"seq": seq, "key_id": key_id, "role": role, "device": device}
    return AmendmentRefused("not-your-entry", detail, entered_by=entered_by)
