"""A turn: what is banked, what may be rolled again, how it ends. Numbers as in RULES.md, "A turn"."""

import pytest

from scorekeeper.rules import Refused, Thrown, turn
from scorekeeper.rules.ruleset import TurnRules
from scorekeeper.rules.turn_state import TurnState, bankable, first_state
from tests.examples import BUST, after, codes, crewed, refusals

AUTOMATIC = TurnRules()
CHOSEN = TurnRules(banking="chosen")


def scores(state: TurnState) -> tuple[bool, int | None]:
    return state.is_over, state.score


# The examples of the sources


def test_the_example_turn_of_s0_scores_nine() -> None:
    state = after(CHOSEN, Thrown((6, 4, 3, 3, 1), keep=[6]))
    assert state.banked == (6,)
    assert state.dice_counts == (4,)
    state = turn.roll(state, (5, 4, 2, 2), keep=[5, 4])
    assert state.banked == (6, 5, 4)
    assert state.cargo == (2, 2)
    assert state.can_stand
    state = turn.roll(state, (6, 3), stand=True)
    assert scores(state) == (True, 9)


def test_in_the_example_turn_of_s0_the_4_cannot_be_kept_with_the_ship() -> None:
    assert refusals(first_state(CHOSEN), Thrown((6, 4, 3, 3, 1), keep=[6, 4])) == [
        ("crew-before-captain", "/keep/1")
    ]


def test_wikipedias_example_6_4_3_3_1_banks_the_6_only() -> None:
    state = after(AUTOMATIC, (6, 4, 3, 3, 1))
    assert state.banked == (6,)
    assert state.dice_counts == (4,)


def test_the_example_of_s3_6_4_3_2_1_keeps_only_the_6() -> None:
    state = after(TurnRules(cargo_reroll="any", perfect_cargo="stands"), (6, 4, 3, 2, 1))
    assert state.banked == (6,)
    assert state.cargo == ()


# 1: which dice are rolled


def test_a_turn_starts_with_five_dice() -> None:
    assert first_state(AUTOMATIC).dice_counts == (5,)


@pytest.mark.parametrize(
    ("first", "count"), [(BUST, 5), ((6, 1, 1, 2, 2), 4), ((6, 5, 1, 1, 2), 3), ((6, 5, 4, 1, 2), 2)]
)
def test_every_die_that_is_not_banked_is_rolled(first: tuple[int, ...], count: int) -> None:
    state = after(AUTOMATIC, first)
    assert state.dice_counts == (count,)
    for other in {0, 1, 2, 3, 4, 5, 6} - {count, 1 if count == 2 else count}:
        assert refusals(state, (1,) * other) == [("dice-count", "/dice")]


def test_what_is_banked_stays_banked_for_the_turn() -> None:
    state = after(AUTOMATIC, (6, 1, 1, 2, 2), (6, 1, 1, 1))
    assert state.banked == (6,)
    state = turn.roll(state, (5, 4, 6, 6))
    assert (state.banked, state.cargo) == ((6, 5, 4), (6, 6))


# 2: what is kept


def test_a_roll_without_keep_banks_all_that_is_bankable() -> None:
    for rules in (AUTOMATIC, CHOSEN):
        assert after(rules, (6, 5, 1, 2, 3)).banked == (6, 5)
        assert after(rules, BUST).banked == ()


def test_automatic_banking_forbids_keeping_less() -> None:
    state = first_state(AUTOMATIC)
    assert refusals(state, Thrown((6, 5, 1, 2, 3), keep=[6])) == [("must-bank", "/keep")]
    assert refusals(state, Thrown((6, 5, 1, 2, 3), keep=[])) == [("must-bank", "/keep")]
    assert refusals(state, Thrown((6, 5, 1, 2, 3), keep=[6, 5])) == []


def test_chosen_banking_lets_the_player_keep_less() -> None:
    state = after(CHOSEN, Thrown((6, 5, 4, 2, 3), keep=[6]))
    assert (state.banked, state.dice_counts) == ((6,), (4,))


def test_chosen_banking_lets_the_player_keep_nothing() -> None:
    state = after(CHOSEN, Thrown((6, 5, 4, 2, 3), keep=[]))
    assert (state.banked, state.dice_counts) == ((), (5,))


def test_nothing_bankable_is_passed_over_without_a_choice() -> None:
    for rules in (AUTOMATIC, CHOSEN):
        assert after(rules, Thrown(BUST, keep=[])) == after(rules, BUST)


# 3: the order


def test_several_are_banked_from_one_roll_when_the_order_allows_it() -> None:
    state = after(CHOSEN, Thrown((2, 4, 6, 3, 5), keep=[6, 5, 4]))
    assert (state.banked, state.cargo) == ((6, 5, 4), (2, 3))


