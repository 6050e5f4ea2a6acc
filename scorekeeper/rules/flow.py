"""What happens by itself: the flow of passes, rounds and the game between two entries.

`follow_up` gives the one thing that must happen next, or None when the game waits for an entry. Applying it
again and again settles a game. Sources: S0 to S4 as RULES.md settles them, whose last section the numbers in
comments mean.
"""

from collections.abc import Sequence
from typing import Literal

from scorekeeper.rules import consequences as happened
from scorekeeper.rules.consequences import Consequence
from scorekeeper.rules.openers import clockwise_from, next_round_opener
from scorekeeper.rules.ruleset import RoundRules, Ruleset, TurnRules
from scorekeeper.rules.state import GameState
from scorekeeper.rules.turn_state import PERFECT_CARGO

START_DICE = 3
"""The dice that each seat rolls for the opener (S4)."""


def follow_up(state: GameState) -> Consequence | None:
    """What must happen next without anybody's entry; None when one is waited for, or the game is over."""
    if state.is_over:
        return None
    if not state.is_round_over:
        return _nobody_left(state) or _sole_survivor(state) or _within_pass(state)
    return _goal_reached(state) or _cannot_pay(state) or _sole_survivor(state) or _round_opened(state)


def _within_pass(state: GameState) -> Consequence | None:
    if state.start:
        return _opener_known(state)
    if state.turn and state.turn.state.is_over:
        return turn_ended(state)
    return _roll_off_won(state) or (_pass_closed(state) if _is_pass_over(state) else None)


def turn_ended(state: GameState) -> happened.TurnEnded:
    """The end of the open turn, scored. Meaningful only where that turn is over."""
    assert state.turn is not None
    ended = state.turn.state
    return happened.TurnEnded(
        state.turn.seat, state.turns + 1, sum(ended.cargo), ended.rolls_used, ended.is_bust, False
    )


# The roll for the opener


def _opener_known(state: GameState) -> Consequence | None:
    assert state.start is not None
    contenders = state.start.contenders
    if not contenders:
        return happened.StartRollOpened(state.start.attempt + 1, state.numbers("in"))
    if len(contenders) == 1:
        return happened.OpenerFound(contenders[0])
    if state.start.to_come:
        return None
    highest = max(total for _, total in state.start.totals)
    tied = tuple(sorted(seat for seat, total in state.start.totals if total == highest))
    if len(tied) == 1:
        return happened.OpenerFound(tied[0])
    return happened.StartRollOpened(state.start.attempt + 1, tied)


# Seats that go (5)


def _nobody_left(state: GameState) -> Consequence | None:
    if state.numbers("in"):
        return None
    if state.numbers("joining"):
        return happened.RoundDone()
    return happened.GameAbandoned()


def _sole_survivor(state: GameState) -> Consequence | None:
    seats = state.numbers("in")
    if len(seats) > 1 or state.numbers("joining") or state.ruleset.is_practice:
        return None
    if state.turn:
        return happened.TurnBroken(state.turn.seat, state.turns + 1)
    return happened.GameWon(seats[0], state.pot)


def _roll_off_won(state: GameState) -> Consequence | None:
    """A roll-off with one seat left is won by it at once."""
    still = [seat for seat in state.order if state.seat(seat).status == "in"]
    if not state.roll_off or len(still) > 1:
        return None
    if state.turn:
        return happened.TurnBroken(state.turn.seat, state.turns + 1)
    return pass_won(state, still[0])


# The end of a pass


def _is_pass_over(state: GameState) -> bool:
    return not state.to_come or takes_round(state.ruleset.turn, state.best)


def takes_round(rules: TurnRules, score: int | None) -> bool:
    """Whether a score ends its pass at once, won."""
    return rules.perfect_cargo == "takes_round" and score == PERFECT_CARGO


def _pass_closed(state: GameState) -> Consequence:
    leaders = state.leaders
    if not state.roll_off and not state.ruleset.wants_round_winner:
        return happened.RoundDone()
    if len(leaders) == 1:
        return pass_won(state, leaders[0])
    if not state.roll_off and tie_rule(state.ruleset.round, state.best) == "carry" and _can_carry(state):
        return happened.RoundCarried(leaders, state.pot)
    return _roll_off_opened(state, leaders, state.is_extra_round)


