"""What tells rounds from each other: all that the rest of a game depends on."""

from collections.abc import Hashable

from scorekeeper.odds.outlook import GAME_ERROR
from scorekeeper.odds.turn_batch import Floats
from scorekeeper.rules.state import GameState

Key = Hashable


def round_key(state: GameState) -> Key:
    """What the rest of a game depends on when a round begins, or when the game is over."""
    if state.is_over:
        return (state.winners, len(state.seats))
    rules = state.ruleset
    counts_rounds = rules.goal.kind == "rounds_won"
    seats = tuple(
        (seat.status, seat.rounds_won if counts_rounds else 0, seat.chips if rules.counts_chips else 0)
        for seat in state.seats
    )
    leader = state.round_leader if rules.opener.next_round == "winner" else None
    return (seats, state.to_come, state.pot if rules.counts_chips else 0, leader)


def is_round(told: tuple[Key, Floats]) -> bool:
    """Whether a key is a round's that is about to begin, with the chances of its seats: no game's that is
    over."""
    key, chances = told
    match key:
        case ((tuple(), *_) as seats, tuple(), int(), _):
            return chances.shape == (len(seats),) and abs(chances.sum() - 1) < GAME_ERROR
    return False


def table_key(state: GameState) -> Key:
    """What stands as it is until the round is over."""
    return round_key(state._replace(to_come=()))
