"""Who changes a table's keys or codes does so one after the other."""

from __future__ import annotations

from scorekeeper import storage
from scorekeeper.ledger.errors import NotFound
from scorekeeper.storage.models import Table
from scorekeeper.storage.statements import CHANGING, locked


def hold_table(table_id: str) -> None:
    """Within the caller's transaction: what others do to the table's keys waits until it is over.

    To be asked for before anything else of the table's is written, so that nobody waits for each other. On
    SQLite every writer waits for every other anyway. Raises NotFound.
    """
    assert storage.is_writing()
    if locked(Table.select(Table.id).where(Table.id == table_id), CHANGING).scalar() is None:
        raise NotFound("table", table_id)
