"""A pass played out at random, where it is too much to solve: it tells what the solved one tells (`passes`).

Seats play as `plain_play` says. Every end of the open turn is put to the same random numbers, so that how
much one is better than another is known better than what each is worth. All is told in parts, each the mean
of some of the samples: how far the parts lie from each other says how sure their mean is.
"""

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scorekeeper.odds.effort import spend
from scorekeeper.odds.passes import Lineup, PassRules, TieRule, sets_pace
from scorekeeper.odds.plain_play import NO_SCORE, Drawn, PlainPlay, plain_play
from scorekeeper.odds.turn_batch import SCORE_COUNT, Floats, Indices
from scorekeeper.rules.flow import takes_round
from scorekeeper.rules.turn_state import SCORES

SEED = 654
PARTS = 32
MOST_SAMPLES = 12_800
FEWEST_SAMPLES = 20 * PARTS
MOST_TURNS = 4_000_000
"""So many turns are played at the most, those of roll-offs beside: the more seats, the fewer samples."""
MOST_SAMPLES_AT_START = 51_200
MOST_TURNS_AT_START = 400_000
"""The same where a pass begins: it is played out once for all games that come to it."""
MOST_TURNS_BESIDE = 300_000
"""The same for all lineups together that are asked about at once, by who opens."""
MOST_PLACES = 1_500_000
"""So many seats are at all tables together at the most, from all ends of the open turn."""
MOST_PLACES_AT_ONCE = 300_000
"""So many of them are played side by side, for the room that they take."""
TURN_COST = 0.0003
"""The milliseconds that it takes to play one of them."""
MOST_KNOWN = 64
TIES: Final[dict[TieRule, float]] = {"roll_off": 1 / 2, "share": 1 / 2, "carry": 1 / 4}
"""What a tie is reckoned to be worth: most are between two, and a carried pot is open to all."""

Flags = NDArray[np.bool_]


class _Table(NamedTuple):
    """Passes that are played side by side, a row for each; changed as they are played.

    Attributes:
        best: the best score, NO_SCORE before the first.
        level: who has it, by place.
        caps: the most rolls of a turn, 0 while nobody has set the pace.
        is_over: whether a 12 has ended the pass.
    """

    best: Indices
    level: Flags
    caps: Indices
    is_over: Flags


