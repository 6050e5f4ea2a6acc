"""Who leads: every seat with its two ranks. Source: RULES.md 10."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.state import GameState, Seat

_WINNER, _PLAYING, _LEFT = 2, 1, 0


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's place.

    Attributes:
        seat: its number.
        rank: 1 for the first; a tie shares a rank and the next one is skipped (1, 2, 2, 4).
        dense_rank: the same without gaps (1, 2, 2, 3).
    """

    seat: int
    rank: int
    dense_rank: int


def standings(state: GameState) -> tuple[Standing, ...]:
    """Every seat, the best first, level seats by number."""
    keys = {number: _key(state, number) for number in range(1, len(state.seats) + 1)}
    ordered = sorted(keys, key=lambda number: ([-part for part in keys[number]], number))
    distinct = sorted(set(keys.values()), reverse=True)
    better = {key: sum(other > key for other in keys.values()) for key in distinct}
    return tuple(
        Standing(number, better[keys[number]] + 1, distinct.index(keys[number]) + 1) for number in ordered
    )


def _key(state: GameState, number: int) -> tuple[int, ...]:
    """Compared seat by seat, the greater the better."""
    seat = state.seat(number)
    if number in state.winners:
        return (_WINNER,)
    if seat.status == "left":
        return (_LEFT,)
    return (_PLAYING, *_by_goal(state.ruleset.goal.kind, seat))


def _by_goal(kind: str, seat: Seat) -> Sequence[int]:
    if kind == "rounds_won":
        return (seat.rounds_won,)
    if kind == "highest_total":
        return (seat.total,)
    if kind == "points":
        # Only the totals of seats that can still win count.
        return (seat.status != "out", seat.total)
    # A seat that went out later ranks higher, and every seat with a place in the game higher still.
    if seat.out_round is not None:
        return (0, seat.out_round)
    return (1, 0 if seat.status == "joining" else seat.chips or 0)
