"""Games of totals that are played out keep the order of their rounds, where it counts who opens them."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from scorekeeper.odds.advice import chances_now
from scorekeeper.odds.simulated_totals import totals_outlook
from scorekeeper.odds.turn_batch import SCORE_COUNT, turn_batch
from scorekeeper.rules.ruleset import TurnRules
from tests.examples import house
from tests.odds.test_rounds import at

ERRORS = 4.5
GAMES = 6_000
POT = {"stakes": {"ante": 1, "per": "round"}}
CARRIED = {**POT, "round": {"tie": "carry"}}
PACE = {"pace": "opener"}
TAKES = {"perfect_cargo": "takes_round"}

NEXT = ("same", "clockwise", "counterclockwise", "winner")


def following(rule: str, opener: int, winner: int | None, seats: int) -> int:
    """The place that opens the next round."""
    if rule == "winner":
        return opener if winner is None else winner
    return (opener + {"same": 0, "clockwise": 1, "counterclockwise": -1}[rule]) % seats


def told(seats: int, opener: int, rule: str, turn: dict[str, Any], **rules: Any) -> tuple[list[float], float]:
    """The chances of all seats as a game begins, and their standard error."""
    state = at(house(turn=turn, opener={"next_round": rule}, **rules), seats, opener=opener)
    outlook = totals_outlook(state, is_played=True)
    return list(chances_now(state, outlook)[:-1]), outlook.error


def highest(rounds: int) -> dict[str, Any]:
    return {"kind": "highest_total", "rounds": rounds}


@cache
def ends(turn: TurnRules, cap: int) -> tuple[list[tuple[int, int]], list[float]]:
    """How a turn for the most points ends: rolls that it took and score, and how often."""
    worths = np.array(np.broadcast_to(np.arange(SCORE_COUNT) / 12, (1, turn.rolls + 1, SCORE_COUNT)))
    chances = turn_batch(turn).score_chances(worths, cap)[0]
    found = [(cap - left, score) for left, score in np.argwhere(chances > 0).tolist()]
    return found, [float(chances[cap - rolls, score]) for rolls, score in found]


def played(seats: int, opener: int, rule: str, turn: TurnRules, tie: str, is_over: Any) -> list[float]:
    """The same by games that are played one by one, turn by turn."""
    random, won = Random(2026), [0.0] * seats  # noqa: S311
    for _ in range(GAMES):
        totals, opens, rounds = [0] * seats, opener - 1, 0
        while not is_over(rounds, max(totals)):
            rounds += 1
            cap, scores = turn.rolls, dict[int, int]()
            for number in range(seats):
                rolls, score = random.choices(*ends(turn, cap))[0]
                scores[(opens + number) % seats] = score
                if turn.pace == "opener" and number == 0:
                    cap = rolls
                if turn.perfect_cargo == "takes_round" and score == 12:
                    break
            for place, score in scores.items():
                totals[place] += score
            level = [place for place, score in scores.items() if score == max(scores.values())]
            alone = len(level) == 1 or tie == "roll_off"
            opens = following(rule, opens, random.choice(level) if alone else None, seats)
        best = [place for place in range(seats) if totals[place] == max(totals)]
        for place in best:
            won[place] += 1 / len(best) / GAMES
    return won


@pytest.mark.parametrize(
    ("seats", "opener", "rule", "turn", "pot", "goal"),
    [
        (3, 2, "same", PACE, {}, highest(5)),
        (6, 4, "same", TAKES, {}, highest(12)),
        (4, 3, "counterclockwise", PACE, {}, highest(6)),
        (3, 2, "winner", PACE, {}, highest(6)),
        (3, 3, "winner", {**PACE, **TAKES}, POT, highest(6)),
        (3, 1, "winner", {**PACE, "rolls": 2}, CARRIED, highest(6)),
        (3, 2, "same", PACE, {}, {"kind": "points", "points": 40}),
        (3, 2, "winner", TAKES, POT, {"kind": "points", "points": 40}),
    ],
)
def test_totals_are_played_out_in_the_order_that_each_round_has(
    seats: int, opener: int, rule: str, turn: dict[str, Any], pot: dict[str, Any], goal: dict[str, Any]
) -> None:
    chances, error = told(seats, opener, rule, turn, goal=goal, **pot)

    def is_over(rounds: int, most: int) -> bool:
        return most >= goal["points"] if "points" in goal else rounds == goal["rounds"]

    tie = "roll_off" if pot == POT else "nobody"
    plain = played(seats, opener, rule, house(turn=turn).turn, tie, is_over)
    assert chances == pytest.approx(plain, abs=ERRORS * float(np.hypot(error, 0.5 / GAMES**0.5)))


@pytest.mark.parametrize("rule", NEXT)
@pytest.mark.parametrize("turn", [PACE, {**TAKES, "rolls": 6, "cargo_reroll": "any"}], ids=["pace", "takes"])
def test_it_counts_who_opens_and_not_which_number_the_seat_has(rule: str, turn: dict[str, Any]) -> None:
    first, error = told(4, 1, rule, turn, goal=highest(7))
    third, other = told(4, 3, rule, turn, goal=highest(7))
    assert [*third[2:], *third[:2]] == pytest.approx(first, abs=ERRORS * float(np.hypot(error, other)))


@pytest.mark.parametrize("rule", ["clockwise", "counterclockwise"])
def test_whoever_opens_in_turn_opens_as_often_and_is_as_likely_to_win(rule: str) -> None:
    chances, error = told(6, 1, rule, {**PACE, "rolls": 5}, goal=highest(30))
    assert chances == pytest.approx([1 / 6] * 6, abs=ERRORS * error)


def test_who_opens_every_round_with_the_pace_is_not_as_likely_to_win_as_the_others() -> None:
    chances, error = told(3, 2, "same", PACE, goal=highest(20))
    assert chances[1] > max(chances[0], chances[2]) + 2 * ERRORS * error
