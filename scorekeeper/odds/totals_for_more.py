"""Games of totals after so many rounds, among three seats and a few more: the last rounds, solved.

What is to be known when a round begins is who opens it, and how far every seat is behind the highest total.
A table has the chances of all seats from all such states; each is worked out from the table of the round
after it. Between seats' turns the same is to be known; so a round is solved turn by turn, from all states
that there may be at once. How many rounds can be solved so depends on how many seats there are.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from scorekeeper.odds.games_of_rounds import MOST_COST, TooLarge
from scorekeeper.odds.outlook import GAME_ERROR, Outlook
from scorekeeper.odds.passes import sets_pace
from scorekeeper.odds.roll_offs import roll_offs
from scorekeeper.odds.shelf import MOST_OVER, found_table, keep_table, table_name
from scorekeeper.odds.totals_asked import template_of
from scorekeeper.odds.turn_batch import ROW_COST, SCORE_COUNT, Floats, Indices, turn_batch
from scorekeeper.rules.flow import roll_off_order
from scorekeeper.rules.openers import clockwise_from, next_round_opener
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.state import GameState

MOST_SEATS = 5
BEST = SCORE_COUNT - 1
MOST_KEPT = 350_000
"""Tables of more figures than this are not kept for later: that of five seats would take 11 MB as text, and
is solved in half a second."""
MOST_KNOWN = 1_500_000
"""So many figures of tables are remembered."""
ROWS_AT_ONCE = 4_096

_SCORES = np.array([0, 0, *range(2, SCORE_COUNT)], dtype=np.int32)
"""What each score adds; there is no score of 1."""


class _Links(NamedTuple):
    """A turn, from many states at once: whose it is, and to which state each score leads from each."""

    place: int
    to: Indices


class TotalsForMore:
    """The games under one ruleset among some seats, solved as far as they were asked about.

    States are told by how far each of the seats is behind the highest total, in the order of their numbers.
    """

    def __init__(self, ruleset: Ruleset, seats: tuple[int, ...], template: GameState) -> None:
        self._ruleset = ruleset
        self._seats = seats
        self._template = template
        self._batch = turn_batch(ruleset.turn)
        self._roll_offs = roll_offs(ruleset.turn)
        self._roll_offs.chances(len(seats))
        self._tables: dict[tuple[int, int], Floats] = {}
        self._numbers: dict[int, Indices] = {}
        self._most_rounds = self._rounds_in_time()

    def outlook(self, state: GameState) -> Outlook:
        """What every end of the open turn leads to in the game.

        Raises:
            TooLarge: there are too many rounds still to come.
        """
        assert state.to_move is not None
        assert state.opener is not None
        left = (self._ruleset.goal.rounds or 1) - state.round
        totals = tuple(state.seat(seat).total for seat in self._seats)
        if state.roll_off:
            # For the pot of the round alone: the totals stand.
            found = self.after_round(left, state.opener, np.array([totals]))[0]
        else:
            found = self._after_scores(left, state.opener, totals, state.to_come)
        after = np.zeros((self._ruleset.turn.rolls + 1, SCORE_COUNT, len(state.seats) + 1))
        after[..., [*(seat - 1 for seat in self._seats), -1]] = found
        return Outlook(state.to_move, after, error=GAME_ERROR)

    def solved_from(self, state: GameState) -> tuple[int, int]:
        """How many rounds are still to come at the first end of a round from which on all is solved.

        Returns:
            That number, and the seat that opened the round which ends there.
        """
        opened = self._template._replace(opener=state.opener)
        left = (self._ruleset.goal.rounds or 1) - state.round
        while left > self._most_rounds:
            opened = opened._replace(opener=next_round_opener(opened))
            left -= 1
        assert opened.opener is not None
        return left, opened.opener

    def after_round(self, left: int, opener: int, totals: Indices) -> Floats:
        """The chance of each seat, and last of a draw, when a round is over that this seat opened.

        Args:
            left: how many rounds are still to come.
            opener: the seat that opened the round.
            totals: by row, of each seat.

        Raises:
            TooLarge: there are too many.
        """
        return self._after_round(left, opener, _behind(totals))

    def before_last_round(self, totals: Indices) -> Floats:
        """The same when the last round is about to begin, opened by the first of the seats."""
        return self._looked_up(1, self._seats[0], _behind(totals))

    def _after_round(self, left: int, opener: int, behind: Indices) -> Floats:
        if not left:
            return self._at_the_end(opener, behind)
        return self._looked_up(left, self._following(opener), behind)

    def _after_scores(
        self, left: int, opener: int, totals: tuple[int, ...], to_come: Sequence[int]
    ) -> Floats:
        if left > self._most_rounds:
            raise TooLarge
        places = [self._seats.index(seat) for seat in to_come]
        links, behind = self._led(left, _behind(np.array([totals])), places)
        values = self._after_round(left, opener, behind)
        for each in links[:0:-1]:
            values = self._valued(each, values)
        found: Floats = values[links[0].to[0]]
        return found

    def _looked_up(self, left: int, opener: int, behind: Indices) -> Floats:
        """The chances when a round is about to begin that is one of so many still to come."""
        table, reach = self._table(left, opener), self._reach(left)
        asked = _codes(np.minimum(behind, reach), reach)
        return table[self._numbers[left][asked]]

    def _table(self, left: int, opener: int) -> Floats:
        """The same in all states, in the order of their codes."""
        if left > self._most_rounds:
            raise TooLarge
        missing: list[tuple[int, int]] = []
        while left and not self._is_known(left, opener):
            missing.append((left, opener))
            left, opener = left - 1, self._following(opener)
        for each in reversed(missing):
            self._put_worked_out(*each)
        return self._tables[missing[0] if missing else (left, opener)]

    def _is_known(self, left: int, opener: int) -> bool:
        """Whether the chances are remembered, or were kept."""
        if (left, opener) in self._tables:
            return True
        seats = len(self._seats)
        shape = (_count_behind(seats, self._reach(left)), seats + 1)
        if shape[0] * shape[1] > MOST_KEPT:
            return False
        values = found_table(self._table_name(left, opener)).get(0)
        if values is None or values.shape != shape or not _sum_to_one(values):
            return False
        self._put(left, opener, _all_behind(seats, self._reach(left)), values)
        return True

    def _put_worked_out(self, left: int, opener: int) -> None:
        behind = _all_behind(len(self._seats), self._reach(left))
        values = self._worked_out(left, opener, behind)
        if values.size <= MOST_KEPT:
            keep_table(self._table_name(left, opener), {0: values})
        self._put(left, opener, behind, values)

    def _put(self, left: int, opener: int, behind: Indices, values: Floats) -> None:
        reach = self._reach(left)
        if sum(table.size for table in self._tables.values()) > MOST_KNOWN:
            self._tables.clear()
            self._numbers.clear()
        self._numbers[left] = _numbers(_codes(behind, reach), (reach + 1) ** len(self._seats))
        self._tables[left, opener] = values

    def _table_name(self, left: int, opener: int) -> str:
        return table_name("totals", self._ruleset, *self._seats, len(self._template.seats), left, opener)

    def _following(self, opener: int) -> int:
        """Who opens the round after one that this seat opened."""
        following = next_round_opener(self._template._replace(opener=opener))
        assert following is not None
        return following

    def _worked_out(self, left: int, opener: int, behind: Indices) -> Floats:
        places = [self._seats.index(seat) for seat in clockwise_from(opener, self._seats)]
        links, after = self._led(left - 1, behind, places)
        values = self._after_round(left - 1, opener, after)
        for each in reversed(links):
            values = self._valued(each, values)
        return values

    def _rounds_in_time(self) -> int:
        """How many rounds there is time to solve."""
        cost, rounds = 0.0, self._ruleset.goal.rounds or 1
        for left in range(1, rounds):
            cost += _turns(len(self._seats), self._reach(left), left) * ROW_COST * self._batch.weight
            if cost > MOST_COST:
                return left - 1
        return rounds - 1

    def _led(self, left: int, behind: Indices, places: Sequence[int]) -> tuple[list[_Links], Indices]:
        """Where a round leads from some states, with so many rounds after it."""
        limits = np.full(behind.shape[1], BEST * left + 1)
        limits[list(places)] += BEST
        base, links = int(limits.max()), []
        for place in places:
            limits[place] = BEST * left + 1
            parts = np.array_split(behind, len(behind) // ROWS_AT_ONCE + 1)
            codes = np.concatenate([_moved(part, place, limits, base) for part in parts])
            known, to = _numbered(codes, (base + 1) ** behind.shape[1])
            links.append(_Links(place, to))
            each = np.unravel_index(known, (base + 1,) * behind.shape[1])
            behind = np.stack([one.astype(np.int32) for one in each], axis=-1)
        return links, behind

    def _valued(self, links: _Links, after: Floats) -> Floats:
        """The chances before a turn: the seat plays for its own."""
        found = np.empty((len(links.to), after.shape[1]))
        for first in range(0, len(found), ROWS_AT_ONCE):
            rows = slice(first, first + ROWS_AT_ONCE)
            ends = after[links.to[rows]]
            chances = self._batch.score_chances(np.ascontiguousarray(ends[..., links.place]))
            found[rows] = np.matmul(chances[:, None, :], ends)[:, 0]
        return found

    def _at_the_end(self, opener: int, behind: Indices) -> Floats:
        """The chances when the game is over, or its extra round begins."""
        level = behind == 0
        found = np.zeros((len(level), len(self._seats) + 1))
        if self._ruleset.goal.tie == "draw":
            found[:, :-1] = level / level.sum(axis=1, keepdims=True)
            found[:, -1] = level.sum(axis=1) > 1
            return found
        opened = self._template._replace(opener=opener)
        order = [self._seats.index(seat) for seat in roll_off_order(opened, self._seats)]
        chances = np.zeros((len(self._seats) + 1, len(self._seats)))
        for count in range(1, len(self._seats) + 1):
            chances[count, :count] = self._roll_offs.chances(count)
        turns = np.cumsum(level[:, order], axis=1) - 1
        found[:, order] = level[:, order] * chances[level.sum(axis=1)[:, None], turns]
        return found

    def _reach(self, left: int) -> int:
        """How far a seat can be behind with so many rounds to come; who is farther is as one that far."""
        played = (self._ruleset.goal.rounds or 1) - left
        return BEST * min(left, played) + (left < played)


def totals_for_more(state: GameState) -> TotalsForMore:
    """The games of the seats that are in, or sit down with the next round, under the ruleset of a game.

    Raises:
        TooLarge: there are too many seats, or more to be known of a game than its totals.
    """
    seats = state.numbers("in", "joining")
    if len(seats) > MOST_SEATS or not is_by_totals(state):
        raise TooLarge
    return games_among(state.ruleset, seats, len(state.seats))


def is_by_totals(state: GameState) -> bool:
    """Whether nothing but totals and who opens counts, and whose turn it is."""
    rules = state.ruleset
    is_plain = not sets_pace(rules.turn) and rules.turn.perfect_cargo != "takes_round"
    can_change = rules.antes_per_round and rules.counts_chips
    is_known = rules.goal.kind == "highest_total" and rules.opener.next_round != "winner"
    return is_known and is_plain and not can_change


@lru_cache(maxsize=4)
def games_among(ruleset: Ruleset, seats: tuple[int, ...], table: int) -> TotalsForMore:
    """The games among some seats of a table, solved as far as they were asked about."""
    return TotalsForMore(ruleset, seats, template_of(ruleset, seats, table))


def _behind(totals: Indices) -> Indices:
    """How far each total is behind the highest of its row."""
    found: Indices = totals.max(axis=-1, keepdims=True) - totals
    return found


def _sum_to_one(values: Floats) -> bool:
    return bool(np.all(np.abs(values[:, :-1].sum(axis=1) - 1) < MOST_OVER))


def _codes(behind: Indices, reach: int) -> Indices:
    """Each row as a number."""
    found: Indices = behind @ (reach + 1) ** np.arange(behind.shape[-1] - 1, -1, -1)
    return found


def _moved(behind: Indices, place: int, limits: Indices, base: int) -> Indices:
    """The codes of what each score of a seat leads to; who is behind by more than a limit is as at it."""
    own = behind[:, place, None]
    ahead = np.maximum(_SCORES - own, 0)
    codes: Indices = np.zeros_like(ahead)
    for each in range(behind.shape[1]):
        moved = np.maximum(own - _SCORES, 0) if each == place else behind[:, each, None] + ahead
        codes *= base + 1
        codes += np.minimum(moved, limits[each])
    return codes


def _numbered(codes: Indices, space: int) -> tuple[Indices, Indices]:
    """The different codes in ascending order, and for each code its number among them."""
    if space > 8 * codes.size:
        known, to = np.unique(codes, return_inverse=True)
        return known, to.reshape(codes.shape)
    is_there = np.zeros(space, dtype=bool)
    is_there[codes] = True
    known = np.flatnonzero(is_there)
    return known, _numbers(known, space)[codes]


def _numbers(known: Indices, space: int) -> Indices:
    """By code its number among these, which are in ascending order."""
    numbers = np.zeros(space, dtype=np.int32)
    numbers[known] = np.arange(len(known))
    return numbers


def _turns(seats: int, reach: int, left: int) -> float:
    """About how many turns are solved for a table: in a last round most seats soon can't win any more."""
    return _count_behind(seats, reach) * (1.5 if left == 1 else 1.3 * seats)


def _all_behind(seats: int, reach: int) -> Indices:
    """All states in which nobody is farther behind: somebody is level with the highest total."""
    is_one = np.zeros((reach + 1,) * seats, dtype=bool)
    for place in range(seats):
        np.moveaxis(is_one, place, 0)[0] = True
    return np.argwhere(is_one).astype(np.int32)


def _count_behind(seats: int, reach: int) -> int:
    """How many states these are."""
    found: int = (reach + 1) ** seats - reach**seats
    return found
