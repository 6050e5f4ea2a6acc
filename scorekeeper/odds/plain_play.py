"""How a pass is played where it is too much to solve: by seats that reckon with one rival score alone.

Such a seat looks at the best score of the pass and at how many are still to come, and asks how likely a score
of its own is to hold: to be beaten by none of them, who play so themselves. A tie is reckoned as a share of
the win, whoever it is with. So one table does for any number of seats, any ties and any order of a roll-off,
where the solved pass (`passes`) has one for each.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from scorekeeper.odds.passes import sets_pace
from scorekeeper.odds.turn_batch import SCORE_COUNT, Floats, Indices, turn_batch
from scorekeeper.rules.flow import takes_round
from scorekeeper.rules.ruleset import TurnRules

NO_SCORE = -1
"""Stands for the best score of a pass before the first."""
ROWS_AT_ONCE = 4_096
Drawn = NDArray[np.float32]
"""Random numbers from 0 to 1."""
_SCORE = np.arange(SCORE_COUNT)
_BEST = np.arange(NO_SCORE, SCORE_COUNT)[:, None]


class PlainPlay:
    """What seats score that play so, ready to be drawn.

    Args:
        turn: the house rules of a turn.
        tie: what a tie is worth beside a round that is won, 0 to 1.
    """

    def __init__(self, turn: TurnRules, tie: float) -> None:
        self._turn = turn
        self._tie = tie
        self._caps = range(1, turn.rolls + 1) if sets_pace(turn) else range(turn.rolls, turn.rolls + 1)
        self._scores: list[Drawn] = []
        self._firsts: list[Drawn] = []
        self._holds: Floats = np.ones((len(self._caps), SCORE_COUNT))

    def reckon_with(self, seats: int) -> None:
        """Work out what so many seats need to know. Raises TooMuch."""
        while len(self._scores) < seats:
            # Of both lists or neither: what is too much leaves nothing half done.
            first = self._first_turn() if sets_pace(self._turn) else None
            chances = self._turns()
            self._scores.append(np.cumsum(chances, axis=-1).astype(np.float32))
            if first is not None:
                self._firsts.append(np.cumsum(first).astype(np.float32))
            self._holds = self._held_after(chances)

    def scores(self, following: Indices | int, caps: Indices, best: Indices, drawn: Drawn) -> Indices:
        """What turns score, each for itself.

        Args:
            following: how many seats are still to come after it.
            caps: the most rolls that it may take.
            best: the best score of the pass so far, or NO_SCORE.
            drawn: a random number for each.
        """
        table = np.stack(self._scores)
        row = caps - self._caps[0] if len(self._caps) > 1 else 0
        found = _passed(table, np.broadcast_arrays(following, row, best - NO_SCORE), drawn)
        return np.minimum(found, SCORE_COUNT - 1)

    def first_turns(self, following: Indices | int, drawn: Drawn) -> tuple[Indices, Indices]:
        """What turns score that set the pace, and the rolls that they take."""
        table = np.stack(self._firsts)
        ends = _passed(table, np.broadcast_arrays(following, drawn)[:1], drawn)
        left, score = np.divmod(np.minimum(ends, table.shape[1] - 1), SCORE_COUNT)
        return score, np.maximum(1, self._turn.rolls - left)

    def _turns(self) -> Floats:
        """The chance of every score, by cap and by the best score before."""
        batch = turn_batch(self._turn)
        shares = (_BEST < _SCORE) + self._tie * (_BEST == _SCORE)
        by_cap = zip(self._caps, self._holds, strict=True)
        return np.stack([batch.score_chances(shares * holds, cap) for cap, holds in by_cap])

    def _first_turn(self) -> Floats:
        """The chance of every end of a turn that sets the pace, by the rolls left and by score, in a row."""
        lefts = range(self._turn.rolls + 1)
        rows = [self._holds[max(0, self._turn.rolls - left - 1)] for left in lefts]
        return turn_batch(self._turn).score_chances(np.stack(rows)[None]).reshape(-1)

    def _held_after(self, chances: Floats) -> Floats:
        """The chance that a score holds against one seat more, by cap and by score."""
        level = np.diagonal(chances[:, 1:], axis1=1, axis2=2)
        below = np.cumsum(chances[:, 1:], axis=-1)
        holds = self._holds * (np.diagonal(below, axis1=1, axis2=2) - level + self._tie * level)
        if takes_round(self._turn, SCORE_COUNT - 1):
            holds[:, -1] = 1
        return holds


def _passed(table: Drawn, at: Sequence[Indices], drawn: Drawn) -> Indices:
    """Of each row of chances, which is where in the table, how many a random number has passed: some rows at
    a time, which takes less memory."""
    found = np.empty(len(drawn), dtype=np.int64)
    for first in range(0, len(drawn), ROWS_AT_ONCE):
        rows = slice(first, first + ROWS_AT_ONCE)
        chances = table[tuple(each[rows] for each in at)]
        found[rows] = (chances < drawn[rows, None]).sum(axis=-1)
    return found


@lru_cache(maxsize=16)
def plain_play(turn: TurnRules, tie: float) -> PlainPlay:
    """How seats play so under some house rules, worked out as far as it was asked about."""
    return PlainPlay(turn, tie)
