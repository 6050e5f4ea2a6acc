"""The dice that lie at a place in a game once the server has thrown there: for ever, whatever is taken back.

Die number n of a place is that of the first throw there of so many dice. A later throw with fewer shows the
first ones again; one with more adds those that had not fallen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorekeeper import storage
from scorekeeper.ledger.canonical import parsed
from scorekeeper.storage.dice import PLACES_THROWN_AT
from scorekeeper.storage.models import Entry
from scorekeeper.storage.queries import rows

THROW_KINDS: Final = ("roll", "start_roll")


class FallenDie(NamedTuple):
    """A face, and what it followed from: the entry that committed to the secret, and the nonce."""

    face: int
    commitment: int
    nonce: str


class Fallen:
    """The dice that the server has thrown in a game, by their places."""

    def __init__(self, game_id: str) -> None:
        self._by_place: dict[str, list[tuple[int, FallenDie]]] = defaultdict(list)
        thrown = Entry.select(Entry.seq, Entry.kind, Entry.body).where(
            (Entry.game == game_id) & Entry.kind.in_(THROW_KINDS) & Entry.body.contains('"thrown_by"')
        )
        for row in rows(thrown.order_by(Entry.seq)):
            body = parsed(row["body"])
            there = self._by_place[place_of(row["kind"], body)]
            there += [(row["seq"], die) for die in added_by(body, [die for _, die in there])]

    def at(self, place: str, before: float = float("inf")) -> list[FallenDie]:
        """Those at a place in their order, taken back or not; of entries before that number."""
        return [die for seq, die in self._by_place.get(place, ()) if seq < before]


def place_of(kind: str, body: Mapping[str, Any]) -> str:
    """The place that a throw's entry was made at, as it was thrown for."""
    if kind == "start_roll":
        return f"start.{body['attempt']}.{body['seat']}"
    return f"{body['round']}.{body['roll_off']}.{body['seat']}.{body['roll']}"


def throws_in(kind: str, body: Mapping[str, Any]) -> Iterator[tuple[str, list[int]]]:
    """The dice of each roll that a play has, with its place. body: with the place of the play filled in."""
    if kind in THROW_KINDS:
        yield place_of(kind, body), body["dice"]
    elif kind == "turn":
        for roll, thrown in enumerate(body["rolls"], start=1):
            yield place_of("roll", {**body, "roll": roll}), thrown["dice"]


def places_thrown_at(game_id: str) -> set[str]:
    """Where the server has thrown in a game, taken back or not."""
    return {place for (place,) in storage.fetch_all(PLACES_THROWN_AT.sql, (game_id,))}


def fallen_at(game_id: str, place: str) -> list[FallenDie]:
    """The dice that the server has thrown at a place of a game, in their order, taken back or not."""
    return Fallen(game_id).at(place)


def added_by(body: Mapping[str, Any], fallen: Sequence[FallenDie]) -> list[FallenDie]:
    """The dice of a throw's entry that had not fallen at its place before."""
    return [FallenDie(face, body["commitment"], body["nonce"]) for face in body["dice"][len(fallen) :]]
