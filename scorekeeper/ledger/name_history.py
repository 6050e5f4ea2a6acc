"""What the seats of a game were called when an entry was made.

A play that is judged again is told with the names of its own time: the name that a seat had when the play
was entered, or its first one where it had none yet.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from types import MappingProxyType
from typing import Any

from peewee import JOIN

from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.people import People, Person, computer_of, marks
from scorekeeper.ledger.recorded import texts_of
from scorekeeper.ledger.script import Script
from scorekeeper.ledger.texts import ERASED, reference
from scorekeeper.storage.amendments import Rewrite
from scorekeeper.storage.models import Entry
from scorekeeper.storage.queries import values

NAMING_KINDS = ("open", "join", "rename", "substitute")
"""Entries that say who sits where."""


@dataclass(frozen=True, slots=True)
class Naming:
    """An entry that counts and says who sits where."""

    seq: int
    kind: str
    body: Mapping[str, Any]


class NameHistory:
    """The people of a game through its log, by seat."""

    def __init__(self, namings: Iterable[Naming], texts: Mapping[str, str | None]) -> None:
        """namings: in the order of the log. texts: the names by their references.

        Whoever was forgotten and put in later may have a lower seat than who joined before: seats come first,
        in their order, and then what changed about them.
        """
        self._seats: list[list[tuple[int, Person]]] = []
        for naming in sorted(namings, key=_seat_that_is_new):
            self.named(naming, texts)
        self._turns = sorted({seq for seat in self._seats for seq, _ in seat})
        self._marks: dict[int, tuple[str, ...]] = {}

    @classmethod
    def unchanged(cls, people: People) -> NameHistory:
        """Of a game in which nobody came, changed places or changed their name."""
        history = cls((), {})
        history._seats = [[(1, person)] for person in people]
        return history

    def named(self, naming: Naming, texts: Mapping[str, str | None]) -> NameHistory:
        """This history, gone on by an entry that names people."""
        for seat, person in _named(naming, self.people, texts):
            self._name(naming.seq, seat, person)
        return self

    @property
    def people(self) -> People:
        """Who sits where now."""
        return tuple(seat[-1][1] for seat in self._seats)

    def marks_at(self, seq: int) -> tuple[str, ...]:
        """For each seat the mark of its name when entry number `seq` was made."""
        when = bisect_right(self._turns, seq)
        if when not in self._marks:
            self._marks[when] = marks(_at(seat, seq) for seat in self._seats)
        return self._marks[when]

    def _name(self, seq: int, seat: int, person: Person) -> None:
        if seat == len(self._seats) + 1:
            self._seats.append([])
            self._seats[-1].append((seq, person))
        # A late seat whose number is not the next is for the rules to refuse; and what was said of whoever
        # sat there before, and was taken back, is not said of who sits there now.
        elif seat <= len(self._seats) and self._seats[seat - 1][0][0] < seq:
            self._seats[seat - 1].append((seq, person))


def _seat_that_is_new(naming: Naming) -> float:
    """Sorts namings: the opening, who joins by their seats, then all others as they stand."""
    if naming.kind == "open":
        return 0
    return float(naming.body["seat"]) if naming.kind == "join" else inf


def _at(seat: list[tuple[int, Person]], seq: int) -> Person:
    return next((person for since, person in reversed(seat) if since <= seq), seat[0][1])


def _named(naming: Naming, people: People, texts: Mapping[str, str | None]) -> Iterable[tuple[int, Person]]:
    """The seats that an entry names, each with its person."""
    seq, body = naming.seq, naming.body
    if naming.kind == "open":
        for seat, sitter in enumerate(body["seats"], start=1):
            ref = reference(seq, f"seats/{seat}/name")
            yield seat, _person(sitter["player_id"], ref, texts, computer_of(sitter))
        return
    seat, ref = body["seat"], reference(seq, "name")
    if naming.kind == "join":
        yield seat, _person(body["player_id"], ref, texts, computer_of(body))
    elif seat <= len(people):
        # Whoever joined there may have been taken back since. Who is only renamed stays what it is.
        old = people[seat - 1]
        computer = old.computer if naming.kind == "rename" else None
        yield seat, _person(body.get("player_id", old.player_id), ref, texts, computer)


def _person(player_id: str, ref: str, texts: Mapping[str, str | None], computer: str | None) -> Person:
    return Person(player_id, texts.get(ref) or ERASED, ref, computer)


def names_of(
    board: Board, script: Script, joined: Naming | None = None, more: Mapping[str, str] = MappingProxyType({})
) -> NameHistory:
    """The names of a game in which a stretch's script holds.

    joined: somebody who sits down by the amendment itself. more: the texts of the amendment itself.
    """
    game_id = board.facts.game_id
    has_joins = any(item.kind == "join" for item in script.items)
    if not (joined or has_joins) and all(person.ref.startswith("1/") for person in board.people):
        return NameHistory.unchanged(board.people)
    namings = [*namings_of(game_id, script), *([joined] if joined else [])]
    return NameHistory(namings, {**texts_of(game_id), **more})


def namings_of(game_id: str, script: Script) -> Iterator[Naming]:
    """The entries of the log that count and name people. Whether a play counts the script says, as far as it
    reaches."""
    query = (
        Entry.select(Entry.seq, Entry.kind, Entry.body, Entry.voided_by, Rewrite.kind, Rewrite.body)
        .join(Rewrite, JOIN.LEFT_OUTER, on=((Rewrite.game == Entry.game) & (Rewrite.seq == Entry.seq)))
        .where((Entry.game == game_id) & (Entry.kind.in_(NAMING_KINDS) | (Rewrite.kind == "join")))
    )
    known = {item.seq: item for item in script.items}
    for seq, kind, body, voided_by, plays, plays_body in values(query.order_by(Entry.seq)):
        item = known.get(seq)
        if (voided_by if item is None else item.voided_by) is None:
            yield Naming(seq, plays or kind, parsed(plays_body or body))
