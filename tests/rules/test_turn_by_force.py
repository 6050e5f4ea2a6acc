"""The turn, said again slowly and without looking at the engine, and compared over every roll there is.

The re-statement knows a heap of dice and one sentence: of the faces 6, 5, 4 that are still needed, a first
part may be taken out of the heap.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, combinations_with_replacement, permutations, product

import pytest

from scorekeeper.rules import Refused, turn
from scorekeeper.rules.ruleset import TurnRules
from scorekeeper.rules.turn_state import TurnState, bankable, first_state

AUTOMATIC = TurnRules()
CHOSEN = TurnRules(banking="chosen")
SHIP, CAPTAIN = (6, 1, 1, 1, 1), (6, 5, 1, 1, 1)
BEFORE = {0: [], 1: [SHIP], 2: [CAPTAIN]}
"""Rolls that lead to so many banked dice."""


def is_legal_order(kept: tuple[int, ...], banked: int) -> bool:
    """Whether some order of the kept faces banks them one after another."""
    still_needed = "654"[banked:]
    return any(still_needed.startswith("".join(map(str, order))) for order in permutations(kept))


def heaps(dice: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every part of a heap of dice, as sorted faces."""
    for count in range(len(dice) + 1):
        yield from combinations(sorted(dice), count)


def most_kept(dice: tuple[int, ...], banked: int) -> int:
    """How many dice of a roll can be banked at most."""
    return max(len(part) for part in set(heaps(dice)) if len(part) <= 3 and is_legal_order(part, banked))


def left_over(dice: tuple[int, ...], kept: list[int]) -> list[int]:
    """The heap without the kept dice."""
    heap = list(dice)
    for face in kept:
        heap.remove(face)
    return sorted(heap)


@pytest.mark.parametrize("banked", BEFORE)
def test_every_roll_banks_what_a_slow_search_finds(banked: int) -> None:
    state = _state(CHOSEN, banked)
    for dice in product(range(1, 7), repeat=5 - banked):
        count = most_kept(dice, banked)
        found = bankable(state, dice)
        assert len(found) == count
        assert is_legal_order(found, banked)
        following = turn.roll(state, dice)
        assert following.crew == banked + count
        expected = left_over(dice, list(found)) if banked + count == 3 else []
        assert list(following.cargo) == expected


@pytest.mark.parametrize("rules", [AUTOMATIC, CHOSEN], ids=["automatic", "chosen"])
@pytest.mark.parametrize("banked", BEFORE)
def test_every_choice_of_kept_dice_is_judged_as_a_slow_search_judges_it(
    rules: TurnRules, banked: int
) -> None:
    state = _state(rules, banked)
    for dice in combinations_with_replacement(range(1, 7), 5 - banked):
        most = most_kept(dice, banked)
        for keep in set(heaps(dice)):
            is_legal = len(keep) <= 3 and is_legal_order(keep, banked)
            if rules.banking == "automatic":
                is_legal = is_legal and len(keep) == most
            assert _is_accepted(state, dice, keep) == is_legal, (dice, keep)


def test_kept_dice_that_the_roll_does_not_show_are_never_accepted() -> None:
    state = first_state(CHOSEN)
    for dice in combinations_with_replacement(range(1, 7), 5):
        for keep in combinations_with_replacement((4, 5, 6), 2):
            if not all(keep.count(face) <= dice.count(face) for face in keep):
                assert not _is_accepted(state, dice, keep)


def test_every_cargo_is_scored_as_the_sum_of_its_dice() -> None:
    for first, second in product(range(1, 7), repeat=2):
        state = turn.roll(first_state(AUTOMATIC), (first, 4, 6, second, 5), stand=True)
        assert state.score == first + second


def test_a_whole_turn_of_rolls_ends_like_the_slow_one() -> None:
    """Every turn of which each roll is one of a few that cover all that can be banked."""
    rolls = {
        5: [(1, 1, 2, 3, 3), (6, 4, 3, 3, 1), (6, 5, 2, 2, 1), (6, 5, 4, 2, 1), (4, 4, 5, 5, 5)],
        4: [(1, 1, 2, 3), (5, 4, 2, 2), (5, 6, 6, 6), (4, 4, 4, 4)],
        3: [(1, 1, 2), (4, 6, 6), (4, 4, 5)],
        2: [(1, 1), (6, 6)],
    }
    ends = list(_slow_turns(rolls, 0, (), 3))
    assert len(ends) > 60
    for thrown, score in ends:
        state = reduce(turn.roll, thrown, first_state(AUTOMATIC))
        assert (state.is_over, state.score) == (True, score)


def test_a_full_crew_comes_as_often_as_s1_counted() -> None:
    """S1: 15.8% in one roll, 35.6% by the second, 54.0% by the third."""
    chances = [_chance_of_a_crew(TurnRules(rolls=rolls)) for rolls in (1, 2, 3)]
    assert [round(float(chance * 100), 1) for chance in chances] == [15.8, 35.6, 54.0]


def _state(rules: TurnRules, banked: int) -> TurnState:
    return reduce(turn.roll, BEFORE[banked], first_state(rules))


def _is_accepted(state: TurnState, dice: tuple[int, ...], keep: tuple[int, ...]) -> bool:
    try:
        following = turn.roll(state, dice, keep)
    except Refused:
        return False
    return following.crew == state.crew + len(keep)


def _slow_turns(
    rolls: dict[int, list[tuple[int, ...]]], banked: int, cargo: tuple[int, ...], left: int
) -> Iterator[tuple[list[tuple[int, ...]], int]]:
    """All turns of these rolls to the last one, with their scores."""
    if left == 0:
        yield [], sum(cargo)
        return
    for dice in rolls[5 - banked]:
        if banked == 3:
            now, lies = 3, dice
        else:
            count = most_kept(dice, banked)
            now = banked + count
            lies = tuple(left_over(dice, [6, 5, 4][banked:now])) if now == 3 else ()
        for rest, score in _slow_turns(rolls, now, lies, left - 1):
            yield [dice, *rest], score


def _chance_of_a_crew(rules: TurnRules) -> Fraction:
    @cache
    def chance(crew: int, used: int) -> Fraction:
        if crew == 3:
            return Fraction(1)
        if used == rules.rolls:
            return Fraction(0)
        state = reduce(turn.roll, BEFORE[crew], first_state(AUTOMATIC))
        every = list(product(range(1, 7), repeat=5 - crew))
        return sum(
            (Fraction(1, len(every)) * chance(turn.roll(state, dice).crew, used + 1) for dice in every),
            Fraction(0),
        )

    return chance(0, 0)
