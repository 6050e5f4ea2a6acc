"""What is stored of plays that are judged again: their entries, turns and rounds, and which rows differ.

A `Rewriter` is shown the legal plays of a stretch in the order of play, and keeps what differs from what is
stored. Rows that stay as they are are not written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scorekeeper import rules, storage
from scorekeeper.ledger.canonical import canonical, parsed
from scorekeeper.ledger.name_history import NameHistory
from scorekeeper.ledger.places import Filled, filled_by
from scorekeeper.ledger.projections import played_of, result_of, rounds_ended, turn_ended
from scorekeeper.ledger.script import PLAY_KINDS, Item
from scorekeeper.ledger.stretches import StoredEntry, StoredRewrite, Stretch
from scorekeeper.ledger.telling import tell_play
from scorekeeper.storage import Step, amending, statements


class Followed(NamedTuple):
    """What follows for the entry of one play. body: what it plays, with its place as it is now."""

    item: Item
    body: Mapping[str, Any]
    filled: Filled
    told: dict[str, Any]

    @property
    def columns(self) -> tuple[Any, ...]:
        """seat, round, turn and place."""
        filled = self.filled
        return (self.body.get("seat"), filled.round, filled.turn, filled.place)


class EntryChange(NamedTuple):
    """An entry of which what is stored differs from what follows.

    followed: None where the play does not count. columns: voided_by, seat, round, turn, place and told.
    rewrite: what the play says, where that is not what its entry says.
    """

    item: Item
    entry: StoredEntry
    followed: Followed | None
    columns: tuple[Any, ...]
    rewrite: tuple[Any, ...] | None


class Rewriter:
    """What follows from a stretch of the script, where it is not what is stored.

    own: what follows from the play that the amendment itself puts in, which is written with it.
    """

    def __init__(self, stretch: Stretch, names: NameHistory) -> None:
        self.own: Followed | None = None
        self._stretch, self._names = stretch, names
        self._changes: list[EntryChange] = []
        self._turns: dict[int, tuple[Any, ...]] = {}
        self._rounds: dict[int, tuple[Any, ...]] = {}

    def follow(self, item: Item, before: rules.GameState, played: rules.Played) -> None:
        """A legal play, with the game before it."""
        consequences, after = played.consequences, played.state
        followed = self._followed(item, before, played)
        entry = self._stretch.entries.get(item.seq)
        if entry is None:
            self.own = followed
        else:
            self._compare(item, entry, followed)
        turn = turn_ended(consequences, before)
        if turn is not None:
            row = (turn["round"], turn["roll_off"], turn["seat"], canonical(turn))
            self._turns[turn["number"]] = row
        for ended in rounds_ended(consequences, before, after):
            state_text = canonical(rules.state_to_json(after))
            self._rounds[ended["number"]] = (canonical(ended), item.seq, state_text)

    def changes(self) -> list[EntryChange]:
        """The entries that differ, in the order of play. Asked for when all plays were followed."""
        gone = [
            change
            for item in self._stretch.items()
            if not item.is_effective and (change := self._taken_out(item)) is not None
        ]
        return sorted([*self._changes, *gone], key=lambda change: change.item.order)

    def steps(self, game_id: str) -> Iterator[Step]:
        """The statements that make of what is stored what follows."""
        for item, _, _, columns, rewrite in self.changes():
            yield amending.SET_ENTRY.sql, (*columns, game_id, item.seq)
            if item.seq in self._stretch.rewrites:
                yield amending.DROP_REWRITE.sql, (game_id, item.seq)
            if rewrite is not None:
                yield amending.ADD_REWRITE.sql, (game_id, *rewrite)
        yield from self._turn_steps(game_id)
        yield from self._round_steps(game_id)

    def _turn_steps(self, game_id: str) -> Iterator[Step]:
        stored = _stored(amending.TURNS_AFTER.sql, game_id, self._stretch.beginning.state.turns)
        yield from _rows(game_id, stored, self._turns, amending.DROP_TURN.sql, statements.END_TURN.sql)

    def _round_steps(self, game_id: str) -> Iterator[Step]:
        stored = _stored(amending.ROUNDS_AFTER.sql, game_id, self._stretch.beginning.round)
        yield from _rows(game_id, stored, self._rounds, amending.DROP_ROUND.sql, statements.END_ROUND.sql)

    @property
    def rewrites(self) -> Mapping[int, StoredRewrite]:
        """What is stored of plays that say something else than their entries."""
        return self._stretch.rewrites

    def differing(self, game_id: str) -> list[str]:
        """What of the game's rows differs: `turns`, `rounds`."""
        differs = {"turns": self._turn_steps(game_id), "rounds": self._round_steps(game_id)}
        return [what for what, steps in differs.items() if next(steps, None) is not None]

    def _followed(self, item: Item, before: rules.GameState, played: rules.Played) -> Followed:
        filled = filled_by(item.kind, item.body.get("seat"), before)
        marks = self._names.marks_at(item.seq)
        told = {
            "played": played_of(played.consequences, before),
            "result": result_of(played.consequences, played.state),
            "sentences": tell_play(item.body, played.consequences, marks),
        }
        return Followed(item, _placed(item.body, filled), filled, told)

    def _compare(self, item: Item, entry: StoredEntry, followed: Followed) -> None:
        told = followed.told
        if entry.kind not in PLAY_KINDS:
            # An amendment keeps what it told of itself.
            told = {**told, "said": parsed(entry.told)["said"]}
        columns = (None, *followed.columns, canonical(told))
        stored = self._stretch.rewrites.get(item.seq)
        if stored is None and item.by is None and followed.body is item.body:
            rewrite = None
        else:
            rewrite = rewrite_of(item, followed, entry.body)
        if columns != entry.columns or rewrite != stored:
            self._changes.append(EntryChange(item, entry, followed, columns, rewrite))

    def _taken_out(self, item: Item) -> EntryChange | None:
        entry = self._stretch.entries[item.seq]
        rewrite = rewrite_of(item, None, entry.body)
        if entry.voided_by == item.voided_by and rewrite == self._stretch.rewrites.get(item.seq):
            return None
        return EntryChange(item, entry, None, (item.voided_by, *entry.columns[1:]), rewrite)


def _placed(body: Mapping[str, Any], filled: Filled) -> Mapping[str, Any]:
    """A body with its place as it is now; the very same where it was there already."""
    named = filled.named
    return body if not named or named.items() <= body.items() else {**body, **named}


def rewrite_of(item: Item, followed: Followed | None, entered: str) -> tuple[Any, ...] | None:
    """The row of what a play says where that is not what its entry says; None where it is.

    entered: the entry's body. A play that does not count has no place, and its roll the number it came with.
    """
    if item.by is None and followed is None:
        return None
    text = canonical(item.body if followed is None else followed.body)
    if item.by is None and text == entered:
        return None
    return (item.seq, item.by, item.plays_before, item.rank, item.kind, text)


def _stored(sql: str, game_id: str, after: int) -> dict[int, tuple[Any, ...]]:
    return {number: tuple(row) for number, *row in storage.fetch_all(sql, (game_id, after))}


def _rows(
    game_id: str,
    stored: Mapping[int, tuple[Any, ...]],
    wanted: Mapping[int, tuple[Any, ...]],
    drop: str,
    add: str,
) -> Iterator[Step]:
    for number, row in stored.items():
        if wanted.get(number) != row:
            yield drop, (game_id, number)
    for number, row in wanted.items():
        if stored.get(number) != row:
            yield add, (game_id, number, *row)
