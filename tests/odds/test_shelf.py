"""Solved games are kept: another process answers without solving them, and believes nothing unseen."""

from __future__ import annotations

import json
import subprocess
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scorekeeper import odds, rules
from scorekeeper.odds.games_of_rounds import GamesOfRounds, games_of_rounds
from scorekeeper.odds.roll_offs import roll_offs
from scorekeeper.odds.shelf import read_table, table_name, write_table
from scorekeeper.odds.totals_for_two import totals_for_two
from scorekeeper.rules.ruleset import TurnRules
from tests.examples import house
from tests.odds.forgetting import forget
from tests.support import REPOSITORY

QUESTIONS = [
    [{"preset": "first-to-three", "turn": {"rolls": 2}}, 3],
    [{"preset": "chips", "turn": {"rolls": 2}}, 2],
    [{"preset": "chips", "turn": {"rolls": 1}, "round": {"tie": "carry"}, "stakes": {"chips": 2}}, 3],
    [{"preset": "five-rounds"}, 2],
    [{"turn": {"rolls": 2}, "goal": {"kind": "points", "points": 12}}, 2],
]


def ask_a_process(shelf: Path, questions: Any) -> Any:
    command = [sys.executable, "-m", "tests.odds.a_process", str(shelf), json.dumps(questions)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=REPOSITORY)
    return json.loads(done.stdout)


def test_a_second_process_answers_the_same_without_solving_a_round(tmp_path: Path) -> None:
    first = ask_a_process(tmp_path / "shelf.json", QUESTIONS)
    assert first["solved"] >= len(QUESTIONS)
    assert ask_a_process(tmp_path / "shelf.json", QUESTIONS) == {**first, "solved": 0}


