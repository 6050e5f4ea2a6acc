"""The first tables: who plays, what they play, and the log.

A frozen copy, independent of the models of today.
"""

# ruff: noqa: ARG001, N806  the runner gives both arguments; models are classes

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
    people = _tables_and_people(db)
    db.create_tables([*people, *_games(db, people)], safe=False)


def down(migrator: Any, db: Database) -> None:
    for table in (
        "rounds",
        "turns",
        "entry_texts",
        "entries",
        "seatings",
        "scorecards",
        "games",
        "house_rules",
        "players",
        "keys",
        "tables",
    ):
        migrator.migrate(migrator.drop_table(table))


def _tables_and_people(db: Database) -> list[type[Model]]:

    class Table(Model):
        id = TextField(primary_key=True)
        name = TextField()
        recovery_hash = TextField()
        created_at = BigIntegerField()

        class Meta:
            database = db
            table_name = "tables"

    class Key(Model):
        id = TextField(primary_key=True)
        table = ForeignKeyField(Table)
        hash = TextField(unique=True)
        role = TextField()
        device = TextField(null=True)
        created_at = BigIntegerField()
        last_used_at = BigIntegerField(null=True)
        revoked_at = BigIntegerField(null=True)

        class Meta:
            database = db
            table_name = "keys"

    class Player(Model):
        id = TextField(primary_key=True)
        table = ForeignKeyField(Table)
        name = TextField()
        active_name = TextField(null=True)
        created_at = BigIntegerField()
        archived_at = BigIntegerField(null=True)

        class Meta:
            database = db
            table_name = "players"
            indexes = ((("table", "active_name"), True),)

    class HouseRules(Model):
        id = TextField(primary_key=True)
        table = ForeignKeyField(Table)
        name = TextField()
        folded_name = TextField()
        ruleset = TextField()
        created_at = BigIntegerField()

        class Meta:
            database = db
            table_name = "house_rules"
            indexes = ((("table", "folded_name"), True),)

    return [Table, Key, Player, HouseRules]


def _games(db: Database, people: list[type[Model]]) -> list[type[Model]]:
    is_sqlite = isinstance(db, SqliteDatabase)
    Table, Key, Player, _ = people

    class Game(Model):
        id = TextField(primary_key=True)
        table = ForeignKeyField(Table, index=False)
        series_id = TextField()
        series_number = IntegerField()
        status = TextField()
        ruleset = TextField()
        entry = TextField()
        engine = IntegerField()
        created_at = BigIntegerField()
        finished_at = BigIntegerField(null=True)

        class Meta:
            database = db
            table_name = "games"
            indexes = (
                (("table", "id"), False),
                (("table", "status", "id"), False),
                (("series_id", "series_number"), True),
            )

    class Scorecard(Model):
        game = ForeignKeyField(Game, primary_key=True)
        table_id = TextField()
        version = IntegerField()
        head = TextField()
        status = TextField()
        open_disputes = IntegerField(default=0)
        moment = TextField()
        state = TextField()

        class Meta:
            database = db
            table_name = "scorecards"

    class Seating(Model):
        game = ForeignKeyField(Game, primary_key=True)
        first = TextField()
        pinned = TextField()
        seats = TextField()
        ranked = TextField()
        people = TextField()

        class Meta:
            database = db
            table_name = "seatings"

    class Entry(Model):
        game = ForeignKeyField(Game, index=False)
        seq = IntegerField()
        entry_id = TextField()
        kind = TextField()
        body = TextField()
        recorded_at = BigIntegerField()
        entered_at = BigIntegerField(null=True)
        key = ForeignKeyField(Key, index=False)
        prev_hash = TextField()
        hash = TextField()
        voided_by = IntegerField(null=True)
        seat = IntegerField(null=True)
        round = IntegerField(null=True)
        turn = IntegerField(null=True)
        place = TextField(null=True)
        told = TextField()

        class Meta:
            database = db
            table_name = "entries"
            primary_key = CompositeKey("game", "seq")
            indexes = ((("game", "entry_id"), True),)

    class EntryText(Model):
        game = ForeignKeyField(Game, index=False)
        seq = IntegerField()
        field = TextField()
        text = TextField(null=True)
        salt = TextField(null=True)
        player = ForeignKeyField(Player, null=True)

        class Meta:
            database = db
            table_name = "entry_texts"
            primary_key = CompositeKey("game", "seq", "field")
            without_rowid = is_sqlite

    class Turn(Model):
        game = ForeignKeyField(Game, index=False)
        number = IntegerField()
        round = IntegerField()
        roll_off = IntegerField()
        seat = IntegerField()
        body = TextField()

        class Meta:
            database = db
            table_name = "turns"
            primary_key = CompositeKey("game", "number")
            without_rowid = is_sqlite

    class Round(Model):
        game = ForeignKeyField(Game, index=False)
        number = IntegerField()
        body = TextField()
        last_seq = IntegerField()
        state = TextField()

        class Meta:
            database = db
            table_name = "rounds"
            primary_key = CompositeKey("game", "number")
            without_rowid = is_sqlite

    return [Game, Scorecard, Seating, Entry, EntryText, Turn, Round]
