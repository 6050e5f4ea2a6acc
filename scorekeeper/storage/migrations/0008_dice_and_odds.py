"""What is counted of dice, and what a game says of dice and advice.

A frozen copy, independent of the models of today. The answers that are stored for games of earlier releases
gain the fields that they have had since.
"""

from __future__ import annotations

from typing import Any

from peewee import CompositeKey, Database, ForeignKeyField, IntegerField, Model, SqliteDatabase, TextField

_PINNED = ',"advice":"allowed","dice_set":null'


def up(migrator: Any, db: Database) -> None:
    for column in ("dice_set", "advice"):
        migrator.migrate(migrator.add_column("games", column, TextField(null=True)))
    db.execute_sql(f"UPDATE seatings SET pinned = pinned || '{_PINNED}'")  # noqa: S608 our own text
    db.create_tables(_tables(db), safe=False)


def down(migrator: Any, db: Database) -> None:
    migrator.migrate(migrator.drop_table("dice_tallies"))
    # A game that says something of its own there keeps it in its answer: that is what it was opened with.
    db.execute_sql(f"UPDATE seatings SET pinned = REPLACE(pinned, '{_PINNED}', '')")  # noqa: S608 our own text
    for column in ("dice_set", "advice"):
        migrator.migrate(migrator.drop_column("games", column))


def _tables(db: Database) -> list[type[Model]]:
    is_sqlite = isinstance(db, SqliteDatabase)

    class Game(Model):
        id = TextField(primary_key=True)

        class Meta:
            database = db
            table_name = "games"

    class DiceTally(Model):
        game = ForeignKeyField(Game, index=False)
        thrown_by = TextField()
        version = IntegerField()
        rolls = IntegerField()
        ones = IntegerField()
        twos = IntegerField()
        threes = IntegerField()
        fours = IntegerField()
        fives = IntegerField()
        sixes = IntegerField()

        class Meta:
            database = db
            table_name = "dice_tallies"
            primary_key = CompositeKey("game", "thrown_by")
            without_rowid = is_sqlite

    return [DiceTally]
