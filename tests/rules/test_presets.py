"""The five presets, as the table in the rules has them."""

from typing import Any

import pytest

from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.reading import read_ruleset
from scorekeeper.rules.ruleset import Ruleset

# What each preset has that is not a default.
DIFFERENCES: dict[str, dict[str, Any]] = {
    "first-to-three": {
        "seats": {"min": 2, "max": 6},
        "turn": {"banking": "chosen"},
        "round": {"roll_off_order": "seat_number"},
        "goal": {"kind": "rounds_won", "rounds": 3},
    },
    "chips": {
        "goal": {"kind": "last_with_chips"},
        "stakes": {"ante": 1, "per": "round", "chips": 5},
    },
    "five-rounds": {
        "seats": {"min": 2, "max": 8},
        "goal": {"kind": "highest_total", "rounds": 5, "tie": "extra_round"},
        "opener": {"next_round": "same", "next_game": "same"},
    },
    "voyage": {
        "seats": {"min": 2, "max": 2},
        "turn": {"cargo_reroll": "any", "perfect_cargo": "stands"},
        "goal": {"kind": "highest_total", "rounds": 5, "tie": "draw"},
    },
    "critters": {
        "goal": {"kind": "rounds_won", "rounds": 1},
        "stakes": {"ante": 1, "per": "round", "chips": None},
        "opener": {"first": "roll", "next_round": "counterclockwise", "next_game": "counterclockwise"},
    },
}


def test_there_are_five_presets_one_for_each_source() -> None:
    assert {name: preset.source for name, preset in PRESETS.items()} == {
        "first-to-three": "S0",
        "chips": "S1",
        "five-rounds": "S2",
        "voyage": "S3",
        "critters": "S4",
    }


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_differs_from_the_defaults_where_its_source_does(name: str) -> None:
    expected = Ruleset().to_json()
    for group, changed in DIFFERENCES[name].items():
        replaced_whole = group in ("goal", "stakes")
        expected[group] = changed if replaced_whole else expected[group] | changed
    assert PRESETS[name].ruleset.to_json() == expected


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_read_by_its_name_and_from_what_it_says(name: str) -> None:
    preset = PRESETS[name].ruleset
    assert read_ruleset({"preset": name}) == preset
    assert read_ruleset(preset.to_json()) == preset


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_has_a_title_and_a_summary_of_two_lines(name: str) -> None:
    preset = PRESETS[name]
    assert preset.name == name
    assert preset.title
    assert [bool(line) for line in preset.summary.split("\n")] == [True, True]
