"""Whether the faces that were thrown fit fair dice, and what so many dice can and can't show.

The test is Pearson's chi-square with 5 degrees of freedom: one less than a die has faces. Its tail is known
in closed form for every odd number of degrees of freedom, so that no library is needed: with y = x / 2,

    Q(5/2, y) = erfc(√y) + e^-y · (√y / Γ(3/2) + √y³ / Γ(5/2))

A bias is how much more often than one time in six a face shows; the others share what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import ceil, erfc, exp, gamma, sqrt
from typing import Final

FACES: Final = 6
DEGREES_OF_FREEDOM: Final = 5
LEVEL: Final = 0.05
"""How often the test suspects dice that are fair."""
POWER: Final = 0.8
"""How often it is to notice a bias that is there."""
FEWEST: Final = 30
"""With fewer dice than this, not five of each face are expected, and the test says nothing."""
MOST_BIAS: Final = 0.8
_HALVINGS: Final = 200


def chi_square(counts: Sequence[int]) -> float:
    """How far six counts, one at least above 0, are from an even spread."""
    expected = sum(counts) / FACES
    return sum((count - expected) ** 2 for count in counts) / expected


def p_value(statistic: float) -> float:
    """How often fair dice give a chi-square as large as this or larger: 0 to 1."""
    return _tail(statistic / 2)


def adjusted(p_values: Sequence[float]) -> list[float]:
    """The same p-values for somebody who looked at all of these sets at once, by Holm's method."""
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    found = [1.0] * len(p_values)
    least = 0.0
    for place, index in enumerate(order):
        least = max(least, min(1.0, (len(order) - place) * p_values[index]))
        found[index] = least
    return found


def power(dice: int, bias: float) -> float:
    """How often the test notices that one face shows with a chance of 1/6 + bias among so many dice."""
    return _power(dice * _effect(bias))


def dice_needed(bias: float) -> int:
    """How many dice must be thrown until the test notices the bias with a chance of POWER."""
    return ceil(_needed() / _effect(bias))


def smallest_bias(dice: int) -> float | None:
    """The bias that so many dice show with a chance of POWER; None where not even MOST_BIAS is."""
    bias = sqrt(_needed() / (dice * _effect(1))) if dice else MOST_BIAS + 1
    return bias if bias <= MOST_BIAS else None


def _effect(bias: float) -> float:
    """What each die adds to the noncentrality: the sum of (p - 1/6)² / (1/6) over the faces."""
    return FACES * (bias**2 + (FACES - 1) * (bias / (FACES - 1)) ** 2)


def _tail(y: float) -> float:
    """Q(5/2, y)."""
    return erfc(sqrt(y)) + exp(-y) * (sqrt(y) / gamma(1.5) + sqrt(y) ** 3 / gamma(2.5))


@cache
def _critical() -> float:
    """The chi-square that fair dice reach with a chance of LEVEL."""
    return _solve(lambda x: LEVEL - p_value(x), 100)


@cache
def _needed() -> float:
    """The noncentrality that the test notices with a chance of POWER."""
    return _solve(lambda noncentrality: _power(noncentrality) - POWER, 100)


def _power(noncentrality: float) -> float:
    """The tail of the noncentral chi-square beyond the critical value.

    It is a Poisson mixture of central ones, each with two degrees of freedom more than the one before.
    """
    y, half = _critical() / 2, min(noncentrality / 2, 700)
    weight, tail, shape = exp(-half), _tail(y), DEGREES_OF_FREEDOM / 2
    step = y**shape * exp(-y) / gamma(shape + 1)
    found = 0.0
    for index in range(1, 2_000):
        found += weight * tail
        weight, tail, shape = weight * half / index, min(1.0, tail + step), shape + 1
        step *= y / shape
    return min(1.0, found)


def _solve(rises: Callable[[float], float], high: float) -> float:
    """Where a rising function crosses 0 between 0 and `high`."""
    low = 0.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if rises(middle) < 0 else (low, middle)
    return high
