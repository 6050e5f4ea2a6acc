"""A table's counter counts everything that those who follow it are told, and nothing else."""

from __future__ import annotations

from contextlib import suppress

from peewee import SqliteDatabase
from playhouse.migrations import Runner

from scorekeeper import ledger, rules, storage
from scorekeeper.ledger import Opening, SeatClaim
from scorekeeper.storage import pulses
from scorekeeper.storage.schema import HISTORY, MIGRATIONS
from tests.databases import sqlite_only
from tests.ledger.amending import undo
from tests.ledger.playing import At, open_table

FIRST = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]}


def pulse(at: At) -> int:
    return pulses.counters((), (at.author.table_id,))[at.author.table_id]


def test_every_entry_every_opening_and_every_new_name_is_counted_once(at: At) -> None:
    assert pulse(at) == 1
    at.enter("roll", **FIRST)
    undo(at)
    assert pulse(at) == 3
    ledger.open_game(at.author, Opening({"preset": "voyage"}, (SeatClaim("Green"), SeatClaim("Gold"))))
    assert pulse(at) == 4
    ledger.rename_table(at.author.table_id, "The Crown")
    assert pulse(at) == 5


def test_each_number_has_a_note_of_what_it_was(at: At) -> None:
    at.enter("roll", **FIRST)
    ledger.rename_table(at.author.table_id, "The Crown")
    undo(at)
    noted = [(1, at.game_id, 1), (2, at.game_id, 2), (3, None, None), (4, at.game_id, 3)]
    assert pulses.noted_after(at.author.table_id, 0, 99) == noted
    assert pulses.noted_after(at.author.table_id, 1, 2) == noted[1:3]
    assert pulses.noted_after(at.author.table_id, 4, 99) == []


def test_what_comes_after_a_number_without_a_note_is_not_told_as_the_next(at: At) -> None:
    for _ in range(3):
        at.enter("abandon") if at.version == 3 else at.enter("rename", seat=1, name=f"Red {at.version}")
    pulses.Happening.delete().where(pulses.Happening.number == 2).execute()
    assert pulses.noted_after(at.author.table_id, 1, 99) == []
    assert [each.number for each in pulses.noted_after(at.author.table_id, 2, 99)] == [3, 4]


def test_what_changes_nothing_is_not_counted(at: At) -> None:
    at.enter("roll", **FIRST)
    at.enter("roll", **FIRST)
    at.enter("rename", seat=1, name="Ruby", dry_run=True)
    with suppress(rules.Refused):
        at.enter("stand", seat=2, roll=1)
    assert pulse(at) == 2


def test_games_and_tables_are_asked_for_together_and_what_is_not_there_is_left_out(at: At) -> None:
    other = open_table({"preset": "voyage"}, "Green", "Gold")
    at.enter("roll", **FIRST)
    asked = (at.game_id, "game_x", other.game_id)
    assert pulses.counters(asked, (other.author.table_id, "table_x")) == {
        at.game_id: 2, other.game_id: 1, other.author.table_id: 1,
    }  # fmt: skip
    assert pulses.counters((), ()) == {}


@sqlite_only
def test_a_table_of_an_earlier_release_is_counted_from_its_upgrade_on(ledger_file: str) -> None:
    database = storage.current_database()
    assert isinstance(database, SqliteDatabase)
    runner = Runner(database, str(MIGRATIONS), table_name=HISTORY)
    while "pulses" in database.get_tables():
        runner.down()
    insert = "INSERT INTO tables (id, name, recovery_hash, created_at) VALUES ('a', 'The Anchor', '', 0)"
    storage.execute(insert, ())
    storage.upgrade()
    assert pulses.counters((), ("a",)) == {"a": 0}
