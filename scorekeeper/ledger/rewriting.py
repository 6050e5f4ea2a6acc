"""What is stored of plays that were judged again: their entries, turns and rounds, and which rows differ.

`follow` gives all that follows from a stretch of the script, `entry_changes` the entries that differ from
what is stored, and `steps` the statements that make of what is stored what follows. Rows that stay as they
are are not written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scorekeeper import rules, storage
from scorekeeper.ledger.canonical import canonical, parsed
from scorekeeper.ledger.name_history import NameHistory
from scorekeeper.ledger.places import Filled, filled_by
from scorekeeper.ledger.projections import played_of, result_of, round_ended, turn_ended
from scorekeeper.ledger.rejudging import Judged
from scorekeeper.ledger.script import PLAY_KINDS, Item
from scorekeeper.ledger.stretches import StoredEntry, Stretch
from scorekeeper.storage import Step, amending, statements


class Followed(NamedTuple):
    """What follows for the entry of one play. body: what it plays, with its place as it is now."""

    item: Item
    body: dict[str, Any]
    filled: Filled
    told: dict[str, Any]

    @property
    def seat(self) -> int | None:
        """The seat that the play is of."""
        return self.body.get("seat")


@dataclass(slots=True)
class Following:
    """All that follows from a stretch: entries by number, and the rows of turns and rounds by theirs."""

    entries: dict[int, Followed] = field(default_factory=dict)
    turns: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    rounds: dict[int, tuple[Any, ...]] = field(default_factory=dict)


def follow(judged: Iterable[Judged], names: NameHistory) -> Following:
    """What follows from plays that are all legal."""
    following = Following()
    for item, before, played, _ in judged:
        assert played is not None
        consequences, after = played.consequences, played.state
        filled = filled_by(item.kind, item.body.get("seat"), before)
        body = {**item.body, **filled.named} if filled.named else dict(item.body)
        marks = names.marks_at(item.seq)
        told = {
            "played": played_of(consequences, before),
            "result": result_of(consequences, after),
            "sentences": [rules.tell(consequence, marks) for consequence in consequences],
        }
        following.entries[item.seq] = Followed(item, body, filled, told)
        turn = turn_ended(consequences, before)
        if turn:
            row = (turn["round"], turn["roll_off"], turn["seat"], canonical(turn))
            following.turns[turn["number"]] = row
        ended = round_ended(consequences, before, after)
        if ended:
            state_text = canonical(rules.state_to_json(after))
            following.rounds[ended["number"]] = (canonical(ended), item.seq, state_text)
    return following


class EntryChange(NamedTuple):
    """An entry of which what is stored differs from what follows.

    columns: voided_by, seat, round, turn, place and told. rewrite: what the play says, where that is not
    what its entry says.
    """

    item: Item
    entry: StoredEntry
    followed: Followed | None
    columns: tuple[Any, ...]
    rewrite: tuple[Any, ...] | None


def entry_changes(stretch: Stretch, following: Following) -> Iterator[EntryChange]:
    """The entries that differ. What an amendment itself puts in is written with it, and is none of them."""
    for item in stretch.items():
        entry = stretch.entries.get(item.seq)
        if entry is None:
            continue
        followed = following.entries.get(item.seq)
        stored = entry[4:9] if followed is None else columns_of(followed, entry)
        columns = (item.voided_by, *stored)
        rewrite = rewrite_of(item, followed, entry.body)
        if columns != (entry.voided_by, *entry[4:9]) or rewrite != stretch.rewrites.get(item.seq):
            yield EntryChange(item, entry, followed, columns, rewrite)


def steps(
    game_id: str, stretch: Stretch, following: Following, changes: Iterable[EntryChange]
) -> Iterator[Step]:
    """The statements that make of what is stored what follows."""
    for item, _, _, columns, rewrite in changes:
        yield amending.SET_ENTRY.sql, (*columns, game_id, item.seq)
        if item.seq in stretch.rewrites:
            yield amending.DROP_REWRITE.sql, (game_id, item.seq)
        if rewrite is not None:
            yield amending.ADD_REWRITE.sql, (game_id, *rewrite)
    beginning = stretch.beginning
    turns = _stored(amending.TURNS_AFTER.sql, game_id, beginning.state.turns)
    yield from _rows(game_id, turns, following.turns, amending.DROP_TURN.sql, statements.END_TURN.sql)
    rounds = _stored(amending.ROUNDS_AFTER.sql, game_id, beginning.round)
    yield from _rows(game_id, rounds, following.rounds, amending.DROP_ROUND.sql, statements.END_ROUND.sql)


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


def columns_of(followed: Followed, entry: StoredEntry) -> tuple[Any, ...]:
    """seat, round, turn, place and told of an entry; an amendment keeps what it told of itself."""
    told = followed.told
    if entry.kind not in PLAY_KINDS:
        told = {**told, "said": parsed(entry.told)["said"]}
    return (*places_of(followed), canonical(told))


def places_of(followed: Followed) -> tuple[Any, ...]:
    """seat, round, turn and place of a play."""
    filled = followed.filled
    return (followed.seat, filled.round, filled.turn, filled.place)


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
