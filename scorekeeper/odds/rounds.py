"""The round that a game is in, seen as a pass: who can still win it, and what each score would lead to."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from scorekeeper.odds.carrying import carried_chances
from scorekeeper.odds.outlook import Outlook
from scorekeeper.odds.passes import Entrant, Lineup, Pass, PassRules, TieRule, sets_pace
from scorekeeper.odds.roll_offs import roll_offs
from scorekeeper.odds.turn_batch import SCORE_COUNT, Floats
from scorekeeper.rules.flow import can_pay, goal_leaders, roll_off_order, tie_rule
from scorekeeper.rules.openers import clockwise_from, next_round_opener
from scorekeeper.rules.state import GameState


@dataclass(frozen=True, slots=True)
class OpenRound:
    """A pass in the middle of a game.

    Attributes:
        passes: the solved pass.
        lineup: who can still win it.
        seats: the numbers of those seats, in the same places.
        best: the best score so far, None before the first.
        cap: the most rolls of a turn, None while the pace is not set.
        carried: by seat the chance to win a pot that is carried; all 0 where none is.
    """

    passes: Pass
    lineup: Lineup
    seats: tuple[int, ...]
    best: int | None
    cap: int | None
    carried: Floats


def round_outlook(state: GameState) -> Outlook:
    """What every end of the open turn leads to in this round; the game must wait for a turn."""
    assert state.to_move is not None
    now = open_round(state)
    after = now.passes.after_scores(now.lineup, now.best, now.cap)
    chances = after[..., -1:] * np.append(now.carried, 1.0)
    chances[..., [seat - 1 for seat in now.seats]] += after[..., :-1]
    return Outlook(state.to_move, chances)


def open_round(state: GameState) -> OpenRound:
    """The pass that a game is in."""
    order = roll_off_order(state, (*state.leaders, *state.to_come))
    tie, all_bust = _tie(state, 1), _tie(state, 0)
    carries = "carry" in (tie, all_bust)
    lineup = tuple(_entrant(state, seat, carries=carries) for seat in order)
    carried = _carried(state, tie, all_bust) if carries else np.zeros(len(state.seats))
    to_come = tuple(float(carried[seat - 1]) for seat in reversed(state.to_come))
    rules = PassRules(state.ruleset.turn, tie, all_bust, to_come if carried.any() else ())
    cap = state.pace if sets_pace(state.ruleset.turn) else None
    return OpenRound(known_pass(rules), lineup, order, state.best, cap, carried)


@lru_cache(maxsize=64)
def known_pass(rules: PassRules) -> Pass:
    """The pass of some rules, solved as far as it was asked about."""
    if rules.tie == rules.all_bust == "roll_off":
        return roll_offs(rules.turn).passes
    return Pass(rules, roll_offs(rules.turn))


def _entrant(state: GameState, seat: int, *, carries: bool) -> Entrant:
    turn = state.to_come.index(seat) + 1 if seat in state.to_come else 0
    return Entrant(turn, can_pay(state, seat), _reaches(state, seat)) if carries else Entrant(turn)


def _reaches(state: GameState, seat: int) -> int:
    """The least score by which a seat to come reaches the points that end the game; 13 where none does."""
    points = state.ruleset.goal.points
    if points is None or seat not in state.to_come:
        return SCORE_COUNT
    return min(points - state.seat(seat).total, SCORE_COUNT)


def _tie(state: GameState, best: int) -> TieRule:
    """What a tie of this pass at some score leads to."""
    if state.roll_off:
        return "roll_off"
    if not state.ruleset.wants_round_winner:
        return "share"
    rule = tie_rule(state.ruleset.round, best)
    return "roll_off" if rule == "roll_off" or goal_leaders(state) else rule


def _carried(state: GameState, tie: TieRule, all_bust: TieRule) -> Floats:
    """By seat the chance to win a pot that this round leaves."""
    seats = state.numbers("in", "joining")
    step = {"clockwise": 1, "counterclockwise": -1}.get(state.ruleset.opener.next_round, 0)
    # Where the opener of the next round moves on, each seat plays so many places earlier.
    by_place = carried_chances(state.ruleset.turn, tie, all_bust, len(seats), step)
    chances = np.zeros(len(state.seats))
    for place, seat in enumerate(clockwise_from(next_round_opener(state), seats)):
        chances[seat - 1] = by_place[place]
    return chances
