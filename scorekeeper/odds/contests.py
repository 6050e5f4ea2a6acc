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

from scorekeeper.odds.effort import TooMuch
from scorekeeper.odds.passes import RollOffChances, sets_pace
from scorekeeper.odds.turn_batch import SCORE_COUNT, Floats, Indices, turn_batch
from scorekeeper.rules.flow import takes_round
from scorekeeper.rules.ruleset import TurnRules
from scorekeeper.rules.turn_state import SCORES

CLOSE = 1e-8
"""A guess within this is near enough: what is played by it comes out right to the square of that."""
MOST_GUESSES = 200

Ends = Callable[[tuple[int, ...], bool], Floats]
"""Of the seats that end level, and of whether all bust, the chances of the outcomes in every round."""

_SCORE = np.arange(SCORE_COUNT)


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
        plain_roll_offs: what roll-offs are worth to seats that want to win them and nothing else.
        worths: by round, outcome and place: what the outcome is worth to the seat.
        is_carried: whether a tie between these places at a score, or a bust of all (True), carries the
            pot, in
            every round: None where ties never do.
    """

    turn: TurnRules
    plain_roll_offs: RollOffChances
    worths: Floats
    is_carried: Callable[[tuple[int, ...], bool], NDArray[np.bool_]] | None = None
    _rolled_off: dict[int, Floats] = field(default_factory=dict)

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
        return _Stages(self.turn, self.worths, self.first_pass_ends).chances(Standing((), tuple(order)))

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
        found = np.zeros((self.rounds, self.seats + 1))
        found[:, sorted(level)] = self._among([tuple(sorted(level))])[:, 0]
        return found

    def _among(self, levels: Sequence[tuple[int, ...]]) -> Floats:
        """Of roll-offs among so many seats each, by round, by roll-off and by seat the chance to win it."""
        size = len(levels[0])
        if size == 1:
            return np.ones((self.rounds, len(levels), 1))
        all_levels = [*combinations(range(self.seats), size)]
        if size not in self._rolled_off:
            self._rolled_off[size] = self._roll_offs(all_levels)
        found: Floats = self._rolled_off[size][:, [all_levels.index(level) for level in levels]]
        return found

    def _roll_offs(self, levels: Sequence[tuple[int, ...]]) -> Floats:
        """All roll-offs among so many seats at once, each of them as a round of its own. All may be level
        again, an outcome whose worth is guessed until it comes out: at first as if nothing but this round
        counted."""
        size = len(levels[0])
        places = np.array(levels)
        worths = self.worths[:, places[:, :, None], places[:, None, :]].reshape(-1, size, size)

        def ends(level: tuple[int, ...], _is_bust: bool) -> Floats:
            found = np.zeros((len(worths), size + 1))
            if len(level) == size:
                found[:, -1] = 1
            else:
                parts = [tuple(part) for part in places[:, sorted(level)].tolist()]
                found[:, sorted(level)] = self._among(parts).reshape(len(worths), -1)
            return found

        worth = np.einsum("o,nop->np", self.plain_roll_offs.chances(size), worths)
        for _ in range(MOST_GUESSES):
            stages = _Stages(self.turn, np.concatenate([worths, worth[:, None]], axis=1), ends)
            found = stages.chances(Standing((), tuple(range(size))))
            outcomes = found[:, :-1] / (1 - found[:, -1:])
            guess, worth = worth, np.einsum("no,nop->np", outcomes, worths)
            if np.abs(worth - guess).max() < CLOSE:
                return outcomes.reshape(self.rounds, len(levels), size)
        # Some rules of play lead round and round: nobody plays best while all others do.
        raise TooMuch


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
            after = self._before(after, members[stage], *_possible(standing, stage))
        mask = (1 << first) - 1
        found = self._by_score(after, members[first], mask, standing.best)
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
        found = np.moveaxis(found[rows], 0, 1)
        found[:, :, 1] = found[:, :, 0]  # There is no score of 1.
        return found

    def _last(self, members: tuple[int, ...]) -> Floats:
        """What the sets of level seats lead to when all have played."""
        sets = [_members(members, mask) for mask in range(1 << len(members))]
        level = np.stack([self._ends(each or members, False) for each in sets], axis=1)
        bust = self._ends(members, True)[:, None]
        by_score = [np.broadcast_to(bust, level.shape), *[level] * (SCORE_COUNT - 1)]
        found = np.stack(by_score, axis=1)
        return np.broadcast_to(found, (len(self._caps), *found.shape))

    def _before(self, after: Floats, place: int, best: Indices, mask: Indices) -> Floats:
        """One seat earlier, where so many may have been best: that seat plays for what each score is worth
        to it."""
        above, level, below = self._moves(after, place)
        level, below = level[:, :, best, mask], below[:, :, best, mask]
        worth = self._worths[:, :, place]
        above_worth, level_worth, below_worth = (
            np.einsum("cn...o,no->cn...", each, worth) for each in (above, level, below)
        )
        is_above, is_level, is_below = (
            compare(_SCORE, best[:, None]) for compare in (np.greater, np.equal, np.less)
        )
        rows = (
            above_worth[:, :, None] * is_above
            + level_worth[..., None] * is_level
            + below_worth[..., None] * is_below
        )
        chances = self._play(rows)
        found = np.zeros((*after.shape[:3], after.shape[3] // 2, after.shape[4]))
        found[:, :, best, mask] = (
            (chances * is_above) @ above
            + (chances * is_level).sum(axis=-1, keepdims=True) * level
            + (chances * is_below).sum(axis=-1, keepdims=True) * below
        )
        return found

    def _play(self, rows: Floats) -> Floats:
        found = [
            self._batch.score_chances(each.reshape(-1, SCORE_COUNT), cap).reshape(each.shape)
            for each, cap in zip(rows, self._caps, strict=True)
        ]
        return np.stack(found)

    def _moves(self, after: Floats, place: int) -> tuple[Floats, Floats, Floats]:
        """Where a seat leads that comes out above the best (by its score), level with it, or below."""
        own = after.shape[3] // 2
        above = after[:, :, :, own]
        if takes_round(self._turn, SCORE_COUNT - 1):
            above = above.copy()
            above[:, :, -1] = self._ends((place,), False)
        return above, after[:, :, :, own:], after[:, :, :, :own]

    def _by_score(self, after: Floats, place: int, mask: int, best: int) -> Floats:
        """What every score of the next to come leads to, by cap, round, score and outcome."""
        above, level, below = self._moves(after, place)
        if not mask:
            return above
        found = np.where((best < _SCORE)[:, None], above, below[:, :, best, None, mask])
        found[:, :, best] = level[:, :, best, mask]
        return found


def _members(members: tuple[int, ...], mask: int) -> tuple[int, ...]:
    return tuple(place for index, place in enumerate(members) if mask >> index & 1)


def _possible(standing: Standing, stage: int) -> tuple[Indices, Indices]:
    """Before a turn the best scores that there may be, each with a set that may be level at it. Those who
    lead now are level as long as nobody has a better score; and all are while nobody has any."""
    leaders = (1 << len(standing.leaders)) - 1
    found = [
        (best, mask)
        for best in SCORES
        for mask in range(1, 1 << stage)
        if (best > 0 or mask + 1 == 1 << stage)
        and (
            not leaders
            or (best == standing.best and mask & leaders == leaders)
            or (best > standing.best and not mask & leaders)
        )
    ]
    best, mask = zip(*found, strict=True)
    return np.array(best), np.array(mask)
