"""How often seats win rounds in the long run, where who opens goes by the last round: a chain of openers."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from scorekeeper.odds.turn_batch import Floats

Place = int
Chances = Callable[[Place], Floats]
Following = Callable[[Place], Sequence[Place]]


class LongRun(NamedTuple):
    """Rounds among the same seats for as long as they are played.

    Attributes:
        rates: the share of each place in the rounds that are won.
        ahead: by the place of the opener and by place, how many rounds more it wins from then on than at
            these rates; no matter how many are played, on average.
        carried: the share of rounds that nobody wins.
    """

    rates: Floats
    ahead: Floats
    carried: float


def long_run(opener: Place, chances: Chances, following: Following) -> LongRun:
    """What rounds come to that a place opens first.

    Args:
        opener: the place.
        chances: by opener the chance of every place to win a round, last that nobody does.
        following: by opener who opens next, by who has won, last where nobody has.
    """
    openers = _reached(opener, following)
    won = np.stack([chances(each) for each in openers])
    moves = np.zeros((len(openers), len(openers)))
    for row, each in enumerate(openers):
        for chance, after in zip(won[row], following(each), strict=True):
            moves[row, openers.index(after)] += chance
    even = np.ones((len(openers), len(openers)))
    # How often each opens: what comes out again when the opener moves on, and sums to 1.
    opens = np.linalg.solve((np.eye(len(openers)) - moves + even).T, np.ones(len(openers)))
    decided = 1 - won[:, -1]
    rates = (opens @ won[:, :-1]) / (opens @ decided)
    more_often = won[:, :-1] - decided[:, None] * rates
    ahead = np.zeros((won.shape[1] - 1, won.shape[1] - 1))
    ahead[openers] = np.linalg.solve(np.eye(len(openers)) - moves + opens, more_often)
    return LongRun(rates, ahead, float(opens @ won[:, -1]))


def _reached(opener: Place, following: Following) -> list[Place]:
    """The places that open sooner or later, those of which each follows after any other."""
    found = [opener]
    for each in found:
        found += sorted(set(following(each)) - set(found))
    return found
