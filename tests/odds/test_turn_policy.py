"""Turns solved: the figures of the issue, the same by brute force, and what holds under any house rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.odds.choices import Choice
from scorekeeper.odds.throws import throws
from scorekeeper.odds.turn_graph import START, turn_graph
from scorekeeper.odds.turn_odds import crew_chance, turn_odds
from scorekeeper.odds.turn_policy import most_points, most_worth, same_for_any_rolls, score_chances
from scorekeeper.rules.ruleset import TurnRules
from scorekeeper.rules.turn_state import first_state
from tests.odds.slowly import SlowTurn
from tests.strategies import turn_rules

STAND, ROLL = "stand", "roll"
EIGHT, SEVEN = (3, (2, 6)), (3, (3, 4))


def mean(**rules: object) -> Fraction:
    return turn_odds(TurnRules(**rules)).mean  # type: ignore[arg-type]


def options_of(place: tuple[int, tuple[int, ...]], left: int, **rules: object) -> dict[str, Fraction]:
    """What standing and rolling both dice are worth in points."""
    policy = most_points(TurnRules(**rules))  # type: ignore[arg-type]
    return {choice.action: Fraction(seen.value) for choice, seen in policy.options(place, left)}


def test_a_crew_by_the_first_second_and_third_roll() -> None:
    assert turn_odds(TurnRules()).crew_by_roll == (
        Fraction(205, 1296),
        Fraction(3589927, 10077696),
        Fraction(42314697971, 78364164096),
    )


@pytest.mark.parametrize(
    ("reroll", "points"),
    [
        ("both", Fraction(160042333703, 39182082048)),
        ("any", Fraction(169123624727, 39182082048)),
        ("one", Fraction(162734128295, 39182082048)),
        ("none", Fraction(136499708327, 39182082048)),
    ],
)
def test_the_mean_of_who_plays_for_the_most_points(reroll: str, points: Fraction) -> None:
    assert mean(cargo_reroll=reroll) == points


def test_an_eight_with_two_rolls_left_is_kept_and_a_re_roll_is_worth_less() -> None:
    assert options_of(EIGHT, 2) == {STAND: 8, ROLL: Fraction(287, 36)}


def test_a_seven_with_one_roll_left_is_exactly_even_and_both_are_right() -> None:
    assert options_of(SEVEN, 1) == {STAND: 7, ROLL: 7}
    row = next(row for row in turn_odds(TurnRules()).cargo if (row.cargo, row.rolls_left) == ((3, 4), 1))
    assert row.best == (Choice("stand"), Choice("roll", 2))
    assert most_points(TurnRules()).best_option(SEVEN, 1) == 0  # Among equals, standing.


def test_eight_against_eight_with_one_roll_left_is_kept_where_a_tie_is_worth_half() -> None:
    half_a_win = [Fraction(score > 8) + Fraction(score == 8, 2) for score in range(13)]
    policy = most_worth(turn_graph(TurnRules()), same_for_any_rolls(half_a_win, 3))
    told = {choice.action: prospect.value for choice, prospect in policy.options(EIGHT, 1)}
    assert told == {STAND: Fraction(1, 2), ROLL: Fraction(25, 72)}


def test_the_cargo_of_a_first_crew_averages_less_than_seven() -> None:
    # The cargo is what is left over. A second 6, 5 or 4 among five dice could as well have been the crew's
    # own, so that such throws fall in half as many ways as those with two other dice, or fewer.
    ways: dict[tuple[int, ...], int] = {}
    for dice in product(range(1, 7), repeat=5):
        left = list(dice)
        if {6, 5, 4} <= set(dice):
            for face in (6, 5, 4):
                left.remove(face)
            cargo = tuple(sorted(left))
            ways[cargo] = ways.get(cargo, 0) + 1
    assert ways[1, 2] == 120
    assert ways[1, 6] == ways[2, 4] == ways[1, 1] == 60
    assert ways[5, 6] == 30
    assert ways[6, 6] == 20
    first_crews = Fraction(sum(sum(cargo) * count for cargo, count in ways.items()), sum(ways.values()))
    assert sum(ways.values()) == 205 * 6
    assert first_crews == Fraction(248, 41) < 7
    # Two free dice do average 7; so does every later cargo.
    assert Fraction(sum(sum(dice) * count for dice, count in throws(2)), 36) == 7


def test_a_crew_that_is_complete_is_certain_and_one_without_rolls_impossible() -> None:
    assert crew_chance(TurnRules(), 3, 0) == 1
    assert crew_chance(TurnRules(), 2, 0) == 0
    assert crew_chance(TurnRules(), 2, 1) == Fraction(91, 216)


def test_not_banking_the_crew_pays_where_it_would_end_the_turn_on_a_poor_cargo() -> None:
    assert mean(cargo_reroll="none", banking="chosen") > mean(cargo_reroll="none", banking="automatic")


@pytest.mark.parametrize("rolls", [1, 2, 3, 4])
@pytest.mark.parametrize("reroll", ["both", "any", "one"])
def test_where_cargo_may_be_rolled_again_nobody_gains_by_not_banking(rolls: int, reroll: str) -> None:
    assert mean(rolls=rolls, cargo_reroll=reroll, banking="chosen") == mean(rolls=rolls, cargo_reroll=reroll)


# Brute force

SMALL = [
    TurnRules(rolls=rolls, banking=banking, cargo_reroll=reroll, perfect_cargo=perfect)  # type: ignore[arg-type]
    for rolls, banking, reroll, perfect in (
        (1, "automatic", "none", "play_on"),
        (2, "automatic", "any", "stands"),
        (2, "chosen", "both", "play_on"),
        (2, "chosen", "one", "play_on"),
        (2, "chosen", "none", "stands"),
    )
]
WORTHS = {
    "points": range(13),
    "beat an 8": [int(score > 8) for score in range(13)],
    "a bust is best": [int(score == 0) for score in range(13)],
    "low is best": [0, 0, *range(11, 0, -1)],
}


@pytest.mark.parametrize("worth", WORTHS)
@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_brute_force_agrees_on_every_state(rules: TurnRules, worth: str) -> None:
    worths = [Fraction(each) for each in WORTHS[worth]]
    slow = SlowTurn(lambda state: worths[state.score or 0])
    policy = most_worth(turn_graph(rules), same_for_any_rolls(worths, rules.rolls))
    assert policy.prospect(START, rules.rolls).value == slow.best(first_state(rules))
    for state, value in slow._seen.items():
        place = (state.crew, state.cargo)
        assert policy.prospect(place, state.rolls_left).value == value
        offered = [prospect.value for _, prospect in policy.options(place, state.rolls_left)]
        assert sorted(offered) == sorted(slow.moves(state).values())


def test_brute_force_agrees_on_three_rolls() -> None:
    rules = TurnRules(banking="chosen", cargo_reroll="any", perfect_cargo="stands")
    slow = SlowTurn(lambda state: Fraction(state.score or 0))
    assert turn_odds(rules).mean == slow.best(first_state(rules))


# Any house rules

SHORT = turn_rules().filter(lambda rules: rules.rolls <= 6)


@given(SHORT)
@settings(max_examples=25, deadline=None)
def test_the_chances_of_all_scores_sum_to_one_and_have_the_mean(rules: TurnRules) -> None:
    chances = score_chances(most_points(rules))
    assert sum(chances.values()) == 1
    assert sum(score * chance for score, chance in chances.items()) == turn_odds(rules).mean


@given(
    SHORT,
    st.lists(st.integers(0, 20), min_size=13, max_size=13),
)
@settings(max_examples=25, deadline=None)
def test_the_worth_is_what_the_scores_are_worth(rules: TurnRules, worths: list[int]) -> None:
    policy = most_worth(turn_graph(rules), same_for_any_rolls(map(Fraction, worths), rules.rolls))
    expected = sum(worths[score] * chance for score, chance in score_chances(policy).items())
    assert policy.prospect(START, rules.rolls).value == expected


@given(turn_rules())
@settings(max_examples=15, deadline=None)
def test_another_roll_never_costs_points(rules: TurnRules) -> None:
    policy = most_points(rules)
    means = [policy.prospect(START, left).mean for left in range(rules.rolls + 1)]
    assert means == sorted(means)
    crews = turn_odds(rules).crew_by_roll
    assert list(crews) == sorted(crews)


@given(turn_rules())
@settings(max_examples=15, deadline=None)
def test_every_lottery_has_all_the_ways_of_its_dice(rules: TurnRules) -> None:
    for layer in turn_graph(rules).layers:
        for node in layer.values():
            for choice, lottery in node.options:
                if lottery is not None:
                    assert lottery.total == 6**choice.dice == sum(branch.ways for branch in lottery.branches)
