"""The round that a game is in, seen as a pass: who can still win it, and what each score would lead to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil

import numpy as np

from scorekeeper.odds.carrying import carried_again, carried_chances, carried_when_played
from scorekeeper.odds.outlook import ROUND_ERROR, Outlook, played_outlook
from scorekeeper.odds.passes import Entrant, Lineup, Pass, PassRules, TieRule, sets_pace
from scorekeeper.odds.played_passes import SEED, PlayedPass, played_pass
from scorekeeper.odds.roll_offs import roll_offs
from scorekeeper.odds.round_ends import level_between
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
    rules = replace(now.passes.rules, carried=())
    again = carried_again(rules, len(seats), _step(state), by_number=_rolls_off_by_number(state, rules))
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


def open_round(state: GameState, *, is_played: bool = False, looks_ahead: bool = True) -> OpenRound:
    """The pass that a game is in, solved as far as it is asked about, or played out.

    Args:
        looks_ahead: whether it is seen what becomes of a carried pot when seats run out of chips, or the game
            of rounds. Else all are taken to play on for it, so that few passes are enough for many games.
    """
    return _opened(state, known_pass, is_played=is_played, looks_ahead=looks_ahead)


def _opened(
    state: GameState, pass_of: Callable[[PassRules], Pass], *, is_played: bool, looks_ahead: bool
) -> OpenRound:
    order = roll_off_order(state, (*state.leaders, *state.to_come))
    tie, all_bust = _tie(state, 1), _tie(state, 0)
    carries = "carry" in (tie, all_bust)
    lineup = tuple(_entrant(state, seat, carries=carries) for seat in order)
    cap = state.pace if sets_pace(state.ruleset.turn) else None
    rules = PassRules(state.ruleset.turn, tie, all_bust)
    carried = np.zeros((1, len(state.seats)))
    if carries and not looks_ahead:
        seats = clockwise_from(next_round_opener(state), state.numbers("in", "joining"))
        carried = _carried_on(state, seats, rules, is_played=is_played)
    elif carries and (after := when_carried(state, rules)) is not None:
        if not is_played and _ends_soon(after):
            carried = _worth_of_pot(_alike(after))[None]
        else:
            carried = _carried_on(after, after.to_come, rules, is_played=is_played)
    if is_played:
        return OpenRound(played_pass(rules), lineup, order, state.best, cap, carried)
    to_come = tuple(float(carried[0, seat - 1]) for seat in reversed(state.to_come))
    solved = pass_of(replace(rules, carried=to_come if carries else ()))
    return OpenRound(solved, lineup, order, state.best, cap, carried)


@lru_cache(maxsize=64)
def known_pass(rules: PassRules) -> Pass:
    """The pass of some rules, solved as far as it was asked about."""
    return _new_pass(rules)


def _new_pass(rules: PassRules) -> Pass:
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


def goes_on_without_pot(state: GameState) -> bool:
    """Whether nobody may win this round, and nothing lies in the middle for which the next one is played."""
    return state.ruleset.stakes is None and "carry" in (_tie(state, 1), _tie(state, 0))


def when_carried(state: GameState, rules: PassRules) -> GameState | None:
    """The next round, if a pot is carried to it; None where none can be.

    Whoever can't pay the next ante is out then, and was not among those who tied (RULES.md 3).
    """
    seats = [seat for seat in state.order if state.seat(seat).status == "in"]
    payers = [seat for seat in seats if can_pay(state, seat)]
    is_bust = rules.tie != "carry"
    if len(payers) < 2 or (is_bust and payers != seats):
        return None
    after = level_between(state, payers, is_bust)
    return None if after.roll_off or after.is_over else after


def _carried_on(state: GameState, seats: Sequence[int], rules: PassRules, *, is_played: bool) -> Floats:
    """By part and by seat the chance to win a carried pot when a round begins, among the same seats in this
    order for as long as it takes; or until the last round, where rounds are played out."""
    opener = sorted(seats).index(seats[0]) if _rolls_off_by_number(state, rules) else None
    if is_played:
        by_place = carried_when_played(rules, len(seats), _step(state), opener, _rounds_left(state))
    else:
        by_place = carried_chances(rules, len(seats), _step(state), opener)[None]
    chances = np.zeros((len(by_place), len(state.seats)))
    chances[:, [seat - 1 for seat in seats]] = by_place
    return chances


def _rolls_off_by_number(state: GameState, rules: PassRules) -> bool:
    """Whether rounds may be rolled off in which it counts who opens and which numbers the seats have."""
    may_roll_off = "roll_off" in (rules.tie, rules.all_bust)
    return may_roll_off and state.ruleset.round.roll_off_order == "seat_number"


def _rounds_left(state: GameState) -> int | None:
    """The rounds to be played, this one among them; None where they may be any number."""
    goal = state.ruleset.goal
    return (goal.rounds or 1) - state.round + 1 if goal.kind == "highest_total" else None


@lru_cache(maxsize=512)
def _worth_of_pot(state: GameState) -> Floats:
    """By seat the chance to win the pot when a round begins to which it was carried."""
    now = _opened(state, _new_pass, is_played=False, looks_ahead=True)
    found = now.chances()[0]
    chances: Floats = found[-1] * now.carried[0]
    chances[[seat - 1 for seat in now.seats]] += found[:-1]
    return chances


def _ends_soon(state: GameState) -> bool:
    """Whether a pot could be carried until a seat can't pay any more, or the game is over."""
    most = _far(state)
    antes = (_antes(state, seat) for seat in state.numbers("in"))
    return min(_rounds_left(state) or most, *antes) < most


def _antes(state: GameState, seat: int) -> int:
    """How many more antes a seat can pay; no more than need be known."""
    stakes, chips = state.ruleset.stakes, state.seat(seat).chips
    most = _far(state)
    if stakes is None or not state.ruleset.counts_chips:
        return most
    return min(most, (chips or 0) // stakes.ante)


def _far(state: GameState) -> int:
    """After how many rounds no pot is carried any more, to what chances are certain to: with one roll two
    seats are level 73 times in 100, with more rolls many seats not half as often."""
    return max(40, 80 // state.ruleset.turn.rolls)


def _alike(state: GameState) -> GameState:
    """The same for all games in which a pot is worth the same."""
    stakes, points = state.ruleset.stakes, state.ruleset.goal.points
    ante = 0 if stakes is None else stakes.ante
    seats = tuple(
        seat._replace(
            rounds_won=0,
            total=0 if points is None else seat.total,
            chips=_antes(state, number) * ante,
            out_round=None,
            unverified=0,
        )
        for number, seat in enumerate(state.seats, 1)
    )
    number = state.round if _rounds_left(state) is not None else 1
    return state._replace(seats=seats, round=number, first_opener=1, pot=0, turns=0, just_ended=None)


def _step(state: GameState) -> int:
    """How many places the opener moves on between rounds."""
    return {"clockwise": 1, "counterclockwise": -1}.get(state.ruleset.opener.next_round, 0)
