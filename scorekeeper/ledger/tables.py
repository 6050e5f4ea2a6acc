"""Tables: people who play together. Making one gives the host key, and may open the first game at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from scorekeeper import storage
from scorekeeper.ledger.canonical import compact, parsed
from scorekeeper.ledger.errors import NotFound
from scorekeeper.ledger.holding import writing
from scorekeeper.ledger.ids import new_id, now
from scorekeeper.ledger.keys import (
    Author,
    add_key,
    hash_key,
    new_secret,
    replace_key,
    require_enabled,
    table_hashes,
)
from scorekeeper.ledger.names import clean_name
from scorekeeper.ledger.once import Asked, Kept, answer_once, keep, require_told
from scorekeeper.ledger.opening import open_planned
from scorekeeper.ledger.planning import Opening, plan_opening
from scorekeeper.ledger.recorded import Recorded
from scorekeeper.ledger.stirring import stir
from scorekeeper.ledger.times import shown
from scorekeeper.storage import pulses
from scorekeeper.storage.models import Row, Table
from scorekeeper.storage.pulses import Pulse
from scorekeeper.storage.queries import first_row


@dataclass(frozen=True, slots=True)
class CreatedTable:
    """A new table. host_key and recovery_code are shown this once; only their hashes are kept.

    is_repeat: it was created by an earlier request; then it and its game are shown as they were created.
    """

    table: dict[str, Any]
    author: Author
    host_key: str
    recovery_code: str
    game: Recorded | None
    is_repeat: bool = False


def create_table(
    name: str,
    opening: Opening | None = None,
    device: str | None = None,
    *,
    may_create: Callable[[], None] = lambda: None,
) -> CreatedTable:
    """A new table with its host key and, where asked for, its first game: all of it or nothing.

    device: what the host calls the phone that gets the key. may_create: asked first, within the transaction;
    raises where no table may be made. Raises NameInvalid and all that opening a game raises.
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
        may_create()
        Table.insert(row).execute()
        Pulse.insert(table=row["id"], number=0).execute()
        author, host_key = add_key(row["id"], "host", device)
        game = None if opening is None else open_planned(author, plan_opening(row["id"], opening))
    return CreatedTable(_shown(row), author, host_key, recovery_code, game)


def create_table_once(
    asked: Asked,
    name: str,
    opening: Opening | None = None,
    device: str | None = None,
    *,
    may_create: Callable[[], None] = lambda: None,
) -> CreatedTable:
    """The same for a request that may be sent again: then it is the same table, with fresh secrets.

    No secret is kept, so that a repeat can't tell the first ones; those stop working. Raises KeyReused;
    SecretsReplaced where a host has replaced one since; TableDisabled; NotFound where the table is gone or
    its first key was revoked meanwhile.
    """
    with storage.write():
        kept, is_repeat = answer_once(
            asked, lambda: _without_secrets(create_table(name, opening, device, may_create=may_create))
        )
        body = parsed(kept.body.decode())
        return replace(_with_fresh_secrets(asked, body, is_repeat=is_repeat), is_repeat=is_repeat)


def _without_secrets(created: CreatedTable) -> Kept:
    shown = {
        "table": created.table,
        "author": asdict(created.author),
        "game": None if created.game is None else asdict(created.game),
    }
    return Kept(201, (), compact(shown).encode())


def _with_fresh_secrets(asked: Asked, shown: dict[str, Any], *, is_repeat: bool) -> CreatedTable:
    author = Author(**shown["author"])
    if is_repeat:
        require_told(asked, table_hashes(author.key_id))
    host_key, recovery_code = replace_key(author.key_id), new_secret("recovery")
    if host_key is None:
        raise NotFound("table", author.table_id)
    require_enabled(author.table_id)
    fresh = {Table.recovery_hash: hash_key(recovery_code)}
    Table.update(fresh).where(Table.id == author.table_id).execute()
    told = {**shown, "told": table_hashes(author.key_id)}
    keep(asked, Kept(201, (), compact(told).encode()))
    game = None if shown["game"] is None else Recorded(**shown["game"])
    return CreatedTable(shown["table"], author, host_key, recovery_code, game)


def get_table(table_id: str) -> dict[str, Any]:
    """One table. Raises NotFound."""
    row = storage.fetch_one(pulses.TABLE_OF_ID.sql, (table_id,))
    if row is None:
        raise NotFound("table", table_id)
    return _shown(dict(zip(("id", "name", "created_at"), row, strict=True)))


def rename_table(table_id: str, name: str) -> dict[str, Any]:
    """Give a table another name. Raises NotFound, NameInvalid."""
    name = clean_name(name)
    with writing():
        row = _require(table_id)
        Table.update({Table.name: name}).where(Table.id == table_id).execute()
        for sql, params in stir(table_id):
            storage.execute(sql, params)
    return _shown({**row, "name": name})


def _require(table_id: str) -> Row:
    row = first_row(Table.select().where(Table.id == table_id))
    if row is None:
        raise NotFound("table", table_id)
    return row


def _shown(row: Row) -> dict[str, Any]:
    return {"id": row["id"], "name": row["name"], "created_at": shown(row["created_at"])}
