"""Who sits where in a game. Names are pinned when the game opens and changed by entries alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.ledger.canonical import canonical, parsed
from scorekeeper.ledger.texts import mark


@dataclass(frozen=True, slots=True)
class Person:
    """The person on a seat: whose player it is, the pinned name, and which text of the log the name is."""

    player_id: str
    name: str
    ref: str


People = tuple[Person, ...]
"""By seat: the person of seat n is at index n - 1."""


def people_to_text(people: People) -> str:
    """Canonical JSON of the people."""
    return canonical([[person.player_id, person.name, person.ref] for person in people])


def people_from_text(text: str) -> People:
    """The people that `people_to_text` wrote."""
    return tuple(Person(*fields) for fields in parsed(text))


def marks(people: Iterable[Person]) -> tuple[str, ...]:
    """For each seat, the mark that stands for its name in stored sentences."""
    return tuple(mark(person.ref) for person in people)


def text_by_ref(people: Iterable[Person]) -> dict[str, str]:
    """The pinned names by the texts that they are."""
    return {person.ref: person.name for person in people}
