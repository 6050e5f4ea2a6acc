"""Whole games and single turns that an independent implementation of the rules played: the engine agrees."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import rules
from scorekeeper.rules import consequences as happened
from tests.support import missing
from tests.vectors import COPIES, SHARED, action_of, games, house_rules_of, turns, view

GAMES = games()
TURNS = turns()


@pytest.mark.parametrize("name", COPIES)
def test_the_copied_vectors_are_those_that_are_shared(name: str) -> None:
    shared = SHARED / name
    if not shared.parent.exists():
        missing(f"{shared.parent} is not here to compare with")
    assert COPIES[name].read_bytes() == shared.read_bytes()


def enter(state: rules.GameState, entry: rules.Input) -> tuple[rules.Played, list[str]]:
    """The game after an entry; where it is refused, as it was, and the codes."""
    try:
        return rules.play(state, entry), []
    except rules.Refused as refused:
        return rules.Played(state, ()), [violation.code for violation in refused.violations]


@pytest.mark.parametrize("game", GAMES, ids=[game["id"] for game in GAMES])
def test_a_game_stands_right_after_every_action(game: dict[str, Any]) -> None:
    ruleset = rules.read_ruleset(house_rules_of(game))
    opener = None if ruleset.opener.first == "roll" else 1
    state = rules.start(ruleset, game["players"], opener, game["entry"]).state
    turn_score = None
    for number, step in enumerate(game["steps"]):
        played, codes = enter(state, action_of(step["action"]))
        assert bool(codes) == ("refused" in step), number
        assert step.get("refused") in [*codes, None], number
        state = played.state
        for ended in played.consequences:
            turn_score = ended.score if isinstance(ended, happened.TurnEnded) else turn_score
        assert view(state) == step["after"], number
        assert turn_score == step["turn_score"], number
    assert state.is_over == game["finished"]


@pytest.mark.parametrize("turn", TURNS, ids=[turn["id"] for turn in TURNS])
def test_a_turn_has_the_right_verdict(turn: dict[str, Any]) -> None:
    rolls = [rules.Thrown(roll["dice"], roll.get("keep"), roll.get("hold")) for roll in turn["rolls"]]
    verdict = rules.judge_turn(rules.read_ruleset(turn["house_rules"]).turn, rolls, turn["stand"])
    judged = [roll for roll in verdict.rolls if roll.verdict != "not judged"]
    assert len(judged) == len(turn["verdicts"])
    for roll, expected in zip(judged, turn["verdicts"], strict=True):
        assert roll.verdict == expected["verdict"]
        if roll.state is None:
            assert expected["code"] in [violation.code for violation in roll.violations]
        else:
            assert list(roll.bankable) == expected["bankable"]
            assert list(roll.state.banked) == expected["banked"]
            assert list(roll.state.cargo) == expected["cargo"]
    assert next((violation.code for violation in verdict.stand), None) == turn["stand_refused"]
    assert (verdict.state.is_over, verdict.score) == (turn["over"], turn["score"])


def test_the_vectors_refuse_entries_and_finish_games() -> None:
    steps = [step for game in GAMES for step in game["steps"]]
    assert len(GAMES) == 48
    assert sum("refused" in step for step in steps) > 500
    assert sum(game["finished"] for game in GAMES) > 40
