"""Games for the last with chips, played on to their end side by side, many rounds at a time.

As long as nobody can run out of chips, it makes no difference in which order rounds are won: so as many are
played at once as the poorest seat can pay for. What is gathered is what those rounds favour each seat by,
beside its share of the chips, as in `fair_games`; the last two seats are told by the ruin of a gambler.
"""

from collections.abc import Callable

import numpy as np

from scorekeeper.odds.effort import spend
from scorekeeper.odds.round_walks import told_best
from scorekeeper.odds.turn_batch import Floats

Rates = Callable[[tuple[int, ...], int], Floats]
"""Of the places that are in, and the one that opened last, how often each wins a round."""
Opener = Callable[[tuple[int, ...], int], int]
COARSE = 1 / 200
"""Of what all have on average, so much is little: who has less is not told apart from who is out."""


def ruin(antes: Floats, opener: int, rates: Rates, opens: Opener, random: np.random.Generator) -> Floats:
    """What rounds to the end add to the chance of each place beside its share of the chips.

    Args:
        antes: how many antes each place can pay, by game.
        opener: the place that opens.
        rates: how often places win rounds.
        opens: who opens when only some places are in any more, after who opened before.
        random: where games are played with.
    """
    chips = np.array(antes, dtype=np.float64)
    totals = chips.sum(axis=1, keepdims=True)
    openers = np.full(len(chips), opener)
    is_in, won = np.zeros(chips.shape, dtype=bool), np.zeros(chips.shape)
    gained, ended = np.zeros_like(chips), np.zeros_like(chips)
    going = np.arange(len(chips))
    while len(going):
        spend(0)
        can_pay = chips[going] >= 1
        for row in going[(can_pay != is_in[going]).any(axis=1)]:
            is_in[row] = chips[row] >= 1
            seats = np.flatnonzero(is_in[row])
            won[row] = 0
            if len(seats) > 1:
                openers[row] = opens(tuple(seats.tolist()), int(openers[row]))
                won[row, seats] = rates(tuple(seats.tolist()), int(openers[row]))
            ended[row] = is_in[row]
            if len(seats) == 2:
                ended[row, seats] = _of_two(chips[row, seats], float(won[row, seats[0]]))
                gained[row, seats] += ended[row, seats] - chips[row, seats] / totals[row]
        going = going[is_in[going].sum(axis=1) > 2]
        here, left = is_in[going], chips[going]
        seats = here.sum(axis=1, keepdims=True)
        rounds = np.where(here, left, np.inf).min(axis=1, keepdims=True)
        rounds = np.floor(np.maximum(rounds, COARSE * totals[going] / seats)).astype(np.int64)
        gained[going] += rounds * (won[going] * seats - here) / totals[going]
        chips[going] += random.multinomial(rounds[:, 0], won[going]) * seats - rounds * here
    told: Floats = told_best(ended - antes / totals, gained).mean(axis=0)
    return told


def _of_two(chips: Floats, rate: float) -> Floats:
    """The chances of the last two, of which one wins so many rounds."""
    own = ruin_of_two(int(chips[0]), int(chips[1]), rate)
    return np.array([own, 1 - own])


def ruin_of_two(own: int, others: int, rate: float) -> float:
    """The chance to win all from the other, if either can pay so many antes and one wins so many rounds."""
    if not own or not others:
        return float(own > 0)
    if abs(rate - 0.5) < 1e-9:
        return own / (own + others)
    if rate > 0.5:
        return 1 - ruin_of_two(others, own, 1 - rate)
    if rate <= 0:
        return 0.0
    # All is divided by what the whole would come to, which is too large for a float.
    ratio = np.log((1 - rate) / rate)
    found = np.exp(-others * ratio) * np.expm1(-own * ratio) / np.expm1(-(own + others) * ratio)
    return float(found)
