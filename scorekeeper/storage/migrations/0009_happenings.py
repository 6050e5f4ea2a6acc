"""What each number of a table's counter was, so that a table's stream can be gone on from where it was cut.

What was counted before is not known: who goes on from there is told the whole state. A frozen copy,
independent of the models of today.
"""

# ruff: noqa: ARG001  the runner gives both arguments

from __future__ import annotations

from typing import Any

from peewee import (
    BigIntegerField,
    CompositeKey,
    Database,
    ForeignKeyField,
    IntegerField,
    Model,
    SqliteDatabase,
    TextField,
)


def up(migrator: Any, db: Database) -> None:
    db.create_tables([_table(db)], safe=False)


def down(migrator: Any, db: Database) -> None:
    migrator.migrate(migrator.drop_table("happenings"))


def _table(db: Database) -> type[Model]:
    class Table(Model):
        id = TextField(primary_key=True)

        class Meta:
            database = db
            table_name = "tables"

    class Happening(Model):
        table = ForeignKeyField(Table, index=False, on_delete="CASCADE")
        number = BigIntegerField()
        game = TextField(null=True)
        seq = IntegerField(null=True)

        class Meta:
            database = db
            table_name = "happenings"
            primary_key = CompositeKey("table", "number")
            without_rowid = isinstance(db, SqliteDatabase)

    return Happening
