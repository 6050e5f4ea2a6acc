"""Who changes a table's keys or codes does so one after the other."""

from __future__ import annotations

from scorekeeper import storage
from scorekeeper.ledger.errors import NotFound
from scorekeeper.storage import Step
from scorekeeper.storage.locks import HOLD_TABLE, SHARE_TABLE
from scorekeeper.storage.models import Table


def sharing_table(table_id: str) -> tuple[Step, ...]:
    """What comes first in a transaction that writes entries: its keys stay as they are until it is over, and
    who changes them waits. On SQLite nothing: there is one writer at a time."""
    return ((SHARE_TABLE, (table_id,)),) if _has_locks() else ()


def hold_table(table_id: str) -> None:
    """Within the caller's transaction: what others write at the table waits until it is over, entries too.

    To be asked for before anything else of the table's is written, and before a request's key is claimed, so
    that nobody waits for each other; not while it is shared. On SQLite every writer waits for every other
    anyway. Raises NotFound.
    """
    keep_others_out(table_id)
    if not Table.select().where(Table.id == table_id).exists():
        raise NotFound("table", table_id)


def is_there(table_id: str) -> bool:
    """Within the caller's transaction: whether a table is there, and stays until that is over. For what
    readers have kept, which a deletion would else meet."""
    for sql, params in sharing_table(table_id):
        storage.execute(sql, params)
    return bool(Table.select().where((Table.id == table_id) & Table.deleted_at.is_null()).exists())


def keep_others_out(table_id: str) -> None:
    """The same, whether or not there is such a table."""
    assert storage.is_writing()
    if _has_locks():
        storage.execute(HOLD_TABLE, (table_id,))


def _has_locks() -> bool:
    return storage.database_path() is None
