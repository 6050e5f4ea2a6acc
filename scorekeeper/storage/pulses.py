"""What streams follow: a counter for each table, and the tickets by which a browser connects. The SQL is
compiled once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from peewee import SQL, BigIntegerField, ForeignKeyField, Model, TextField

from scorekeeper.storage.models import Key, Scorecard, Table
from scorekeeper.storage.queries import values
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


def counters(games: Sequence[str], tables: Sequence[str]) -> dict[str, int]:
    """The version of each game and the pulse of each table, by their ids, in one statement; what does not
    exist is left out."""
    asked: Any = Scorecard.select(Scorecard.game, Scorecard.version).where(Scorecard.game.in_(games))
    asked = asked.union_all(Pulse.select(Pulse.table, Pulse.number).where(Pulse.table.in_(tables)))
    return {str(followed): int(number) for followed, number in values(asked)}
