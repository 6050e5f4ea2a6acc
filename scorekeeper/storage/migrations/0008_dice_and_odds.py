"""Dice that are counted, dice that the server throws, seats of the computer's, advice, analyses.

A frozen copy, independent of the models of today. The answers that are stored for games of earlier releases
gain the fields that they have had since.
"""

from __future__ import annotations

from typing import Any

from peewee import CompositeKey, Database, ForeignKeyField, IntegerField, Model, SqliteDatabase, TextField

_PINNED = ',"advice":"allowed","dice_set":null'
_SEAT = ',"computer":null'
# In JSON text a name can't hold these: its quotes are escaped.
_AFTER_IT = {"seats": ',"status":', "ranked": ',"status":'}


def up(migrator: Any, db: Database) -> None:
    for column in ("dice_set", "advice"):
        migrator.migrate(migrator.add_column("games", column, TextField(null=True)))
    added = f"UPDATE seatings SET pinned = pinned || '{_PINNED}'"  # noqa: S608 (our own text)  # nosec B608
    db.execute_sql(added)
    for column, following in _AFTER_IT.items():
        _replace(db, column, following, f"{_SEAT}{following}")
    db.create_tables(_tables(db), safe=False)


def down(migrator: Any, db: Database) -> None:
    for table in ("odds_tables", "analyses", "server_throws", "dice_secrets", "dice_tallies"):
        migrator.migrate(migrator.drop_table(table))
    # A game that says something of its own there keeps it in its answer: that is what it was opened with.
    _replace(db, "pinned", _PINNED, "")
    for column in _AFTER_IT:
        _replace(db, column, _SEAT, "")
    for column in ("dice_set", "advice"):
        migrator.migrate(migrator.drop_column("games", column))


def _replace(db: Database, column: str, old: str, new: str) -> None:
    """Exchange a text of ours in a column of the stored answers."""
    exchanged = f"REPLACE({column}, '{old}', '{new}')"
    db.execute_sql(f"UPDATE seatings SET {column} = {exchanged}")  # noqa: S608 (our own texts)  # nosec B608


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

    class DiceSecret(Model):
        game = ForeignKeyField(Game, index=False)
        seq = IntegerField()
        secret = TextField()

        class Meta:
            database = db
            table_name = "dice_secrets"
            primary_key = CompositeKey("game", "seq")
            without_rowid = is_sqlite

    class ServerThrow(Model):
        game = ForeignKeyField(Game, index=False)
        place = TextField()
        commitment = IntegerField()
        nonce = TextField()

        class Meta:
            database = db
            table_name = "server_throws"
            primary_key = CompositeKey("game", "place")
            without_rowid = is_sqlite

    return [DiceTally, DiceSecret, ServerThrow, *_worked_out(db, Game)]


def _worked_out(db: Database, game_model: type[Model]) -> list[type[Model]]:

    class Analysis(Model):
        game = ForeignKeyField(game_model, primary_key=True)
        version = IntegerField()
        edition = IntegerField()
        body = TextField()

        class Meta:
            database = db
            table_name = "analyses"

    class OddsTable(Model):
        question = TextField(primary_key=True)
        edition = IntegerField()
        body = TextField()

        class Meta:
            database = db
            table_name = "odds_tables"

    return [Analysis, OddsTable]
