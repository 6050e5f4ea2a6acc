"""A turn judged in a real browser, compared with the vectors and with the Python rules."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement
from typing import Any, get_args

import pytest
from playwright.sync_api import Page

from scorekeeper import rules
from scorekeeper.rules import turn as one_turn
from scorekeeper.rules.ruleset import Banking, CargoReroll, PerfectCargo, TurnRules
from scorekeeper.rules.turn_state import FACES, TurnState, turn_state
from tests.companion.browser import ask
from tests.companion.games import turn_of
from tests.vectors import turns

TURNS = turns()

_JUDGE_TURNS = """async (turns) => {
  const { judgeTurn, banked } = await import("./engine/judge.js");
  return turns.map(({ rules, rolls, stand }) => {
    const verdict = judgeTurn(rules, rolls, stand);
    const told = verdict.rolls.map((roll) => ({
      ...roll, turn: undefined, banked: roll.turn && banked(roll.turn), cargo: roll.turn && roll.turn.cargo,
    }));
    return { ...verdict, rolls: told, over: verdict.turn.over };
  });
}"""

_JUDGE_ROLLS = """async ({ rules, cases }) => {
  const { judgeRoll, turnAt, bankable, canStand, diceCounts, holdable, rollsLeft, score } =
    await import("./engine/judge.js");
  return cases.map(([allowed, used, crew, cargo, dice, keep, hold, stand]) => {
    const turn = turnAt(rules, allowed, used, crew, cargo, false);
    const judged = judgeRoll(turn, { dice, keep, hold, stand });
    const plain = (found) => found.map(({ code, pointer, legal = null }) => ({ code, pointer, legal }));
    if (!judged.ok) return { violations: plain(judged.violations) };
    const { rules: _, ...after } = judged.turn;
    return {
      bankable: bankable(turn, dice), turn: after, score: score(judged.turn), left: rollsLeft(judged.turn),
      counts: diceCounts(judged.turn), can_stand: canStand(judged.turn), holdable: holdable(judged.turn),
    };
  });
}"""


def test_every_vector_of_a_turn_has_the_right_verdict(modules: Page) -> None:
    sent = [
        {
            "rules": rules.read_ruleset(turn["house_rules"]).to_json()["turn"],
            "rolls": turn["rolls"],
            "stand": turn["stand"],
        }
        for turn in TURNS
    ]
    verdicts = ask(modules, _JUDGE_TURNS, sent)
    assert len(verdicts) == len(TURNS) == 400
    for turn, verdict in zip(TURNS, verdicts, strict=True):
        judged = [roll for roll in verdict["rolls"] if roll["verdict"] != "not judged"]
        assert [
            _told(roll, expected) for roll, expected in zip(judged, turn["verdicts"], strict=True)
        ] == turn["verdicts"], turn["id"]
        assert next((each["code"] for each in verdict["stand"]), None) == turn["stand_refused"], turn["id"]
        assert (verdict["over"], verdict["score"]) == (turn["over"], turn["score"]), turn["id"]


def _told(roll: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """A verdict as a vector tells it; of all codes of what is illegal, the one that the vector names."""
    if roll["verdict"] == "illegal":
        codes = [violation["code"] for violation in roll["violations"]]
        return {"verdict": "illegal", "code": expected["code"] if expected.get("code") in codes else codes}
    return {name: roll[name] for name in ("verdict", "bankable", "banked", "cargo")}


ALL_TURN_RULES = [
    TurnRules(rolls=3, banking=banking, cargo_reroll=reroll, perfect_cargo=perfect)
    for banking in get_args(Banking)
    for reroll in get_args(CargoReroll)
    for perfect in get_args(PerfectCargo)
]


@pytest.mark.parametrize(
    "turn_rules", ALL_TURN_RULES, ids=lambda it: f"{it.banking}-{it.cargo_reroll}-{it.perfect_cargo}"
)
def test_every_roll_of_every_turn_is_judged_as_the_server_judges_it(
    turn_rules: TurnRules, modules: Page
) -> None:
    chance = random.Random(repr(turn_rules))  # noqa: S311
    cases = [case for state in _states(turn_rules) for case in _cases(state, chance)]
    assert len(cases) > 2000
    sent = {
        "rules": rules.Ruleset(turn=turn_rules).to_json()["turn"],
        "cases": [_sent(*case) for case in cases],
    }
    found = ask(modules, _JUDGE_ROLLS, sent)
    for (state, thrown, stand), answer in zip(cases, found, strict=True):
        assert answer == _expected(state, thrown, stand), (state, thrown, stand)


def _states(turn_rules: TurnRules) -> list[TurnState]:
    """Every state of a turn of three rolls, the cargoes included."""
    pairs = list(combinations_with_replacement(FACES, 2))
    places = [(crew, ()) for crew in range(3)] + [(3, pair) for pair in pairs]
    return [
        turn_state(turn_rules, 3, used, crew, cargo, False)
        for used in range(4)
        for crew, cargo in places
        if used or not crew
    ]


def _cases(state: TurnState, chance: random.Random) -> list[tuple[TurnState, rules.Thrown, bool]]:
    """Every roll of the right size where there are few, else many; and wrong ones of all kinds."""
    count = state.dice_counts[-1] if state.dice_counts else 2
    rolls = list(combinations_with_replacement(FACES, count))
    some = rolls if len(rolls) < 60 else chance.sample(rolls, 60)
    cases = [(state, rules.Thrown(dice), chance.random() < 0.3) for dice in some]
    for _ in range(60):
        dice = [chance.choice(FACES) for _ in range(chance.choice((count, count, 1, 2, 3, 4, 5, 6)))]
        if chance.random() < 0.1:
            dice[0] = chance.choice((0, 7, -1))
        keep = chance.choices((6, 5, 4, 1, 0), (5, 5, 5, 1, 1), k=chance.randint(0, 3))
        hold = chance.choice((None, None, *state.cargo, 1, 6, 9))
        thrown = rules.Thrown(tuple(dice), chance.choice((None, tuple(keep))), hold)
        cases.append((state, thrown, chance.random() < 0.2))
    return cases


def _sent(state: TurnState, thrown: rules.Thrown, stand: bool) -> list[Any]:
    where = [state.rolls_allowed, state.rolls_used, state.crew, list(state.cargo)]
    keep = None if thrown.keep is None else list(thrown.keep)
    return [*where, list(thrown.dice), keep, thrown.hold, stand]


def _expected(state: TurnState, thrown: rules.Thrown, stand: bool) -> dict[str, Any]:
    """What the Python rules say."""
    try:
        after = one_turn.roll(state, thrown.dice, thrown.keep, thrown.hold, stand)
    except rules.Refused as refused:
        return {
            "violations": [
                {"code": each.code, "pointer": each.pointer, "legal": each.legal and dict(each.legal)}
                for each in refused.violations
            ]
        }
    return {
        "bankable": list(rules.judge_roll(state, thrown).bankable),
        "turn": turn_of(after),
        "score": after.score,
        "left": after.rolls_left,
        "counts": list(after.dice_counts),
        "can_stand": after.can_stand,
        "holdable": list(after.holdable),
    }
