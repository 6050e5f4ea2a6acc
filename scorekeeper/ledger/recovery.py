"""The recovery code of a table: what is left when every host key is lost. It works once and is replaced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scorekeeper import storage
from scorekeeper.ledger.errors import CodeUnknown, NotFound
from scorekeeper.ledger.holding import writing
from scorekeeper.ledger.keys import (
    add_key,
    hash_key,
    new_secret,
    recovery_hashes,
    replace_key,
    require_enabled,
    table_hashes,
    table_hashes_now,
    table_of_key,
    table_that_opens,
)
from scorekeeper.ledger.locking import hold_table
from scorekeeper.ledger.names import clean_name
from scorekeeper.ledger.once import Asked, keep_told, made_before, made_once
from scorekeeper.ledger.rights import HOST
from scorekeeper.ledger.tables import get_table
from scorekeeper.storage.models import Key, Table


@dataclass(frozen=True, slots=True)
class Recovered:
    """A table's new host key and its new recovery code, told this once. is_repeat: an earlier request had
    them made, and those told then have stopped."""

    table: dict[str, Any]
    key_id: str
    host_key: str
    recovery_code: str
    is_repeat: bool = False


def recover(
    recovery_code: str,
    device: str | None = None,
    asked: Asked | None = None,
    *,
    admit: Callable[[str], None] = lambda _: None,
) -> Recovered:
    """A host key for whoever has the recovery code; the code stops, and another takes its place.

    The key that a recovery gives is one: the next recovery gives it another text, so that those who recover
    again and again fill no list, and a full list keeps no host out.

    asked: the request, if it may be sent again. admit: asked with the table's id before anybody waits; raises
    where it was recovered too often. Raises CodeUnknown, NameInvalid, KeyReused, SecretsReplaced,
    TableDisabled.
    """
    name = None if device is None else clean_name(device)
    # Who guesses makes nobody wait who writes.
    meant = _table_meant(recovery_code, asked)
    admit(meant)
    with storage.write():
        _hold(meant)
        key_id, is_repeat = made_once(asked, lambda: _add_host(recovery_code, name), table_hashes)
        host_key = replace_key(key_id)
        table_id = table_of_key(key_id)
        if host_key is None or table_id is None:
            raise CodeUnknown
        require_enabled(table_id)
        code = _new_code(table_id)
        keep_told(asked, table_id, key_id, table_hashes)
        return Recovered(get_table(table_id), key_id, host_key, code, is_repeat)


def _hold(table_id: str) -> None:
    """Before the request's key is claimed, as whoever joins does, who may have sent the same."""
    try:
        hold_table(table_id)
    except NotFound:
        raise CodeUnknown from None


def replace_recovery_code(table_id: str, asked: Asked | None = None) -> tuple[str, bool]:
    """Another recovery code for a table, told this once, and whether an earlier request has asked for it; the
    one before stops. Raises NotFound, KeyReused, SecretsReplaced."""
    with writing():
        hold_table(table_id)
        _, is_repeat = made_once(asked, lambda: table_id, recovery_hashes)
        code = _new_code(table_id)
        keep_told(asked, table_id, table_id, recovery_hashes)
        return code, is_repeat


def _new_code(table_id: str) -> str:
    code = new_secret("recovery")
    changed = Table.update({Table.recovery_hash: hash_key(code)}).where(Table.id == table_id)
    if changed.execute() != 1:
        raise NotFound("table", table_id)
    return code


def _add_host(recovery_code: str, device: str | None) -> str:
    """The id of the host key that the code gives. The code is used up by it."""
    table_id, used = _table_of(recovery_code), hash_key(recovery_code)
    fresh = {Table.recovery_hash: hash_key(new_secret("recovery"))}
    # Of two who come at once with the same code, one finds it.
    if table_id is None or Table.update(fresh).where(Table.recovery_hash == used).execute() != 1:
        raise CodeUnknown
    return _name_again(table_id, device) or _add_recovered(table_id, device)


def _name_again(table_id: str, device: str | None) -> str | None:
    """The host key that an earlier recovery gave, on another device now and without an end; None where it is
    gone."""
    recovered = Table.select(Table.recovered_key).where(Table.id == table_id).scalar()
    is_it = (Key.id == recovered) & Key.revoked_at.is_null()
    is_there = Key.update({Key.device: device, Key.expires_at: None}).where(is_it).execute() == 1
    return recovered if is_there else None


def _add_recovered(table_id: str, device: str | None) -> str:
    key_id = add_key(table_id, HOST, device).author.key_id
    Table.update({Table.recovered_key: key_id}).where(Table.id == table_id).execute()
    return key_id


def _table_meant(recovery_code: str, asked: Asked | None) -> str:
    """The table that a code recovers, or that an earlier request has recovered, while what it was told opens
    it. Raises as when somebody joins."""
    # Before the request's key is looked for: where the same request is quicker, it uses the code up.
    by_code = _table_of(recovery_code)
    key_id = made_before(asked, table_hashes_now)
    table_id = by_code if key_id is None else table_that_opens(key_id)
    if table_id is None:
        raise CodeUnknown
    return table_id


def _table_of(recovery_code: str) -> str | None:
    found: str | None = Table.select(Table.id).where(Table.recovery_hash == hash_key(recovery_code)).scalar()
    return found