def test_kept_faces_may_be_written_in_any_order() -> None:
    assert after(CHOSEN, Thrown((2, 4, 6, 3, 5), keep=[4, 6, 5])).banked == (6, 5, 4)


def test_the_captain_needs_the_ship_first() -> None:
    assert refusals(first_state(CHOSEN), Thrown((5, 1, 1, 2, 3), keep=[5])) == [
        ("captain-before-ship", "/keep/0")
    ]
    assert after(AUTOMATIC, (5, 1, 1, 2, 3)).banked == ()


def test_the_crew_needs_the_ship_and_the_captain_first() -> None:
    for roll in ((4, 1, 1, 2, 3), (5, 4, 1, 2, 3)):
        assert ("crew-before-captain", "/keep/0") in refusals(first_state(CHOSEN), Thrown(roll, keep=[4]))
        assert after(AUTOMATIC, roll).banked == ()
    assert refusals(after(AUTOMATIC, (6, 1, 1, 2, 3)), Thrown((4, 1, 1, 2), keep=[4])) == [
        ("crew-before-captain", "/keep/0")
    ]


def test_a_face_that_came_before_its_turn_is_rolled_again() -> None:
    state = after(AUTOMATIC, (5, 4, 1, 2, 3), (6, 1, 1, 1, 1))
    assert (state.banked, state.dice_counts) == ((6,), (4,))


def test_only_one_ship_captain_and_crew_are_banked() -> None:
    assert refusals(first_state(CHOSEN), Thrown((6, 6, 1, 2, 3), keep=[6, 6])) == [
        ("already-banked", "/keep/1")
    ]
    state = after(CHOSEN, (6, 5, 1, 1, 2))
    assert refusals(state, Thrown((6, 1, 1), keep=[6])) == [("already-banked", "/keep/0")]
    assert refusals(state, Thrown((5, 1, 1), keep=[5])) == [("already-banked", "/keep/0")]


def test_bankable_is_the_longest_run_of_faces_still_needed() -> None:
    fresh, shipped = first_state(AUTOMATIC), after(AUTOMATIC, (6, 1, 1, 2, 2))
    assert bankable(fresh, (4, 5, 6, 6, 5)) == (6, 5, 4)
    assert bankable(fresh, (6, 4, 4, 4, 4)) == (6,)
    assert bankable(fresh, (5, 4, 4, 5, 4)) == ()
    assert bankable(shipped, (4, 5, 6, 6)) == (5, 4)
    assert bankable(shipped, (6, 6, 6, 4)) == ()


# 5: the end of a turn


def test_a_turn_has_at_most_three_rolls() -> None:
    state = after(AUTOMATIC, BUST, BUST, BUST)
    assert scores(state) == (True, 0)
    assert refusals(state, BUST) == [("turn-over", "")]


@pytest.mark.parametrize("rolls", [1, 2, 3, 7, 10])
def test_the_house_rules_say_how_many_rolls_a_turn_has(rolls: int) -> None:
    rules = TurnRules(rolls=rolls)
    assert not after(rules, *[BUST] * (rolls - 1)).is_over
    assert scores(after(rules, *[BUST] * rolls)) == (True, 0)


def test_a_turn_without_a_full_crew_after_the_last_roll_is_a_bust() -> None:
    state = after(AUTOMATIC, (6, 5, 1, 1, 1), (6, 5, 3), (6, 6, 5))
    assert state.is_bust
    assert scores(state) == (True, 0)


def test_the_cargo_of_the_last_roll_is_the_score() -> None:
    state = after(AUTOMATIC, BUST, BUST, crewed(7))
    assert scores(state) == (True, 7)
    assert not state.is_bust


def test_a_full_crew_with_rolls_left_waits_for_the_player() -> None:
    state = after(AUTOMATIC, crewed(12))
    assert scores(state) == (False, None)
    assert state.can_stand
    assert state.rolls_left == 2


@pytest.mark.parametrize("perfect_cargo", ["stands", "takes_round"])
def test_a_perfect_cargo_of_12_banks_itself_where_the_house_rules_say_so(perfect_cargo: str) -> None:
    rules = TurnRules(perfect_cargo=perfect_cargo)
    assert scores(after(rules, crewed(12))) == (True, 12)
    assert scores(after(rules, crewed(5), (6, 6))) == (True, 12)
    assert scores(after(rules, crewed(11))) == (False, None)


def test_a_perfect_cargo_can_come_from_a_held_6() -> None:
    rules = TurnRules(cargo_reroll="any", perfect_cargo="stands")
    assert scores(after(rules, (6, 5, 4, 6, 1), Thrown((6,), hold=6))) == (True, 12)


