"""Rounds among few seats where it matters who wins: what each seat plays for is the game, not the round.

`passes` solves a round that every seat wants to win for its own sake. In a game a seat may prefer that one
rival wins and not another; so here all sets of level seats are told apart, which up to four seats allow,
and many rounds are solved at once: of every outcome each seat's worth is given, of every round the chances
of all outcomes come out.

Seats are named by their place in the order in which all would roll off, from 0. The outcomes are: each seat
wins, by place, and last that nobody does (the pot is carried).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from scorekeeper.odds.passes import sets_pace
from scorekeeper.odds.turn_batch import SCORE_COUNT, Floats, turn_batch
from scorekeeper.rules.flow import takes_round
from scorekeeper.rules.ruleset import TurnRules

CLOSE = 1e-8
"""A guess within this is near enough: what is played by it comes out right to the square of that."""
MOST_GUESSES = 200

Ends = Callable[[tuple[int, ...], bool], Floats]
"""Of the seats that end level, and of whether all bust, the chances of the outcomes in every round."""

_SCORE = np.arange(SCORE_COUNT)
_IS_ABOVE = (_SCORE[None, :] > _SCORE[:, None]).astype(float)
_IS_BELOW = (_SCORE[None, :] < _SCORE[:, None]).astype(float)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a pass stands: who is level at the best score, who is to come in order, and how it goes on.

    Attributes:
        leaders: the places that are level at `best`, empty before the first score.
        to_come: the places still to play, in order.
        best: the best score so far, 0 where there is none.
        cap: the most rolls of a turn, None while nobody has set the pace.
    """

    leaders: tuple[int, ...]
    to_come: tuple[int, ...]
    best: int = 0
    cap: int | None = None


@dataclass(slots=True)
class Contest:
    """Some rounds among the same number of seats, each with its own worths.

    Attributes:
        turn: the house rules of a turn.
        worths: by round, outcome and place: what the outcome is worth to the seat.
        is_carried: whether a tie between these places at a score, or a bust of all (True), carries the
            pot, in
            every round: None where ties never do.
    """

    turn: TurnRules
    worths: Floats
    is_carried: Callable[[tuple[int, ...], bool], NDArray[np.bool_]] | None = None
    _rolled_off: dict[tuple[int, ...], Floats] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        """How many rounds are solved at once."""
        return len(self.worths)

    @property
    def seats(self) -> int:
        """How many seats take part in each."""
        return int(self.worths.shape[2])

    def outcomes(self, order: Sequence[int]) -> Floats:
        """By round the chances of all outcomes, when a round begins and is played in this order."""
        return self._solved(Standing((), tuple(order)), self.first_pass_ends, self.worths)

    def after_scores(self, standing: Standing, is_roll_off: bool) -> Floats:
        """What every end of the turn of the next to come leads to.

        Returns:
            By round, by the rolls left unused, by score, and by outcome.
        """
        ends = self.roll_off_ends if is_roll_off else self.first_pass_ends
        return _Stages(self.turn, self.worths, ends).after_scores(standing)

    def first_pass_ends(self, level: tuple[int, ...], is_bust: bool) -> Floats:
        """What a first pass leads to that ends with these seats level."""
        found = self.roll_off_ends(level, is_bust)
        if len(level) == 1 or self.is_carried is None:
            return found
        nobody = np.eye(self.seats + 1)[-1]
        return np.where(self.is_carried(level, is_bust)[:, None], nobody, found)

    def roll_off_ends(self, level: tuple[int, ...], _is_bust: bool) -> Floats:
        """What a roll-off, or a pass without carrying, leads to that ends with these seats level."""
        level = tuple(sorted(level))
        if len(level) == 1:
            return np.repeat(np.eye(self.seats + 1)[None, level[0]], self.rounds, axis=0)
        if level not in self._rolled_off:
            for size in range(2, len(level)):
                for part in combinations(level, size):
                    self.roll_off_ends(part, False)
            self._rolled_off[level] = self._roll_off(level)
        return self._rolled_off[level]

    def _roll_off(self, level: tuple[int, ...]) -> Floats:
        """A roll-off; all may be level again, an outcome whose worth is guessed until it comes out."""
        again = np.eye(self.seats + 2)[-1]

        def ends(still_level: tuple[int, ...], is_bust: bool) -> Floats:
            if len(still_level) == len(level):
                return np.repeat(again[None], self.rounds, axis=0)
            return np.pad(self.roll_off_ends(still_level, is_bust), ((0, 0), (0, 1)))

        worth = self.worths[:, list(level)].mean(axis=1)
        for _ in range(MOST_GUESSES):
            worths = np.concatenate([self.worths, worth[:, None]], axis=1)
            found = self._solved(Standing((), level), ends, worths)
            outcomes = found[:, :-1] / (1 - found[:, -1:])
            guess, worth = worth, np.einsum("no,nop->np", outcomes, self.worths)
            if np.abs(worth - guess).max() < CLOSE:
                return outcomes
        raise ArithmeticError(f"no end to a roll-off of {len(level)} seats")

    def _solved(self, standing: Standing, ends: Ends, worths: Floats) -> Floats:
        return _Stages(self.turn, worths, ends).chances(standing)


