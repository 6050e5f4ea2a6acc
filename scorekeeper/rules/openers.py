"""Who opens: the next round of a game, and the next game of a series. Source: S0, S1, S3, S4; RULES.md 4."""

from collections.abc import Hashable, Sequence
from typing import TypeVar

from scorekeeper.rules.ruleset import NextOpener
from scorekeeper.rules.state import GameState

Player = TypeVar("Player", bound=Hashable)


def clockwise_from(first: int, seats: Sequence[int]) -> tuple[int, ...]:
    """The seats in clockwise order from `first`'s place, which need not be among them."""
    ring = sorted(seats)
    return (*(seat for seat in ring if seat >= first), *(seat for seat in ring if seat < first))


def next_round_opener(state: GameState) -> int:
    """The seat that opens the round after this one, among those in and those that sit down with it."""
    assert state.opener is not None
    seats = state.numbers("in", "joining")
    if state.round == 0:
        return state.opener
    return opener_after(state.ruleset.opener.next_round, state.opener, state.round_leader, seats)


def next_game_opener(
    rule: NextOpener,
    last_seating: Sequence[Player],
    last_opener: int,
    last_winner: int | None,
    seating: Sequence[Player],
) -> int:
    """The seat that opens the next game of a series.

    Args:
        rule: `opener.next_game` of the house rules.
        last_seating: the players of the last game by seat.
        last_opener: the seat that opened round 1 of the last game.
        last_winner: the seat that won it, None after a draw or an abandoned game.
        seating: the players of the next game by seat.

    Returns:
        A seat of the next game. A player who is not in it is passed over in the order of the last game.
    """
    if last_winner is None and rule != "winner":
        rule = "same"
    here = [seat for seat, player in enumerate(last_seating, 1) if player in seating]
    if not here:
        return 1
    is_here = last_seating[last_opener - 1] in seating
    if rule == "winner" or rule == "same" or not is_here:
        seat = opener_after(rule, last_opener, last_winner, here)
        return seating.index(last_seating[seat - 1]) + 1
    anchor = seating.index(last_seating[last_opener - 1]) + 1
    return opener_after(rule, anchor, None, range(1, len(seating) + 1))


def opener_after(rule: NextOpener, last: int, winner: int | None, seats: Sequence[int]) -> int:
    """The seat that opens after `last` has opened.

    Args:
        rule: who opens next by the house rules.
        last: who opened last, who need not be among the seats.
        winner: who won, None for nobody.
        seats: those among whom it is, of whom there is one at least.
    """
    ring = sorted(seats)
    if rule == "winner" and winner in ring:
        return winner
    if rule == "counterclockwise":
        return max((seat for seat in ring if seat < last), default=ring[-1])
    if rule != "clockwise" and last in ring:
        return last
    return min((seat for seat in ring if seat > last), default=ring[0])
