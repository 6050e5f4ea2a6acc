"""Games that are played out at random, where they can be solved as well: they agree."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from scorekeeper.odds import asking
from scorekeeper.odds.advice import advise, chances_now
from scorekeeper.odds.asking import advice, win_chances
from scorekeeper.odds.fair_games import race
from scorekeeper.odds.games import game_outlook
from scorekeeper.odds.outlook import Outlook
from scorekeeper.odds.roll_offs import roll_offs
from scorekeeper.odds.round_walks import GAMES
from scorekeeper.odds.simulated_rounds import random_games
from scorekeeper.odds.simulated_totals import totals_outlook
from scorekeeper.odds.words import Told, tell_advice
from scorekeeper.rules import GameState, Roll, Score, Thrown, play
from tests.examples import house
from tests.odds.test_rounds import at

ERRORS = 4


@pytest.mark.parametrize(
    "state",
    [
        at(house("first-to-three"), 2),
        at(house("first-to-three"), 3, Score(1, 8), Score(2, 3), Score(3, 0)),
        at(house("chips"), 3),
        at(house("chips"), 3, Score(1, 8), Score(2, 3), Score(3, 0), Score(2, 7)),
        at(house("chips", round={"tie": "carry"}), 2),
    ],
    ids=["race of two", "race of three", "chips", "chips, a seat has played", "carried"],
)
def test_races_and_chips_played_out_agree_with_those_solved(state: GameState) -> None:
    outlook = random_games(state.ruleset).outlook(state)
    played = chances_now(state, outlook)[:-1]
    assert outlook.method == "simulated"
    assert played == pytest.approx(win_chances(state).seats, abs=ERRORS * outlook.error)


@pytest.mark.parametrize("goal", [{"kind": "highest_total"}, {"kind": "points", "points": 30}])
def test_totals_played_out_agree_with_those_solved(goal: dict[str, Any]) -> None:
    state = at(house("five-rounds", goal=goal), 2, Score(1, 9), Score(2, 5), Score(1, 7))
    outlook = totals_outlook(state)
    # Those who only play for points do a little worse than who looks at the score.
    near = ERRORS * outlook.error + 0.01
    assert chances_now(state, outlook)[:-1] == pytest.approx(win_chances(state).seats, abs=near)


def test_the_last_turn_of_many_seats_is_told_exactly_even_so() -> None:
    ruleset = house("five-rounds", goal={"kind": "highest_total", "rounds": 1})
    state = at(
        ruleset, 3, Score(1, 7), Score(2, 3), Roll(3, Thrown((1,) * 5)), Roll(3, Thrown((6, 5, 4, 4, 4)))
    )
    stand, roll = advice(state).options
    assert stand.value == pytest.approx(1)
    last = roll_offs(ruleset.turn).chances(2)[1]
    assert roll.value == pytest.approx((15 + 6 * last) / 36)  # Above seven, or level with it.


def test_the_same_seed_gives_the_same_figures_and_another_one_others() -> None:
    state = at(house("five-rounds"), 4, Score(1, 7))
    first, again = totals_outlook(state, seed=1), totals_outlook(state, seed=1)
    assert np.array_equal(first.after, again.after)
    assert not np.array_equal(first.after, totals_outlook(state, seed=2).after)


def test_a_fair_race_is_what_a_count_of_all_its_ways_gives() -> None:
    @cache
    def counted(needed: tuple[int, ...]) -> tuple[float, ...]:
        if min(needed) == 0:
            return tuple(float(more == 0) for more in needed)
        after = [counted((*needed[:i], needed[i] - 1, *needed[i + 1 :])) for i in range(len(needed))]
        return tuple(sum(chances) / len(needed) for chances in zip(*after, strict=True))

    for needed in [(1,), (1, 2), (3, 3, 3, 1), (9, 12, 10), (30, 25)]:
        assert race(needed) == pytest.approx(counted(needed), abs=1e-10)


def test_what_the_ends_of_a_turn_lead_to_is_worked_out_once_for_all_its_rolls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def counting(state: GameState) -> Outlook:
        asked.append(state)
        return game_outlook(state)

    monkeypatch.setattr("scorekeeper.odds.asking.game_outlook", counting)
    asking._known_outlook.cache_clear()
    # A seat has just played before, which is forgotten once the next one rolls.
    state = at(house("chips"), 6, Score(1, 8))
    for dice in ((1, 1, 2, 2, 3), (6, 5, 4, 1, 2)):
        win_chances(state)
        advice(state)
        state = play(state, Roll(2, Thrown(dice))).state
    advice(state)
    assert len(asked) == 1


def test_games_that_hardly_differ_are_played_out_less_often_and_as_sure() -> None:
    race, paced = house("first-to-three"), house("first-to-three", turn={"pace": "opener"})
    told, unlike = (random_games(ruleset).outlook(at(ruleset, 6)) for ruleset in (race, paced))
    assert (told.samples, unlike.samples > told.samples) == (6 * GAMES, True)
    assert told.error < unlike.error < 2e-3


def test_where_games_that_were_played_out_do_not_tell_choices_apart_they_are_not_called_even() -> None:
    options = [Told("stand on 11", "standing on 11", 0.1), Told("roll both again", "rolling both again", 0.1)]
    (_, said) = tell_advice(options, (0, 1), "game", is_estimate=True)
    assert said.startswith("The games that were played out don't tell what is better")
    assert tell_advice(options, (0, 1), "game")[1].startswith("It makes no difference")


def test_a_coarse_estimate_stands_on_eleven_and_says_that_it_does_not_know() -> None:
    ruleset = house("five-rounds", goal={"kind": "points", "points": 1_000})
    state = at(ruleset, 8, Roll(1, Thrown((6, 5, 4, 6, 5))))
    told = advice(state)
    assert told.options[told.best[0]].choice.action == "stand"
    assert not any("no difference" in sentence for sentence in told.sentences)


STANDS_ON_EIGHT = (Roll(1, Thrown((1,) * 5)), Roll(1, Thrown((6, 5, 4, 4, 4))))


def unsure(more: float, noise: float) -> Outlook:
    """An outlook in which eight is worth so much more than what another roll gives, known to some noise."""
    after = np.zeros((4, 13, 3))
    after[..., 0], after[:, 8, 0] = 0.5, 0.5 + more
    after[..., 1] = 1 - after[..., 0]
    parts = np.zeros((2, 4, 13))
    parts[0, :, 8], parts[1] = noise, 0.01  # All may be off together, which tells nothing from another.
    return Outlook(1, after, "simulated", 0.01, 400, 654, "So.", parts)


@pytest.mark.parametrize(
    ("more", "noise", "best"),
    [(0.01, 0.001, ("stand",)), (-0.01, 0.001, ("roll",)), (0.01, 0.01, ("stand", "roll")),
     (-0.01, 0.01, ("stand", "roll"))],
)  # fmt: skip
def test_choices_are_best_that_two_standard_errors_of_their_difference_do_not_tell_apart(
    more: float, noise: float, best: tuple[str, ...]
) -> None:
    state = at(house("chips"), 2, *STANDS_ON_EIGHT)
    told = advise(state, unsure(more, noise), "round")
    assert tuple(told.options[at].choice.action for at in told.best) == best
    stand, roll = told.options
    falls_on_eight = 5 / 36  # Another roll is the last one.
    assert stand.error == pytest.approx(np.hypot(noise, 0.01))
    assert roll.error == pytest.approx(np.hypot(noise * falls_on_eight, 0.01))
    gaps = sorted((stand.gap_error, roll.gap_error))
    assert gaps == [0, pytest.approx(noise * (1 - falls_on_eight))]
    assert len(told.sentences) == len(best)


@pytest.mark.parametrize(
    "state",
    [at(house("five-rounds"), 6, *STANDS_ON_EIGHT), at(house("chips"), 8, *STANDS_ON_EIGHT)],
    ids=["totals", "rounds"],
)
def test_choices_are_told_apart_better_than_each_is_known(state: GameState) -> None:
    stand, roll = advice(state).options
    assert 0 < max(stand.gap_error, roll.gap_error) < np.hypot(stand.error, roll.error)


def test_totals_are_put_to_the_same_dice_whatever_pace_is_set() -> None:
    state = at(house("five-rounds", turn={"pace": "opener"}), 4)
    noise = totals_outlook(state).noise
    assert noise is not None
    slow, quick = noise[:, 0, 8], noise[:, 1, 8]
    assert np.linalg.norm(slow - quick) < 0.6 * np.hypot(np.linalg.norm(slow), np.linalg.norm(quick))
