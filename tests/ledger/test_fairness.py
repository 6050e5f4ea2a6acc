"""The test of an even spread, against tables of the chi-square and against dice that are thrown here."""

from __future__ import annotations

import random
from math import gamma

import pytest

from scorekeeper.ledger import fairness


@pytest.mark.parametrize(
    ("statistic", "p_value"),
    [(0, 1), (1.145476, 0.95), (4.351460, 0.5), (9.236357, 0.1), (11.070498, 0.05), (15.086272, 0.01)],
)
def test_the_p_value_is_that_of_the_published_table(statistic: float, p_value: float) -> None:
    assert fairness.p_value(statistic) == pytest.approx(p_value, abs=1e-7)


@pytest.mark.parametrize("statistic", [0.01, 0.5, 3, 11.07, 40])
def test_the_closed_form_is_the_integral(statistic: float) -> None:
    # The incomplete gamma's series: x^a e^-x / Γ(a+1) · (1 + x/(a+1) + …) is what lies below.
    x, a = statistic / 2, 2.5
    term, below = 1.0, 0.0
    for index in range(1, 400):
        below += term
        term *= x / (a + index)
    below *= x**a * 2.718281828459045 ** (-x) / gamma(a + 1)
    assert fairness.p_value(statistic) == pytest.approx(1 - below, abs=1e-12)


def test_an_even_spread_is_as_even_as_it_gets() -> None:
    assert fairness.chi_square([7] * 6) == 0
    assert fairness.chi_square([5, 8, 9, 8, 10, 20]) == pytest.approx(13.4)


@pytest.mark.parametrize("bias", [0.001, 0.02, 0.1, 0.5])
def test_so_many_dice_as_are_needed_notice_the_bias_four_times_in_five(bias: float) -> None:
    needed = fairness.dice_needed(bias)
    assert fairness.power(needed, bias) >= fairness.POWER > fairness.power(needed - 1, bias)
    assert fairness.smallest_bias(needed) == pytest.approx(bias, rel=0.06)


def test_fair_dice_are_suspected_as_often_as_the_level_says() -> None:
    assert fairness.power(1_000, 0) == pytest.approx(fairness.LEVEL)
    rng = random.Random(5)  # noqa: S311 dice of a test
    suspected = sum(_p_value(rng, [1] * 6, 300) < fairness.LEVEL for _ in range(2_000))
    assert 60 <= suspected <= 140


def test_a_bias_is_noticed_as_often_as_the_power_says() -> None:
    bias, rng = 0.1, random.Random(6)  # noqa: S311 dice of a test
    weights = [*[1 / 6 - bias / 5] * 5, 1 / 6 + bias]
    noticed = sum(_p_value(rng, weights, fairness.dice_needed(bias)) < fairness.LEVEL for _ in range(2_000))
    assert 0.75 <= noticed / 2_000 <= 0.85


def _p_value(rng: random.Random, weights: list[float], dice: int) -> float:
    thrown = rng.choices(range(6), weights, k=dice)
    return fairness.p_value(fairness.chi_square([thrown.count(face) for face in range(6)]))


def test_no_dice_see_no_bias() -> None:
    assert fairness.smallest_bias(0) is None
    assert fairness.smallest_bias(1) is None
    assert fairness.power(0, 0.2) == pytest.approx(fairness.LEVEL)


def test_who_looks_at_several_sets_is_told_larger_p_values() -> None:
    assert fairness.adjusted([0.01, 0.04, 0.03, 0.5]) == pytest.approx([0.04, 0.09, 0.09, 0.5])
    assert fairness.adjusted([0.03]) == [0.03]
    assert fairness.adjusted([0.9, 0.8]) == [1, 1]
    assert fairness.adjusted([]) == []
