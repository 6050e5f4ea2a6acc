"""Why an entry does not fit, told with the players' names: by what the server says besides its sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page

from scorekeeper.rules import Roll, Thrown, Violation
from tests.companion.browser import ask
from tests.examples import BUST
from tests.rules.situations import out_table, table_with
from tests.rules.test_violations import NUMBERED

NAMES = {1: "Red", 2: "Blue", 3: "Green", 4: "seat 1"}
"""One is called what a seat is called."""
TELL = """async ([language, names, violations]) => {
  const texts = await import("./ui/texts.js");
  const { tellMisfit } = await import("./ui/misfits.js");
  await texts.speakIn(language);
  await texts.speakOfAll();
  return violations.map((violation) => tellMisfit(violation, (seat) => names[seat] ?? ""));
}"""


def told(page: Page, language: str, violations: Iterable[dict[str, Any]]) -> list[str]:
    """What the page says of each in a language."""
    said: list[str] = ask(page, TELL, [language, NAMES, [*violations]])
    return said


def refused() -> list[Violation]:
    """What the rules refuse, and number a seat in."""
    found = [table().violations(entry)[0] for table, entry in NUMBERED]
    return [violation for violation in found if re.search(r"\bseat \d", violation.detail, re.IGNORECASE)]


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_seat_has_a_number_where_the_page_knows_who_sits_there(modules: Page, language: str) -> None:
    violations = refused()
    assert len({violation.code for violation in violations}) > 7
    sentences = told(modules, language, (each.to_json() for each in violations))
    for violation, said in zip(violations, sentences, strict=True):
        assert "seat" not in said.lower(), violation
        assert any(name in said for name in ("Red", "Blue", "Green")), said
        assert "{" not in said


def test_what_names_a_number_of_seats_is_left_as_it_is(modules: Page) -> None:
    full = Violation("join-closed", "The house rules seat 4 at the most.").to_json()
    nobody = Violation("not-your-turn", "Seat 9 is to move, not seat 1.", "/seat", {"seat": 9}).to_json()
    assert told(modules, "en", [full, nobody]) == [full["detail"], nobody["detail"]]


def test_each_is_told_in_the_words_of_the_table(modules: Page) -> None:
    entry = Roll(3, Thrown(BUST))
    violations = [table().violations(entry)[0].to_json() for table in (out_table, table_with)]
    assert told(modules, "en", violations) == ["Green is out.", "Red is to move, not Green."]
    assert told(modules, "de", violations) == ["Green ist ausgeschieden.", "Red ist am Zug, nicht Green."]
