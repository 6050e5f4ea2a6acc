"""What streams follow: a counter for each table, and the tickets by which a browser connects.

A frozen copy, independent of the models of today.
"""

# ruff: noqa: ARG001  the runner gives both arguments

from __future__ import annotations

from typing import Any

from peewee import SQL, BigIntegerField, Database, ForeignKeyField, Model, TextField


def up(migrator: Any, db: Database) -> None:
    table, pulse, ticket = _tables(db)
    db.create_tables([pulse, ticket], safe=False)
    every_table = table.select(SQL("id"), SQL("0"))
    pulse.insert_from(every_table, ["table", "number"]).execute()


def down(migrator: Any, db: Database) -> None:
    for table in ("stream_tickets", "pulses"):
        migrator.migrate(migrator.drop_table(table))


def _tables(db: Database) -> tuple[type[Model], type[Model], type[Model]]:
    class Table(Model):
        id = TextField(primary_key=True)

        class Meta:
            database = db
            table_name = "tables"

    class Key(Model):
        id = TextField(primary_key=True)

        class Meta:
            database = db
            table_name = "keys"

    class Pulse(Model):
        table = ForeignKeyField(Table, primary_key=True, on_delete="CASCADE")
        number = BigIntegerField()

        class Meta:
            database = db
            table_name = "pulses"

    class StreamTicket(Model):
        hash = TextField(primary_key=True)
        key = ForeignKeyField(Key, on_delete="CASCADE")
        followed = TextField()
        expires_at = BigIntegerField(index=True)

        class Meta:
            database = db
            table_name = "stream_tickets"

    return Table, Pulse, StreamTicket
