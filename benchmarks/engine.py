"""The engine alone: how many whole turns a second one core judges, from JSON lists."""

from __future__ import annotations

import json
import random
import statistics
import time

from scorekeeper.rules.ruleset import TurnRules
from scorekeeper.rules.turn import roll
from scorekeeper.rules.turn_state import FACES, first_state

TURNS = 200_000
PASSES = 7
AIM = 300_000


def turns_a_second() -> float:
    """The median of several passes over the same random turns.

    Making the turns has filled the automaton's look-ups, as the first hours of a server do.
    """
    turns = json.loads(json.dumps(_random_turns()))
    return statistics.median(_one_pass(turns) for _ in range(PASSES))


def _one_pass(turns: list[list[list[int]]]) -> float:
    start = first_state(TurnRules())
    began = time.process_time()
    for rolls in turns:
        state = start
        for dice in rolls:
            state = roll(state, dice)
    return len(turns) / (time.process_time() - began)


def _random_turns() -> list[list[list[int]]]:
    """Turns to their last roll, all of them legal."""
    dice = random.Random(654)  # noqa: S311 (dice for a measurement)
    return [_random_turn(dice) for _ in range(TURNS)]


def _random_turn(dice: random.Random) -> list[list[int]]:
    state, rolls = first_state(TurnRules()), []
    while not state.is_over:
        rolls.append(dice.choices(FACES, k=state.dice_counts[0]))
        state = roll(state, rolls[-1])
    return rolls
