"""The round that ends a game of totals: figures, brute force, and what holds wherever it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import rules
from scorekeeper.odds.asking import advice, round_chances, win_chances
from scorekeeper.odds.games import game_outlook
from scorekeeper.odds.last_rounds import is_last_round, last_round_outlook
from scorekeeper.odds.roll_offs import roll_offs
from scorekeeper.odds.turn_batch import turn_batch
from scorekeeper.rules import Defer, GameState, Leave, Roll, Ruleset, Score, Thrown, consequences
from tests.examples import house
from tests.odds.slow_rounds import SlowRound, Vector
from tests.odds.test_rounds import at
from tests.strategies import rulesets

SURE = 1e-9
DRAW = {"kind": "highest_total", "rounds": 1, "tie": "draw"}
ROLL_OFF = {"kind": "highest_total", "rounds": 1, "tie": "extra_round"}


def last_round(ruleset: Ruleset, totals: Sequence[int], *entries: Any, opener: int = 1) -> GameState:
    """The last round of a game, before which the seats had these totals."""
    state = at(ruleset, len(totals), opener=opener)
    seats = tuple(seat._replace(total=total) for seat, total in zip(state.seats, totals, strict=True))
    state = state._replace(seats=seats, round=ruleset.goal.rounds or 1)
    for entry in entries:
        state = rules.play(state, entry).state
    return state


def crewed_last(seat: int, *cargo: int) -> list[Roll]:
    """Two rolls, after which the seat has a cargo and one more roll."""
    return [Roll(seat, Thrown((1,) * 5)), Roll(seat, Thrown((6, 5, 4, *cargo)))]


# Figures


@pytest.mark.parametrize(
    ("before", "entries", "stand", "roll"),
    [
        ((0, 20, 16), [Score(1, 0), *crewed_last(2, 5, 1)], 0.894021, 0.903198),
        ((18, 20, 24), [Score(1, 8), *crewed_last(2, 4, 4)], 0.497544, 0.345642),
        ((20, 10, 20), [Score(1, 8), Score(2, 0), *crewed_last(3, 4, 4)], 0.507486, 0.348262),
    ],
    ids=["a six that is not enough", "an eight to be beaten", "level, and a roll-off"],
)
def test_three_seats_of_five_rounds(
    before: Sequence[int], entries: list[Any], stand: float, roll: float
) -> None:
    told = advice(last_round(house("five-rounds"), before, *entries))
    assert (told.method, told.samples, told.seed, told.assumption) == ("exact", 0, None, None)
    assert [option.value for option in told.options] == pytest.approx([stand, roll], abs=1e-6)
    assert told.best == (0,) if stand > roll else (1,)


def test_eight_against_eight_is_half_a_win_where_a_draw_is_shared_and_the_chance_of_that_is_told() -> None:
    state = last_round(house("five-rounds", goal=DRAW), (0, 0), Score(1, 8), *crewed_last(2, 4, 4))
    for told in (round_chances(state), win_chances(state)):
        assert told.seats == pytest.approx((0.5, 0.5), abs=SURE)
        assert told.shared == pytest.approx(1, abs=SURE)  # Standing on eight is best.


def test_a_round_without_a_pot_is_shared_by_those_level_and_the_chance_of_that_is_told() -> None:
    state = last_round(house("five-rounds"), (0, 0, 0), Score(1, 12), Score(2, 12))
    told = round_chances(state)
    assert told.shared == pytest.approx(1, abs=SURE)  # Of two, or of all three.
    assert told.seats[0] == told.seats[1] == pytest.approx(1 / 2 - told.seats[2] / 2, abs=SURE)


def test_who_is_too_far_behind_wins_nothing() -> None:
    told = win_chances(last_round(house("five-rounds"), (20, 7, 19)))
    assert told.seats[1] == 0
    assert sum(told.seats) == pytest.approx(1, abs=SURE)


# Brute force


def _won_at_once(state: GameState, happened: tuple[object, ...]) -> Vector | None:
    """Who has won the game; how roll-offs go is known from those that are solved."""
    for each in happened:
        if isinstance(each, consequences.RollOffOpened):
            return _rolled_off(state)
    return _won(state, happened)


def _rolled_off(state: GameState) -> Vector:
    if state.is_extra_round:
        found = dict(zip(state.order, roll_offs(state.ruleset.turn).chances(len(state.order)), strict=True))
        return tuple(float(found.get(seat, 0)) for seat in range(1, len(state.seats) + 1))
    # For the pot of the round; whoever wins it, the totals stand.
    for seat in state.order:
        played = rules.play(state, Score(seat, 8 if seat == state.order[0] else 0))
        state = played.state
    found = _won_at_once(state, played.consequences)
    assert found is not None
    return found


def _won(state: GameState, happened: tuple[object, ...]) -> Vector | None:
    """Who has won the game."""
    for each in happened:
        if isinstance(each, consequences.GameWon | consequences.GameDrawn):
            return tuple(
                (seat in state.winners) / len(state.winners) for seat in range(1, len(state.seats) + 1)
            )
    return None


ONE_ROLL, TWO_ROLLS = {"rolls": 1}, {"rolls": 2}
CASES: dict[str, tuple[dict[str, Any], Sequence[int], list[Any], int]] = {
    "three seats": ({"turn": ONE_ROLL}, (4, 0, 2), [], 1),
    "a draw": ({"turn": ONE_ROLL, "goal": DRAW}, (4, 0, 2), [], 3),
    "by number": ({"turn": ONE_ROLL, "round": {"roll_off_order": "seat_number"}}, (3, 3, 0), [], 2),
    "one deferred": ({"turn": ONE_ROLL}, (1, 0, 5), [Defer(1)], 1),
    "one gone": ({"turn": ONE_ROLL}, (9, 6, 4), [Leave(1)], 1),
    "two to come": ({"turn": TWO_ROLLS}, (18, 20, 24), [Score(1, 8)], 1),
    "two to come, a draw": ({"turn": TWO_ROLLS, "goal": DRAW}, (0, 8, 16), [Score(1, 0)], 1),
    "chosen, either die": (
        {"turn": {"rolls": 2, "banking": "chosen", "cargo_reroll": "any"}},
        (6, 1, 3),
        [Score(1, 7), Score(2, 9)],
        1,
    ),
    "a pace to be set": ({"turn": {"rolls": 2, "pace": "opener"}}, (2, 6), [], 1),
    "a pace, three seats": (
        {"turn": {"rolls": 2, "pace": "opener"}},
        (2, 6, 3),
        [Roll(1, Thrown((6, 5, 4, 3, 4)), stand=True)],
        1,
    ),
    "a twelve ends it": ({"turn": {"rolls": 1, "perfect_cargo": "takes_round"}}, (12, 0, 4), [], 3),
    "a twelve is not enough": (
        {"turn": {"rolls": 1, "perfect_cargo": "takes_round"}, "goal": DRAW},
        (0, 13, 13),
        [],
        1,
    ),
    "a pot of the round": ({"turn": ONE_ROLL, "stakes": {"ante": 1}}, (8, 0, 6), [Score(1, 0)], 1),
    "points reached": (
        {"turn": TWO_ROLLS, "goal": {"kind": "points", "points": 20}},
        (14, 13, 16),
        [Score(1, 6)],
        1,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_brute_force_agrees(case: str) -> None:
    parts, totals, entries, opener = CASES[case]
    state = last_round(house("five-rounds", **parts), totals, *entries, opener=opener)
    told = win_chances(state)
    assert told.method == "exact"
    assert told.seats == pytest.approx(SlowRound(_won_at_once).chances(state), abs=SURE)


def test_brute_force_agrees_with_all_its_roll_offs() -> None:
    state = last_round(house("five-rounds", turn=TWO_ROLLS), (18, 10, 24), Score(1, 8), Score(2, 0))
    assert win_chances(state).seats == pytest.approx(SlowRound(_won).settled(state), abs=SURE)


def test_a_score_that_reaches_the_goal_is_told_exactly_though_others_are_played_out() -> None:
    ruleset = house("five-rounds", goal={"kind": "points", "points": 30})
    state = last_round(ruleset, (10, 22, 25), Score(1, 3), *crewed_last(2, 4, 4))
    assert not is_last_round(state)
    stand = advice(state).options[0]
    after = rules.play(state, rules.Stand(2)).state
    assert is_last_round(after)
    assert stand.value == pytest.approx(win_chances(after).seats[1], abs=SURE)
    assert game_outlook(state).method == "simulated"


# Wherever it stands


@given(
    rulesets(most_seats=4, most_rounds=1).filter(
        lambda ruleset: (
            ruleset.goal.kind == "highest_total" and ruleset.seats.min > 1 and ruleset.turn.rolls <= 3
        )
    ),
    st.lists(st.integers(0, 15), min_size=4, max_size=4),
    st.lists(st.sampled_from([0, 0, 5, 7, 8, 8, 11, 12]), max_size=3),
    st.integers(0, 2**32),
)
@settings(max_examples=8, deadline=None)
def test_the_chances_sum_to_one_and_no_other_aim_does_better(
    ruleset: Ruleset, before: list[int], scored: list[int], seed: int
) -> None:
    state = last_round(ruleset, before[: ruleset.seats.min])
    for score in scored:
        assert state.to_move is not None
        after = rules.play(state, Score(state.to_move, score)).state
        if after.is_over or after.roll_off:
            break
        state = after
    outlook = last_round_outlook(state)
    assert outlook.after[..., :-1].sum(axis=-1) == pytest.approx(1, abs=SURE)
    worth = outlook.after[..., outlook.seat - 1]
    batch, pace = turn_batch(ruleset.turn), state.pace
    solved = (batch.score_chances(worth[None], pace) * worth).sum()
    assert win_chances(state).seats[outlook.seat - 1] == pytest.approx(solved, abs=SURE)
    aims = np.random.default_rng(seed).random((100, *worth.shape))
    others = (batch.score_chances(aims, pace) * worth).sum(axis=(1, 2))
    assert others.max() <= solved + SURE
