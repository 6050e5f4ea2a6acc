"""Which entry somebody means, and whether it can be amended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from peewee import JOIN

from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.errors import AmendmentRefused
from scorekeeper.ledger.script import PLAY_KINDS, Item
from scorekeeper.storage.amendments import Rewrite
from scorekeeper.storage.models import Entry
from scorekeeper.storage.queries import values


@dataclass(frozen=True, slots=True)
class Target:
    """An entry by its number or by its id. Exactly one is given."""

    seq: int | None = None
    entry_id: str | None = None

    @property
    def shown(self) -> dict[str, Any]:
        """As it was sent."""
        return {"seq": self.seq} if self.entry_id is None else {"entry_id": self.entry_id}


class Meant(NamedTuple):
    """The play that is meant, the key that entered it, and the round in which it was played (0: before)."""

    item: Item
    key_id: str
    round: int


def find_play(board: Board, target: Target, pointer: str) -> Meant:
    """The play that counts and is meant.

    pointer: where the target stands in the body. Raises AmendmentRefused `entry-unknown`,
    `entry-not-correctable` for what is no play, `entry-voided`.
    """
    row = _find(board, target)
    if row is None:
        field = "seq" if target.seq is not None else "entry_id"
        raise AmendmentRefused("entry-unknown", "This game has no such entry.", f"{pointer}/{field}")
    seq, entered, body, voided_by, key_id, round_number, kind, played, by, plays_before, rank = row
    if kind is None and entered not in PLAY_KINDS:
        detail = f"Entry {seq} is no play: it is of the kind {entered}."
        raise AmendmentRefused("entry-not-correctable", detail, pointer)
    if voided_by is not None:
        detail = f"Entry {seq} does not count any more: entry {voided_by} took it out."
        raise AmendmentRefused("entry-voided", detail, pointer)
    item = Item(seq, kind or entered, parsed(played or body), None, by, plays_before, rank or 0)
    return Meant(item, key_id, round_number or 0)


def seq_of(board: Board, target: Target) -> int | None:
    """The number of the entry that is meant, whatever it is; None where there is none."""
    row = _find(board, target)
    return None if row is None else int(row[0])


def target_from(raw: Mapping[str, Any]) -> Target:
    """The target that a part of a body names."""
    return Target(raw.get("seq"), raw.get("entry_id"))


def _find(board: Board, target: Target) -> tuple[Any, ...] | None:
    if target.seq is not None and not 1 <= target.seq <= board.version:
        return None
    is_meant = Entry.seq == target.seq if target.seq is not None else Entry.entry_id == target.entry_id
    query = (
        Entry.select(
            Entry.seq,
            Entry.kind,
            Entry.body,
            Entry.voided_by,
            Entry.key,
            Entry.round,
            Rewrite.kind,
            Rewrite.body,
            Rewrite.by,
            Rewrite.plays_before,
            Rewrite.rank,
        )
        .join(Rewrite, JOIN.LEFT_OUTER, on=((Rewrite.game == Entry.game) & (Rewrite.seq == Entry.seq)))
        .where((Entry.game == board.facts.game_id) & (Entry.seq <= board.version) & is_meant)
    )
    return next(iter(values(query)), None)
