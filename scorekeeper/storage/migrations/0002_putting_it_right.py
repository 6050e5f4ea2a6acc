"""The tables of what was put right: rewritten entries, answers of amendments, disputes.

A frozen copy, independent of the models of today.
"""

# ruff: noqa: ARG001  the runner gives both arguments

from __future__ import annotations

from typing import Any

from peewee import (
    CompositeKey,
    Database,
    ForeignKeyField,
    IntegerField,
    Model,
    SqliteDatabase,
    TextField,
)


def up(migrator: Any, db: Database) -> None:
    db.create_tables(_tables(db), safe=False)


def down(migrator: Any, db: Database) -> None:
    for table in ("disputes", "amendments", "rewrites"):
        migrator.migrate(migrator.drop_table(table))


def _tables(db: Database) -> list[type[Model]]:
    is_sqlite = isinstance(db, SqliteDatabase)

    class Game(Model):
        id = TextField(primary_key=True)

        class Meta:
            database = db
            table_name = "games"

    class Rewrite(Model):
        game = ForeignKeyField(Game, index=False)
        seq = IntegerField()
        by = IntegerField(null=True)
        plays_before = IntegerField(null=True)
        rank = IntegerField()
        kind = TextField()
        body = TextField()

        class Meta:
            database = db
            table_name = "rewrites"
            primary_key = CompositeKey("game", "seq")
            without_rowid = is_sqlite

    class Amendment(Model):
        game = ForeignKeyField(Game, index=False)
        seq = IntegerField()
        answer = TextField()

        class Meta:
            database = db
            table_name = "amendments"
            primary_key = CompositeKey("game", "seq")
            without_rowid = is_sqlite

    class DisputedTurn(Model):
        game = ForeignKeyField(Game, index=False)
        number = IntegerField()
        status = TextField()
        round = IntegerField()
        roll_off = IntegerField()
        seat = IntegerField()
        opened_seq = IntegerField()
        closed_seq = IntegerField(null=True)
        body = TextField()

        class Meta:
            database = db
            table_name = "disputes"
            primary_key = CompositeKey("game", "number")
            without_rowid = is_sqlite

    return [Rewrite, Amendment, DisputedTurn]
