"""Odds are kept as a help and no more: bounded, of this edition, undamaged."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper import rules, storage
from scorekeeper.ledger import kept_odds
from scorekeeper.ledger.advice import Asking, advice_in, odds_of_turn
from scorekeeper.ledger.kept_odds import KeptTables, keep_table, known_table
from scorekeeper.storage.analyses import OddsTable
from scorekeeper.thinking import client

pytestmark = pytest.mark.usefixtures("ledger_file")


def names() -> set[str]:
    return {row.question for row in OddsTable.select(OddsTable.question)}


def test_a_table_is_found_by_its_name_and_kept_in_place_of_an_older_one() -> None:
    assert known_table("a") is None
    keep_table("a", "one")
    keep_table("a", "two")
    keep_table("b", "")
    assert (known_table("a"), known_table("b")) == ("two", "")
    assert OddsTable.select().count() == 2


def test_a_table_of_another_edition_is_none_and_goes_with_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_table("a", "old")
    monkeypatch.setattr(kept_odds, "EDITION", 99)
    assert known_table("a") is None
    keep_table("b", "new")
    assert names() == {"b"}


@pytest.mark.parametrize("body", ["", "x", "no digest\ntext", "{}"])
def test_a_damaged_row_is_no_table(body: str) -> None:
    keep_table("a", "text")
    OddsTable.update(body=body).execute()
    assert known_table("a") is None


DAMAGED_FOR_THE_DATABASE = {
    "text that is none": "CAST(X'666f6fff0a61' AS TEXT)",
    "bytes": "X'00ff'",
    "bytes of a text": "CAST('a' || char(10) || 'text' AS BLOB)",
    "a number": "12",
}


@pytest.mark.skipif("TEST_DATABASE_URL" in os.environ, reason="PostgreSQL keeps nothing but text in a text")
@pytest.mark.parametrize("body", DAMAGED_FOR_THE_DATABASE.values(), ids=DAMAGED_FOR_THE_DATABASE)
def test_what_the_database_cannot_read_is_no_table_and_is_replaced(body: str) -> None:
    turn = rules.Ruleset().turn
    told = odds_of_turn(turn, "192.0.2.7")
    (name,) = names()
    storage.execute(f"UPDATE odds_tables SET body = {body}", ())  # noqa: S608 - of a test
    assert (known_table(name), KeptTables().find(name)) == (None, None)
    assert odds_of_turn(turn, "192.0.2.7") == told
    assert known_table(name) is not None


@pytest.mark.skipif("TEST_DATABASE_URL" in os.environ, reason="PostgreSQL keeps nothing but text in a text")
@pytest.mark.parametrize("name", ["CAST(X'66ff' AS TEXT)", "X'66ff'"])
def test_a_damaged_name_keeps_no_other_table_from_being_kept(name: str) -> None:
    keep_table("a", "text")
    storage.execute(f"UPDATE odds_tables SET question = {name}", ())  # noqa: S608 - of a test
    keep_table("b", "new")
    assert known_table("b") == "new"
    keep_table("c", "newer")
    assert (known_table("b"), known_table("c")) == ("new", "newer")


def test_a_row_that_was_kept_by_another_name_is_no_table() -> None:
    keep_table("a", "text")
    OddsTable.update(question="b").execute()
    assert known_table("b") is None


def test_the_odds_of_a_turn_are_worked_out_again_where_their_row_is_damaged() -> None:
    turn = rules.Ruleset().turn
    told = odds_of_turn(turn, "192.0.2.7")
    OddsTable.update(body="{}").execute()
    assert odds_of_turn(turn, "192.0.2.7") == told
    assert known_table(OddsTable.get().question) is not None


def test_the_tables_of_least_use_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_odds, "MOST_TABLES", 3)
    for name in "abc":
        keep_table(name, name)
    assert KeptTables().find("a") == "a"
    keep_table("d", "d")
    assert names() == {"a", "c", "d"}


def test_all_tables_together_are_no_larger_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_odds, "MOST_TEXT", 1_000)
    for name in "abc":
        keep_table(name, "x" * 400)
    keep_table("d", "x" * 2_000)
    assert names() == {"b", "c"}


def test_a_database_that_cannot_be_had_costs_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise storage.Unavailable("database is locked")

    monkeypatch.setattr(storage, "write", refuse)
    KeptTables().keep("a", "text")
    monkeypatch.undo()
    assert known_table("a") is None


@pytest.fixture
def fresh_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A process of the test's own works odds out, which has solved nothing yet and handed on no table."""
    server = client._Server()
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(client, "_server", server)
    yield
    assert server.started is not None
    os.kill(server.started, signal.SIGKILL)
    os.waitpid(server.started, 0)


@pytest.mark.usefixtures("fresh_process")
def test_what_advice_needed_is_kept_by_its_house_rules() -> None:
    state = rules.start(rules.PRESETS["five-rounds"].ruleset, 2, 1).state
    assert advice_in(state, Asking("game")) is not None
    assert "totals for two" in {json.loads(name).get("about") for name in names()}
