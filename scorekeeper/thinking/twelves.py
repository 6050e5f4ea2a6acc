"""Whether totals can have come about in rounds that a 12 ends: who has not played by then scores nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count, product
from typing import Final

from scorekeeper.rules.flow import tie_rule
from scorekeeper.rules.openers import clockwise_from, opener_after
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.turn_state import PERFECT_CARGO, SCORES

MOST_TRIES: Final = 2_000
"""With more ways than this to play the rounds, it is taken that one of them will do."""
_OTHERS: Final = tuple(score for score in SCORES if score < PERFECT_CARGO)

Counts = tuple[int, ...]


class _TooMany(Exception):
    pass


def can_be_scored(ruleset: Ruleset, totals: Counts, won: Counts, rounds: int, opener: int | None) -> bool:
    """Whether so many rounds may have been played in such a way.

    totals, won: by seat what it has scored, and the rounds that it has won, all 0 where none are won. opener:
    the seat, from 0, that opens the next round; None: any.
    """
    tried = count()
    seats = range(len(totals))

    @cache
    def may_come(totals: Counts, won: Counts, rounds: int, opener: int | None) -> bool:
        if not rounds:
            return not any(totals) and not any(won)
        return sum(_needed(total, rounds) for total in totals) <= rounds and any(
            may_come(_less(totals, scores), left, rounds - 1, first)
            for first in seats
            for scores in _passes(totals, rounds, first)
            for left in _before(first, scores, won, opener)
        )

    def _before(first: int, scores: Counts, won: Counts, opener: int | None) -> Iterator[Counts]:
        """The rounds won before one in which so much was scored, if this seat opens the next one."""
        if next(tried) > MOST_TRIES:
            raise _TooMany
        for winner in _winners(ruleset, scores):
            left = won
            if winner is not None and ruleset.wants_round_winner:
                left = _less(won, tuple(int(seat == winner) for seat in seats))
            following = opener_after(ruleset.opener.next_round, first, winner, seats)
            if min(left) >= 0 and opener in (None, following):
                yield left

    try:
        return may_come(totals, won, rounds, opener)
    except _TooMany:
        return True


def is_sum(total: int, rounds: int) -> bool:
    """Whether so many turns may bring such a total."""
    return total == 0 or SCORES[1] <= total <= PERFECT_CARGO * rounds


def _needed(total: int, rounds: int) -> int:
    """How many 12s a total needs at the least."""
    return max(0, total - (PERFECT_CARGO - 1) * rounds)


def _passes(totals: Counts, rounds: int, first: int) -> Iterator[Counts]:
    """All that the last of so many rounds may have brought the seats, if this one opened it."""
    fitting = [_fitting(total, rounds) for total in totals]
    others = [[score for score in scores if score in _OTHERS] for scores in fitting]
    yield from product(*others)
    order = clockwise_from(first, range(len(totals)))
    for turn, seat in enumerate(order):
        if PERFECT_CARGO in fitting[seat]:
            late = order[turn + 1 :]
            left = [[0] if 0 in scores else [] for scores in fitting]
            yield from product(
                *(
                    [PERFECT_CARGO] if place == seat else left[place] if place in late else others[place]
                    for place in range(len(totals))
                )
            )


def _fitting(total: int, rounds: int) -> list[int]:
    """What the last of so many turns may have brought of a total, the likeliest first."""
    found = [score for score in SCORES if score <= total and is_sum(total - score, rounds - 1)]
    return sorted(found, key=lambda score: abs(score * rounds - total))


def _winners(ruleset: Ruleset, scores: Counts) -> Sequence[int | None]:
    """Who may have won such a round; None: nobody has alone."""
    best = max(scores)
    level = [seat for seat, score in enumerate(scores) if score == best]
    if len(level) == 1:
        return level
    if not ruleset.wants_round_winner:
        return (None,)
    return (*level, None) if tie_rule(ruleset.round, best) == "carry" else level


def _less(counts: Counts, other: Counts) -> Counts:
    return tuple(each - less for each, less in zip(counts, other, strict=True))
