"""What streams follow: a counter for each table, what each of its numbers was, and the tickets by which a
browser connects. The SQL is compiled once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from peewee import SQL, BigIntegerField, CompositeKey, ForeignKeyField, IntegerField, Model, TextField

from scorekeeper.storage.database import database as current
from scorekeeper.storage.database import fetch_all
from scorekeeper.storage.models import Key, Scorecard, Table
from scorekeeper.storage.statements import Statement, slot


class Pulse(Model):
    """Counts what happened at a table: each entry of its games, each opening, each new name.

    It is raised in the transaction of what happened, so that whoever reads a number can also read all that it
    counts, and after all else but the note of what it was. A number that the database hands out would not do:
    commits pass each other. On PostgreSQL two games of a table wait here for each other, from the one's raise
    to its commit; another table has another row.
    """

    table = ForeignKeyField(Table, primary_key=True, on_delete="CASCADE")
    number = BigIntegerField()

    class Meta:
        table_name = "pulses"


class Happening(Model):
    """What a number of a table's pulse counted: an entry of a game, or that the table itself has changed.

    It is written while the transaction holds the pulse: the numbers stand in the order of the commits, and
    the entries of a game in their own. game: its id, null for the table itself. It is no foreign key: it goes
    with its table, and would else need an index of its own. seq: of the entry.
    """

    table = ForeignKeyField(Table, index=False, on_delete="CASCADE")
    number = BigIntegerField()
    game = TextField(null=True)
    seq = IntegerField(null=True)

    class Meta:
        table_name = "happenings"
        primary_key = CompositeKey("table", "number")
        without_rowid = True


class StreamTicket(Model):
    """Lets a browser connect to one stream as the key that asked for it. hash: SHA-256 of the ticket in hex;
    followed: the id of the game or the table."""

    hash = TextField(primary_key=True)
    key = ForeignKeyField(Key, on_delete="CASCADE")
    followed = TextField()
    expires_at = BigIntegerField(index=True)

    class Meta:
        table_name = "stream_tickets"


PULSE_MODELS: Final[tuple[type[Model], ...]] = (Pulse, Happening, StreamTicket)

RAISE: Final = Statement(
    lambda: Pulse.update({Pulse.number: Pulse.number + SQL("1")}).where(Pulse.table == slot("table")),
    "table",
)
"""Counts one more thing that a table's stream tells of."""


def _happening() -> Any:
    counted = Pulse.select(Pulse.table, Pulse.number, slot("game"), slot("seq")).where(
        Pulse.table == slot("table")
    )
    columns = (Happening.table, Happening.number, Happening.game, Happening.seq)
    return Happening.insert_from(counted, columns)


NOTE: Final = Statement(_happening, "game", "seq", "table")
"""Says what the number was that RAISE has just given, in the same transaction and after all else."""

NOTED_AFTER: Final = Statement(
    lambda: (
        Happening.select(Happening.number, Happening.game, Happening.seq)
        .where((Happening.table == slot("table")) & (Happening.number > slot("after")))
        .order_by(Happening.number)
        .limit(slot("most"))
    ),
    *("table", "after", "most"),
)


class Noted(NamedTuple):
    """What a number of a pulse was: an entry of a game, or, without one, that the table has changed."""

    number: int
    game_id: str | None
    seq: int | None


def noted_after(table_id: str, number: int, most: int) -> list[Noted]:
    """What happened at a table after a number, without a gap.

    Nothing, though the pulse is further on: what was counted next is not known. It was before there were
    notes, or an earlier release did it.
    """
    found = [Noted(*row) for row in fetch_all(NOTED_AFTER.sql, (table_id, number, most))]
    return [each for place, each in enumerate(found, start=number + 1) if each.number == place]


TABLE_OF_ID: Final = Statement(
    lambda: Table.select(Table.id, Table.name, Table.created_at).where(Table.id == slot("table")), "table"
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
