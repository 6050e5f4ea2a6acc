"""Secrets that were told decide no more dice; a place can be thrown at again from a new one.

A frozen copy, independent of the models of today.
"""

from __future__ import annotations

from typing import Any

from peewee import (
    BooleanField,
    CompositeKey,
    Database,
    ForeignKeyField,
    IntegerField,
    Model,
    SqliteDatabase,
    TextField,
)

_TOLD = """
UPDATE dice_secrets SET is_told = {true} WHERE EXISTS (
    SELECT 1 FROM dice_secrets AS later
    JOIN entries ON entries.game_id = later.game_id AND entries.seq = later.seq
    WHERE later.game_id = dice_secrets.game_id AND later.seq > dice_secrets.seq
    AND entries.kind NOT IN ('open', 'join'))
"""
"""A secret that was committed to by what let a game go on after its end came after all others were told."""


def up(migrator: Any, db: Database) -> None:
    migrator.migrate(migrator.add_column("dice_secrets", "is_told", BooleanField(default=False)))
    db.execute_sql(_TOLD.format(true=1 if isinstance(db, SqliteDatabase) else "TRUE"))
    _make_again(migrator, db, ("game", "place", "commitment"))


def down(migrator: Any, db: Database) -> None:
    # A place had one throw: the first.
    db.execute_sql(
        "DELETE FROM server_throws WHERE EXISTS (SELECT 1 FROM server_throws AS first"
        " WHERE first.game_id = server_throws.game_id AND first.place = server_throws.place"
        " AND first.commitment < server_throws.commitment)"
    )
    _make_again(migrator, db, ("game", "place"))
    migrator.migrate(migrator.drop_column("dice_secrets", "is_told"))


def _make_again(migrator: Any, db: Database, key: tuple[str, ...]) -> None:
    """The table of throws with another primary key, and all that it held."""
    held = list(db.execute_sql("SELECT game_id, place, commitment, nonce FROM server_throws").fetchall())
    migrator.migrate(migrator.drop_table("server_throws"))
    table = _throws(db, key)
    db.create_tables([table], safe=False)
    if held:
        table.insert_many(held, fields=["game", "place", "commitment", "nonce"]).execute()


def _throws(db: Database, key: tuple[str, ...]) -> type[Model]:
    is_sqlite = isinstance(db, SqliteDatabase)

    class Game(Model):
        id = TextField(primary_key=True)

        class Meta:
            database = db
            table_name = "games"

    class ServerThrow(Model):
        game = ForeignKeyField(Game, index=False)
        place = TextField()
        commitment = IntegerField()
        nonce = TextField()

        class Meta:
            database = db
            table_name = "server_throws"
            primary_key = CompositeKey(*key)
            without_rowid = is_sqlite

    return ServerThrow
