"""What an operator settles: settings, tables that are disabled or being deleted, who made how many today.

A frozen copy, independent of the models of today.
"""

# ruff: noqa: ARG001  the runner gives both arguments

from __future__ import annotations

from typing import Any

from peewee import (
    BigIntegerField,
    CompositeKey,
    Database,
    IntegerField,
    Model,
    SqliteDatabase,
    TextField,
)

_COLUMNS = ("disabled_at", "disabled_reason", "deleted_at")


def up(migrator: Any, db: Database) -> None:
    db.create_tables(_tables(db), safe=False)
    for name in _COLUMNS:
        field = TextField(null=True) if name == "disabled_reason" else BigIntegerField(null=True)
        migrator.migrate(migrator.add_column("tables", name, field))


def down(migrator: Any, db: Database) -> None:
    for name in _COLUMNS:
        migrator.migrate(migrator.drop_column("tables", name))
    for table in ("creations", "creation_days", "settings"):
        migrator.migrate(migrator.drop_table(table))


def _tables(db: Database) -> list[type[Model]]:
    is_sqlite = isinstance(db, SqliteDatabase)

    class Setting(Model):
        name = TextField(primary_key=True)
        value = TextField()
        changed_at = BigIntegerField()

        class Meta:
            database = db
            table_name = "settings"

    class CreationDay(Model):
        day = IntegerField(primary_key=True)
        salt = TextField()

        class Meta:
            database = db
            table_name = "creation_days"

    class Creation(Model):
        day = IntegerField()
        address_hash = TextField()
        count = IntegerField()

        class Meta:
            database = db
            table_name = "creations"
            primary_key = CompositeKey("day", "address_hash")
            without_rowid = is_sqlite

    return [Setting, CreationDay, Creation]
