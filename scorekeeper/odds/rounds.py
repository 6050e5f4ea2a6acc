"""The round that a game is in, seen as a pass: who can still win it, and what each score would lead to."""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil

import numpy as np

from scorekeeper.odds.carrying import carried_again, carried_chances, carried_when_played
from scorekeeper.odds.outlook import ROUND_ERROR, Outlook, played_outlook
from scorekeeper.odds.passes import Entrant, Lineup, Pass, PassRules, TieRule, sets_pace
from scorekeeper.odds.played_passes import SEED, PlayedPass, played_pass
from scorekeeper.odds.roll_offs import roll_offs
from scorekeeper.odds.turn_batch import SCORE_COUNT, Floats
from scorekeeper.odds.words import FOR_THE_LEAD
from scorekeeper.rules.flow import can_pay, goal_leaders, roll_off_order, tie_rule
from scorekeeper.rules.openers import clockwise_from, next_round_opener
from scorekeeper.rules.state import GameState
from scorekeeper.rules.turn_state import PERFECT_CARGO


@dataclass(frozen=True, slots=True)
class OpenRound:
    """A pass in the middle of a game. All that is known of it is told in parts, one where it is solved.

    Attributes:
        passes: the pass, solved or played out.
        lineup: who can still win it.
        seats: the numbers of those seats, in the same places.
        best: the best score so far, None before the first.
        cap: the most rolls of a turn, None while the pace is not set.
        carried: by part and by seat the chance to win a pot that is carried; all 0 where none is.
    """

    passes: Pass | PlayedPass
    lineup: Lineup
    seats: tuple[int, ...]
    best: int | None
    cap: int | None
    carried: Floats

    def after_scores(self) -> Floats:
        """What every end of the open turn leads to: by part, by the rolls left, by score and by place."""
        found = self.passes.after_scores(self.lineup, self.best, self.cap)
        return found if isinstance(self.passes, PlayedPass) else found[None]

    def chances(self) -> Floats:
        """The chances when the pass is about to begin, by part and by place."""
        if isinstance(self.passes, PlayedPass):
            return self.passes.chances(self.lineup)
        return self.passes.chances(self.lineup, None, None)[None]


def round_outlook(state: GameState) -> Outlook:
    """What every end of the open turn leads to in this round; the game must wait for a turn.

    Raises:
        TooMuch: it takes too much to solve.
    """
    assert state.to_move is not None
    now = open_round(state)
    after = now.after_scores()
    error = ROUND_ERROR + float(after[..., -1].max()) * _carried_into_the_end(state, now)
    return Outlook(state.to_move, _chances_after(now, after)[0], error=error)


def _carried_into_the_end(state: GameState, now: OpenRound) -> float:
    """A bound for the chance that a pot that this round carries is carried on until somebody has reached the
    points that end the game.

    From then on nothing is carried, which `carrying` can't see: it knows no totals.
    """
    points = state.ruleset.goal.points
    if points is None or not now.carried.any():
        return 0.0
    seats = state.numbers("in", "joining")
    short = points - PERFECT_CARGO - max(state.seat(seat).total for seat in seats)
    again = carried_again(replace(now.passes.rules, carried=()), len(seats), _step(state))
    return float(again ** max(1, ceil(short / PERFECT_CARGO)))


def played_round(state: GameState) -> Outlook:
    """The same where it is too much to solve: the round is played out at random."""
    assert state.to_move is not None
    now = open_round(state, is_played=True)
    assert isinstance(now.passes, PlayedPass)
    samples = now.passes.samples(now.lineup, now.cap)
    return played_outlook(state.to_move, _chances_after(now, now.after_scores()), samples, SEED, FOR_THE_LEAD)


def _chances_after(now: OpenRound, after: Floats) -> Floats:
    """By part, by the rolls left, by score and by seat the chance to win, and last that nobody wins alone."""
    shared = np.ones((len(now.carried), 1))
    chances: Floats = after[..., -1:] * np.concatenate([now.carried, shared], axis=1)[:, None, None]
    chances[..., [seat - 1 for seat in now.seats]] += after[..., :-1]
    return chances


def open_round(state: GameState, *, is_played: bool = False) -> OpenRound:
    """The pass that a game is in, solved as far as it is asked about, or played out."""
    order = roll_off_order(state, (*state.leaders, *state.to_come))
    tie, all_bust = _tie(state, 1), _tie(state, 0)
    carries = "carry" in (tie, all_bust)
    lineup = tuple(_entrant(state, seat, carries=carries) for seat in order)
    cap = state.pace if sets_pace(state.ruleset.turn) else None
    rules = PassRules(state.ruleset.turn, tie, all_bust)
    carried = _carried(state, rules, is_played=is_played) if carries else np.zeros((1, len(state.seats)))
    if is_played:
        return OpenRound(played_pass(rules), lineup, order, state.best, cap, carried)
    to_come = tuple(float(carried[0, seat - 1]) for seat in reversed(state.to_come))
    solved = known_pass(replace(rules, carried=to_come if carries else ()))
    return OpenRound(solved, lineup, order, state.best, cap, carried)


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


def _carried(state: GameState, rules: PassRules, *, is_played: bool) -> Floats:
    """By part and by seat the chance to win a pot that this round leaves."""
    seats = state.numbers("in", "joining")
    goal = state.ruleset.goal
    rounds = (goal.rounds or 1) - state.round if goal.kind == "highest_total" else None
    # Where the opener of the next round moves on, each seat plays so many places earlier.
    if is_played:
        by_place = carried_when_played(rules, len(seats), _step(state), rounds)
    else:
        by_place = carried_chances(rules, len(seats), _step(state), rounds)[None]
    chances = np.zeros((len(by_place), len(state.seats)))
    order = clockwise_from(next_round_opener(state), seats)
    chances[:, [seat - 1 for seat in order]] = by_place
    return chances


def _step(state: GameState) -> int:
    """How many places the opener moves on between rounds."""
    return {"clockwise": 1, "counterclockwise": -1}.get(state.ruleset.opener.next_round, 0)
