"""A stretch of a game's script: from the round in which something is to change to the end.

It is read from what is stored: the state after the round before, and the plays from there on. So taking back
the last roll reads one round, however long the game is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorekeeper import rules, storage
from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.script import PLAY_KINDS, Item, Script
from scorekeeper.storage import amending
from scorekeeper.storage.models import Row


class StoredEntry(NamedTuple):
    """A row of the log: what was entered, and what is stored of what it led to."""

    seq: int
    kind: str
    body: str
    voided_by: int | None
    seat: int | None
    round: int | None
    turn: int | None
    place: str | None
    told: str
    entry_id: str
    key_id: str

    @property
    def columns(self) -> tuple[Any, ...]:
        """What an amendment may write again: voided_by, seat, round, turn, place and told."""
        return self[3:9]


def stored_entry(row: Row) -> StoredEntry:
    """The same from a row of the model."""
    return StoredEntry._make(row["key" if name == "key_id" else name] for name in StoredEntry._fields)


class StoredRewrite(NamedTuple):
    """What a play says where that is not what its entry says."""

    seq: int
    by: int | None
    plays_before: int | None
    rank: int
    kind: str
    body: str


class Beginning(NamedTuple):
    """Where a stretch begins: the last round before it (0: none), the state after that round, and where in
    the script it ended. first: no entry before this number is needed."""

    round: int
    state: rules.GameState
    order: tuple[int, bool, int]
    first: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """script: every play that was read. entries, rewrites: the rows, by number."""

    beginning: Beginning
    script: Script
    entries: dict[int, StoredEntry]
    rewrites: dict[int, StoredRewrite]

    def items(self) -> list[Item]:
        """The plays of the stretch, counting or not, as the script now has them."""
        start = self.beginning.order
        return [item for item in self.script.items if item.order > start]

    def plays(self) -> list[Item]:
        """Those that count."""
        return [item for item in self.items() if item.is_effective]


def load_stretch(board: Board, round_number: int) -> Stretch:
    """The stretch that begins with a round; with the game for round 0 and 1."""
    game_id = board.facts.game_id
    beginning = _beginning(board, round_number)
    entries = [
        StoredEntry(*row)
        for row in storage.fetch_all(amending.LOG_FROM.sql, (game_id, beginning.first))
        if row[0] <= board.version
    ]
    rewrites = {
        row[0]: StoredRewrite(*row)
        for row in storage.fetch_all(amending.REWRITES_FROM.sql, (game_id, beginning.first))
    }
    return Stretch(
        beginning, Script(_items(entries, rewrites)), {entry.seq: entry for entry in entries}, rewrites
    )


def start_of(opening: dict[str, Any]) -> rules.GameState:
    """The state of a game at its opening, from the body of its first entry."""
    ruleset = rules.read_ruleset(opening["ruleset"])
    return rules.start(ruleset, len(opening["seats"]), opening["opener"], opening["entry"]).state


def _beginning(board: Board, round_number: int) -> Beginning:
    game_id = board.facts.game_id
    row = storage.fetch_one(amending.LAST_SNAPSHOT.sql, (game_id, round_number))
    if row is None:
        opening = storage.fetch_one(amending.BODY_OF_ENTRY.sql, (game_id, 1))
        assert opening is not None
        return Beginning(0, start_of(parsed(opening[0])), (0, False, 0), 1)
    number, state, last_seq, plays_before, rank = row
    first = plays_before or last_seq
    order = (first, plays_before is None, rank or 0)
    return Beginning(number, rules.state_from_json(parsed(state), board.facts.ruleset), order, first)


def _items(entries: Iterable[StoredEntry], rewrites: dict[int, StoredRewrite]) -> list[Item]:
    """The plays of some entries in the order of play."""
    items = [
        _item(entry, rewrites.get(entry.seq))
        for entry in entries
        if entry.kind in PLAY_KINDS or entry.seq in rewrites
    ]
    return sorted(items, key=lambda item: item.order)


def _item(entry: StoredEntry, rewrite: StoredRewrite | None) -> Item:
    if rewrite is None:
        return Item(entry.seq, entry.kind, parsed(entry.body), entry.voided_by)
    return Item(
        entry.seq,
        rewrite.kind,
        parsed(rewrite.body),
        entry.voided_by,
        rewrite.by,
        rewrite.plays_before,
        rewrite.rank,
    )
