"""Tables: people who play together. Making one gives the host key, and may open the first game at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper import storage
from scorekeeper.ledger.errors import NotFound
from scorekeeper.ledger.ids import new_id, now
from scorekeeper.ledger.keys import Author, add_key, hash_key, new_secret
from scorekeeper.ledger.names import clean_name
from scorekeeper.ledger.opening import open_planned
from scorekeeper.ledger.planning import Opening, plan_opening
from scorekeeper.ledger.recorded import Recorded
from scorekeeper.ledger.times import shown
from scorekeeper.storage.models import Row, Table
from scorekeeper.storage.queries import first_row


@dataclass(frozen=True, slots=True)
class CreatedTable:
    """A new table. host_key and recovery_code are shown this once; only their hashes are kept."""

    table: dict[str, Any]
    author: Author
    host_key: str
    recovery_code: str
    game: Recorded | None


def create_table(name: str, opening: Opening | None = None, device: str | None = None) -> CreatedTable:
    """A new table with its host key and, where asked for, its first game: all of it or nothing.

    device: what the host calls the phone that gets the key. Raises NameInvalid and all that opening a game
    raises.
    """
    recovery_code = new_secret("recovery")
    row: Row = {
        "id": new_id("table"),
        "name": clean_name(name),
        "recovery_hash": hash_key(recovery_code),
        "created_at": now(),
    }
    device = None if device is None else clean_name(device)
    with storage.write():
        Table.insert(row).execute()
        author, host_key = add_key(row["id"], "host", device)
        game = None if opening is None else open_planned(author, plan_opening(row["id"], opening))
    return CreatedTable(_shown(row), author, host_key, recovery_code, game)


def get_table(table_id: str) -> dict[str, Any]:
    """One table. Raises NotFound."""
    return _shown(_require(table_id))


def rename_table(table_id: str, name: str) -> dict[str, Any]:
    """Give a table another name. Raises NotFound, NameInvalid."""
    name = clean_name(name)
    with storage.write():
        row = _require(table_id)
        Table.update({Table.name: name}).where(Table.id == table_id).execute()
    return _shown({**row, "name": name})


def _require(table_id: str) -> Row:
    row = first_row(Table.select().where(Table.id == table_id))
    if row is None:
        raise NotFound("table", table_id)
    return row


def _shown(row: Row) -> dict[str, Any]:
    return {"id": row["id"], "name": row["name"], "created_at": shown(row["created_at"])}
