"""The faces of games in which the server has thrown are counted again: its dice were counted as the table's
where a person had entered them."""

from __future__ import annotations

from typing import Any

from peewee import Database

_FORGET = "DELETE FROM dice_tallies WHERE game_id IN (SELECT game_id FROM server_throws)"
"""What is not counted is counted when somebody asks."""


def up(migrator: Any, db: Database) -> None:  # noqa: ARG001 (the library gives it)
    db.execute_sql(_FORGET)


def down(migrator: Any, db: Database) -> None:  # noqa: ARG001
    db.execute_sql(_FORGET)
