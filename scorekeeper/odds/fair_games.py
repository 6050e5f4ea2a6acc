"""What a seat's place in a game is worth if every round is a fair draw among the seats.

Games are nearly like that; so this is a measure to which what is known better can be added.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import lgamma

import numpy as np
from numpy.typing import NDArray

from scorekeeper.odds.turn_batch import Floats
from scorekeeper.rules.state import GameState

POINTS = 160
"""The points at which an integral is taken."""
LEAST_RATE = 1e-12
"""Who never wins a round is taken to win one so often, beside who wins most."""


def fair_chances(state: GameState, rates: Floats | None = None) -> Floats:
    """The chance of every seat when a round is about to begin, if rounds are fair.

    Args:
        rates: by seat how often it wins a round of a race instead, which need not be fair.
    """
    found = np.zeros(len(state.seats))
    if state.is_over:
        found[[seat - 1 for seat in state.winners]] = 1 / len(state.winners)
        return found
    seats = state.numbers("in", "joining")
    if state.ruleset.goal.kind == "last_with_chips":
        # The chips that a seat can expect never change; so it wins as often as it has a share of them.
        chips = np.array([(state.seat(seat).chips or 0) + state.pot / len(seats) for seat in seats])
        shares = chips / chips.sum()
    else:
        shares = race(_needed(state), _of_seats(rates, seats))
    found[[seat - 1 for seat in seats]] = shares
    return found


def favoured(
    state: GameState, winners: Sequence[int], more_often: Floats, rates: Floats | None = None
) -> Floats:
    """What every seat gains if these seats win this round so much more often than all of them as often, and
    all later rounds are fair, or won at these rates. What is won more often by one is won less often by
    another.

    The same as by the games that the engine plays on to (`round_ends.won_by`), which takes long.
    """
    gained = np.zeros(len(state.seats))
    seats = state.numbers("in", "joining")
    if state.ruleset.goal.kind == "last_with_chips":
        # The pot goes to another seat, and that is all.
        chips = sum(state.seat(seat).chips or 0 for seat in seats) + state.pot
        gained[[seat - 1 for seat in winners]] = more_often * (state.pot / chips)
    else:
        gained[[seat - 1 for seat in seats]] = more_often @ _race_after_wins(
            np.array(_needed(state)), [seats.index(seat) for seat in winners], _of_seats(rates, seats)
        )
    return gained


def _needed(state: GameState) -> list[int]:
    rounds = state.ruleset.goal.rounds or 1
    return [rounds - state.seat(seat).rounds_won for seat in state.numbers("in", "joining")]


def _of_seats(rates: Floats | None, seats: Sequence[int]) -> Floats:
    return np.ones(len(seats)) if rates is None else rates[[seat - 1 for seat in seats]]


def _race_after_wins(needed: NDArray[np.int_], winners: Sequence[int], rates: Floats) -> Floats:
    alone = np.eye(len(needed))
    return np.stack(
        [
            alone[place] if needed[place] == 1 else race(needed - (alone[place] > 0), rates)
            for place in winners
        ]
    )


def race(needed: Sequence[int] | NDArray[np.int_], rates: Floats | None = None) -> Floats:
    """The chance of each to be the first with so many more rounds won (1 or more), if rounds are fair.

    Rounds may as well come at random times, so that each seat's wins come on their own: then the seat wins
    whose wins are complete first.

    Args:
        rates: how often each wins a round, to any measure; all as often where nothing is said.
    """
    rates = np.ones(len(needed)) if rates is None else rates / rates.max()
    rates = np.maximum(rates, LEAST_RATE)
    order = np.lexsort((rates, np.asarray(needed)))
    found = np.zeros(len(needed))
    found[order] = _race(tuple(np.asarray(needed)[order].tolist()), tuple(rates[order].tolist()))
    return found


@lru_cache(maxsize=4096)
def _race(needed: tuple[int, ...], rates: tuple[float, ...]) -> tuple[float, ...]:
    """The same for numbers in ascending order."""
    most = min((n + 12 * n**0.5 + 30) / rate for n, rate in zip(needed, rates, strict=True))
    nodes, weights = _gauss()
    times = most * (nodes + 1) / 2
    wins = np.arange(needed[-1])
    logs = np.array([lgamma(n + 1) for n in wins])
    last, incomplete = np.empty((len(needed), POINTS)), np.empty((len(needed), POINTS))
    for rate in set(rates):
        means = rate * times
        chances = np.exp(
            wins * np.log(means)[:, None] - means[:, None] - logs
        )  # Of so many wins by each time.
        summed = np.cumsum(chances, axis=1)
        for place in (place for place, other in enumerate(rates) if other == rate):
            last[place] = rate * chances[:, needed[place] - 1]
            incomplete[place] = summed[:, needed[place] - 1]
    alone = [
        chances * np.delete(incomplete, place, axis=0).prod(axis=0) for place, chances in enumerate(last)
    ]
    found = np.array(alone) @ weights
    return tuple((found / found.sum()).tolist())


@lru_cache(maxsize=1)
def _gauss() -> tuple[Floats, Floats]:
    """Where between -1 and 1 an integral is taken, and how much each point counts (Gauss, Legendre)."""
    nodes, weights = np.polynomial.legendre.leggauss(POINTS)
    return nodes, weights
