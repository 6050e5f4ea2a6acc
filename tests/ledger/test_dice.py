"""What is said about dice: how far counts reach, never that somebody cheats."""

from __future__ import annotations

from math import ceil

import pytest

from scorekeeper.ledger import dice
from scorekeeper.ledger.tallies import Counted, Faces, Thrown

EVEN = Faces(60, (50, 50, 50, 50, 50, 50))
UNEVEN = Faces(60, (10, 50, 50, 50, 50, 90))


def told(*thrown: Thrown) -> dict[str, object]:
    return dice._told(Counted(list(thrown), 0), 0.02)


def test_an_even_spread_does_not_show_that_dice_are_fair() -> None:
    sentences = " ".join(told(Thrown(None, "table", EVEN))["thrown_at_the_table"]["sentences"])  # type: ignore[index]
    assert "does not show that they are fair" in sentences
    assert "4,455 dice (about 891 rolls) are needed" in sentences


def test_an_uneven_spread_proves_nothing() -> None:
    found = told(Thrown(None, "table", UNEVEN))["thrown_at_the_table"]
    sentences = " ".join(found["sentences"])  # type: ignore[index]
    assert "once in" in sentences or "less than once" in sentences
    assert "proves nothing" in sentences
    assert "look once" in sentences


@pytest.mark.parametrize("words", ["cheat", "loaded", "unfair", "rigged", "Red"])
def test_nobody_is_accused(words: str) -> None:
    for faces in (EVEN, UNEVEN, Faces()):
        told_of = told(Thrown("Bone", "table", faces), Thrown(None, "server", faces))
        assert words not in str(told_of)


def test_too_few_dice_are_not_tested() -> None:
    found = told(Thrown(None, "table", Faces(5, (4, 5, 5, 5, 5, 5))))["thrown_at_the_table"]
    assert found["test"] is None  # type: ignore[index]
    assert "say nothing" in found["sentences"][0]  # type: ignore[index]
    nothing = told()["thrown_at_the_table"]
    assert nothing["sentences"][0].startswith("Nothing was thrown yet")  # type: ignore[index]
    assert nothing["reach"]["rolls_needed"] is None  # type: ignore[index]


def test_who_looks_at_several_sets_is_told_so() -> None:
    sets = told(Thrown("Bone", "table", UNEVEN), Thrown("Glass", "table", EVEN))["sets"]
    assert "looking at 2 sets at once" in sets[0]["sentences"][0]  # type: ignore[index]
    assert sets[0]["test"]["p_value_adjusted"] >= sets[0]["test"]["p_value"]  # type: ignore[index]


TILTED = Faces(60, (40, 45, 50, 50, 55, 60))
FEW = Faces(2, (1, 1, 0, 0, 0, 0))


def first_sentence(*thrown: Thrown) -> str:
    return told(*thrown)["sets"][0]["sentences"][0]  # type: ignore[index, no-any-return]


def test_a_set_too_small_to_be_tested_is_not_looked_at() -> None:
    bone, glass = Thrown("Bone", "table", TILTED), Thrown("Glass", "table", EVEN)
    small = Thrown("Tiny", "table", FEW)
    assert "looking at 2 sets at once" in first_sentence(bone, glass, small)
    assert "at once" not in first_sentence(bone, small)
    assert first_sentence(bone, small) == first_sentence(bone)


def test_what_is_a_bound_is_told_as_one() -> None:
    alone = told(Thrown("Bone", "table", TILTED))["sets"][0]  # type: ignore[index]
    percent = 100 * alone["test"]["p_value"]
    assert f"in about {percent:.0f} % of all cases" in alone["sentences"][0]
    glass = Thrown("Glass", "table", EVEN)
    assert f"in at most {ceil(2 * percent)} % of all cases" in first_sentence(
        Thrown("Bone", "table", TILTED), glass
    )
    assert "at most once in" in first_sentence(
        Thrown("Bone", "table", Faces(60, (30, 50, 50, 50, 50, 70))), glass
    )
    assert "uneven as these 300 often, looking at 2 sets" in first_sentence(
        Thrown("Bone", "table", EVEN), glass
    )


def test_the_servers_throws_are_counted_apart() -> None:
    found = told(Thrown(None, "table", EVEN), Thrown(None, "server", UNEVEN))
    assert found["thrown_at_the_table"]["dice"] == 300  # type: ignore[index]
    assert found["thrown_by_the_server"]["faces"][5]["count"] == 90  # type: ignore[index]
