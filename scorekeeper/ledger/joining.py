"""Joining a table: a code or a token of an invite becomes a key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scorekeeper import storage
from scorekeeper.ledger.errors import CodeUnknown, NotFound
from scorekeeper.ledger.invites import find_invite, is_joinable, take_place
from scorekeeper.ledger.key_ring import get_key
from scorekeeper.ledger.keys import (
    add_key,
    key_hashes,
    key_hashes_now,
    replace_key,
    require_enabled,
    table_of_key,
    table_that_opens,
)
from scorekeeper.ledger.locking import hold_table
from scorekeeper.ledger.names import clean_name
from scorekeeper.ledger.once import Asked, keep_told, made_before, made_once
from scorekeeper.ledger.quotas import require_room
from scorekeeper.ledger.tables import get_table


@dataclass(frozen=True, slots=True)
class Joined:
    """The key that somebody has joined with, its text, which is told this once, and the table. is_repeat: an
    earlier request has joined."""

    key: dict[str, Any]
    text: str
    table: dict[str, Any]
    is_repeat: bool = False


def look_at(
    code: str, device: str | None = None, *, admit: Callable[[str], None] = lambda _: None
) -> dict[str, Any]:
    """What joining by a code would give: `table`, `name`, `role` and `player_id`. Nobody joins, and no place
    is taken.

    device and admit: as `join` has them. Raises CodeUnknown, NameInvalid, TableDisabled, QuotaReached, as
    `join` would.
    """
    name = None if device is None else clean_name(device)
    row = find_invite(code)
    if row is None or not is_joinable(row):
        raise CodeUnknown
    table_id = row["table"]
    admit(table_id)
    try:
        table = get_table(table_id)
    except NotFound:
        raise CodeUnknown from None
    require_enabled(table_id)
    require_room("keys_per_table", table_id)
    return {"table": table, "name": name or row["name"], "role": row["role"], "player_id": row["player"]}


def join(
    code: str,
    device: str | None = None,
    asked: Asked | None = None,
    *,
    admit: Callable[[str], None] = lambda _: None,
) -> Joined:
    """Join the table that has given out a code or a token.

    device: what the phone is called. asked: the request, if it may be sent again: then it takes no second
    place, and its key has a fresh text. admit: asked with the table's id before anybody waits; raises where
    too many join it. Raises CodeUnknown, which does not tell what is wrong with the code; NameInvalid,
    KeyReused, SecretsReplaced, TableDisabled, QuotaReached.
    """
    name = None if device is None else clean_name(device)
    # Who guesses makes nobody wait who writes.
    meant = _table_meant(code, asked)
    admit(meant)
    with storage.write():
        _hold(meant)
        key_id, is_repeat = made_once(asked, lambda: _join(code, name), key_hashes)
        text = replace_key(key_id)
        table_id = table_of_key(key_id)
        if text is None or table_id is None:
            # The key that an earlier request was given is revoked by now.
            raise CodeUnknown
        require_enabled(table_id)
        keep_told(asked, table_id, key_id, key_hashes)
        return Joined(get_key(table_id, key_id), text, get_table(table_id), is_repeat)


def _table_meant(code: str, asked: Asked | None) -> str:
    """The table that a code opens, or that an earlier request has joined, while what it was told opens it.

    Raises CodeUnknown, KeyReused, SecretsReplaced: whoever was sent away uses nothing up that others need.
    """
    # Before the request's key is looked for: where the same request is quicker, it may use the invite up.
    row = find_invite(code)
    by_code = row["table"] if row is not None and is_joinable(row) else None
    key_id = made_before(asked, key_hashes_now)
    table_id = by_code if key_id is None else table_that_opens(key_id)
    if table_id is None:
        raise CodeUnknown
    return table_id


def _hold(table_id: str) -> None:
    try:
        hold_table(table_id)
    except NotFound:
        raise CodeUnknown from None


def _join(code: str, device: str | None) -> str:
    """The id of the key that is given for a code."""
    row = find_invite(code)
    if row is None or not take_place(row):
        raise CodeUnknown
    require_room("keys_per_table", row["table"])
    name = device or row["name"]
    new = add_key(row["table"], row["role"], name, player_id=row["player"], invite_id=row["id"])
    return new.author.key_id
