"""Whether rounds can have been won in an order in which every seat could pay every ante."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

MOST_WAYS: Final = 20_000
"""With more ways than this to part the pots, it is taken that one of them will do."""

Counts = tuple[int, ...]


def can_be_paid(start: int, won: Sequence[int], carried: Sequence[int], last: int | None) -> bool:
    """Whether there is such an order.

    start: the antes that each seat has brought. won: by seat the rounds that it has won. carried: by seat the
    rounds that were carried to those. last: the seat, from 0, that won the last of all; None: any.
    """
    ways = 1
    for count in (*won, *carried):
        ways *= count + 1
    if ways > MOST_WAYS or not any(won):
        return True
    seats = len(won)

    @cache
    def before(wins: Counts, extra: Counts) -> bool:
        """Whether so many may have been won so far, the last of them by anybody."""
        return (not any(wins) and not any(extra)) or any(
            ends_with(seat, wins, extra) for seat in range(seats)
        )

    def ends_with(seat: int, wins: Counts, extra: Counts) -> bool:
        """The same where this seat has won the last of them, with any number of rounds carried to it."""
        if not wins[seat]:
            return False
        rounds = sum(wins) + sum(extra)
        earlier = _less(wins, seat, 1)
        for number in range(extra[seat] + 1):
            rest = _less(extra, seat, number)
            if all(
                start + seats * (each + more) >= rounds for each, more in zip(earlier, rest, strict=True)
            ) and before(earlier, rest):
                return True
        return False

    wins, extra = tuple(won), tuple(carried)
    return before(wins, extra) if last is None else ends_with(last, wins, extra)


def _less(counts: Counts, place: int, number: int) -> Counts:
    return (*counts[:place], counts[place] - number, *counts[place + 1 :])
