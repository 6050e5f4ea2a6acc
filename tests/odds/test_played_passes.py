"""Passes that are played out at random, where they can be solved as well: they agree."""

from __future__ import annotations

import tracemalloc
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.odds import effort, played_passes
from scorekeeper.odds.games import played_game
from scorekeeper.odds.passes import Entrant, Lineup, Pass, PassRules, whole_lineup
from scorekeeper.odds.played_passes import PARTS, PlayedPass
from scorekeeper.odds.roll_offs import roll_offs
from scorekeeper.odds.rounds import played_round
from scorekeeper.odds.turn_batch import Floats
from scorekeeper.rules import play
from scorekeeper.rules.ruleset import TurnRules
from scorekeeper.rules.turn_state import SCORES
from tests.playing import Opening, openings, quick_turn

ERRORS = 4.5
NEAR = 0.004
"""Seats that play so are not quite as good as those that solve the round: by so much at the most, here."""

CASES: dict[str, tuple[PassRules, Lineup, int | None, int | None]] = {
    "two seats": (PassRules(TurnRules(), "roll_off", "roll_off"), whole_lineup(2), None, None),
    "seven seats": (PassRules(TurnRules(), "roll_off", "roll_off"), whole_lineup(7), None, None),
    "a pace": (PassRules(TurnRules(pace="opener"), "roll_off", "roll_off"), whole_lineup(3), None, None),
    "a pace of one roll": (
        PassRules(TurnRules(rolls=1, pace="opener"), "roll_off", "roll_off"),
        whole_lineup(3),
        None,
        None,
    ),
    "a pace that is set": (
        PassRules(TurnRules(pace="opener"), "roll_off", "roll_off"),
        (Entrant(0), Entrant(1), Entrant(2)),
        7,
        2,
    ),
    "banking is chosen": (
        PassRules(TurnRules(rolls=4, banking="chosen", cargo_reroll="any"), "roll_off", "roll_off"),
        whole_lineup(4),
        None,
        None,
    ),
    "a twelve wins": (
        PassRules(TurnRules(perfect_cargo="takes_round"), "roll_off", "roll_off"),
        whole_lineup(4),
        None,
        None,
    ),
    "ties are shared": (PassRules(TurnRules(), "share", "share"), whole_lineup(4), None, None),
    "a bust is carried": (
        PassRules(TurnRules(rolls=1), "roll_off", "carry", (0.5, 0.5)),
        whole_lineup(2),
        None,
        None,
    ),
    "ties are carried, but not all can pay or wait for it": (
        PassRules(TurnRules(), "carry", "roll_off", (1 / 3, 1 / 3, 1 / 3)),
        (Entrant(2, reaches=9), Entrant(3, can_carry=False), Entrant(1), Entrant(0)),
        8,
        None,
    ),
    "they roll off in another order": (
        PassRules(TurnRules(), "roll_off", "roll_off"),
        (Entrant(2), Entrant(0), Entrant(1), Entrant(0), Entrant(3)),
        6,
        None,
    ),
}


def sure(parts: Floats) -> tuple[Floats, Floats]:
    """The mean of some parts, and its standard error."""
    return parts.mean(axis=0), parts.std(axis=0, ddof=1) / PARTS**0.5


@pytest.mark.parametrize("case", CASES)
def test_a_pass_that_is_played_out_agrees_with_the_solved_one(case: str) -> None:
    rules, lineup, best, cap = CASES[case]
    solved = Pass(rules, roll_offs(rules.turn)).after_scores(lineup, best, cap)
    found, error = sure(PlayedPass(rules).after_scores(lineup, best, cap))
    assert found.shape == solved.shape
    assert found[..., :-1].sum(axis=-1) + found[..., -1] * (rules.tie != "share") == pytest.approx(1)
    apart = np.abs(found - solved)[:, SCORES]
    assert np.all(apart <= ERRORS * error[:, SCORES] + NEAR)


@pytest.mark.parametrize("case", [case for case, (_, _, best, _) in CASES.items() if best is None])
def test_a_pass_that_is_played_out_from_its_beginning_agrees_with_the_solved_one(case: str) -> None:
    rules, lineup, _, _ = CASES[case]
    solved = Pass(rules, roll_offs(rules.turn)).chances(lineup, None, None)
    found, error = sure(PlayedPass(rules).chances(lineup))
    assert np.all(np.abs(found - solved) <= ERRORS * error + NEAR)


def test_every_end_of_a_turn_is_put_to_the_same_dice() -> None:
    effort.begin_to_play()
    rules = PassRules(TurnRules(pace="opener"), "roll_off", "roll_off")
    parts = PlayedPass(rules).after_scores(whole_lineup(6), None, None)[..., 0]
    _, error = sure(parts)
    for one, other in (((0, 8), (0, 9)), ((0, 8), (1, 8))):
        _, gap = sure(parts[:, *one] - parts[:, *other])
        assert gap < 0.9 * np.hypot(error[one], error[other])


def test_ends_are_played_out_some_at_a_time_which_takes_less_room_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, peaks, found = PassRules(TurnRules(rolls=1), "roll_off", "roll_off"), [], []
    PlayedPass(rules).chances(whole_lineup(12))
    monkeypatch.setattr(played_passes, "MOST_PLACES", 400_000)
    for at_once in (80_000, 10**9):
        monkeypatch.setattr(played_passes, "MOST_PLACES_AT_ONCE", at_once)
        effort.begin_to_play()
        tracemalloc.start()
        found.append(PlayedPass(rules).after_scores((Entrant(0), *whole_lineup(11)), 2, None))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert np.array_equal(*found)
    assert 2 * peaks[0] < peaks[1]


@given(openings(), st.integers(0, 2**32), st.integers(0, 25))
@settings(max_examples=15, deadline=None)
def test_any_game_can_be_played_out_within_what_is_allowed(opening: Opening, seed: int, turns: int) -> None:
    random, state = Random(seed), opening.start()  # noqa: S311 - dice of a test
    for _ in range(turns):
        if not state.is_over:
            state = play(state, quick_turn(state, random.randint(0, 3))).state
    if state.is_over or state.start:
        return
    for play_out in (played_round, played_game):
        effort.begin_to_play()
        outlook = play_out(state)
        assert outlook.after[..., :-1].sum(axis=-1) == pytest.approx(1)
        assert outlook.noise is None or outlook.noise.shape[1:] == outlook.after.shape[:2]
