"""The cargo: what it is, which of it may be rolled again, which of it stays. RULES.md, "A turn", 4 and 8."""

import pytest

from scorekeeper.rules import Thrown, turn
from scorekeeper.rules.ruleset import TurnRules
from scorekeeper.rules.turn_state import TurnState, first_state
from tests.examples import after, crewed, refusals

AUTOMATIC = TurnRules()
CHOSEN = TurnRules(banking="chosen")


def scores(state: TurnState) -> tuple[bool, int | None]:
    return state.is_over, state.score


def test_the_two_dice_that_are_left_are_the_cargo_and_their_sum_the_score() -> None:
    for cargo in range(2, 13):
        state = turn.stand(after(AUTOMATIC, crewed(cargo)))
        assert scores(state) == (True, cargo)


def test_a_second_6_5_or_4_beside_the_crew_is_cargo() -> None:
    state = after(AUTOMATIC, (6, 6, 5, 5, 4))
    assert (state.banked, state.cargo) == ((6, 5, 4), (5, 6))


def test_cargo_is_not_banked() -> None:
    assert refusals(first_state(CHOSEN), Thrown((6, 3, 2, 1, 1), keep=[6, 3])) == [
        ("cargo-not-bankable", "/keep/1")
    ]
    crew = after(CHOSEN, (6, 5, 4, 1, 2))
    assert refusals(crew, Thrown((6, 5), keep=[6])) == [("cargo-not-bankable", "/keep/0")]
    assert refusals(crew, Thrown((6, 5), keep=[])) == []


def test_the_new_faces_of_a_cargo_re_roll_stand_even_if_they_are_lower() -> None:
    state = after(AUTOMATIC, crewed(12), (1, 2))
    assert state.cargo == (1, 2)
    assert scores(turn.stand(state)) == (True, 3)


def test_a_cargo_re_roll_is_a_roll_of_the_turn() -> None:
    state = after(AUTOMATIC, crewed(4), (1, 2))
    assert (state.rolls_used, state.rolls_left) == (2, 1)
    assert scores(turn.roll(state, (1, 1))) == (True, 2)


@pytest.mark.parametrize(
    ("cargo_reroll", "counts"), [("both", (2,)), ("any", (1, 2)), ("one", (1,)), ("none", ())]
)
def test_the_house_rules_say_how_many_cargo_dice_are_rolled_again(
    cargo_reroll: str, counts: tuple[int, ...]
) -> None:
    state = after(TurnRules(cargo_reroll=cargo_reroll), (6, 5, 4, 1, 2))
    assert state.dice_counts == counts
    for count in counts:
        assert refusals(state, Thrown((3,) * count, hold=2 if count == 1 else None)) == []


def test_both_means_two_cargo_dice_or_none() -> None:
    state = after(TurnRules(cargo_reroll="both"), (6, 5, 4, 1, 2))
    assert refusals(state, (3,)) == [("reroll-not-allowed", "/dice")]
    assert state.holdable == ()


def test_one_means_exactly_one_cargo_die() -> None:
    state = after(TurnRules(cargo_reroll="one"), (6, 5, 4, 1, 2))
    assert refusals(state, (3, 3)) == [("reroll-not-allowed", "/dice")]
    assert turn.roll(state, (6,), hold=2).cargo == (2, 6)


def test_none_ends_the_turn_with_a_full_crew() -> None:
    assert scores(after(TurnRules(cargo_reroll="none"), crewed(2))) == (True, 2)


def test_the_held_cargo_die_stays_and_the_other_one_is_rolled() -> None:
    state = after(TurnRules(cargo_reroll="any"), (6, 5, 4, 1, 5))
    assert state.holdable == (1, 5)
    assert turn.roll(state, (3,), hold=5).cargo == (3, 5)
    assert turn.roll(state, (3,), hold=1).cargo == (1, 3)


def test_either_cargo_die_or_both_can_be_rolled_again_roll_after_roll() -> None:
    rules = TurnRules(rolls=4, cargo_reroll="any")
    state = after(rules, (6, 5, 4, 1, 5), Thrown((2,), hold=5), (3, 3), Thrown((6,), hold=3))
    assert scores(state) == (True, 9)


def test_with_two_equal_cargo_dice_the_hold_may_be_omitted() -> None:
    state = after(TurnRules(cargo_reroll="any"), (6, 5, 4, 3, 3))
    assert turn.roll(state, (5,)).cargo == (3, 5)
    assert turn.roll(state, (5,), hold=3).cargo == (3, 5)


def test_with_two_different_cargo_dice_the_hold_is_needed() -> None:
    state = after(TurnRules(cargo_reroll="any"), (6, 5, 4, 2, 3))
    assert refusals(state, (5,)) == [("hold-invalid", "/hold")]


def test_a_die_is_held_only_where_one_cargo_die_alone_is_rolled() -> None:
    rules = TurnRules(cargo_reroll="any")
    crew = after(rules, (6, 5, 4, 2, 3))
    assert refusals(crew, Thrown((5, 5), hold=3)) == [("hold-invalid", "/hold")]
    assert refusals(first_state(rules), Thrown(crewed(5), hold=3)) == [("hold-invalid", "/hold")]
    for nothing in (1, 6, 7, True, "3", 3.0):
        assert refusals(crew, Thrown((5,), hold=nothing)) == [("hold-invalid", "/hold")]
