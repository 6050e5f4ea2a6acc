"""What a database's files hold, byte by byte: whether a text is anywhere in them."""

from __future__ import annotations

from pathlib import Path

from scorekeeper import storage


def is_anywhere(text: str) -> bool:
    """Whether a text is in the database: in the bytes of SQLite's files, or in any row of PostgreSQL."""
    path = storage.database_path()
    if path is None:
        return any(text in str(row) for model in storage.MODELS for row in model.select().dicts())
    files = [Path(path), *(Path(f"{path}{ending}") for ending in ("-wal", "-shm", "-journal"))]
    return any(text.encode() in file.read_bytes() for file in files if file.exists())


def rows_with(text: str) -> dict[str, int]:
    """How many rows of each table hold a text."""
    found = {
        model.__name__: sum(text in str(row) for row in model.select().dicts()) for model in storage.MODELS
    }
    return {name: count for name, count in found.items() if count}
