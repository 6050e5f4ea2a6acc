"""Games solved: by brute force one round at a time, in any position, and what advice makes of a score."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import rules
from scorekeeper.odds import games_of_rounds, totals_for_two
from scorekeeper.odds.asking import NoAdvice, _known_outlook, advice, win_chances
from scorekeeper.odds.contests import Contest, Standing
from scorekeeper.odds.games import game_outlook
from scorekeeper.odds.openings import opener_chances
from scorekeeper.odds.passes import whole_lineup
from scorekeeper.odds.roll_offs import roll_offs
from scorekeeper.odds.totals_for_two import _known as known_totals
from scorekeeper.odds.turn_batch import turn_batch
from scorekeeper.rules import (
    PRESETS,
    Abandon,
    GameState,
    Leave,
    Roll,
    Ruleset,
    Score,
    StartRoll,
    Thrown,
    consequences,
)
from scorekeeper.rules.ruleset import TurnRules
from tests.examples import house
from tests.odds.slow_rounds import SlowRound, Vector
from tests.odds.test_rounds import at
from tests.strategies import rulesets

SURE = 1e-8
TWO_ROLLS = {"rolls": 2}


def test_the_presets_are_exact_for_two_and_first_to_three_for_up_to_four() -> None:
    for preset in PRESETS.values():
        told = win_chances(rules.start(preset.ruleset, 2, 1).state)
        assert (told.method, told.samples, told.seed) == ("exact", 0, None)
        assert sum(told.seats) == pytest.approx(1, abs=SURE)
    for seats in (3, 4):
        told = win_chances(rules.start(PRESETS["first-to-three"].ruleset, seats, 1).state)
        assert told.method == "exact"
        assert sum(told.seats) == pytest.approx(1, abs=SURE)


def test_a_game_of_one_round_is_won_with_the_round() -> None:
    told = win_chances(rules.start(house("critters"), 4, 2).state)
    by_place = roll_offs(TurnRules()).chances(4)
    assert told.seats == pytest.approx([by_place[3], *by_place[:3]], abs=SURE)


def test_with_fair_rounds_a_share_of_the_chips_would_be_the_share_of_the_game() -> None:
    ahead = at(house("chips"), 2, Score(1, 9), Score(2, 0))
    assert [seat.chips for seat in ahead.seats] == [5, 3]  # After the antes of round 2.
    assert win_chances(ahead).seats[0] == pytest.approx(6 / 10, abs=0.005)


# Brute force, one round at a time: what comes after it is what the solved game says


def _as_told(state: GameState, happened: tuple[object, ...]) -> Vector | None:
    is_decided = any(
        isinstance(each, consequences.RoundOpened | consequences.GameWon | consequences.GameDrawn)
        for each in happened
    )
    if not is_decided:
        return None
    key = (state.ruleset, state.seats, state.to_come, state.opener, state.round, state.pot, state.winners)
    if key not in _TOLD:
        _TOLD[key] = win_chances(state).seats
    return _TOLD[key]


_TOLD: dict[tuple[object, ...], Vector] = {}


LAST = [
    Score(seat, score) for seat, score in ((1, 7), (2, 5), (2, 0), (1, 6), (1, 0), (2, 9), (2, 8), (1, 8))
]
CASES: dict[str, tuple[Ruleset, int, list[Any]]] = {
    "the first of three rounds": (house("first-to-three", turn=TWO_ROLLS), 2, []),
    "two rounds won to none": (
        house("first-to-three", turn=TWO_ROLLS),
        2,
        [Score(1, 7), Score(2, 5), Score(2, 4), Score(1, 9)],
    ),
    "three seats in a roll-off": (
        house(turn=TWO_ROLLS, goal={"kind": "rounds_won", "rounds": 2}),
        3,
        [Score(1, 7), Score(2, 3), Score(3, 7)],
    ),
    "the winner opens": (
        house(turn=TWO_ROLLS, opener={"next_round": "winner"}),
        2,
        [Score(1, 5), Score(2, 8)],
    ),
    "chips": (house("chips", turn=TWO_ROLLS), 2, [Score(1, 5), Score(2, 8)]),
    "chips, three seats": (
        house("chips", turn={"rolls": 1}, stakes={"chips": 2}, round={"roll_off_order": "seat_number"}),
        3,
        [Score(1, 5), Score(2, 8), Score(3, 0)],
    ),
    "chips that are carried": (
        house("chips", turn=TWO_ROLLS, round={"tie": "carry"}, stakes={"chips": 3}),
        2,
        [],
    ),
    "chips with a pace": (house("chips", turn={"rolls": 2, "pace": "opener"}), 2, []),
    "five rounds": (house("five-rounds", turn=TWO_ROLLS), 2, []),
    "the last of five rounds": (
        house("five-rounds", turn=TWO_ROLLS, opener={"next_round": "clockwise"}),
        2,
        LAST,
    ),
    "the last of a voyage": (house("voyage", turn={"rolls": 2, "cargo_reroll": "any"}), 2, LAST),
    "a twelve that ends the round": (
        house("five-rounds", turn={"rolls": 2, "perfect_cargo": "takes_round"}),
        2,
        [],
    ),
    "a pace and totals": (house("five-rounds", turn={"rolls": 2, "pace": "opener"}), 2, []),
    "totals, and who set the pace has left": (
        house("five-rounds", turn={"rolls": 2, "pace": "opener"}),
        3,
        [Roll(1, Thrown((6, 5, 4, 3, 3)), stand=True), Leave(1)],
    ),
    "totals, and who played before both has left": (
        house("five-rounds", turn=TWO_ROLLS),
        3,
        [Score(1, 7), Leave(1)],
    ),
    "points, and who set the pace has left": (
        house(turn={"rolls": 2, "pace": "opener"}, goal={"kind": "points", "points": 12}),
        3,
        [Roll(1, Thrown((6, 5, 4, 3, 3)), stand=True), Leave(1)],
    ),
    "totals, the winner opens": (
        house("five-rounds", turn=TWO_ROLLS, opener={"next_round": "winner"}),
        2,
        [Score(1, 5), Score(2, 8)],
    ),
    "three seats and totals, the last round but one": (
        house("five-rounds", turn={"rolls": 1}, opener={"next_round": "clockwise"}),
        3,
        [
            Score(seat, score)
            for seat, score in zip(
                (1, 2, 3, 2, 3, 1, 3, 1, 2, 1), (7, 5, 8, 0, 9, 4, 0, 6, 8, 7), strict=True
            )
        ],
    ),
    "four seats and a draw": (
        house(
            "five-rounds",
            turn={"rolls": 2},
            goal={"kind": "highest_total", "rounds": 2, "tie": "draw"},
            opener={"next_round": "counterclockwise"},
        ),
        4,
        [Score(1, 7), Score(2, 0), Score(3, 8)],
    ),
    "points": (
        house(turn=TWO_ROLLS, goal={"kind": "points", "points": 15}),
        2,
        [Score(1, 5), Score(2, 8)],
    ),
    "points, a draw": (
        house(turn=TWO_ROLLS, goal={"kind": "points", "points": 9, "tie": "draw"}),
        2,
        [Score(1, 5), Score(2, 8)],
    ),
    "an extra round": (
        house("five-rounds", turn=TWO_ROLLS, goal={"kind": "highest_total", "rounds": 1}),
        2,
        [Score(1, 7), Score(2, 7)],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_brute_force_agrees_one_round_at_a_time(case: str) -> None:
    ruleset, seats, entries = CASES[case]
    state = at(ruleset, seats, *entries)
    told = win_chances(state)
    assert told.method == "exact"
    assert told.seats == pytest.approx(SlowRound(_as_told).settled(state), abs=SURE)


# Any house rules


@given(
    rulesets(most_seats=3, most_rounds=3, most_points=12, most_ante=2, most_antes=2).filter(
        lambda ruleset: ruleset.turn.rolls <= 3
    ),
    st.lists(st.sampled_from([0, 0, 5, 7, 8, 8, 11, 12]), max_size=12),
)
@settings(max_examples=15, deadline=None)
def test_the_chances_sum_to_one_wherever_a_game_stands(ruleset: Ruleset, scored: list[int]) -> None:
    state = at(ruleset, ruleset.seats.min)
    for score in scored:
        if state.is_over:
            break
        assert state.to_move is not None
        state = rules.play(state, Score(state.to_move, score)).state
    told = win_chances(state)
    assert sum(told.seats) == pytest.approx(1, abs=SURE)
    assert all(-SURE <= chance <= 1 + SURE for chance in (*told.seats, told.shared))
    if not state.is_over:
        outlook = game_outlook(state)
        assert outlook.after[..., :-1].sum(axis=-1) == pytest.approx(1, abs=SURE)
        assert advice(state).best


# What advice makes of the score


def _six_in_the_last_turn(behind: int) -> GameState:
    """The last turn of a voyage, by a seat so many points behind: a 6 lies there, with a roll left."""
    state = at(house("voyage"), 2, *LAST)
    assert (state.round, state.to_move) == (5, 1)
    state = rules.play(state, Score(1, 0)).state
    changed = (state.seats[0]._replace(total=state.seats[1].total + behind), state.seats[1])
    return rules.replay(
        state._replace(seats=changed), [Roll(2, Thrown((1,) * 5)), Roll(2, Thrown((6, 5, 4, 3, 3)))]
    )


def test_a_lead_is_protected_and_a_deficit_chased() -> None:
    protect = advice(_six_in_the_last_turn(behind=5))
    assert protect.options[protect.best[0]].text == "stand on 6"
    assert protect.options[0].value == pytest.approx(1)
    chase = advice(_six_in_the_last_turn(behind=8))
    assert chase.options[0].value == pytest.approx(0)
    assert chase.options[chase.best[0]].text == "roll both again"


def test_a_draw_is_shared_and_told_apart() -> None:
    level = at(house("voyage", goal={"kind": "highest_total", "rounds": 1, "tie": "draw"}), 2, Score(1, 12))
    told = win_chances(level)
    assert told.seats[1] == pytest.approx(told.shared / 2, abs=SURE)
    drawn = rules.play(level, Score(2, 12)).state
    assert (win_chances(drawn).seats, win_chances(drawn).shared) == ((0.5, 0.5), 1.0)


def test_a_game_that_is_over_is_won_and_one_that_was_abandoned_is_nobodys() -> None:
    state = at(house("critters"), 3, Score(1, 3), Score(2, 8), Score(3, 0))
    assert win_chances(state).seats == (0, 1, 0)
    with pytest.raises(NoAdvice):
        win_chances(rules.play(at(house("chips"), 2), Abandon()).state)


def test_who_left_wins_nothing_and_the_last_one_is_certain() -> None:
    state = at(house("chips"), 3, Score(1, 12), Leave(1))
    assert win_chances(state).seats[0] == 0
    alone = at(house(seats={"min": 1, "max": 1}, goal={"kind": "highest_total", "rounds": 2}), 1, Score(1, 3))
    assert win_chances(alone).seats == pytest.approx([1])


# The roll for the opener


def test_all_are_even_before_the_roll_for_the_opener() -> None:
    state = rules.start(house("critters"), 3).state
    assert [chance for _, chance in opener_chances(state)] == pytest.approx([1 / 3] * 3)
    assert win_chances(state).seats == pytest.approx([1 / 3] * 3, abs=SURE)


def test_who_rolled_high_is_likely_to_open() -> None:
    state = rules.play(rules.start(house("critters"), 2).state, StartRoll(1, (6, 6, 5))).state
    sums = [sum(dice) for dice in product(range(1, 7), repeat=3)]
    less, same = sum(total < 17 for total in sums), sum(total == 17 for total in sums)
    assert opener_chances(state)[0] == (1, pytest.approx((less + same / 2) / 216))
    assert win_chances(state).seats[0] < 0.5  # To open is no advantage: the other knows what to beat.


# Games that are too large


@pytest.mark.parametrize(
    ("ruleset", "seats"),
    [
        (house("first-to-three"), 6),
        (house("chips"), 8),
        (house("five-rounds"), 4),
        (house("five-rounds", goal={"kind": "points", "points": 30}), 3),
        (house("five-rounds", turn={"pace": "opener", "perfect_cargo": "takes_round"}), 3),
        (house("five-rounds", stakes={"ante": 1, "chips": 3}), 2),
        (house(goal={"kind": "rounds_won", "rounds": 100}), 12),
    ],
    ids=["rounds", "chips", "totals", "points", "pace", "counted chips", "very long"],
)
def test_large_games_are_simulated_and_say_so(ruleset: Ruleset, seats: int) -> None:
    told = win_chances(rules.start(ruleset, seats, 1).state)
    assert (told.method, told.seed) == ("simulated", 654)
    assert told.samples > 0
    assert 0 < told.error < 0.3
    assert sum(told.seats) == pytest.approx(1, abs=SURE)


def test_a_game_that_was_too_large_is_exact_later_on() -> None:
    ruleset = house("five-rounds", goal={"kind": "highest_total", "rounds": 100})
    state = rules.start(ruleset, 2, 1).state
    near_the_end = state._replace(round=98)
    told = win_chances(near_the_end)
    assert told.method == "exact"
    assert [win_chances(state).method for _ in range(2)] == ["simulated"] * 2
    known_totals.cache_clear()
    _known_outlook.cache_clear()
    assert win_chances(state).method == "simulated"
    assert win_chances(near_the_end) == told


def test_what_does_not_settle_is_never_taken_for_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_of_rounds, "MOST_SWEEPS", 1)
    monkeypatch.setattr(totals_for_two, "MOST_SWEEPS", 1)
    points = house(turn={"rolls": 1}, goal={"kind": "points", "points": 9}, stakes=None)
    for ruleset in (house("chips", turn={"rolls": 1}, stakes={"chips": 3}), points):
        state = at(ruleset, 2)
        later = at(ruleset, 2, Score(1, 7), Score(2, 4))
        assert [win_chances(each).method for each in (state, later, state)] == ["simulated"] * 3
    known_totals.cache_clear()
    games_of_rounds.games_of_rounds.cache_clear()
    _known_outlook.cache_clear()


# Nobody does better by playing otherwise


def test_no_other_way_to_play_a_turn_of_a_game_wins_more_often() -> None:
    random = Random(4711)  # noqa: S311
    turn = TurnRules()
    worths = np.array([[[0.7, 0.2, 0.1], [0.3, 0.6, 0.1], [0.15, 0.05, 0.8], [0.3, 0.3, 0.4]]])
    contest = Contest(turn, roll_offs(turn), worths)
    for standing in (
        Standing((), (0, 1, 2)),
        Standing((0,), (1, 2), 7),
        Standing((0, 1), (2,), 8),
        Standing((0,), (2,), 0),
    ):
        after = contest.after_scores(standing, is_roll_off=False)[0, 0]
        worth = after @ worths[0, :, standing.to_come[0]]
        solved = turn_batch(turn).score_chances(worth[None])[0] @ worth
        aims = np.array([[random.random() for _ in range(13)] for _ in range(400)] + [list(worth)])
        assert (turn_batch(turn).score_chances(aims) @ worth).max() <= solved + SURE
        assert after.sum(axis=-1) == pytest.approx(1)


def test_rounds_that_all_want_alike_are_the_same_solved_either_way() -> None:
    for turn in (TurnRules(), TurnRules(pace="opener"), TurnRules(perfect_cargo="takes_round", rolls=2)):
        for seats in (2, 3, 4):
            wants = np.concatenate([np.eye(seats), np.zeros((1, seats))])[None]
            found = Contest(turn, roll_offs(turn), wants).outcomes(range(seats))[0]
            assert found[:-1] == pytest.approx(roll_offs(turn).chances(seats), abs=SURE)
            passes = roll_offs(turn).passes
            assert passes.chances(whole_lineup(seats), None, None) == pytest.approx(found, abs=SURE)
