"""The answers that are kept for requests sent again.

A frozen copy, independent of the models of today.
"""

# ruff: noqa: ARG001  the runner gives both arguments

from __future__ import annotations

from typing import Any

from peewee import BigIntegerField, CompositeKey, Database, IntegerField, Model, TextField


def up(migrator: Any, db: Database) -> None:
    db.create_tables([_table(db)], safe=False)


def down(migrator: Any, db: Database) -> None:
    migrator.migrate(migrator.drop_table("idempotency_keys"))


def _table(db: Database) -> type[Model]:
    class KeptAnswer(Model):
        scope = TextField()
        key_hash = TextField()
        request_hash = TextField()
        status = IntegerField(null=True)
        headers = TextField(null=True)
        body = TextField(null=True)
        created_at = BigIntegerField(index=True)

        class Meta:
            database = db
            table_name = "idempotency_keys"
            primary_key = CompositeKey("scope", "key_hash")

    return KeptAnswer
