"""What is worked out for one question is bounded, and what was not finished is no answer."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from scorekeeper import odds, rules
from scorekeeper.odds import effort
from scorekeeper.odds.asking import _known_outlook
from scorekeeper.odds.games_of_rounds import games_of_rounds
from scorekeeper.odds.roll_offs import roll_offs
from scorekeeper.odds.rounds import known_pass
from scorekeeper.odds.totals_for_more import games_among
from scorekeeper.odds.totals_for_two import _known as totals_for_two
from scorekeeper.odds.urgent_first import UrgentFirst, as_urgent_as
from scorekeeper.thinking.answers import answer
from scorekeeper.thinking.asked import SUREST, advice_about

HEAVY = {
    "goal": {"kind": "rounds_won", "rounds": 5},
    "stakes": {"ante": 1, "per": "round"},
    "round": {"tie": "carry", "all_bust": "roll_off"},
    "turn": {"rolls": 10, "cargo_reroll": "any", "pace": "opener", "banking": "chosen"},
}


def start(ruleset: dict[str, Any], seats: int) -> rules.GameState:
    return rules.start(rules.read_ruleset(ruleset), seats, 1).state


def forget() -> None:
    """As a process that has just begun."""
    for known in (_known_outlook, games_of_rounds, roll_offs, known_pass, games_among, totals_for_two):
        known.cache_clear()


@pytest.fixture(autouse=True)
def afresh() -> None:
    forget()


@pytest.mark.parametrize("objective", ["round", "game"])
def test_what_takes_too_much_is_refused_and_points_are_told(
    objective: odds.Objective, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effort, "MOST", 200.0)
    state = start(HEAVY, 8)
    with pytest.raises(odds.OutOfReach, match="too much to work out"):
        odds.advice(state, objective)
    assert odds.advice(state, "points").method == "exact"
    assert answer(advice_about(state, SUREST))["objective"] == "points"


@pytest.mark.parametrize(("preset", "seats"), [("five-rounds", 5), ("chips", 8), ("first-to-three", 4)])
def test_a_preset_takes_less_than_half_of_what_is_allowed(preset: str, seats: int) -> None:
    assert sum(odds.win_chances(start({"preset": preset}, seats)).seats) == pytest.approx(1)
    assert 0 < effort._Spent.milliseconds < effort.MOST / 2


INTERRUPTED = {
    "roll-offs": ({"preset": "chips"}, 5),
    "games of rounds": ({"preset": "first-to-three"}, 3),
    "points": ({"preset": "five-rounds", "goal": {"kind": "points", "points": 12, "tie": "draw"}}, 2),
}


@pytest.mark.parametrize("name", INTERRUPTED)
def test_what_was_not_finished_is_not_taken_for_an_answer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = start(*INTERRUPTED[name])
    sound = odds.win_chances(state)
    whole = effort._Spent.milliseconds
    forget()
    for part in range(1, 4):
        monkeypatch.setattr(effort, "MOST", whole * part / 4)
        _known_outlook.cache_clear()
        try:
            odds.win_chances(state)
        except odds.OutOfReach:
            continue
    monkeypatch.setattr(effort, "MOST", 1e9)
    assert odds.win_chances(state).seats == pytest.approx(sound.seats, abs=1e-8)


def test_who_is_most_urgent_goes_first() -> None:
    lock, went, waiting = UrgentFirst(), list[int](), list[threading.Thread]()

    def go(urgency: int) -> None:
        with as_urgent_as(urgency), lock:
            went.append(urgency)

    with lock:
        for urgency in (2, 1, 2, 0, 1):
            waiting.append(threading.Thread(target=go, args=(urgency,)))
            waiting[-1].start()
        deadline = time.monotonic() + 30
        while len(lock._waiting) < len(waiting):
            assert time.monotonic() < deadline
            time.sleep(0.01)
    for thread in waiting:
        thread.join(30)
    assert went == [0, 1, 1, 2, 2]
