"""How many places of a process one key and one table may take: no key takes them all from everybody."""

from __future__ import annotations

from collections.abc import Collection
from threading import Lock
from typing import Final, Literal

from scorekeeper.live.follow import Stream

PART_OF_A_TABLE: Final = 4
PART_OF_A_KEY: Final = 8
"""A table has at most one part of so many of a process's places, and a key one of so many."""
FEWEST: Final = 4
"""So many places anybody may have, however few there are."""

Whose = Literal["server", "table", "key"]


class StreamsFull(Exception):
    """This process serves as many streams, or as many requests that wait, as it may: of everybody (`server`),
    of the `table` or of the `key` that asks for one more."""

    def __init__(self, whose: Whose = "server") -> None:
        super().__init__(whose)
        self.whose: Whose = whose


class Place:
    """What somebody has who follows or waits, from the moment it was asked for until it is left."""

    def __init__(self, stream: Stream, places: Places) -> None:
        self.stream = stream
        self._places = places

    def leave(self) -> None:
        """It is free again. Leaving it twice is leaving it once."""
        self._places.free(self)


class Places:
    """The places of a process. Each counts from the moment it is taken: whoever is still on the way to where
    it is served has one as well."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: set[Place] = set()
        self._lock = Lock()

    def __len__(self) -> int:
        """How many are taken."""
        return len(self._taken)

    def take(self, stream: Stream) -> Place:
        """A place for a stream beside the others, those of its key and its table too. Raises StreamsFull."""
        with self._lock:
            require_share(stream, [place.stream for place in self._taken], self._most)
            place = Place(stream, self)
            self._taken.add(place)
            return place

    def free(self, place: Place) -> None:
        """Somebody has left."""
        with self._lock:
            self._taken.discard(place)


def require_share(stream: Stream, there: Collection[Stream], places: int) -> None:
    """See that there is room for one more beside those that are there. Raises StreamsFull."""
    if len(there) >= places:
        raise StreamsFull
    if sum(each.table_id == stream.table_id for each in there) >= _share(places, PART_OF_A_TABLE):
        raise StreamsFull("table")
    if sum(each.key_hash == stream.key_hash for each in there) >= _share(places, PART_OF_A_KEY):
        raise StreamsFull("key")


def _share(places: int, part: int) -> int:
    return max(places // part, FEWEST)
