from __future__ import annotations

import pytest

from scorekeeper import storage
from scorekeeper.storage import amending, logged, pulses, statements
from scorekeeper.storage.models import Table
from scorekeeper.storage.statements import Statement, slot

ALL = {
    name: value
    for module in (statements, amending, logged, pulses)
    for name, value in vars(module).items()
    if isinstance(value, Statement)
}


@pytest.mark.parametrize("name", sorted(ALL))
def test_a_statement_searches_by_an_index_and_never_scans(ledger_file: str, name: str) -> None:
    statement = ALL[name]
    plan = storage.execute(
        f"EXPLAIN QUERY PLAN {statement.sql}", [None] * statement.sql.count("?")
    ).fetchall()
    assert not [step for *_, step in plan if step.startswith("SCAN")]


@pytest.mark.parametrize("name", ["READ_GAME", "READ_STANDINGS", "FIND_KEY", "LOOK_AT_GAME", "LOAD_GAME"])
def test_a_read_is_one_statement(ledger_file: str, name: str) -> None:
    assert ALL[name].sql.startswith("SELECT")
    assert ";" not in ALL[name].sql


def test_two_parameters_cannot_change_places_unseen(ledger_file: str) -> None:
    swapped = Statement(
        lambda: Table.update({Table.name: slot("name")}).where(Table.id == slot("id")), "id", "name"
    )
    statements._all.remove(swapped)
    with pytest.raises(AssertionError, match="name"):
        _ = swapped.sql


def test_a_statement_is_compiled_once(ledger_file: str) -> None:
    built: list[int] = []

    def build() -> object:
        built.append(1)
        return Table.select(Table.name).where(Table.id == slot("id"))

    statement = Statement(build, "id")  # type: ignore[arg-type]
    statements._all.remove(statement)
    assert statement.sql == statement.sql
    assert built == [1]