class Shelf:
    """A shelf in memory."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.kept: list[str] = []

    def find(self, name: str) -> str | None:
        return self.texts.get(name)

    def keep(self, name: str, text: str) -> None:
        self.texts[name] = text
        self.kept.append(name)


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    forget()
    made = Shelf()
    odds.keep_on(made)
    yield made
    odds.keep_on(None)
    forget()


TWO_ROUNDS = house("first-to-three", turn={"rolls": 1}, goal={"kind": "rounds_won", "rounds": 2})
TOTALS = house("five-rounds", turn={"rolls": 1})
POINTS = house(turn={"rolls": 1}, goal={"kind": "points", "points": 10})


def asked(ruleset: rules.Ruleset) -> tuple[float, ...]:
    return odds.win_chances(rules.start(ruleset, 2, 1).state).seats


def name_on(shelf: Shelf, about: str) -> str:
    (name,) = (name for name in shelf.texts if json.loads(name)["about"] == about)
    return name


def changed(text: str, change: Callable[[Any], Any]) -> str:
    told = json.loads(text)
    return json.dumps(change(told) or told)


def _shifted(told: Any) -> None:
    """Other chances of the same form, as a release might have kept that reckoned wrong."""
    for row in told["rows"]:
        chances = np.frombuffer(b64decode(row[2])).reshape(row[1]).copy()
        chances[..., 0] = (chances[..., 0] * 0.9).clip(0, 1)
        if told["name"].startswith('{"about":"games of rounds"'):
            chances[..., -1] = 1 - chances[..., :-1].sum(axis=-1)
        row[2] = b64encode(chances.tobytes()).decode()


DAMAGES: dict[str, Callable[[Any], Any]] = {
    "no table": lambda _: [1, 2],
    "no rows": lambda told: {**told, "rows": 5},
    "another name": lambda told: {**told, "name": "another"},
    "a key that is no key": lambda told: {**told, "rows": [[{"a": 1}, *row[1:]] for row in told["rows"]]},
    "another form": lambda told: {**told, "rows": [[row[0], [1, *row[1]], row[2]] for row in told["rows"]]},
    "no numbers": lambda told: {**told, "rows": [[*row[:2], "!!"] for row in told["rows"]]},
    "no chances": lambda told: {
        **told,
        "rows": [[*row[:2], b64encode(np.full(row[1], np.nan).tobytes()).decode()] for row in told["rows"]],
    },
    "other chances": _shifted,
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize(
    ("ruleset", "about"),
    [(TWO_ROUNDS, "games of rounds"), (TOTALS, "totals for two"), (POINTS, "totals for two")],
    ids=["rounds", "totals", "points"],
)
def test_a_table_that_is_not_what_it_should_be_is_solved_again(
    shelf: Shelf, ruleset: rules.Ruleset, about: str, damage: str
) -> None:
    told = asked(ruleset)
    name = name_on(shelf, about)
    good = shelf.texts[name]
    shelf.texts[name] = changed(good, DAMAGES[damage])
    forget()
    assert asked(ruleset) == told
    assert shelf.texts[name] == good


class NotYet(Exception):
    """A table has to be brought first."""


class LenderShelf(Shelf):
    """A shelf that has to be asked twice for every table."""

    def __init__(self) -> None:
        super().__init__()
        self.asked_for: set[str] = set()

    def find(self, name: str) -> str | None:
        if name not in self.asked_for:
            self.asked_for.add(name)
            raise NotYet
        return super().find(name)


INTERRUPTED: dict[str, tuple[dict[str, Any], int]] = {
    "rounds": ({"goal": {"kind": "rounds_won", "rounds": 2}}, 3),
    "rounds that are carried": ({"round": {"tie": "carry"}, "goal": {"kind": "rounds_won", "rounds": 2}}, 2),
    "a round that is carried": (
        {
            "round": {"all_bust": "carry", "roll_off_order": "seat_number"},
            "goal": {"kind": "rounds_won", "rounds": 1},
        },
        3,
    ),
    "chips": ({"preset": "chips", "stakes": {"chips": 3}}, 2),
    "totals of two": ({"preset": "five-rounds", "goal": {"kind": "highest_total", "rounds": 2}}, 2),
    "totals of three": ({"preset": "five-rounds", "goal": {"kind": "highest_total", "rounds": 2}}, 3),
    "totals of six": ({"preset": "five-rounds", "goal": {"kind": "highest_total", "rounds": 3}}, 6),
    "points of two": ({"goal": {"kind": "points", "points": 15}}, 2),
}


@pytest.mark.parametrize("kind", INTERRUPTED)
def test_a_question_that_has_to_wait_for_tables_is_answered_like_any_other(shelf: Shelf, kind: str) -> None:
    told, seats = INTERRUPTED[kind]
    ruleset = rules.read_ruleset({**told, "turn": {"rolls": 2}})
    state = rules.start(ruleset, seats, 1).state
    expected = odds.advice(state), odds.win_chances(state)
    forget()
    lender = LenderShelf()
    odds.keep_on(lender)
    found: list[Any] = []
    while len(found) < 2:
        with suppress(NotYet):
            found.append((odds.advice, odds.win_chances)[len(found)](state))
    assert tuple(found) == expected
    assert lender.asked_for


def test_a_text_that_is_none_is_no_table() -> None:
    assert read_table("a", "") is None
    assert read_table("a", write_table("b", {})) is None


def test_a_table_comes_back_to_the_last_digit() -> None:
    table = {((("in", 2, 0), ("out", 0, 5)), (1, 2), 0, None): np.array([1 / 3, 2 / 3]), 7: np.zeros((2, 3))}
    found = read_table("a", write_table("a", table))
    assert found is not None
    assert found.keys() == table.keys()
    assert all(np.array_equal(found[key], chances) for key, chances in table.items())


def test_what_a_roll_off_is_worth_is_kept_and_has_to_come_out_again(shelf: Shelf) -> None:
    turn = TurnRules(rolls=2)
    told = roll_offs(turn).chances(4)
    name = name_on(shelf, "roll-offs")
    forget()
    assert np.abs(roll_offs(turn).chances(4) - told).max() < 1e-12
    shelf.texts[name] = changed(shelf.texts[name], _shifted)
    forget()
    assert np.abs(roll_offs(turn).chances(4) - told).max() < 1e-12


def test_a_table_is_kept_again_when_it_has_grown_and_not_before(shelf: Shelf) -> None:
    opened = rules.start(TWO_ROUNDS, 2, 1).state
    odds.win_chances(opened)
    name = name_on(shelf, "games of rounds")
    assert shelf.kept.count(name) == 1
    odds.win_chances(rules.play(opened, rules.Roll(1, rules.Thrown((6, 5, 4, 3, 2)))).state)
    assert shelf.kept.count(name) == 1
    odds.win_chances(rules.start(TWO_ROUNDS, 3, 1).state)
    assert shelf.kept.count(name) == 2


def test_games_under_other_house_rules_have_tables_of_their_own() -> None:
    assert table_name("a", TWO_ROUNDS) != table_name("a", TOTALS)
    assert table_name("a", TOTALS, 1, 2, 2) != table_name("a", TOTALS, 1, 3, 3)


def test_a_process_that_keeps_nothing_solves_for_itself() -> None:
    forget()
    odds.keep_on(None)
    assert sum(asked(TOTALS)) == pytest.approx(1)
    assert totals_for_two(rules.start(TOTALS, 2, 1).state) is totals_for_two(rules.start(TOTALS, 2, 2).state)
    assert isinstance(games_of_rounds(TWO_ROUNDS), GamesOfRounds)
