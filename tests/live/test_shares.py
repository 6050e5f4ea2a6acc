"""No key and no table takes all places of a process."""

from __future__ import annotations

import pytest

from scorekeeper.live import Stream, StreamsFull
from scorekeeper.live.shares import require_share

PLACES = 256


def reader(table: int, key: int) -> Stream:
    return Stream(f"table_{table}", None, f"hash of {table}/{key}")


def refusal(stream: Stream, there: list[Stream], places: int = PLACES) -> str | None:
    """Whose places are taken; None where there is one."""
    try:
        require_share(stream, there, places)
    except StreamsFull as full:
        return full.whose
    return None


def test_a_key_has_an_eighth_of_the_places() -> None:
    there = [reader(1, 1)] * 31
    assert refusal(reader(1, 1), there) is None
    there += [reader(1, 1)]
    assert refusal(reader(1, 1), there) == "key"
    assert refusal(reader(1, 2), there) is None


def test_a_table_has_a_quarter_of_the_places() -> None:
    there = [reader(1, number) for number in range(63)]
    assert refusal(reader(1, 99), there) is None
    there += [reader(1, 63)]
    assert refusal(reader(1, 99), there) == "table"
    assert refusal(reader(2, 1), there) is None


def test_all_places_together_are_no_more_than_there_are() -> None:
    there = [reader(number, 1) for number in range(PLACES)]
    assert refusal(reader(999, 1), there) == "server"


@pytest.mark.parametrize("places", [5, 16])
def test_where_there_are_few_places_four_are_anybodys(places: int) -> None:
    assert refusal(reader(1, 1), [reader(1, 1)] * 3, places) is None
    assert refusal(reader(1, 1), [reader(1, 1)] * 4, places) == "table"
