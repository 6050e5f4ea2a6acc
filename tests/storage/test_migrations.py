from __future__ import annotations

from pathlib import Path
from typing import Any

import peewee
from playhouse.migrations import Runner
from playhouse.schema_diff import diff_models

from scorekeeper import storage
from scorekeeper.ledger.tallies import faces_of_game
from scorekeeper.storage.dice import DiceSecret, DiceTally, ServerThrow
from scorekeeper.storage.models import Seating
from scorekeeper.storage.schema import HISTORY, MIGRATIONS
from tests.databases import in_threads
from tests.ledger.amending import standings as standings_of
from tests.ledger.amending import undo
from tests.ledger.playing import open_table
from tests.ledger.test_throws import play_on, thrown, with_server_dice


def columns_of(database: peewee.Database, table: str) -> list[tuple[Any, ...]]:
    return sorted(
        (column.name, column.data_type, column.null, column.primary_key)
        for column in database.get_columns(table)
    )


def foreign_keys_of(database: peewee.Database, table: str) -> list[tuple[Any, ...]]:
    return sorted((key.column, key.dest_table, key.dest_column) for key in database.get_foreign_keys(table))


def test_the_migrations_make_what_the_models_say(ledger_file: str, tmp_path: Path) -> None:
    migrated = storage.current_database()
    assert not diff_models(migrated, storage.MODELS)
    by_models = peewee.SqliteDatabase(str(tmp_path / "models.db"))
    with by_models.bind_ctx(storage.MODELS):
        by_models.create_tables(storage.MODELS)
        for model in storage.MODELS:
            table = model._meta.table_name
            assert columns_of(migrated, table) == columns_of(by_models, table)
            assert foreign_keys_of(migrated, table) == foreign_keys_of(by_models, table)
    by_models.close()


def test_a_new_database_is_not_ready_until_it_is_upgraded(tmp_path: Path) -> None:
    storage.connect(str(tmp_path / "a.db"))
    assert not storage.is_ready()
    pending = storage.pending()
    assert pending
    assert storage.upgrade() == pending
    assert storage.is_ready()
    assert storage.pending() == ()
    storage.close()


def test_an_upgrade_that_is_done_does_nothing_more(ledger_file: str) -> None:
    assert storage.upgrade() == ()


def test_a_database_that_cannot_be_opened_is_not_ready(tmp_path: Path) -> None:
    (tmp_path / "folder.db").mkdir()
    storage.connect(str(tmp_path / "folder.db"))
    assert not storage.is_ready()


def test_several_upgrades_at_once_take_turns(
    tmp_path: Path,
) -> None:
    storage.connect(str(tmp_path / "a.db"), synchronous="OFF")
    answers = in_threads(4, lambda _: storage.upgrade())
    assert sorted(answers, key=len)[:3] == [(), (), ()]
    assert storage.is_ready()
    storage.close()


def test_a_migration_can_be_taken_back(ledger_file: str) -> None:
    runner = Runner(storage.current_database(), str(MIGRATIONS), table_name=HISTORY)
    while runner.down():
        pass
    assert storage.current_database().get_tables() == [HISTORY]
    storage.upgrade()
    assert storage.is_ready()


def test_games_of_an_earlier_release_are_answered_with_what_games_have_gained_since(ledger_file: str) -> None:
    at = open_table({"preset": "chips"}, "Red", 'Blue","status":')
    at.roll(1, 1, [6, 5, 4, 6, 6])
    answer, standings = at.game, standings_of(at)
    runner = Runner(storage.current_database(), str(MIGRATIONS), table_name=HISTORY)
    while "0008_dice_and_odds" not in storage.pending():
        runner.down()
    row = next(iter(Seating.select().dicts()))
    assert "computer" not in row["seats"] + row["ranked"]
    assert "advice" not in row["pinned"]
    storage.upgrade()
    assert (at.game, standings_of(at)) == (answer, standings)
    assert at.problems() == ()


def test_secrets_that_an_earlier_release_has_told_are_known_as_told(ledger_file: str) -> None:
    at = with_server_dice()
    thrown(at)
    at.enter("abandon")
    undo(at)
    # The first throw may have ended the turn.
    while "computer" not in at.game["next"]:
        play_on(at)
    due = at.game["next"]
    thrown(at, "another-nonce")
    runner = Runner(storage.current_database(), str(MIGRATIONS), table_name=HISTORY)
    while "0011_secrets_told" not in storage.pending():
        runner.down()
    storage.upgrade()
    assert [row.is_told for row in DiceSecret.select().order_by(DiceSecret.seq)] == [True, False]
    assert {row.place for row in ServerThrow.select()} == {"1.0.1.1", f"{due['round']}.0.1.{due['roll']}"}
    assert at.problems() == ()


def test_faces_that_an_earlier_release_counted_as_the_tables_are_counted_again(ledger_file: str) -> None:
    at = with_server_dice()
    thrown(at)
    faces_of_game(at.game_id)
    DiceTally.update(sixes=DiceTally.sixes + 1).execute()
    runner = Runner(storage.current_database(), str(MIGRATIONS), table_name=HISTORY)
    while "0012_servers_dice_counted_apart" not in storage.pending():
        runner.down()
    storage.upgrade()
    assert sum(each.faces.dice for each in faces_of_game(at.game_id).thrown) == 5
