"""Databases to measure: games played through the ledger, and files of very many games copied from a few.

Copies have ids and keys of their own. What is inside their JSON stays as it was: nothing that is measured
looks there.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from benchmarks.games import NEVER_ENDING, SEATS, roll_at
from scorekeeper import ledger, storage

SAMPLED = 200
ID_COLUMNS = ("id", "table_id", "game_id", "player_id", "key_id", "series_id")


@dataclass
class Game:
    """A game to measure, the key that opens it, and how many rolls it has had."""

    id: str
    key: str
    rolls: int

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"


def play_games(file: Path, games: int, events: int) -> list[Game]:
    """Play some games of a new table, each as far as its event of that number; its opening is the first."""
    storage.connect(str(file), synchronous="OFF")
    storage.upgrade()
    created = ledger.create_table("Benchmark")
    played = [_play(created.author, created.host_key, events - 1) for _ in range(games)]
    storage.close()
    return played


def _play(author: ledger.Author, key: str, rolls: int) -> Game:
    seats = tuple(ledger.SeatClaim(name) for name in SEATS)
    opened = ledger.open_game(author, ledger.Opening(NEVER_ENDING, seats))
    for number in range(rolls):
        ledger.record(author, opened.game_id, ledger.Submission("roll", roll_at(number)))
    return Game(opened.game_id, key, rolls)


def fill(few: Path, many: Path, originals: list[Game], games: int) -> list[Game]:
    """Make `many` a copy of `few` with its table copied until there are so many games; some of the copies."""
    shutil.copy(few, many)
    suffixes = [f"{number:06d}" for number in range(games // len(originals) - 1)]
    database = sqlite3.connect(many, isolation_level=None)
    for pragma in ("journal_mode=OFF", "synchronous=OFF", "cache_size=-262144", "temp_store=MEMORY"):
        database.execute(f"PRAGMA {pragma}")
    key = originals[0].key
    database.create_function("key_hash", 1, lambda suffix: sha256((key + suffix).encode()).hexdigest())
    _copy_all(database, suffixes)
    database.close()
    with many.open("rb") as file:
        # Nothing may be on its way to the disk still while a write is measured.
        os.fsync(file.fileno())
    chosen = random.Random(654).sample(suffixes, min(SAMPLED, len(suffixes)))  # noqa: S311
    return [
        Game(originals[index % len(originals)].id + suffix, key + suffix, originals[0].rolls)
        for index, suffix in enumerate(chosen)
    ]


def _copy_all(database: sqlite3.Connection, suffixes: Iterable[str]) -> None:
    database.execute("BEGIN")
    database.execute("CREATE TEMP TABLE copies (suffix TEXT)")
    database.executemany("INSERT INTO copies VALUES (?)", ((suffix,) for suffix in suffixes))
    ours = "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    for (name,) in database.execute(ours).fetchall():
        _copy_table(database, name)
    database.execute("COMMIT")


def _copy_table(database: sqlite3.Connection, name: str) -> None:
    """Copy each row once for each suffix, which is put to its ids. Tables without ids hold no games."""
    columns = [column for _, column, *_ in database.execute(f"PRAGMA main.table_info({name})")]
    if not set(columns) & set(ID_COLUMNS[1:]) and name != "tables":
        return
    values = ", ".join(_copied(name, column) for column in columns)
    database.execute(f"CREATE TEMP TABLE original AS SELECT * FROM main.{name} ORDER BY 1, 2")  # noqa: S608
    database.execute(f"INSERT INTO main.{name} SELECT {values} FROM original CROSS JOIN copies")  # noqa: S608
    database.execute("DROP TABLE temp.original")


def _copied(table: str, column: str) -> str:
    if (table, column) == ("keys", "hash"):
        return "key_hash(suffix)"
    return f"{column} || suffix" if column in ID_COLUMNS else column
