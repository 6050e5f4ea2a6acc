"""The catalogues: every language says all that the page says, and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.api.codes import CATALOGUE
from scorekeeper.companion.files import is_said_later, modules_of, page_files
from scorekeeper.rules.presets import PRESETS
from tests.support import REPOSITORY

STATIC = REPOSITORY / "scorekeeper" / "companion" / "static"
TEXTS = STATIC / "texts"
LANGUAGES = sorted(path.stem for path in TEXTS.glob("*.json"))
OWN_WORDS = ("preset.", "say.", "rule.", "problem.")
"""What the server says in English; a language may have words of its own for it."""
_USED = re.compile(r"""\bt\(\s*["']([a-z_]+[\w.-]*)["']""")


def catalogue(language: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((TEXTS / f"{language}.json").read_text())
    return read


ENGLISH = catalogue("en")


def places(entry: Any) -> set[str]:
    """The places of a text, in all its plural forms."""
    return set(re.findall(r"\{(\w+)\}", json.dumps(entry)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_says_everything(language: str) -> None:
    own = {key for key in catalogue(language) if key.startswith(OWN_WORDS)}
    assert catalogue(language).keys() - own == ENGLISH.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_the_same_places_to_fill_in(language: str) -> None:
    texts = catalogue(language)
    assert [key for key in ENGLISH if places(texts[key]) != places(ENGLISH[key])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_has_a_form_for_the_rest(language: str) -> None:
    assert [
        key for key, entry in catalogue(language).items() if isinstance(entry, dict) and "other" not in entry
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_sent_in_two_parts_that_are_the_whole(language: str) -> None:
    first, later = (json.loads(page_files()[f"texts/{part}{language}.json"].body) for part in ("", "later/"))
    assert {*first} & {*later} == set()
    assert {**first, **later} == catalogue(language)
    assert len(later) > len(first) / 2


def test_german_has_one_word_for_a_bust() -> None:
    german, busts = catalogue("de"), re.compile(r"\bbusts?\b", re.IGNORECASE)
    about = {key for key in german if "all_bust" in key or busts.search(str(ENGLISH.get(key)))}
    about -= {"target.all_bust", *(key for key in about if key.startswith("house.round.all_bust."))}
    about |= {f"say.turn.cargo_reroll.{rule}" for rule in ("both", "any", "one", "none")}
    assert {"bust", "act.bust", "event.bust", "verdict.bust", "say.round.all_bust.carry"} <= about
    assert [key for key in sorted(about) if not re.search(r"\bleer\b", german[key], re.IGNORECASE)] == []
    assert "schiffbruch" not in json.dumps(german).lower()


def test_the_first_views_say_nothing_that_is_sent_later() -> None:
    modules = {*modules_of(""), *modules_of("play")}
    sources = [page_files()[module].body.decode() for module in modules]
    said = {key for source in sources for key in re.findall(r"""["'`]([a-z_]+\.[\w.-]*)""", source)}
    said |= {key for source in sources for key in re.findall(r"""\bt\(["']([a-z_]+)["']""", source)}
    late = [key for key in ENGLISH if is_said_later(key)]
    assert "house.seats.min" in late
    families = tuple(f"{part.rstrip('.')}." for part in said if "." in part)
    assert [key for key in late if key in said or key.startswith(families)] == []


def test_what_the_page_says_is_in_the_catalogue() -> None:
    modules = [*(STATIC / "ui").glob("*.js"), *(STATIC / "views").glob("*.js")]
    said = {key for module in modules for key in _USED.findall(module.read_text())}
    own = {key for key in said if key.startswith(OWN_WORDS)}
    assert said - own - ENGLISH.keys() == set()
    assert len(said) > 150


def test_what_is_in_the_catalogue_is_said() -> None:
    source = "".join(
        module.read_text() for folder in ("ui", "views") for module in (STATIC / folder).glob("*.js")
    )
    families = set(re.findall(r"`([a-z_]+(?:\.[a-z_]+)*)[._]\$\{", source))
    unsaid = [
        key
        for key in ENGLISH
        if f'"{key}"' not in source and not any(key.startswith(family) for family in families) and "." in key
    ]
    assert [key for key in unsaid if not key.endswith((".banked", ".open"))] == []


def test_german_tells_every_preset_and_every_rule_in_its_own_words() -> None:
    german = catalogue("de")
    for name in PRESETS:
        assert german[f"preset.{name}.title"]
        assert german[f"preset.{name}.summary"].count("\n") == 1
    refused = {key.removeprefix("refusal.") for key in german if key.startswith("refusal.")}
    assert refused - CATALOGUE.keys() == {"conflict-open", "needs-network", "not-kept"}
    assert Path(TEXTS / "de.json").read_text().endswith("\n")
