"""A table knows the host key that its recovery code has given.

A frozen copy, independent of the models of today.
"""

from __future__ import annotations

from typing import Any

from peewee import Database, TextField


def up(migrator: Any, db: Database) -> None:  # noqa: ARG001 (the library gives it)
    migrator.migrate(migrator.add_column("tables", "recovered_key", TextField(null=True)))


def down(migrator: Any, db: Database) -> None:  # noqa: ARG001
    migrator.migrate(migrator.drop_column("tables", "recovered_key"))