class PlayedPass:
    """A pass under some rules, played out as far as it was asked about."""

    def __init__(self, rules: PassRules) -> None:
        self.rules = rules
        self._known: dict[tuple[Lineup, int], Floats] = {}

    def chances(self, lineup: Lineup, beside: int = 1) -> Floats:
        """When a pass begins the chance of each seat to win, and last that it is shared or carried; by part
        and by place.

        beside: so many lineups are asked about together, and share the games.
        """
        key = (lineup, beside)
        if key not in self._known:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            most = MOST_TURNS_AT_START if beside == 1 else MOST_TURNS_BESIDE // beside
            samples = _samples(MOST_SAMPLES_AT_START, most // len(lineup))
            self._known[key] = self._played(lineup, None, samples, None)[0]
        return self._known[key]

    def after_scores(self, lineup: Lineup, best: int | None, cap: int | None) -> Floats:
        """What every end of the open turn leads to: by part, by the rolls left, by score and by place."""
        rolls = self.rules.turn.rolls
        is_opening = sets_pace(self.rules.turn) and cap is None
        caps = range(1, rolls + 1) if is_opening else [min(cap or rolls, rolls)]
        samples = self.samples(lineup, cap)
        rows = [self._played(lineup, best, samples, each) for each in caps]
        by_score = dict(zip(SCORES, range(len(SCORES)), strict=True))
        # There is no score of 1. Who sets the pace leaves the others so many rolls as it took.
        columns = [by_score.get(score, 0) for score in range(SCORE_COUNT)]
        lefts = [max(0, rolls - left - 1) * is_opening for left in range(rolls + 1)]
        return np.moveaxis(np.stack(rows)[lefts][:, columns], 2, 0)

    def samples(self, lineup: Lineup, cap: int | None) -> int:
        """How often each end of the open turn is played on from."""
        to_come = max(entrant.turn for entrant in lineup) - 1
        caps = self.rules.turn.rolls if sets_pace(self.rules.turn) and cap is None else 1
        in_room = MOST_PLACES // (len(lineup) * len(SCORES))
        return _samples(min(MOST_SAMPLES, in_room), MOST_TURNS // (max(1, to_come) * caps * len(SCORES)))

    def _played(self, lineup: Lineup, best: int | None, samples: int, cap: int | None) -> Floats:
        """The outcomes by end of the open turn, by part and by place.

        Args:
            cap: the most rolls of those who follow the open turn, which is put to every score. None: a pass
                begins, and its first turn is played like the others.
        """
        ends = 1 if cap is None else len(SCORES)
        at_once = max(1, MOST_PLACES_AT_ONCE // (samples * len(lineup)))
        found = [
            self._played_from(lineup, best, samples, cap, range(first, min(first + at_once, ends)))
            for first in range(0, ends, at_once)
        ]
        return np.concatenate(found)

    def _played_from(
        self, lineup: Lineup, best: int | None, samples: int, cap: int | None, at: range
    ) -> Floats:
        """The same for some ends, by the places of their scores; each is put to the same random numbers,
        whichever others are played beside it."""
        random = np.random.default_rng(SEED)
        play = self._play(lineup, self.rules.tie)
        ends = len(at)
        columns = np.tile(np.arange(samples), ends)
        table = _new_table(len(columns), len(lineup), cap)
        is_reached = np.zeros(len(columns), dtype=np.bool_)
        if best is not None:
            table.best[:] = best
            table.level[:, [not entrant.turn for entrant in lineup]] = True
        rows = np.arange(len(columns))
        turns = sorted((entrant.turn, place) for place, entrant in enumerate(lineup) if entrant.turn)
        for turn, place in turns:
            if turn == 1 and cap is not None:
                scores = np.repeat(np.array(SCORES)[at.start : at.stop], samples)
                playing = rows
            else:
                drawn = random.random(samples, dtype=np.float32)
                playing = rows[~table.is_over]
                scores = self._drawn(play, table, playing, len(turns) - turn, drawn[columns[playing]])
            self._put(table, playing, place, scores)
            is_reached[playing] |= scores >= lineup[place].reaches
        won: Floats = self._ended(table, lineup, is_reached)
        rolled = np.flatnonzero(~won.any(axis=1))
        won[rolled, :-1] = self._rolled_off(table.level[rolled], columns[rolled], samples, random)
        parts = won.reshape(ends, PARTS, -1, len(lineup) + 1)
        return np.asarray(parts.mean(axis=2), dtype=np.float64)

    def _play(self, lineup: Lineup, tie: TieRule) -> PlainPlay:
        play = plain_play(self.rules.turn, TIES[tie])
        play.reckon_with(len(lineup))
        return play

    def _drawn(
        self, play: PlainPlay, table: _Table, rows: Indices, following: Indices | int, drawn: Drawn
    ) -> Indices:
        """The scores of a turn in some rows; the first one of a pass may set its pace."""
        spend(TURN_COST * len(rows))
        caps = table.caps[rows]
        if sets_pace(self.rules.turn) and not caps.any():
            scores, table.caps[rows] = play.first_turns(following, drawn)
            return scores
        return play.scores(following, caps, table.best[rows], drawn)

    def _put(self, table: _Table, rows: Indices, place: int, scores: Indices) -> None:
        """Put the scores of a seat down."""
        best = table.best[rows]
        table.level[rows[scores > best]] = False
        table.level[rows[scores >= best], place] = True
        table.best[rows] = np.maximum(best, scores)
        if takes_round(self.rules.turn, SCORE_COUNT - 1):
            table.is_over[rows] = scores == SCORE_COUNT - 1

    def _ended(self, table: _Table, lineup: Lineup, is_reached: Flags) -> Floats:
        """Who wins by row, and last whether it is shared or carried; nothing yet where it is rolled off."""
        counts = table.level.sum(axis=1)
        won = np.zeros((len(counts), len(lineup) + 1))
        alone = counts == 1
        won[alone, :-1] = table.level[alone]
        unable = [not entrant.can_carry for entrant in lineup]
        carries = ~is_reached & ~table.level[:, unable].any(axis=1)
        for rule, here in ((self.rules.all_bust, table.best == 0), (self.rules.tie, table.best > 0)):
            tied = ~alone & here
            if rule == "share":
                won[tied, :-1] = table.level[tied] / counts[tied, None]
                won[tied, -1] = 1
            elif rule == "carry":
                won[tied & carries, -1] = 1
        return won

    def _rolled_off(
        self, level: Flags, columns: Indices, samples: int, random: np.random.Generator
    ) -> Floats:
        """Who wins the roll-offs of those who are level, by row and by place."""
        won = np.zeros(level.shape)
        rows, counts = np.arange(len(level)), level.sum(axis=1)
        places = np.argsort(~level, axis=1, kind="stable")
        play = plain_play(self.rules.turn, TIES["roll_off"])
        play.reckon_with(level.shape[1])
        while len(rows):
            drawn = random.random((level.shape[1], samples), dtype=np.float32)
            table = _new_table(len(rows), int(counts.max()), None)
            for turn in range(table.level.shape[1]):
                playing = np.flatnonzero((counts > turn) & ~table.is_over)
                if len(playing):
                    chances = drawn[turn, columns[playing]]
                    scores = self._drawn(play, table, playing, counts[playing] - turn - 1, chances)
                    self._put(table, playing, turn, scores)
            counts = table.level.sum(axis=1)
            # Those who are still level come first, in their order.
            order = np.argsort(~table.level, axis=1, kind="stable")
            places = np.take_along_axis(places[:, : order.shape[1]], order, axis=1)
            is_won = counts == 1
            won[rows[is_won], places[is_won, 0]] = 1
            rows, columns = rows[~is_won], columns[~is_won]
            places, counts = places[~is_won], counts[~is_won]
        return won


def _new_table(rows: int, places: int, cap: int | None) -> _Table:
    return _Table(
        np.full(rows, NO_SCORE),
        np.zeros((rows, places), dtype=np.bool_),
        np.full(rows, cap or 0),
        np.zeros(rows, dtype=np.bool_),
    )


def _samples(most: int, in_time: int) -> int:
    """A number of samples that can be divided into parts."""
    return max(FEWEST_SAMPLES, min(most, in_time) // PARTS * PARTS)


@lru_cache(maxsize=16)
def played_pass(rules: PassRules) -> PlayedPass:
    """The pass of some rules, played out as far as it was asked about."""
    return PlayedPass(rules)
