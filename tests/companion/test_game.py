"""Whole games in a real browser: the vectors', and random ones beside the Python rules."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from scorekeeper import rules
from tests.companion.browser import ask
from tests.companion.games import MOVING, answer_of, difference, opening_of, play_at_random
from tests.strategies import rulesets
from tests.vectors import games, house_rules_of

GAMES = games()

_PLAY = """async ({ opening, entries }) => {
  const { open, apply } = await import("./engine/game.js");
  const { answerOf } = await import("./engine/answer.js");
  let { state, events } = open(opening);
  const person = (_, at) => ({ player_id: `player_${at + 1}`, name: `Seat ${at + 1}`, computer: null });
  const seats = state.seats.map(person);
  const show = () => answerOf(state, { seats });
  const told = [{ game: show(), events }];
  for (const entry of entries) {
    const played = apply(state, entry);
    if (played.ok) state = played.state;
    told.push({ game: show(), events: played.events, violations: played.violations });
  }
  return told;
}"""

_PLAY_ON = """async (steps) => {
  const { playOn } = await import("./engine/answer.js");
  return steps.map(({ before, entry }) => playOn(before, entry));
}"""


@pytest.mark.parametrize("vector", GAMES, ids=[game["id"] for game in GAMES])
def test_a_game_of_the_vectors_stands_right_after_every_action(vector: dict[str, Any], modules: Page) -> None:
    ruleset = rules.read_ruleset(house_rules_of(vector))
    opener = None if ruleset.opener.first == "roll" else 1
    opening = opening_of(ruleset, vector["players"], opener, vector["entry"])
    entries = [_entry_of(step["action"]) for step in vector["steps"]]
    told = ask(modules, _PLAY, {"opening": opening, "entries": entries})
    turn_score = None
    for number, (step, found) in enumerate(zip(vector["steps"], told[1:], strict=True)):
        codes = [violation["code"] for violation in found.get("violations") or []]
        assert bool(codes) == ("refused" in step), number
        assert step.get("refused") in [*codes, None], number
        ended = [event["score"] for event in found.get("events") or [] if event["type"] == "turn_ended"]
        turn_score = ended[-1] if ended else turn_score
        assert _view(found["game"], ruleset) == step["after"], number
        assert turn_score == step["turn_score"], number
    assert (told[-1]["game"]["status"] == "finished") == vector["finished"]


def _entry_of(action: dict[str, Any]) -> dict[str, Any]:
    """An action of a vector as an entry."""
    named = {"do": "kind", "cargo": "score"}
    return {named.get(field, field): value for field, value in action.items()}


def _view(game: dict[str, Any], ruleset: rules.Ruleset) -> dict[str, Any]:
    """What a vector says of a game `after` an action."""
    on = game["round"] or {"number": 0, "roll_off": 0, "opener": None, "pot": 0}
    seats = game["seats"]
    return {
        "round": on["number"],
        "roll_off": on["roll_off"],
        "opener": on["opener"],
        "to_move": game["next"]["seat"],
        "pot": on["pot"],
        "finished": game["status"] in ("finished", "abandoned"),
        "winners": game["winners"],
        "rounds_won": [seat["rounds_won"] for seat in seats],
        "totals": [seat["total"] for seat in seats],
        "chips": [seat["chips"] for seat in seats] if ruleset.stakes else None,
        "status": [seat["status"] for seat in seats],
    }


few = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@given(
    ruleset=rulesets(most_seats=5, most_rounds=4, most_points=40, most_ante=3, most_antes=4),
    seed=st.integers(0, 2**32),
)
@few
def test_a_random_game_goes_as_it_goes_on_the_server(
    ruleset: rules.Ruleset, seed: int, modules: Page
) -> None:
    """From its opening, and from every answer of the server on its way."""
    chance = random.Random(seed)  # noqa: S311
    seats = chance.randint(ruleset.seats.min, ruleset.seats.max)
    opener = None if ruleset.opener.first == "roll" else chance.randint(1, seats)
    entry = chance.choice(("dice", "dice_or_score"))
    steps = play_at_random(ruleset, seats, opener, entry, chance, 160)
    opening = opening_of(ruleset, seats, opener, entry)
    told = ask(modules, _PLAY, {"opening": opening, "entries": [step["entry"] for step in steps]})
    first = answer_of(rules.start(ruleset, seats, opener, entry).state)  # type: ignore[arg-type]
    assert _compared(first, told[0]["game"]) == []
    for step, found in zip(steps, told[1:], strict=True):
        assert _compared(step["after"], found["game"]) == [], step
        _assert_same_telling(step, found)
    for step, found in zip(steps, ask(modules, _PLAY_ON, steps), strict=True):
        assert _compared(step["after"], found.get("game", step["after"])) == [], step
        _assert_same_telling(step, found)


def _compared(expected: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """Where the answers differ in what moves. Who joins is no player before the server says so."""
    people = ("player_id", "name")
    differences = []
    for field in MOVING:
        one, other = expected[field], found[field]
        if field == "seats":
            one, other = (
                [{name: value for name, value in seat.items() if name not in people} for seat in seats]
                for seats in (one, other)
            )
        differences += difference(one, other, f"/{field}")
    return differences


def _assert_same_telling(step: dict[str, Any], found: dict[str, Any]) -> None:
    """The same consequences, or the same violations."""
    violations = [
        {"code": each["code"], "pointer": each["pointer"], "legal": each.get("legal")}
        for each in found.get("violations") or []
    ]
    assert violations == step.get("violations", []), step
    events = [_plain(event) for event in found.get("events") or []]
    assert events == step.get("events", []), step


def _plain(event: dict[str, Any]) -> dict[str, Any]:
    if "turn" not in event:
        return event
    return {**event, "turn": {name: value for name, value in event["turn"].items() if name != "rules"}}
