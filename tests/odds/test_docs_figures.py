"""What the docs say is solved is what is solved: their figures are read, and the games asked."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper import rules
from scorekeeper.odds.games_of_rounds import GamesOfRounds, TooLarge
from scorekeeper.odds.totals_for_more import totals_for_more
from scorekeeper.thinking.client import ONE_THREAD
from tests.examples import house
from tests.support import REPOSITORY

DOCS = " ".join((Path(__file__).parents[2] / "docs" / "odds.md").read_text(encoding="utf-8").split())
WORDS = ["", "one", "two", "three", "four", "five", "six", "seven"]


def rounds_solved(seats: int, banking: str) -> int:
    """The last rounds of five in which all is told exactly."""
    state = rules.start(house("five-rounds", turn={"banking": banking}), seats, 1).state
    asked = (state._replace(round=number) for number in range(1, 6))
    return sum(_is_solved(each) for each in asked)


def _is_solved(state: rules.GameState) -> bool:
    games = totals_for_more(state)
    left, _ = games.solved_from(state)
    return left == 5 - state.round


def test_the_docs_say_how_many_rounds_of_totals_are_solved() -> None:
    three, four, five = (WORDS[rounds_solved(seats, "automatic")] for seats in (3, 4, 5))
    assert three == "five"
    said = f"all is solved for three seats, the last {four} rounds for four and the last {five} for five"
    assert f"five rounds, {said}" in DOCS


def test_the_docs_say_how_many_are_where_banking_is_chosen() -> None:
    four, five = (WORDS[rounds_solved(seats, "chosen")] for seats in (4, 5))
    assert f"with banking that is chosen, the last {four} for four and the last {five} for five" in DOCS


@pytest.mark.parametrize("seats", [3, 4])
def test_the_docs_say_how_long_a_race_is_solved(seats: int) -> None:
    most = next(rounds for rounds in range(1, 12) if not is_race_solved(seats, rounds + 1))
    assert f"among {WORDS[seats]} {'seats ' * (seats == 3)}up to {WORDS[most]}" in DOCS


def is_race_solved(seats: int, rounds: int) -> bool:
    ruleset = house("first-to-three", goal={"kind": "rounds_won", "rounds": rounds})
    try:
        GamesOfRounds(ruleset)._explored([rules.start(ruleset, seats, 1).state])
    except TooLarge:
        return False
    return True


ANSWER_ONCE = """
import sys
from scorekeeper import rules
from scorekeeper.thinking import process
from scorekeeper.thinking.answers import answer
from scorekeeper.thinking.asked import advice_about
state = rules.start(rules.PRESETS[sys.argv[1]].ruleset, int(sys.argv[2]), 1).state
answer(advice_about(state, "game"))
print(process._megabytes())
"""


def megabytes(preset: str, seats: int) -> float:
    """What a process takes that has worked out one game."""
    done = subprocess.run(
        [sys.executable, "-c", ANSWER_ONCE, preset, str(seats)],
        check=True,
        capture_output=True,
        text=True,
        cwd=REPOSITORY,
        env={**os.environ, **ONE_THREAD},
    )
    return float(done.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process is not told so exactly")
@pytest.mark.parametrize(
    ("preset", "seats", "said"),
    [
        ("chips", 2, r"some (\d+) MB with a game of most presets"),
        ("five-rounds", 5, r"(\d+) with one of `five-rounds` among five and more"),
    ],
)
def test_the_docs_say_how_much_memory_a_game_takes(preset: str, seats: int, said: str) -> None:
    found = re.search(said, DOCS)
    assert found is not None
    assert megabytes(preset, seats) == pytest.approx(int(found[1]), rel=0.25)
