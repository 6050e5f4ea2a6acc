"""A round between two seats where every pair of scores has a worth of its own, as in games of totals.

The first to play knows how the second will answer each of its scores; the second plays for what is left to
it.
"""

from typing import NamedTuple

import numpy as np

from scorekeeper.odds.passes import sets_pace
from scorekeeper.odds.turn_batch import SCORE_COUNT, Floats, turn_batch
from scorekeeper.rules.flow import takes_round
from scorekeeper.rules.ruleset import TurnRules


class PairOfTurns(NamedTuple):
    """Rounds between two seats, solved.

    Attributes:
        chances: by round, and by the score of the first and of the second, how often they come about.
        after_first: by round, by the rolls that the first leaves unused, by its score: what that leads to.
    """

    chances: Floats
    after_first: Floats


def solve_pairs(turn: TurnRules, ends: Floats, pace: int | None = None) -> PairOfTurns:
    """Solve rounds between two seats.

    Args:
        turn: the house rules of a turn.
        pace: the most rolls of both turns, where somebody who is no more in has set it.
        ends: by round, by the first's score, by the second's score, and by channel: channel 0 is what
            the pair is
            worth to the first, who wants it high; the second wants it low. All channels are averaged.
    """
    is_open = sets_pace(turn) and pace is None
    caps = range(1, turn.rolls + 1) if is_open else [min(pace or turn.rolls, turn.rolls)]
    lost = 1 - ends[..., 0].reshape(-1, SCORE_COUNT)
    batch = turn_batch(turn)
    answers = np.stack([batch.score_chances(lost, cap).reshape(ends.shape[:-1]) for cap in caps])
    if takes_round(turn, SCORE_COUNT - 1):
        answers[:, :, -1] = np.eye(SCORE_COUNT)[0]  # The second does not play any more.
    by_cap = np.einsum("cnfs,nfsx->cnfx", answers, ends)
    # Who sets the pace leaves the other so many rolls as it took.
    rows = [max(0, turn.rolls - left - 1) * is_open for left in range(turn.rolls + 1)]
    after_first = np.moveaxis(by_cap[rows], 0, 1)
    first = batch.score_chances(np.ascontiguousarray(after_first[..., 0]), caps[-1])
    chances = np.einsum("nlf,nlfs->nfs", first, np.moveaxis(answers[rows], 0, 1))
    return PairOfTurns(chances, after_first)
