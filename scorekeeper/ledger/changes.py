"""What an amendment changes, before and after: the standings, and each entry that changes its meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.rewriting import EntryChange, Followed
from scorekeeper.ledger.script import Edits
from scorekeeper.ledger.stretches import StoredEntry, StoredRewrite
from scorekeeper.ledger.texts import mark, with_texts


def changes_between(
    before: Board, after: Board, entries: Sequence[dict[str, Any]], edits: Edits
) -> dict[str, Any]:
    """The difference that an amendment makes, with marks in the place of names."""
    return {
        "standings": {"before": _standings(before), "after": _standings(after)},
        "entries": list(entries),
        "voided": list(edits.voided),
        "restored": list(edits.restored),
    }


def changed_entries(
    changes: Iterable[EntryChange],
    rewrites: Mapping[int, StoredRewrite],
    inserted: tuple[int, str, Followed] | None,
) -> list[dict[str, Any]]:
    """Each entry that means something else, in the order of play; what was put in is the last.

    inserted: number and id of the amendment that puts a play in, and what follows from that play.
    """
    found = [_changed(change, rewrites.get(change.item.seq)) for change in changes]
    found = [entry for entry in found if entry["before"] != entry["after"]]
    if inserted is not None:
        seq, entry_id, followed = inserted
        found.append({"seq": seq, "entry_id": entry_id, "before": None, "after": after(followed)})
    return found


def said(kind: str, body: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """What an entry means."""
    return {"kind": kind, "body": body, "sentences": told["sentences"], "result": told["result"]}


def before(entry: StoredEntry, rewrite: StoredRewrite | None) -> dict[str, Any]:
    """What an entry meant, as it is stored."""
    kind, body = (entry.kind, entry.body) if rewrite is None else (rewrite.kind, rewrite.body)
    return said(kind, parsed(body), parsed(entry.told))


def after(followed: Followed) -> dict[str, Any]:
    """What an entry means now."""
    return said(followed.item.kind, followed.body, followed.told)


def readable(value: Any, text_of: Callable[[str], str | None]) -> Any:
    """JSON values with the texts that their marks stand for."""
    if isinstance(value, str):
        return with_texts(value, text_of)
    if isinstance(value, list | tuple):
        return [readable(part, text_of) for part in value]
    if isinstance(value, dict):
        return {name: readable(part, text_of) for name, part in value.items()}
    return value


def _changed(change: EntryChange, rewrite: StoredRewrite | None) -> dict[str, Any]:
    entry = change.entry
    was = None if entry.voided_by is not None else before(entry, rewrite)
    now = None if change.followed is None else after(change.followed)
    return {"seq": entry.seq, "entry_id": entry.entry_id, "before": was, "after": now}


def _standings(board: Board) -> list[dict[str, Any]]:
    rows = parsed(f"{{{board.seats_text.by_rank}}}")["standings"]
    return [{**row, "name": mark(board.people[row["seat"] - 1].ref)} for row in rows]
