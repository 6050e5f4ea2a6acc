"""What streams follow: a counter for each table, and the tickets by which a browser connects. The SQL is
compiled once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from peewee import SQL, BigIntegerField, ForeignKeyField, Model, TextField

from scorekeeper.storage.database import database as current
from scorekeeper.storage.database import fetch_all
from scorekeeper.storage.models import Game, Key, Scorecard, Table
from scorekeeper.storage.statements import Statement, slot


class Pulse(Model):
    """Counts what happened at a table: each entry of its games, each opening, each new name.

    It is raised in the transaction of what happened, as its last statement, so that whoever reads a number
    can also read all that it counts. A number that the database hands out would not do: commits pass each
    other. On PostgreSQL two games of a table wait here for each other, from the one's raise to its commit;
    another table has another row.
    """

    table = ForeignKeyField(Table, primary_key=True, on_delete="CASCADE")
    number = BigIntegerField()

    class Meta:
        table_name = "pulses"


class StreamTicket(Model):
    """Lets a browser connect to one stream as the key that asked for it. hash: SHA-256 of the ticket in hex;
    followed: the id of the game or the table."""

    hash = TextField(primary_key=True)
    key = ForeignKeyField(Key, on_delete="CASCADE")
    followed = TextField()
    expires_at = BigIntegerField(index=True)

    class Meta:
        table_name = "stream_tickets"


PULSE_MODELS: Final[tuple[type[Model], ...]] = (Pulse, StreamTicket)

RAISE: Final = Statement(
    lambda: Pulse.update({Pulse.number: Pulse.number + SQL("1")}).where(Pulse.table == slot("table")),
    "table",
)
"""The last statement of everything that a table's stream tells of."""


TABLE_OF_ID: Final = Statement(
    lambda: Table.select(Table.id, Table.name, Table.created_at).where(Table.id == slot("table")), "table"
)


def _versions() -> Any:
    """The games of a table and their versions, the newest first."""
    found = Game.select(Game.id, Scorecard.version).join(Scorecard)
    return found.where(Game.table == slot("table")).order_by(Game.id.desc())


NEWEST_GAME: Final = Statement(lambda: _versions().limit(SQL("1")), "table")
GAMES_OF_STATUS: Final = Statement(
    lambda: _versions().where(Game.status == slot("status")).limit(slot("most")), "table", "status", "most"
)


def counters(games: Sequence[str], tables: Sequence[str]) -> dict[str, int]:
    """The version of each game and the pulse of each table, by their ids, in one statement; what does not
    exist is left out."""
    asked = (*_padded(games), *_padded(tables))
    sql = _counters(current(), len(_padded(games)), len(_padded(tables)))
    return {str(followed): int(number) for followed, number in fetch_all(sql, asked)}


def _padded(ids: Sequence[str]) -> tuple[str, ...]:
    """The ids, and as many that nothing has as make it a power of two: a few statements do for any number."""
    wanted: int = 1 << max(len(ids) - 1, 0).bit_length()
    return (*ids, *[""] * (wanted - len(ids)))


@lru_cache(maxsize=64)
def _counters(_database: object, games: int, tables: int) -> str:
    """The statement for so many games and tables."""
    of_games: Any = Scorecard.select(Scorecard.game, Scorecard.version)
    of_tables = Pulse.select(Pulse.table, Pulse.number).where(Pulse.table.in_([""] * tables))
    sql: str = of_games.where(Scorecard.game.in_([""] * games)).union_all(of_tables).sql()[0]
    return sql
