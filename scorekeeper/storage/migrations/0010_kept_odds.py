"""Odds that are kept know when they were last of use. What was kept before is worked out again.

A frozen copy, independent of the models of today.
"""

from __future__ import annotations

from typing import Any

from peewee import BigIntegerField, Database, IntegerField, Model, TextField


def up(migrator: Any, db: Database) -> None:
    migrator.migrate(migrator.drop_table("odds_tables"))
    db.create_tables([_table(db, {"used_at": BigIntegerField()})], safe=False)


def down(migrator: Any, db: Database) -> None:
    migrator.migrate(migrator.drop_table("odds_tables"))
    db.create_tables([_table(db, {})], safe=False)


def _table(db: Database, more: dict[str, Any]) -> type[Model]:
    class Meta:
        database = db
        table_name = "odds_tables"

    columns = {"question": TextField(primary_key=True), "edition": IntegerField(), "body": TextField()}
    return type("OddsTable", (Model,), {**columns, **more, "Meta": Meta})