def test_play_on_lets_a_perfect_cargo_be_rolled_again() -> None:
    assert after(TurnRules(perfect_cargo="play_on"), crewed(12), (1, 1)).cargo == (1, 1)


# 6: standing


def test_the_player_may_stand_on_a_full_crew() -> None:
    state = turn.stand(after(AUTOMATIC, crewed(8)))
    assert scores(state) == (True, 8)
    assert state.stood


@pytest.mark.parametrize("rolls", [[], [BUST], [(6, 5, 1, 1, 1)]])
def test_standing_is_legal_only_with_a_full_crew(rolls: list[tuple[int, ...]]) -> None:
    with pytest.raises(Refused) as error:
        turn.stand(after(AUTOMATIC, *rolls))
    assert codes(error) == ["crew-incomplete"]


def test_the_score_is_unknown_until_the_turn_is_over() -> None:
    state = first_state(AUTOMATIC)
    for dice in (BUST, crewed(9)):
        assert state.score is None
        state = turn.roll(state, dice)
    assert state.score is None
    assert turn.stand(state).score == 9


def test_a_stand_beside_a_roll_that_ends_the_turn_with_a_crew_says_nothing_new() -> None:
    state = after(AUTOMATIC, BUST, BUST)
    assert turn.roll(state, crewed(8), stand=True) == turn.roll(state, crewed(8))
    perfect = TurnRules(perfect_cargo="stands")
    assert turn.roll(first_state(perfect), crewed(12), stand=True) == after(perfect, crewed(12))


def test_a_stand_beside_a_bust_is_refused_for_the_missing_crew() -> None:
    with pytest.raises(Refused) as error:
        turn.roll(after(AUTOMATIC, BUST, BUST), BUST, stand=True)
    assert codes(error) == ["crew-incomplete"]


def test_a_stand_after_the_turns_end_comes_too_late() -> None:
    for state in (after(AUTOMATIC, BUST, BUST, BUST), turn.stand(after(AUTOMATIC, crewed(8)))):
        with pytest.raises(Refused) as error:
            turn.stand(state)
        assert codes(error) == ["turn-over"]


def test_after_the_turns_end_nothing_else_is_named() -> None:
    state = turn.stand(after(AUTOMATIC, crewed(8)))
    assert refusals(state, Thrown(("6", 0, True), keep=[1, 1], hold=9)) == [("turn-over", "")]


# 7: the pace (in a round: test_round.py)


def test_the_pace_of_a_round_limits_the_rolls_of_a_turn() -> None:
    rules = TurnRules(pace="opener")
    assert scores(after(rules, BUST, BUST, pace=2)) == (True, 0)
    assert scores(after(rules, crewed(5), pace=1)) == (True, 5)
    assert refusals(after(rules, BUST, BUST, pace=2), BUST) == [("turn-over", "")]


# What a state remembers


def test_a_roll_seen_before_leads_to_the_same_state() -> None:
    for dice in ([6, 4, 3, 3, 1], [6, 5, 4, 2, 2]):
        assert turn.roll(first_state(AUTOMATIC), dice) is turn.roll(first_state(AUTOMATIC), dice)


def test_what_looks_like_a_roll_seen_before_is_judged_all_the_same() -> None:
    crew = after(AUTOMATIC, (6, 5, 4, 1, 2))
    assert turn.roll(crew, [1, 2]).cargo == (1, 2)
    for bad in ([True, 2], [1.0, 2], [1, 258], ["1", 2]):
        with pytest.raises(Refused) as error:
            turn.roll(crew, bad)
        assert {violation.code for violation in error.value.violations} == {"face-invalid"}


def test_what_one_player_kept_or_held_is_not_taken_for_what_the_next_one_leaves_open() -> None:
    """States are shared, and remember where a roll without a choice led."""
    rules = TurnRules(banking="chosen", cargo_reroll="any")
    fresh, crew = first_state(rules), after(rules, (6, 5, 4, 1, 5))
    for _ in range(2):
        assert turn.roll(fresh, (6, 5, 2, 2, 2), keep=[]).banked == ()
        assert turn.roll(fresh, (6, 5, 2, 2, 2)).banked == (6, 5)
        assert turn.roll(crew, (3,), hold=5).cargo == (3, 5)
        assert refusals(crew, (3,)) == [("hold-invalid", "/hold")]
        assert turn.roll(fresh, (6, 5, 4, 2, 2), stand=True).is_over
        assert not turn.roll(fresh, (6, 5, 4, 2, 2)).is_over
