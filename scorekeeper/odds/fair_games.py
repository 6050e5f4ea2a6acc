"""What a seat's place in a game is worth if every round is a fair draw among the seats.

Games are nearly like that; so this is a measure to which what is known better can be added.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import lgamma
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scorekeeper.odds.effort import spend
from scorekeeper.odds.turn_batch import Floats
from scorekeeper.rules.state import GameState

POINTS = 160
"""The points at which an integral is taken."""
LEAST_RATE = 1e-12
"""Who never wins a round is taken to win one so often, beside who wins most."""
RATE_DIGITS = 12
TIME_COST = 0.006
"""The milliseconds that a rate takes for each win that may be needed."""


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
        places = [seats.index(seat) for seat in winners]
        gained[[seat - 1 for seat in seats]] = _race_after_wins(
            np.array(_needed(state)), places, more_often, _of_seats(rates, seats)
        )
    return gained


def _needed(state: GameState) -> list[int]:
    rounds = state.ruleset.goal.rounds or 1
    return [rounds - state.seat(seat).rounds_won for seat in state.numbers("in", "joining")]


def _of_seats(rates: Floats | None, seats: Sequence[int]) -> Floats:
    return np.ones(len(seats)) if rates is None else rates[[seat - 1 for seat in seats]]


def _race_after_wins(
    needed: NDArray[np.int_], winners: Sequence[int], more_often: Floats, rates: Floats
) -> Floats:
    """The chances of all after each of these has won a round, summed with these weights."""
    wins = _wins(needed, _told_apart(rates))
    weights, last = np.zeros((len(needed), 1)), needed == 1
    weights[list(winners), 0] = more_often
    # Who needs no more has won.
    found = np.where(last, weights[:, 0], 0.0)
    weights[last] = 0
    (last_but, last_of), (but, of) = (np.moveaxis(each, 1, 0) for each in wins)
    # After a win of one, it is its wins but one that all others have to be before.
    after = weights * but / of
    inner = last_of / of * (after.sum(axis=0) - after) + weights * last_but / of
    found += (of.prod(axis=0) * inner) @ _gauss()[1] * _scale(needed, _told_apart(rates))
    return found


def race(needed: Sequence[int] | NDArray[np.int_], rates: Floats | None = None) -> Floats:
    """The chance of each to be the first with so many more rounds won (1 or more), if rounds are fair.

    Rounds may as well come at random times, so that each seat's wins come on their own: then the seat wins
    whose wins are complete first.

    Args:
        rates: how often each wins a round, to any measure; all as often where nothing is said.
    """
    rates = _told_apart(np.ones(len(needed)) if rates is None else rates)
    order = np.lexsort((rates, np.asarray(needed)))
    found = np.zeros(len(needed))
    found[order] = _race(tuple(np.asarray(needed)[order].tolist()), tuple(rates[order].tolist()))
    return found


def _told_apart(rates: Floats) -> Floats:
    """The same beside the highest: those that differ by the noise of floats alone are one, since for each a
    table is made."""
    found: Floats = np.maximum((rates / rates.max()).round(RATE_DIGITS), LEAST_RATE)
    return found


@lru_cache(maxsize=512)
def _race(needed: tuple[int, ...], rates: tuple[float, ...]) -> tuple[float, ...]:
    """The same for numbers in ascending order."""
    wins = _wins(np.array(needed), np.array(rates))
    last, incomplete = wins.last[:, 1], wins.incomplete[:, 1]
    found = (incomplete.prod(axis=0) * last / incomplete) @ _gauss()[1]
    return tuple((found / found.sum()).tolist())


def _scale(needed: NDArray[np.int_], rates: Floats) -> float:
    """Half of the time within which somebody's wins are complete: as sure as floats can tell."""
    return float(((needed + 12 * needed**0.5 + 30) / rates).min()) / 2


class _Wins(NamedTuple):
    """By seat, for a win less than it needs and for all of them, and by time: how likely its last one comes
    just then, and that it has not come yet."""

    last: Floats
    incomplete: Floats


def _wins(needed: NDArray[np.int_], rates: Floats) -> _Wins:
    """When the wins of each seat come that it needs, at the times at which the integral is taken."""
    spend(TIME_COST * len(set(rates.tolist())) * int(needed.max()))
    times = _scale(needed, rates) * (_gauss()[0] + 1)
    wins = np.arange(needed.max())
    logs = np.array([lgamma(n + 1) for n in wins])
    found = _Wins(np.zeros((len(needed), 2, POINTS)), np.zeros((len(needed), 2, POINTS)))
    for rate in set(rates.tolist()):
        means = rate * times[:, None]
        chances = np.exp(wins * np.log(means) - means - logs)  # Of so many wins by each time.
        summed = np.cumsum(chances, axis=1)
        for place in np.flatnonzero(rates == rate):
            for row, number in enumerate((needed[place] - 1, needed[place])):
                if number:
                    found.last[place, row] = rate * chances[:, number - 1]
                    found.incomplete[place, row] = summed[:, number - 1]
    return found


@lru_cache(maxsize=1)
def _gauss() -> tuple[Floats, Floats]:
    """Where between -1 and 1 an integral is taken, and how much each point counts (Gauss, Legendre)."""
    nodes, weights = np.polynomial.legendre.leggauss(POINTS)
    return nodes, weights
