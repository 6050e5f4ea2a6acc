"""The script of a game: what is played, in the order of play, as far as it counts.

The log holds what people entered, in the order in which they did, for ever. An amendment (an undo, a redo, a
correction, a ruling) is an entry too, and says what it changes about the script: which plays no longer
count or count again, what a play says instead, and what is played before another. So the script is a fold
over the log that asks no rule.

`fold(log)` gives the whole script. `Script.amend` is one step of it, and works on a stretch too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

PLAY_KINDS: Final = frozenset(
    {"start_roll", "roll", "stand", "turn", "score", "join", "leave", "defer", "abandon"}
)
"""Entries that the rules judge."""
COMING_AND_GOING: Final = frozenset({"join", "leave"})
"""What is not taken back along with something else: people are there, or they are not."""
AMENDMENT_KINDS: Final = frozenset({"undo", "redo", "correction", "ruling"})
"""Entries that may change which plays count."""


class Item(NamedTuple):
    """One play of a script.

    seq: the entry that brought it. kind, body: what is played. voided_by: the amendment that took it out,
    None while it counts. by: the amendment whose content it has, None where it is as it was entered.
    plays_before, rank: where an inserted one stands; see `order`.
    """

    seq: int
    kind: str
    body: Mapping[str, Any]
    voided_by: int | None = None
    by: int | None = None
    plays_before: int | None = None
    rank: int = 0

    @property
    def order(self) -> tuple[int, bool, int]:
        """Sorts a script: by the number of the entry; an inserted play just before the one that it names,
        after those inserted there with a lower rank."""
        return (self.plays_before or self.seq, self.plays_before is None, self.rank)

    @property
    def is_effective(self) -> bool:
        """Whether it counts."""
        return self.voided_by is None


class LogEntry(NamedTuple):
    """An entry of the log, as far as the script needs it."""

    seq: int
    kind: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Replacement:
    """What a play says instead: fields of its body; null takes a field away."""

    seq: int
    changes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Insertion:
    """A play that was forgotten. before: the play that follows it, None for the end of the script."""

    before: int | None
    kind: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Edits:
    """What an amendment changes: plays that no longer count, that count again, that say something else, and
    one that comes in between."""

    voided: tuple[int, ...] = ()
    restored: tuple[int, ...] = ()
    replaced: Replacement | None = None
    inserted: Insertion | None = None

    def in_body(self) -> dict[str, Any]:
        """As the amendment's body has it."""
        parts: dict[str, Any] = {"voided": list(self.voided), "restored": list(self.restored)}
        if self.replaced:
            parts["replaced"] = {"seq": self.replaced.seq, "changes": dict(self.replaced.changes)}
        if self.inserted:
            into = self.inserted
            parts["inserted"] = {"before": into.before, "kind": into.kind, "body": dict(into.body)}
        return {name: part for name, part in parts.items() if part}


NO_EDITS: Final = Edits()


def edits_of(body: Mapping[str, Any]) -> Edits:
    """The edits that an amendment's body says."""
    replaced, inserted = body.get("replaced"), body.get("inserted")
    return Edits(
        tuple(body.get("voided", ())),
        tuple(body.get("restored", ())),
        Replacement(replaced["seq"], replaced["changes"]) if replaced else None,
        Insertion(inserted["before"], inserted["kind"], inserted["body"]) if inserted else None,
    )


def changed_body(
    kind: str, body: Mapping[str, Any], changes: Mapping[str, Any]
) -> tuple[str, dict[str, Any]]:
    """Kind and body of a play after a change. A turn's score stands in the place of its rolls, and the other
    way round."""
    merged = {**body, **changes}
    if "score" in changes:
        kind, merged = "score", {name: merged[name] for name in merged if name not in ("rolls", "stand")}
    elif "rolls" in changes:
        kind, merged = "turn", {name: merged[name] for name in merged if name != "score"}
    return kind, {name: value for name, value in merged.items() if value is not None}


class Script:
    """A script, or a stretch of one that holds all that its amendments name."""

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self.items: list[Item] = list(items)
        self._where = {item.seq: index for index, item in enumerate(self.items)}

    def append(self, item: Item) -> None:
        """A play that was entered after all the others."""
        self._where[item.seq] = len(self.items)
        self.items.append(item)

    def amend(self, edits: Edits, seq: int) -> None:
        """Change it as amendment number `seq` says."""
        for restored in edits.restored:
            self._set(restored, voided_by=None)
        if edits.replaced:
            item = self.items[self._where[edits.replaced.seq]]
            kind, body = changed_body(item.kind, item.body, edits.replaced.changes)
            self._set(item.seq, kind=kind, body=body, by=seq)
        if edits.inserted:
            self._insert(edits.inserted, seq)
        for voided in edits.voided:
            self._set(voided, voided_by=seq)

    def find(self, seq: int) -> Item:
        """The play that an entry brought. Raises KeyError."""
        return self.items[self._where[seq]]

    def after(self, seq: int) -> int | None:
        """The number of the play that follows, counting or not; None after the last. Raises KeyError."""
        index = self._where[seq] + 1
        return self.items[index].seq if index < len(self.items) else None

    def _set(self, seq: int, **changes: Any) -> None:
        index = self._where[seq]
        self.items[index] = self.items[index]._replace(**changes)

    def _insert(self, into: Insertion, seq: int) -> None:
        item = Item(seq, into.kind, into.body, by=seq)
        if into.before is None:
            self.append(item)
            return
        following = self.find(into.before)
        anchor = following.plays_before or following.seq
        group = [other for other in self.items if other.plays_before == anchor]
        rank = following.rank if following.plays_before else len(group) + 1
        for other in group:
            # Those inserted before the same play make room.
            if other.rank >= rank:
                self._set(other.seq, rank=other.rank + 1)
        self.items.insert(self._where[into.before], item._replace(plays_before=anchor, rank=rank))
        self._where = {item.seq: index for index, item in enumerate(self.items)}


def fold(log: Iterable[LogEntry]) -> Script:
    """The script that a log leads to, with the plays that no longer count where they stood."""
    script = Script()
    for seq, kind, body in log:
        if kind in PLAY_KINDS:
            script.append(Item(seq, kind, body))
        elif kind in AMENDMENT_KINDS:
            script.amend(edits_of(body), seq)
    return script
