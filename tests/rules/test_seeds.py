"""Every sentence of the sources that states a rule has a test by name.

`seed_sentences.tsv` has a line for each sentence of the five texts in `../shared/seeds`: the source (S0 to
S4), the sentence as a hash, and either the tests of the rule that it states or what it is instead. The texts
themselves stay where they are.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.support import missing

HERE = Path(__file__).parent
SEEDS = HERE.parent.parent.parent / "shared" / "seeds"
NO_RULE = {"heading", "mark", "about", "ui", "odds", "advice"}
"""What a sentence is that states no rule; a mark is the number or the bullet of a list."""


@dataclass(frozen=True)
class Line:
    """A line of the table: `tests` has what it is instead where the sentence states no rule."""

    source: str
    hash: str
    tests: tuple[str, ...]
    says: str

    @property
    def states_a_rule(self) -> bool:
        return not NO_RULE.issuperset(self.tests)


def table() -> list[Line]:
    text = (HERE / "seed_sentences.tsv").read_text()
    rows = (row.split("\t") for row in text.splitlines() if not row.startswith("#"))
    return [Line(source, hashed, tuple(tests.split()), says) for source, hashed, tests, says in rows]


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text: each line, cut after every full stop, question mark or exclamation mark."""
    for line in text.splitlines():
        for sentence in re.split(r"(?<=[.!?])\s+", line.strip()):
            if sentence:
                yield " ".join(sentence.split())


def hash_of(sentence: str) -> str:
    return hashlib.sha256(sentence.encode()).hexdigest()[:12]


def seed_sentences() -> dict[tuple[str, str], str]:
    """Every sentence of the five texts by its source and hash."""
    if not SEEDS.exists():
        missing(f"{SEEDS} is not here to compare with")
    files = {f"S{int(path.name[:3])}": path for path in SEEDS.glob("*.txt")}
    return {
        (source, hash_of(sentence)): sentence
        for source, path in files.items()
        for sentence in sentences(path.read_text())
    }


def test_every_sentence_of_the_sources_is_in_the_table_and_no_other() -> None:
    lines = {(line.source, line.hash) for line in table()}
    found = seed_sentences()
    assert len({source for source, _ in found}) == 5
    assert {key: sentence for key, sentence in found.items() if key not in lines} == {}
    assert lines - found.keys() == set()


def test_the_table_has_each_sentence_once() -> None:
    keys = [(line.source, line.hash) for line in table()]
    assert len(keys) == len(set(keys))


def test_every_test_that_the_table_names_exists() -> None:
    named = {test for line in table() if line.states_a_rule for test in line.tests}
    files = {test.partition("::")[0] for test in named}
    existing = {f"{name}::{test}" for name in files for test in _tests_in(HERE / name)}
    assert named - existing == set()
    assert len(named) > 40


def test_a_sentence_has_tests_or_is_no_rule_and_never_both() -> None:
    for line in table():
        assert line.states_a_rule or len(line.tests) == 1, line
        assert not (line.states_a_rule and NO_RULE & set(line.tests)), line


def test_the_table_says_in_its_own_words_what_a_sentence_says() -> None:
    found = {sentence.casefold() for sentence in seed_sentences().values()}
    for line in table():
        assert line.says
        assert len(line.says.split()) <= 10
        assert line.says.casefold() not in found, line


def test_every_source_states_rules() -> None:
    assert {line.source for line in table() if line.states_a_rule} == {"S0", "S1", "S2", "S3", "S4"}


def _tests_in(path: Path) -> list[str]:
    return [
        node.name
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
