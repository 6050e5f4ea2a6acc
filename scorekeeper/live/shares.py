"""How many places of a process one key and one table may take: no key takes them all from everybody."""

from __future__ import annotations

from collections.abc import Collection
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
