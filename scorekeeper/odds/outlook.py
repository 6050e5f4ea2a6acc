"""What every end of the open turn leads to: all that advice has to know of a round or a game."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from scorekeeper.odds.turn_batch import Floats

Method = Literal["exact", "simulated"]

ROUND_ERROR = 1e-9
"""A bound for the chances of a round: floats, and choices that are taken for equal (`advice.EVEN`)."""
GAME_ERROR = 1e-8
"""The same for a game, which has many turns."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The chances after every end of the open turn.

    Attributes:
        seat: the seat whose turn it is.
        after: by the rolls left unused (0 to all), by score (0 to 12), and by seat (seat n at n - 1)
            the chance
            to win; they sum to 1. Last, beside them, the chance that nobody wins alone: a draw, which is
            shared among those level, or a pot that is carried, which is worth the chance to win it later.
        method: `exact` where it was worked out, `simulated` where games were played out at random.
        error: how far a chance may be off: a bound where it is exact, else the standard error, which is
            of the dice alone and takes for granted what is assumed.
        assumption: how later turns are taken to be played, None where it is exact: there every seat plays
            as well as it can.
        samples: how many games were played out, 0 where it is exact.
        seed: what the random numbers began with, None where it is exact.
        noise: how the seat's own chances may be off together, by part, by the rolls left and by score: the
            standard error of anything that is made of them is the root of the sum of the squares of what the
            parts make of it. None where it is exact.
        outcomes: by the rolls left, by score and by outcome of the round its chance, where that is exact
            though the game is not: first that the seat wins it.
    """

    seat: int
    after: Floats
    method: Method = "exact"
    error: float = ROUND_ERROR
    samples: int = 0
    seed: int | None = None
    assumption: str | None = None
    noise: Floats | None = None
    outcomes: Floats | None = None


def played_outlook(seat: int, parts: Floats, samples: int, seed: int, assumption: str) -> Outlook:
    """What games say that were played out at random.

    Args:
        parts: the chances as `Outlook.after` has them, by part: each the mean of as many samples.
        samples: how many there are of all parts together.
    """
    after = parts.mean(axis=0)
    noise = noise_of(parts)
    error = max(1 / samples, float(np.sqrt((noise**2).sum(axis=0)).max()))
    own = np.ascontiguousarray(noise[..., seat - 1])
    return Outlook(seat, after, "simulated", error, samples, seed, assumption, own)


def noise_of(parts: Floats) -> Floats:
    """How far the mean of some parts may be off: their squares sum to that of its standard error."""
    count = len(parts)
    return np.asarray((parts - parts.mean(axis=0)) / (count * (count - 1)) ** 0.5, dtype=np.float64)
