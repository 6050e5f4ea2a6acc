"""Invites, keys that belong to a player or expire, and recovery codes that can be looked up.

A frozen copy, independent of the models of today.
"""

# ruff: noqa: ARG001  the runner gives both arguments

from __future__ import annotations

from typing import Any

from peewee import BigIntegerField, Database, ForeignKeyField, IntegerField, Model, TextField


def up(migrator: Any, db: Database) -> None:
    player, invite = _tables(db)
    db.create_tables([invite], safe=False)
    migrator.migrate(
        migrator.add_column("keys", "expires_at", BigIntegerField(null=True)),
        migrator.add_column("keys", "player_id", ForeignKeyField(player, player.id, null=True)),
        migrator.add_column("keys", "invite_id", ForeignKeyField(invite, invite.id, null=True)),
        migrator.add_index("tables", ("recovery_hash",), True),
    )


def down(migrator: Any, db: Database) -> None:
    migrator.migrate(
        migrator.drop_index("tables", "tables_recovery_hash"),
        migrator.drop_index("keys", "keys_invite_id"),
        migrator.drop_index("keys", "keys_player_id"),
        migrator.drop_column("keys", "invite_id", cascade=False),
        migrator.drop_column("keys", "player_id", cascade=False),
        migrator.drop_column("keys", "expires_at", cascade=False),
        migrator.drop_table("invites"),
    )


def _tables(db: Database) -> tuple[Any, Any]:
    class Table(Model):
        id = TextField(primary_key=True)

        class Meta:
            database = db
            table_name = "tables"

    class Player(Model):
        id = TextField(primary_key=True)

        class Meta:
            database = db
            table_name = "players"

    class Invite(Model):
        id = TextField(primary_key=True)
        table = ForeignKeyField(Table)
        role = TextField()
        player = ForeignKeyField(Player, null=True)
        name = TextField(null=True)
        code = TextField(null=True)
        code_hash = TextField(null=True, unique=True)
        token = TextField(null=True)
        token_hash = TextField(null=True, unique=True)
        joins = IntegerField()
        joins_left = IntegerField()
        created_at = BigIntegerField()
        expires_at = BigIntegerField(index=True)
        revoked_at = BigIntegerField(null=True)

        class Meta:
            database = db
            table_name = "invites"

    return Player, Invite
