"""Games of two that go to the higher total: after so many rounds, or once one has so many points.

What is to be known of such a game is which seat opens, and how far it has come: the round and the
difference of the totals, or both totals. Values are those of the lower seat: its chance to win, a draw
shared, and beside it the chance of a draw. The engine says who opens next and what level totals lead to.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from scorekeeper.odds.games_of_rounds import MOST_COST, TooLarge
from scorekeeper.odds.outlook import GAME_ERROR, Outlook
from scorekeeper.odds.pairs import solve_pairs
from scorekeeper.odds.passes import sets_pace
from scorekeeper.odds.shelf import Table, found_table, keep_table, table_name
from scorekeeper.odds.totals_asked import level_value, next_opener, template_of
from scorekeeper.odds.turn_batch import ROW_COST, SCORE_COUNT, Floats, Indices, turn_batch
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.state import GameState

BEST = SCORE_COUNT - 1
CLOSE = 1e-10
MOST_SWEEPS = 50

_SCORES = np.arange(SCORE_COUNT)
_DIFFERENCES = _SCORES[:, None] - _SCORES[None, :]


class TotalsForTwo:
    """The games under one ruleset between two seats, solved as far as they were asked about."""

    def __init__(self, ruleset: Ruleset, seats: tuple[int, int], template: GameState) -> None:
        self._ruleset = ruleset
        self._turn = ruleset.turn
        self._seats = seats
        self._template = template
        self._by_difference: dict[tuple[int, int], Floats] = {}
        self._by_totals: dict[int, Floats] = {}
        self._never_settles = False
        self._name = table_name("totals for two", ruleset, *seats, len(template.seats))
        self._recall(found_table(self._name))

    def outlook(self, state: GameState) -> Outlook:
        """What every end of the open turn leads to in the game; the game is in the first pass of a round."""
        assert state.to_move is not None
        assert state.opener is not None
        scored = {result.seat: result.score for result in state.counted}
        totals = [state.seat(seat).total - scored.get(seat, 0) for seat in self._seats]
        ends = self._ends(state.round, state.opener, np.array([totals]))
        first = next(seat for seat in state.order if seat in self._seats)
        first_is_lower = first == self._seats[0]
        if not first_is_lower:
            ends = _for_the_other(ends)
        if scored:
            after = np.broadcast_to(ends[0, scored[first]], (self._turn.rolls + 1, SCORE_COUNT, 2))
        else:
            after = solve_pairs(self._turn, ends, state.pace).after_first[0]
        return Outlook(state.to_move, self._by_seat(state, after, first_is_lower), error=GAME_ERROR)

    def settled(self, state: GameState) -> Outlook:
        """The same where only the pot of a round is left to be won, and the totals stand."""
        assert state.to_move is not None
        assert state.opener is not None
        totals = np.array([[state.seat(seat).total for seat in self._seats]])
        value = self._ends(state.round, state.opener, totals)[0, 0, 0]
        after = np.broadcast_to(value, (self._turn.rolls + 1, SCORE_COUNT, 2))
        return Outlook(state.to_move, self._by_seat(state, after, True), error=GAME_ERROR)

    def _by_seat(self, state: GameState, after: Floats, is_lower: bool) -> Floats:
        found = np.zeros((*after.shape[:-1], len(state.seats) + 1))
        lower = after[..., 0] if is_lower else 1 - after[..., 0]
        found[..., self._seats[0] - 1] = lower
        found[..., self._seats[1] - 1] = 1 - lower
        found[..., -1] = after[..., 1]
        return found

    def _ends(self, number: int, opener: int, totals: Indices) -> Floats:
        """What every pair of scores leads to from these totals: by row, both scores and channel."""
        if self._never_settles or self._cost(number) > MOST_COST:
            raise TooLarge
        known = len(self._by_difference) + len(self._by_totals)
        if self._ruleset.goal.kind == "highest_total":
            found = self._ends_of_round(number, opener, totals[:, 0] - totals[:, 1])
        else:
            self._solve_points()
            found = self._ends_of_points(opener, totals)
        if len(self._by_difference) + len(self._by_totals) > known:
            solved = (*self._by_difference.items(), *self._by_totals.items())
            keep_table(self._name, dict(solved))
        return found

    # What was solved before

    def _recall(self, table: Table) -> None:
        """Take over what was solved before, where all of it has the form that is wanted and one round of it,
        played anew, comes out as it says."""
        is_by_round = self._ruleset.goal.kind == "highest_total"
        if not table or not all(self._has_form(key, values) for key, values in table.items()):
            return
        known: Any = self._by_difference if is_by_round else self._by_totals
        known.update(table)
        if not self._comes_out():
            known.clear()

    def _has_form(self, key: Any, values: Floats) -> bool:
        goal = self._ruleset.goal
        match key:
            case (int(number), int(opener)) if 1 < number <= (goal.rounds or 0):
                return opener in self._seats and values.shape == (2 * self._reach(number) + 1, 2)
            case int(opener):
                return opener in self._seats and values.shape == (goal.points, goal.points, 2)
        return False

    def _comes_out(self) -> bool:
        """Whether one round is worth what is said, by what is said of those that follow."""
        if self._by_difference:
            (number, opener), values = next(iter(self._by_difference.items()))
            ends = self._ends_of_round(number, opener, np.array([0]))
            told = values[self._reach(number)]
        elif self._by_totals.keys() == {*self._seats}:
            opener, told = self._seats[0], self._by_totals[self._seats[0]][0, 0]
            ends = self._ends_of_points(opener, np.array([[0, 0]]))
        else:
            return False
        return bool(np.abs(self._valued(opener, ends)[1][0] - told).max() < GAME_ERROR)

    # So many rounds

    def _ends_of_round(self, number: int, opener: int, differences: Indices) -> Floats:
        after = differences[:, None, None] + _DIFFERENCES
        if number >= (self._ruleset.goal.rounds or 0):
            return self._final(opener, after)
        if not self._follows_leader:
            return self._at_difference(number + 1, self._next_opener(opener, 1), after)
        found = np.empty((*after.shape, 2))
        for sign in (-1, 0, 1):
            is_so = np.sign(_DIFFERENCES) == sign
            found[:, is_so] = self._at_difference(
                number + 1, self._next_opener(opener, sign), after[:, is_so]
            )
        return found

    def _at_difference(self, number: int, opener: int, differences: Indices) -> Floats:
        """The value of a round about to begin. Where nobody can catch up the game is decided."""
        left = (self._ruleset.goal.rounds or 0) - number + 1
        reach = self._reach(number)
        known = self._round(number, opener, reach)
        found = known[np.clip(differences, -reach, reach) + reach]
        is_decided = np.abs(differences) > BEST * left
        found[is_decided] = np.stack([differences[is_decided] > 0, np.zeros(is_decided.sum())], axis=-1)
        return found

    def _reach(self, number: int) -> int:
        """The largest difference before a round that is neither out of reach before nor after it."""
        return BEST * min((self._ruleset.goal.rounds or 0) - number + 1, number - 1)

    def _round(self, number: int, opener: int, reach: int) -> Floats:
        key = (number, opener)
        if key not in self._by_difference:
            self._by_difference[key] = self._solved_round(number, opener, reach)
        return self._by_difference[key]

    def _solved_round(self, number: int, opener: int, reach: int) -> Floats:
        ends = self._ends_of_round(number, opener, np.arange(-reach, reach + 1))
        return self._valued(opener, ends)[1]

    # So many points

    def _ends_of_points(self, opener: int, totals: Indices) -> Floats:
        """By row, both scores, and channel; the totals are below the goal."""
        goal = self._ruleset.goal.points or 0
        lower = totals[:, 0, None, None] + _SCORES[:, None] + 0 * _SCORES
        other = totals[:, 1, None, None] + _SCORES + 0 * _SCORES[:, None]
        at = (np.minimum(lower, goal - 1), np.minimum(other, goal - 1))
        found: Floats = self._by_totals[self._next_opener(opener, 1)][at]
        if self._follows_leader:
            for sign in (-1, 0):
                is_so = np.sign(_DIFFERENCES) == sign
                found[:, is_so] = self._by_totals[self._next_opener(opener, sign)][at][:, is_so]
        is_over = np.maximum(lower, other) >= goal
        found[is_over] = self._final(opener, (lower - other)[is_over])
        return found

    def _solve_points(self) -> None:
        """The value of a round about to begin, by opener and both totals; the highest totals first."""
        if self._by_totals:
            return
        goal = self._ruleset.goal.points or 0
        self._by_totals = {seat: np.full((goal, goal, 2), 0.5) for seat in self._seats}
        for both in range(2 * goal - 2, -1, -1):
            lower = np.arange(max(0, both - goal + 1), min(both, goal - 1) + 1)
            try:
                settles = self._solve_level(np.stack([lower, both - lower], axis=1))
            except BaseException:
                # Whatever stops it, no guess is left behind as if it were the answer.
                self._by_totals = {}
                raise
            if not settles:
                self._never_settles, self._by_totals = True, {}
                raise TooLarge

    def _solve_level(self, totals: Indices) -> bool:
        """Rounds with the same sum of totals: where both bust, they lead to each other. Tells whether they
        settle."""
        at = (totals[:, 0], totals[:, 1])
        if totals.max() + 1 < len(self._by_totals[self._seats[0]]):
            for values in self._by_totals.values():
                values[at] = values[at[0] + 1, at[1]]
        for _ in range(MOST_SWEEPS):
            played = [self._valued(seat, self._ends_of_points(seat, totals)) for seat in self._seats]
            change = self._put_level(at, played)
            if change < CLOSE:
                return True
        return False

    def _put_level(self, at: tuple[Indices, Indices], played: Sequence[tuple[Floats, Floats]]) -> float:
        """The values as both are played: both bust leads back. Returns what changed at most."""
        following = [self._seats.index(self._next_opener(seat, 0)) for seat in self._seats]
        old = [self._by_totals[seat][at] for seat in self._seats]
        again = [chances[:, 0, 0, None] for chances, _ in played]
        fixed = [value - again[i] * old[following[i]] for i, (_, value) in enumerate(played)]
        new = []
        for i in range(2):
            j = following[i]
            k = following[j]
            if j == i:
                new.append(fixed[i] / (1 - again[i]))
            elif k == i:
                new.append((fixed[i] + again[i] * fixed[j]) / (1 - again[i] * again[j]))
            else:
                new.append(fixed[i] + again[i] * fixed[j] / (1 - again[j]))
        for seat, value in zip(self._seats, new, strict=True):
            self._by_totals[seat][at] = value
        return max(float(np.abs(a - b).max()) for a, b in zip(old, new, strict=True))

    # Both

    def _valued(self, opener: int, ends: Floats) -> tuple[Floats, Floats]:
        """The chances of all pairs of scores (lower seat's first) and the value of rounds about to begin."""
        is_lower = opener == self._seats[0]
        solved = solve_pairs(self._turn, ends if is_lower else _for_the_other(ends))
        chances = solved.chances if is_lower else np.swapaxes(solved.chances, 1, 2)
        value: Floats = np.einsum("nab,nabx->nx", chances, ends)
        return chances, value

    def _final(self, opener: int, differences: Indices) -> Floats:
        """The value of totals that end the game."""
        level = level_value(self._template, self._seats, opener)
        found = np.stack([np.where(differences > 0, 1.0, 0.0), np.zeros(differences.shape)], axis=-1)
        found[differences == 0] = level
        return found

    @property
    def _follows_leader(self) -> bool:
        return self._ruleset.opener.next_round == "winner"

    def _next_opener(self, opener: int, sign: int) -> int:
        """Who opens the next round, if the lower seat had more cargo (1), less (-1) or neither."""
        return next_opener(self._template, self._seats, opener, sign if self._follows_leader else 1)

    def _cost(self, number: int) -> float:
        """About how many milliseconds it takes to solve what comes after a round, when nothing is known yet:
        what can be solved is not to depend on what was asked before."""
        goal = self._ruleset.goal
        if goal.kind == "points":
            rows = 6 * (goal.points or 0) ** 2
        else:
            openers = 2 if self._follows_leader else 1
            later = range(number + 1, (goal.rounds or 0) + 1)
            rows = openers * sum(2 * self._reach(each) + 1 for each in later)
        caps = (self._turn.rolls + 1) / 2 if sets_pace(self._turn) else 1
        return rows * (SCORE_COUNT + 1) * ROW_COST * caps * turn_batch(self._turn).weight


def totals_for_two(state: GameState) -> TotalsForTwo:
    """The games of the two seats that are in, under the ruleset of a game."""
    lower, other = state.numbers("in")
    return _known(state.ruleset, (lower, other), len(state.seats))


@lru_cache(maxsize=8)
def _known(ruleset: Ruleset, seats: tuple[int, int], table: int) -> TotalsForTwo:
    return TotalsForTwo(ruleset, seats, template_of(ruleset, seats, table))


def _for_the_other(ends: Floats) -> Floats:
    """The ends as the higher seat sees them, who then is the first of the pair."""
    swapped = np.swapaxes(ends, 1, 2).copy()
    swapped[..., 0] = 1 - swapped[..., 0]
    return swapped
