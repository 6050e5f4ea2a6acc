"""Rounds solved: by brute force, in any position, and against seats that play otherwise."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import rules
from scorekeeper.odds.advice import Throw
from scorekeeper.odds.asking import NoAdvice, advice, round_chances
from scorekeeper.odds.passes import Entrant, whole_lineup
from scorekeeper.odds.roll_offs import roll_offs
from scorekeeper.odds.rounds import open_round, round_outlook
from scorekeeper.odds.turn_batch import turn_batch
from scorekeeper.odds.words import ROUND_AFTER_ROUND
from scorekeeper.rules import Defer, GameState, Leave, Roll, Ruleset, Score, Thrown, consequences
from scorekeeper.rules.ruleset import TurnRules
from tests.examples import house
from tests.odds.slow_rounds import SlowRound, Vector
from tests.strategies import rulesets

SURE = 1e-9


def at(ruleset: Ruleset, seats: int, *entries: Any, opener: int = 1) -> GameState:
    state = rules.start(ruleset, seats, opener, "dice_or_score").state
    for entry in entries:
        state = rules.play(state, entry).state
    return state


def scores(*scored: int, first: int = 1) -> list[Score]:
    return [Score(seat, score) for seat, score in enumerate(scored, first)]


CREW_AND_EIGHT = (6, 5, 4, 4, 4)


def test_the_second_of_two_has_the_better_of_a_roll_off_since_it_knows_what_to_beat() -> None:
    first, second = roll_offs(TurnRules()).chances(2)
    assert first + second == pytest.approx(1, abs=SURE)
    assert first == pytest.approx(0.49251, abs=5e-6)


def test_with_a_single_roll_there_is_nothing_to_know_and_all_are_even() -> None:
    assert roll_offs(TurnRules(rolls=1)).chances(5) == pytest.approx([1 / 5] * 5, abs=SURE)


def test_who_plays_last_stands_on_a_cargo_that_leads_and_rolls_on_one_that_loses() -> None:
    ahead = at(house("chips"), 2, Score(1, 7), Roll(2, Thrown(CREW_AND_EIGHT)))
    stand, roll = advice(ahead, "round").options
    assert (stand.value, advice(ahead, "round").best) == (1.0, (0,))
    assert roll.value < 1
    behind = at(house("chips"), 2, Score(1, 9), Roll(2, Thrown(CREW_AND_EIGHT)))
    assert [option.value > 0 for option in advice(behind, "round").options] == [False, True]
    assert advice(behind, "round").best == (1,)


def test_a_tie_where_no_pot_is_at_stake_is_worth_an_equal_share() -> None:
    level = at(
        house("five-rounds"), 2, Score(1, 8), Roll(2, Thrown((1,) * 5)), Roll(2, Thrown(CREW_AND_EIGHT))
    )
    stand, roll = advice(level, "round").options
    assert stand.value == pytest.approx(1 / 2, abs=SURE)
    assert roll.value == pytest.approx(float(Fraction(25, 72)), abs=SURE)
    assert advice(level, "round").sentences == ("Stand on 8: wins 50.0 %, rolling both again wins 34.7 %.",)


def test_a_round_that_nobody_may_win_is_told_to_count_as_the_next_one_where_there_is_no_pot() -> None:
    def told(preset: str, **changes: Any) -> tuple[str, ...]:
        state = at(house(preset, **changes), 2, Score(1, 8), Roll(2, Thrown(CREW_AND_EIGHT)))
        return advice(state, "round").sentences

    carried = {"round": {"tie": "carry"}}
    assert told("first-to-three", **carried)[1:] == (ROUND_AFTER_ROUND,)
    assert told("chips", **carried)[1:] == ()
    assert told("first-to-three")[1:] == ()
    assert ROUND_AFTER_ROUND not in told("five-rounds")


def test_a_seven_for_the_most_points_is_even_and_the_advice_says_so() -> None:
    even = at(house("chips"), 2, Roll(1, Thrown((1,) * 5)), Roll(1, Thrown((6, 5, 4, 3, 4))))
    told = advice(even, "points")
    assert told.best == (0, 1)
    assert [option.exact for option in told.options] == [7, 7]
    assert told.sentences[1] == "It makes no difference whether you stand on 7 or roll both again."


def test_what_to_bank_is_advised_of_dice_on_the_table() -> None:
    state = at(house(turn={"banking": "chosen", "cargo_reroll": "none"}), 3)
    told = advice(state, "round", Throw((6, 5, 4, 1, 1)))
    assert [option.choice.keep for option in told.options] == [(6, 5, 4), (6, 5), (6,), ()]
    assert told.options[told.best[0]].choice.keep == (6, 5)
    automatic = advice(at(house("chips"), 3), "round", Throw((6, 5, 4, 1, 1)))
    assert [option.choice.keep for option in automatic.options] == [(6, 5, 4)]
    with pytest.raises(rules.Refused):
        advice(state, "round", Throw((6, 5, 4)))


def test_there_is_no_advice_without_a_turn() -> None:
    rolling = rules.start(house("critters"), 3).state
    with pytest.raises(NoAdvice):
        advice(rolling)
    over = rules.play(at(house("chips"), 2), rules.Abandon()).state
    with pytest.raises(NoAdvice):
        round_chances(over)


def test_the_pace_makes_it_right_to_stand_sooner() -> None:
    slow = at(house(turn={"pace": "free"}), 4, Roll(1, Thrown((6, 5, 4, 3, 3))))
    quick = at(house(turn={"pace": "opener"}), 4, Roll(1, Thrown((6, 5, 4, 3, 3))))
    assert advice(slow, "round").best == (1,)
    assert advice(quick, "round").best == (0,)


def test_who_sets_no_pace_has_no_more_rolls_than_who_did() -> None:
    state = at(house(turn={"pace": "opener"}), 2, Roll(1, Thrown(CREW_AND_EIGHT), stand=True))
    chance = 205 / 1296
    told = round_chances(state)
    # One roll against an eight: only a crew at once can win, or tie and then roll off.
    assert told.seats[1] < chance
    assert sum(told.seats) == pytest.approx(1, abs=SURE)


# Brute force: two and three seats, few rolls, every rule of ties


def _won(state: GameState, happened: tuple[object, ...]) -> Vector | None:
    for each in happened:
        if isinstance(each, consequences.RoundWon | consequences.GameWon):
            return tuple(float(seat == each.seat) for seat in range(1, len(state.seats) + 1))
    return None


CASES: dict[str, tuple[dict[str, Any], int, list[Any], int]] = {
    "two seats": ({}, 2, [], 1),
    "two seats, by number": ({"round": {"roll_off_order": "seat_number"}}, 2, [], 2),
    "either die": ({"turn": {"rolls": 2, "cargo_reroll": "any"}}, 2, [], 1),
    "one die": ({"turn": {"rolls": 2, "cargo_reroll": "one", "banking": "chosen"}}, 2, [], 1),
    "no die, chosen": ({"turn": {"rolls": 2, "cargo_reroll": "none", "banking": "chosen"}}, 2, [], 1),
    "a pace": ({"turn": {"rolls": 2, "pace": "opener"}}, 2, [], 1),
    "twelve wins at once": ({"turn": {"rolls": 2, "perfect_cargo": "takes_round"}}, 2, [], 1),
    "three seats, by number": ({"round": {"roll_off_order": "seat_number"}}, 3, [Score(3, 8)], 3),
    "one deferred": ({"turn": {"rolls": 1}}, 3, [Defer(1)], 1),
    "all level so far": ({"turn": {"rolls": 1}}, 3, scores(7, 7), 1),
    "all bust so far": ({"turn": {"rolls": 1}}, 3, scores(0, 0), 1),
    "a roll-off": ({}, 3, [*scores(9, 4), Score(3, 9), Score(1, 7)], 1),
}


@pytest.mark.parametrize("case", CASES)
def test_brute_force_agrees(case: str) -> None:
    parts, seats, entries, opener = CASES[case]
    ruleset = house(**{"turn": {"rolls": 2}, **parts})
    state = at(ruleset, seats, *entries, opener=opener)
    slow = SlowRound(_won).settled(state)
    assert round_chances(state).seats == pytest.approx(slow, abs=SURE)


def test_brute_force_agrees_where_a_round_has_no_winner() -> None:
    def shared(state: GameState, happened: tuple[object, ...]) -> Vector | None:
        if not any(isinstance(each, consequences.RoundDone) for each in happened):
            return None
        totals = [seat.total for seat in state.seats]
        best = totals.count(max(totals))
        return tuple((total == max(totals)) / best for total in totals)

    ruleset = house(turn={"rolls": 2}, goal={"kind": "highest_total"})
    state = at(ruleset, 3)
    assert round_chances(state).seats == pytest.approx(SlowRound(shared).settled(state), abs=SURE)


@pytest.mark.parametrize("all_bust", ["as_tie", "carry", "roll_off"])
@pytest.mark.parametrize("tie", ["carry", "roll_off"])
def test_brute_force_agrees_where_a_pot_may_be_carried(tie: str, all_bust: str) -> None:
    ruleset = house(
        "critters",
        turn={"rolls": 2},
        round={"tie": tie, "all_bust": all_bust},
        goal={"kind": "rounds_won", "rounds": 5},
        opener={"first": "seat_1", "next_round": "clockwise"},
    )
    state = at(ruleset, 2)
    told = round_chances(state)

    def won(after: GameState, happened: tuple[object, ...]) -> Vector | None:
        if any(isinstance(each, consequences.RoundCarried) for each in happened):
            return told.seats[::-1]  # Then the other seat opens.
        return _won(after, happened)

    assert SlowRound(won).settled(state) == pytest.approx(told.seats, abs=SURE)


@pytest.mark.parametrize("next_round", ["clockwise", "counterclockwise"])
@pytest.mark.parametrize(("tie", "all_bust"), [("roll_off", "carry"), ("carry", "roll_off")])
@pytest.mark.parametrize("seats", [2])
def test_brute_force_agrees_where_seats_roll_off_by_number_and_a_pot_may_be_carried(
    seats: int, tie: str, all_bust: str, next_round: str
) -> None:
    ruleset = house(
        "critters",
        turn={"rolls": 2},
        round={"tie": tie, "all_bust": all_bust, "roll_off_order": "seat_number"},
        goal={"kind": "rounds_won", "rounds": 1},
        opener={"first": "seat_1", "next_round": next_round},
    )
    opened = {seat: rules.start(ruleset, seats, seat).state for seat in range(1, seats + 1)}
    told = {opener: round_chances(state).seats for opener, state in opened.items()}

    def won(after: GameState, happened: tuple[object, ...]) -> Vector | None:
        is_carried = any(isinstance(each, consequences.RoundCarried) for each in happened)
        return told[after.opener or 0] if is_carried else _won(after, happened)

    for opener, state in opened.items():
        assert SlowRound(won).settled(state) == pytest.approx(told[opener], abs=SURE)
    assert told[1] != pytest.approx((*told[2][1:], told[2][0]), abs=1e-6), "it counts who opens"


@pytest.mark.parametrize(
    ("chips", "turn", "round_rules", "entries"),
    [
        ((2, 2), {"rolls": 1}, {"tie": "carry"}, []),
        ((2, 1), {"rolls": 2}, {"tie": "carry"}, []),
        ((1, 3), {"rolls": 2}, {"tie": "roll_off", "all_bust": "carry"}, []),
        ((1, 0, 2), {"rolls": 2}, {"tie": "carry"}, [Score(1, 7), Score(2, 3)]),
        ((2, 1, 0), {"rolls": 1}, {"tie": "carry", "roll_off_order": "seat_number"}, [Score(1, 9)]),
        ((0, 1, 0), {"rolls": 1}, {"tie": "carry"}, [Score(1, 9)]),
    ],
)
def test_brute_force_agrees_that_who_cannot_pay_on_has_no_part_in_a_carried_pot(
    chips: tuple[int, ...], turn: dict[str, Any], round_rules: dict[str, Any], entries: list[Any]
) -> None:
    ruleset = house("chips", turn=turn, round=round_rules)
    state = at(ruleset, len(chips))
    seats = (seat._replace(chips=each) for seat, each in zip(state.seats, chips, strict=True))
    state = state._replace(seats=tuple(seats))
    for entry in entries:
        state = rules.play(state, entry).state
    assert round_chances(state).seats == pytest.approx(SlowRound(_won).settled(state), abs=SURE)


@pytest.mark.parametrize(
    ("totals", "entries"),
    [((10, 12), []), ((19, 8), [Score(1, 0)]), ((5, 13, 9), [Score(1, 7)]), ((13, 2, 0), [Score(1, 6)])],
    ids=["both", "who waits", "the next and perhaps the last", "nobody after one has fallen short"],
)
def test_brute_force_agrees_that_nothing_is_carried_once_somebody_has_reached_the_points(
    totals: tuple[int, ...], entries: list[Any]
) -> None:
    goal = {"kind": "points", "points": 20}
    ruleset = house(
        "critters", turn={"rolls": 2}, round={"tie": "carry"}, goal=goal, opener={"first": "seat_1"}
    )
    state = at(ruleset, len(totals))
    seats = (seat._replace(total=total) for seat, total in zip(state.seats, totals, strict=True))
    state = state._replace(seats=tuple(seats))
    for entry in entries:
        state = rules.play(state, entry).state
    later = tuple(open_round(state).carried[0])

    def won(after: GameState, happened: tuple[object, ...]) -> Vector | None:
        is_carried = any(isinstance(each, consequences.RoundCarried) for each in happened)
        return later if is_carried else _won(after, happened)

    assert sum(later) == pytest.approx(1, abs=SURE)
    assert round_chances(state).seats == pytest.approx(SlowRound(won).settled(state), abs=SURE)


@pytest.mark.parametrize(
    ("rounds", "next_round"), [(1, "clockwise"), (2, "clockwise"), (2, "same"), (3, "same")]
)
def test_brute_force_agrees_that_nothing_is_carried_out_of_the_last_round(
    rounds: int, next_round: str
) -> None:
    ruleset = house(
        "critters",
        turn={"rolls": 2 if rounds < 3 else 1},
        round={"tie": "carry"},
        goal={"kind": "highest_total", "rounds": rounds},
        opener={"first": "seat_1", "next_round": next_round},
    )
    state = at(ruleset, 2)
    assert round_chances(state).seats == pytest.approx(SlowRound(_won).settled(state), abs=SURE)


def test_a_pot_that_may_be_carried_into_the_end_of_a_game_of_points_is_known_to_the_error_it_says() -> None:
    ruleset = house(
        "critters",
        turn={"rolls": 2},
        round={"tie": "carry", "all_bust": "roll_off"},
        goal={"kind": "points", "points": 20},
        opener={"first": "seat_1"},
    )
    state = at(ruleset, 2)
    near = state._replace(seats=tuple(seat._replace(total=10) for seat in state.seats))
    told = round_chances(near)
    apart = abs(SlowRound(_won).settled(near)[0] - told.seats[0])
    assert SURE < apart < told.error < 1e-2
    far = state._replace(seats=tuple(seat._replace(total=-900) for seat in state.seats))
    assert round_chances(far).error == pytest.approx(SURE, rel=1e-3)


# Any house rules


@given(
    rulesets(most_seats=6, most_rounds=3).filter(lambda ruleset: ruleset.turn.rolls <= 4),
    st.integers(0, 4),
    st.lists(st.sampled_from([0, 0, 7, 7, 8, 11]), min_size=5, max_size=5),
)
@settings(max_examples=40, deadline=None)
def test_the_chances_sum_to_one_after_every_end_of_a_turn(
    ruleset: Ruleset, played: int, scored: list[int]
) -> None:
    seats = max(2, ruleset.seats.min)
    if seats > ruleset.seats.max:
        return
    state = at(ruleset, seats)
    for score in scored[:played]:
        if state.is_over:
            return
        assert state.to_move is not None
        state = rules.play(state, Score(state.to_move, score)).state
    if state.is_over:
        return
    outlook = round_outlook(state)
    assert outlook.after[..., :-1].sum(axis=-1) == pytest.approx(1, abs=SURE)
    assert sum(round_chances(state).seats) == pytest.approx(1, abs=SURE)
    told = advice(state, "round")
    assert all(-SURE <= option.value <= 1 + SURE for option in told.options)


# Nobody does better by playing otherwise


def test_no_other_way_to_play_a_turn_wins_more_often() -> None:
    random = Random(20261130)  # noqa: S311
    batch = turn_batch(TurnRules())
    passes = roll_offs(TurnRules()).passes
    for lineup, best in [
        (whole_lineup(2), None),
        (whole_lineup(6), None),
        ((Entrant(0), Entrant(1)), 8),
        ((Entrant(0), Entrant(1), Entrant(2), Entrant(3)), 7),
        ((Entrant(1), Entrant(0), Entrant(0), Entrant(2)), 0),
    ]:
        worth = passes.worth(passes.after_scores(lineup, best, 3), lineup)[0]
        mover = next(place for place, entrant in enumerate(lineup) if entrant.turn == 1)
        solved = passes.chances(lineup, best, 3)[mover]
        others = np.array([_another_aim(random, worth) for _ in range(400)])
        found = batch.score_chances(others) @ worth
        assert found.max() <= solved + SURE
        assert found.max() > solved - 0.02  # The search comes close, so it would find a better one.


def _another_aim(random: Random, worth: np.ndarray) -> list[float]:
    """What a seat might play for instead: points, a number to reach, or nearly the right thing."""
    kind = random.randrange(3)
    if kind == 0:
        target = random.randint(2, 12)
        return [float(score >= target) for score in range(13)]
    if kind == 1:
        return [random.random() for _ in range(13)]
    return [each + random.gauss(0, 0.05) for each in worth]


def test_a_seat_that_left_can_win_nothing() -> None:
    state = at(house("chips"), 3, Score(1, 12), Leave(1))
    assert round_chances(state).seats[0] == 0
    assert sum(round_chances(state).seats) == pytest.approx(1, abs=SURE)
