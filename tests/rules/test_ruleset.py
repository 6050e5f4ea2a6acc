"""A ruleset as a value: its defaults, its declared fields, and what the game asks of it."""

from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.rules.reading import read_ruleset
from scorekeeper.rules.ruleset import FIELDS, GROUPS, Goal, RuleField, Ruleset, SeatLimits, Stakes
from tests.strategies import rulesets


def test_the_defaults_are_those_of_the_rules() -> None:
    assert Ruleset().to_json() == {
        "seats": {"min": 2, "max": 20},
        "turn": {
            "rolls": 3,
            "banking": "automatic",
            "cargo_reroll": "both",
            "perfect_cargo": "play_on",
            "pace": "free",
        },
        "round": {"tie": "roll_off", "all_bust": "as_tie", "roll_off_order": "opener_first"},
        "goal": {"kind": "rounds_won", "rounds": 3},
        "stakes": None,
        "opener": {"first": "seat_1", "next_round": "clockwise", "next_game": "clockwise"},
    }
    assert Stakes() == Stakes(ante=1, per="round", chips=None)


def test_the_fields_and_values_are_those_of_the_rules() -> None:
    choices = {f.path: f.choices for f in FIELDS if f.choices}
    ranges = {f.path: (f.low, f.high) for f in FIELDS if not f.choices}
    assert ranges == {
        "seats.min": (1, 20),
        "seats.max": (1, 20),
        "turn.rolls": (1, 10),
        "goal.rounds": (1, 100),
        "goal.points": (1, 1000),
        "stakes.ante": (1, 1000),
        "stakes.chips": (1, 1_000_000),
    }
    openers = ("clockwise", "counterclockwise", "same", "winner")
    assert choices == {
        "turn.banking": ("automatic", "chosen"),
        "turn.cargo_reroll": ("both", "any", "one", "none"),
        "turn.perfect_cargo": ("play_on", "stands", "takes_round"),
        "turn.pace": ("free", "opener"),
        "round.tie": ("roll_off", "carry"),
        "round.all_bust": ("as_tie", "carry", "roll_off"),
        "round.roll_off_order": ("opener_first", "seat_number"),
        "goal.kind": ("rounds_won", "highest_total", "points", "last_with_chips"),
        "goal.tie": ("extra_round", "draw"),
        "stakes.per": ("round", "game"),
        "opener.first": ("seat_1", "chosen", "roll"),
        "opener.next_round": openers,
        "opener.next_game": openers,
    }


@pytest.mark.parametrize("rule", FIELDS, ids=lambda rule: rule.path)
def test_a_declared_default_is_the_default_of_the_value(rule: RuleField) -> None:
    part = GROUPS[rule.group]()
    assert getattr(part, rule.name) == rule.default


@given(rulesets())
def test_a_ruleset_says_itself_whole(ruleset: Ruleset) -> None:
    said = ruleset.to_json()
    assert list(said) == list(GROUPS)
    for rule in FIELDS:
        part = said[rule.group]
        belongs = rule.by_goal is None or ruleset.goal.kind in rule.by_goal
        assert part is None or (rule.name in part) is belongs


def test_a_ruleset_never_changes() -> None:
    with pytest.raises(FrozenInstanceError):
        Ruleset().stakes = Stakes()  # type: ignore[misc]


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ({"goal": {"kind": "rounds_won"}}, True),
        ({"preset": "chips"}, True),
        ({"goal": {"kind": "points"}}, False),
        ({"goal": {"kind": "highest_total"}}, False),
        ({"goal": {"kind": "highest_total"}, "stakes": {}}, True),
        ({"goal": {"kind": "highest_total"}, "stakes": {"per": "game"}}, False),
    ],
)
def test_a_round_is_won_where_the_goal_or_a_pot_per_round_asks_for_a_winner(
    raw: dict[str, Any], wanted: bool
) -> None:
    assert read_ruleset(raw).wants_round_winner is wanted


@pytest.mark.parametrize(
    ("stakes", "chips", "counted", "per_round"),
    [
        (None, None, False, False),
        (Stakes(), 0, False, True),
        (Stakes(per="game"), 0, False, False),
        (Stakes(2, "round", 10), 10, True, True),
        (Stakes(2, "game", 2), 2, True, False),
    ],
)
def test_a_seat_starts_with_the_chips_that_are_counted_out(
    stakes: Stakes | None, chips: int | None, counted: bool, per_round: bool
) -> None:
    ruleset = Ruleset(stakes=stakes)
    assert ruleset.starting_chips == chips
    assert ruleset.counts_chips is counted
    assert ruleset.antes_per_round is per_round


def test_one_seat_alone_is_practice() -> None:
    assert Ruleset(seats=SeatLimits(1, 4)).is_practice
    assert not Ruleset().is_practice


def test_only_totals_can_end_level() -> None:
    level = [
        kind
        for kind in ("rounds_won", "highest_total", "points", "last_with_chips")
        if Goal(kind).can_end_level
    ]
    assert level == ["highest_total", "points"]