def pass_won(state: GameState, seat: int) -> Consequence:
    """What a pass leads to that a seat has won."""
    if state.is_extra_round:
        return happened.GameWon(seat, state.pot)
    return happened.RoundWon(seat, state.pot if state.ruleset.antes_per_round else 0)


def tie_rule(rules: RoundRules, best: int | None) -> Literal["roll_off", "carry"]:
    """What a first pass leads to that is tied at `best`.

    1: a round in which all bust is a tie of all at 0, unless the house rules say otherwise.
    """
    return rules.tie if best or rules.all_bust == "as_tie" else rules.all_bust


def _can_carry(state: GameState) -> bool:
    """3: a pot carries only if every tied seat can pay the next ante, and never out of a game."""
    return not goal_leaders(state) and all(can_pay(state, seat) for seat in state.leaders)


def _roll_off_opened(state: GameState, seats: tuple[int, ...], is_extra_round: bool) -> Consequence:
    return happened.RollOffOpened(state.roll_off + 1, roll_off_order(state, seats), is_extra_round)


def roll_off_order(state: GameState, seats: Sequence[int]) -> tuple[int, ...]:
    """The order in which some seats of this round would roll off."""
    if state.ruleset.round.roll_off_order == "seat_number":
        return tuple(sorted(seats))
    assert state.opener is not None
    return clockwise_from(state.opener, seats)


# The end of a round


def goal_leaders(state: GameState) -> tuple[int, ...]:
    """The seats still in that have reached the goal and are level in it; empty while none has (3)."""
    goal = state.ruleset.goal
    if goal.kind == "last_with_chips":
        return ()
    seats = {number: state.seat(number) for number in state.numbers("in")}
    if goal.kind == "rounds_won":
        assert goal.rounds is not None
        return tuple(number for number, seat in seats.items() if seat.rounds_won >= goal.rounds)
    highest = max((seat.total for seat in seats.values()), default=0)
    if goal.kind == "highest_total":
        is_reached = goal.rounds is not None and state.round >= goal.rounds
    else:
        is_reached = goal.points is not None and highest >= goal.points
    return tuple(number for number, seat in seats.items() if is_reached and seat.total == highest)


def _goal_reached(state: GameState) -> Consequence | None:
    leaders = goal_leaders(state)
    if not leaders:
        return None
    if len(leaders) == 1:
        return happened.GameWon(leaders[0], state.pot)
    if state.ruleset.goal.tie == "draw":
        return happened.GameDrawn(leaders)
    return _roll_off_opened(state, leaders, is_extra_round=True)


def antes(rules: Ruleset, seats: int, *, is_extra_round: bool) -> int:
    """What so many seats pay in as a round opens. An extra round costs no ante (RULES, settled 2)."""
    if rules.stakes is None or (is_extra_round and rules.antes_per_round):
        return 0
    return rules.stakes.ante * seats


def can_pay(state: GameState, seat: int) -> bool:
    """Whether a seat could pay the next ante with what it has in hand."""
    stakes = state.ruleset.stakes
    if stakes is None or not (state.ruleset.antes_per_round and state.ruleset.counts_chips):
        return True
    chips = state.seat(seat).chips
    return chips is not None and chips >= stakes.ante


def _cannot_pay(state: GameState) -> Consequence | None:
    seats = tuple(seat for seat in state.numbers("in") if not can_pay(state, seat))
    return happened.SeatsOut(seats) if seats else None


def _round_opened(state: GameState) -> Consequence:
    seated = state.numbers("joining")
    order = clockwise_from(next_round_opener(state), state.numbers("in", "joining"))
    stakes = state.ruleset.stakes
    is_due = stakes is not None and (stakes.per == "round" or state.round == 0)
    return happened.RoundOpened(
        state.round + 1, order[0], order, seated, order if is_due else (), stakes.ante if stakes else 0
    )
