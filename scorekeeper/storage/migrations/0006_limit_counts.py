"""The counts of limits, on PostgreSQL. With SQLite they have a file of their own, which needs no migration.

A frozen copy, independent of the models of today.
"""

# ruff: noqa: ARG001  the runner gives both arguments

from __future__ import annotations

from typing import Any

from peewee import BigIntegerField, CompositeKey, Database, IntegerField, Model, SqliteDatabase, TextField


def up(migrator: Any, db: Database) -> None:
    if not isinstance(db, SqliteDatabase):
        db.create_tables([_table(db)], safe=False)
        # Nothing in it outlives a crash, and no write to it waits for the disk.
        db.execute_sql("ALTER TABLE limit_counts SET UNLOGGED")


def down(migrator: Any, db: Database) -> None:
    if not isinstance(db, SqliteDatabase):
        migrator.migrate(migrator.drop_table("limit_counts"))


def _table(db: Database) -> type[Model]:
    class Count(Model):
        subject = TextField()
        span = BigIntegerField()
        hits = IntegerField()
        ends_at = BigIntegerField(index=True)

        class Meta:
            database = db
            table_name = "limit_counts"
            primary_key = CompositeKey("subject", "span")

    return Count