class _Stages:
    """One pass, worked backwards; arrays go by cap, round, best score, set of level seats, outcome."""

    def __init__(self, turn: TurnRules, worths: Floats, ends: Ends) -> None:
        self._turn = turn
        self._worths = worths
        self._ends = ends
        self._batch = turn_batch(turn)
        self._caps = range(1, turn.rolls + 1) if sets_pace(turn) else range(turn.rolls, turn.rolls + 1)

    def chances(self, standing: Standing) -> Floats:
        """The chances of the outcomes where a pass stands, by round."""
        ends = self.after_scores(standing)
        worths = np.einsum("nlso,no->nls", ends, self._worths[:, :, standing.to_come[0]])
        rolls = self._turn.rolls if standing.cap is None else min(standing.cap, self._turn.rolls)
        chances = self._batch.score_chances(worths, rolls)
        found: Floats = np.einsum("nls,nlso->no", chances, ends)
        return found

    def after_scores(self, standing: Standing) -> Floats:
        """By round, rolls left, score and outcome."""
        members = (*standing.leaders, *standing.to_come)
        first = len(standing.leaders)
        after = self._last(members)
        for stage in range(len(members) - 1, first, -1):
            after = self._before(after, stage, members[stage])
        mask = (1 << first) - 1
        found = self._by_score(after, first, members[first], mask, standing.best)
        lefts = range(self._turn.rolls + 1)
        if standing.cap is None:
            # Who sets the pace leaves the others so many rolls as it took.
            rows = (
                [max(0, self._turn.rolls - left - 1) for left in lefts]
                if len(self._caps) > 1
                else [0] * len(lefts)
            )
        else:
            rows = [min(standing.cap, self._turn.rolls) - 1 if len(self._caps) > 1 else 0] * len(lefts)
        return np.moveaxis(found[rows], 0, 1)

    def _last(self, members: tuple[int, ...]) -> Floats:
        """What the sets of level seats lead to when all have played."""
        sets = [_members(members, mask) for mask in range(1 << len(members))]
        level = np.stack([self._ends(each or members, False) for each in sets], axis=1)
        bust = self._ends(members, True)[:, None]
        by_score = [np.broadcast_to(bust, level.shape), *[level] * (SCORE_COUNT - 1)]
        found = np.stack(by_score, axis=1)
        return np.broadcast_to(found, (len(self._caps), *found.shape))

    def _before(self, after: Floats, stage: int, place: int) -> Floats:
        """One seat earlier: that seat plays for what each score is worth to it."""
        above, level, below = self._moves(after, stage, place)
        worth = self._worths[:, :, place]
        above_worth, level_worth, below_worth = (
            np.einsum("cn...o,no->cn...", each, worth) for each in (above, level, below)
        )
        at_best = np.eye(SCORE_COUNT)
        rows = (
            above_worth[:, :, None, None, :] * _IS_ABOVE[:, None, :]
            + level_worth[..., None] * at_best[:, None, :]
            + below_worth[..., None] * _IS_BELOW[:, None, :]
        )
        chances = self._play(rows)
        found: Floats = (
            np.einsum("cnbms,cnso->cnbmo", chances * _IS_ABOVE[:, None, :], above)
            + np.einsum("cnbms,bs->cnbm", chances, at_best)[..., None] * level
            + np.einsum("cnbms,bs->cnbm", chances, _IS_BELOW)[..., None] * below
        )
        return found

    def _play(self, rows: Floats) -> Floats:
        found = [
            self._batch.score_chances(each.reshape(-1, SCORE_COUNT), cap).reshape(each.shape)
            for each, cap in zip(rows, self._caps, strict=True)
        ]
        return np.stack(found)

    def _moves(self, after: Floats, stage: int, place: int) -> tuple[Floats, Floats, Floats]:
        """Where a seat leads that comes out above the best (by its score), level with it, or below."""
        own = 1 << stage
        above = after[:, :, :, own]
        if takes_round(self._turn, SCORE_COUNT - 1):
            above = above.copy()
            above[:, :, -1] = self._ends((place,), False)
        return above, after[:, :, :, own : 2 * own], after[:, :, :, :own]

    def _by_score(self, after: Floats, stage: int, place: int, mask: int, best: int) -> Floats:
        """What every score of the next to come leads to, by cap, round, score and outcome."""
        above, level, below = self._moves(after, stage, place)
        if not mask:
            return above
        found = np.where((best < _SCORE)[:, None], above, below[:, :, best, None, mask])
        found[:, :, best] = level[:, :, best, mask]
        return found


def _members(members: tuple[int, ...], mask: int) -> tuple[int, ...]:
    return tuple(place for index, place in enumerate(members) if mask >> index & 1)
