"""What is worked out for one question is bounded, and what was not finished is no answer."""

from __future__ import annotations

import threading
import time
import tracemalloc
from typing import Any

import pytest

from scorekeeper import odds, rules
from scorekeeper.odds import asking, effort
from scorekeeper.odds.asking import _known_outlook
from scorekeeper.odds.games_of_rounds import games_of_rounds
from scorekeeper.odds.roll_offs import roll_offs
from scorekeeper.odds.rounds import known_pass
from scorekeeper.odds.simulated_rounds import RandomGames
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
    return rules.start(rules.read_ruleset(ruleset), seats, 1, "dice_or_score").state


def forget() -> None:
    """As a process that has just begun."""
    for known in (_known_outlook, games_of_rounds, roll_offs, known_pass, games_among, totals_for_two):
        known.cache_clear()
    effort.forget_too_much()


@pytest.fixture(autouse=True)
def afresh() -> None:
    forget()


def outlook(objective: odds.Objective, state: rules.GameState) -> odds.Chances:
    return odds.round_chances(state) if objective == "round" else odds.win_chances(state)


@pytest.mark.parametrize("objective", ["round", "game"])
def test_what_takes_too_much_to_solve_is_played_out(
    objective: odds.Objective, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = start({**HEAVY, "turn": {"pace": "opener"}}, 4)
    solved = outlook(objective, state)
    monkeypatch.setattr(effort, "MOST", 30.0)
    forget()
    told, advice = outlook(objective, state), odds.advice(state, objective)
    assert "played for the lead" in (told.assumption or "")
    assert (told.method, told.seed, told.samples > 0) == ("simulated", 654, True)
    assert told.seats == pytest.approx(solved.seats, abs=4 * told.error)
    assert advice.options[0].value == pytest.approx(told.seats[0])


WORST = {
    "goal": {"kind": "rounds_won", "rounds": 100},
    "stakes": {"ante": 1, "per": "round"},
    "round": {"tie": "carry", "all_bust": "roll_off", "roll_off_order": "seat_number"},
    "turn": {"rolls": 10, "cargo_reroll": "any", "pace": "opener", "banking": "chosen"},
}
LAST_WITH_CHIPS = {"goal": {"kind": "last_with_chips"}, "stakes": {"ante": 1, "per": "round", "chips": 1_000}}
STAYS = {**LAST_WITH_CHIPS, "opener": {"next_round": "same"}}
TOTALS = {"goal": {"kind": "highest_total", "rounds": 100}}
POINTS = {"goal": {"kind": "points", "points": 1_000, "tie": "draw"}}


@pytest.mark.parametrize(
    ("objective", "goal"),
    [
        ("round", {}),
        ("game", {}),
        ("game", LAST_WITH_CHIPS),
        ("game", STAYS),
        ("game", TOTALS),
        ("game", POINTS),
    ],
    ids=["round", "race", "chips", "chips with an opener who stays", "totals", "points"],
)
def test_nothing_is_refused_and_playing_it_out_takes_no_more_than_is_allowed(
    objective: odds.Objective, goal: dict[str, Any]
) -> None:
    state = start({**WORST, **goal}, 20)
    told = outlook(objective, state)
    assert sum(told.seats) == pytest.approx(1)
    assert (told.method, effort._Spent.milliseconds < effort.MOST_TO_PLAY / 1.5) == ("simulated", True)
    assert answer(advice_about(state, SUREST))["objective"] != "points"


def test_rounds_of_the_same_number_of_seats_are_played_out_once_whoever_opens_and_whoever_is_out() -> None:
    chips = {"goal": {"kind": "last_with_chips"}, "stakes": {"ante": 1, "per": "round", "chips": 3}}
    state = start({**WORST, **chips, "turn": {"rolls": 2}}, 15)
    games = RandomGames(state.ruleset, is_played=True)
    effort.begin_to_play()
    games.outlook(state)
    assert 1 < len(games._chances) < 7


def test_what_was_too_much_is_not_tried_again_before_half_of_the_seats_are_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state, tried = start(HEAVY, 8), list[rules.GameState]()

    def too_much(asked: rules.GameState) -> None:
        tried.append(asked)
        raise effort.TooMuch

    monkeypatch.setattr(asking, "round_outlook", too_much)
    for score in (7, 6, 5, 4, 3, 2, 2):
        assert odds.round_chances(state).method == "simulated"
        assert state.to_move is not None
        state = rules.play(state, rules.Score(state.to_move, score)).state
    # All eight, and the leader with three to come.
    assert [len(each.to_come) for each in tried] == [8, 3]


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
        effort.forget_too_much()
        assert odds.win_chances(state).method in ("exact", "simulated")
    effort.forget_too_much()
    _known_outlook.cache_clear()
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


def ask(urgency: int, state: rules.GameState, came: list[int]) -> threading.Thread:
    """Somebody asks, and is put down when the answer is there."""

    def go() -> None:
        with as_urgent_as(urgency):
            odds.round_chances(state)
        came.append(urgency)

    thread = threading.Thread(target=go)
    thread.start()
    return thread


def test_who_is_less_urgent_steps_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    table, strange = start({"preset": "chips"}, 2), start(HEAVY, 2)
    begun, came, solved = threading.Event(), list[int](), asking.round_outlook

    def slow(state: rules.GameState) -> Any:
        deadline = time.monotonic() + 30
        while state == strange and not came and time.monotonic() < deadline:
            begun.set()
            effort.spend(0)
            time.sleep(0.001)
        return solved(state)

    monkeypatch.setattr(asking, "round_outlook", slow)
    stranger = ask(2, strange, came)
    assert begun.wait(30)
    ask(0, table, came).join(30)
    stranger.join(30)
    assert came == [0, 2]


@pytest.mark.parametrize("name", [*INTERRUPTED, "too much"])
def test_what_is_stopped_for_somebody_more_urgent_is_not_taken_for_an_answer(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = start(*{**INTERRUPTED, "too much": (HEAVY, 6)}[name])
    sound = odds.win_chances(state)
    forget()
    ticks = 0

    def is_urged(_: UrgentFirst) -> bool:
        nonlocal ticks
        ticks += 1
        return ticks % 10 == 0

    monkeypatch.setattr(UrgentFirst, "is_urged", property(is_urged))
    told = odds.win_chances(state)
    assert (ticks > 10, told.method) == (True, sound.method)
    assert told.seats == pytest.approx(sound.seats, abs=1e-8)


def test_who_steps_aside_again_and_again_is_answered_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = []
    monkeypatch.setattr(UrgentFirst, "is_urged", property(lambda _: not ticks.append(None)))
    assert sum(odds.round_chances(start(HEAVY, 2)).seats) == pytest.approx(1)
    assert len(ticks) == asking.MOST_TIMES_ASIDE


ROLLED_OFF = {
    "goal": {"kind": "rounds_won", "rounds": 9},
    "turn": {"pace": "opener"},
    "round": {"roll_off_order": "seat_number"},
}


@pytest.mark.parametrize("objective", ["round", "game"])
def test_what_is_played_out_has_room(objective: odds.Objective, monkeypatch: pytest.MonkeyPatch) -> None:
    state = start(WORST, 20)
    if objective == "round":
        state = rules.play(start(ROLLED_OFF, 20), rules.Score(1, 7)).state
    monkeypatch.setattr(effort, "MOST", 100.0)
    tracemalloc.start()
    try:
        assert outlook(objective, state).method == "simulated"
        assert tracemalloc.get_traced_memory()[1] < 60e6
    finally:
        tracemalloc.stop()
