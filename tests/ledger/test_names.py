from __future__ import annotations

import unicodedata

import pytest

from scorekeeper.ledger import NameInvalid, clean_name, clean_text
from scorekeeper.ledger.names import folded


@pytest.mark.parametrize(
    "name",
    [
        "Red",
        "ר",
        "אדום",
        "أحمر",
        "赤",
        "👩‍👩‍👧‍👦",
        "Ada L.",
        " Red ",
        'O\'Neil \\ "Red"',
        "x" * 60,
        "é",
        "🏴‍☠️" * 8,
    ],
)
def test_a_name_in_any_script_is_kept_unchanged(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)


def test_a_name_is_composed() -> None:
    assert clean_name("Re\u0301d") == "R\u00e9d"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("", "name-empty"),
        ("   ", "name-empty"),
        ("\u200b\u200d", "name-empty"),
        ("x" * 61, "name-too-long"),
        ("x" * 10_000, "name-too-long"),
        ("Red\x00", "name-characters"),
        ("Re\nd", "name-characters"),
        ("Re\u2028d", "name-characters"),
        ("\x02Red\x03", "name-characters"),
        ("\u202edeR", "name-characters"),
        ("\u2066Red", "name-characters"),
        ("\ud800", "name-characters"),
        (7, "invalid"),
        (None, "invalid"),
    ],
)
def test_what_is_no_name_is_refused_with_a_reason(raw: object, code: str) -> None:
    with pytest.raises(NameInvalid) as refused:
        clean_name(raw)
    assert refused.value.code == code
    assert refused.value.detail.endswith(".")


def test_people_take_two_names_for_the_same_that_differ_in_case_and_blanks() -> None:
    assert folded("  RED  Baron") == folded("red baron")
    assert folded("STRASSE") == folded("straße")
    assert folded("Red") != folded("Rad")


def test_a_reason_may_have_lines() -> None:
    assert clean_text("we are tired\nand it is late") == "we are tired\nand it is late"


@pytest.mark.parametrize("raw", ["", "x" * 501, "a\x00b", "a\u202eb", 5])
def test_what_is_no_text_is_refused(raw: object) -> None:
    with pytest.raises(NameInvalid):
        clean_text(raw)
