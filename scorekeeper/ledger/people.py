"""Who sits where in a game, people and computers. Names are pinned when the game opens and changed by entries
alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.ledger.canonical import canonical, parsed
from scorekeeper.ledger.texts import mark


@dataclass(frozen=True, slots=True)
class Person:
    """The person on a seat: whose player it is, the pinned name, and which text of the log the name is.

    computer: None for a person; where the computer plays, who throws its dice: one of THROWERS.
    """

    player_id: str
    name: str
    ref: str
    computer: str | None = None


THROWERS: Final = ("table", "server")
"""Who throws dice: people at the table, or this server for a seat of the computer's."""

People = tuple[Person, ...]
"""By seat: the person of seat n is at index n - 1."""


def people_to_text(people: People) -> str:
    """Canonical JSON of the people."""
    return canonical([_written(person) for person in people])


def _written(person: Person) -> list[str]:
    parts = [person.player_id, person.name, person.ref]
    return parts if person.computer is None else [*parts, person.computer]


def people_from_text(text: str) -> People:
    """The people that `people_to_text` wrote."""
    return tuple(Person(*fields) for fields in parsed(text))


def marks(people: Iterable[Person]) -> tuple[str, ...]:
    """For each seat, the mark that stands for its name in stored sentences."""
    return tuple(mark(person.ref) for person in people)


def text_by_ref(people: Iterable[Person]) -> dict[str, str]:
    """The pinned names by the texts that they are."""
    return {person.ref: person.name for person in people}


def computer_of(body: Mapping[str, Any]) -> str | None:
    """Who throws the dice of the computer that an entry seats; None where it seats a person."""
    computer = body.get("computer")
    return None if computer is None else str(computer["dice"])


def has_computers(people: People) -> bool:
    """Whether the computer plays on any seat."""
    return any(person.computer is not None for person in people)
