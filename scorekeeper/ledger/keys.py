"""Credentials: what a table's phones hold to prove who they are. Only the SHA-256 of a key is kept."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from peewee import JOIN

from scorekeeper import storage
from scorekeeper.ledger.errors import KeyExpired, KeyRevoked, KeyUnknown, NotFound, TableDisabled
from scorekeeper.ledger.ids import new_id, now
from scorekeeper.ledger.key_uses import NOTED_EVERY, note_use
from scorekeeper.ledger.locking import hold_table
from scorekeeper.storage import statements
from scorekeeper.storage.models import Key, Table
from scorekeeper.storage.pulses import StreamTicket
from scorekeeper.storage.queries import values


@dataclass(frozen=True, slots=True)
class Author:
    """Who enters something: a key of a table, its role, the name of the device that it was given to, and the
    player whose seat alone it enters for (None: every seat)."""

    key_id: str
    table_id: str
    role: str
    device: str | None
    player_id: str | None = None


class NewKey(NamedTuple):
    """A key that was just made: its author, and the text that is shown once."""

    author: Author
    text: str


def hash_key(raw_key: str) -> str:
    """What is kept of a key: its SHA-256 in hex. The key has 256 random bits, so that nothing slower is
    needed."""
    return sha256(raw_key.encode("utf-8", "surrogateescape")).hexdigest()


def find_author(raw_key: str) -> Author:
    """Who holds this key. Raises KeyUnknown, KeyRevoked, KeyExpired, TableDisabled."""
    return author_of_hash(hash_key(raw_key))


def author_of_hash(key_hash: str) -> Author:
    """Who holds the key with this hash; as `find_author`."""
    row = storage.fetch_one(statements.FIND_KEY.sql, (key_hash,))
    if row is None:
        raise KeyUnknown
    require_open(*row[:5])
    return Author(row[0], *row[5:])


def require_open(
    key_id: str,
    revoked_at: int | None,
    expires_at: int | None,
    last_used_at: int | None,
    disabled_at: int | None,
) -> None:
    """See that a key still opens something, and note that it was used.

    Raises KeyRevoked, KeyExpired, TableDisabled.
    """
    if revoked_at is not None:
        raise KeyRevoked
    moment = now()
    if expires_at is not None and expires_at <= moment:
        raise KeyExpired
    if disabled_at is not None:
        raise TableDisabled(_reason(Key.id == key_id))
    if last_used_at is None or last_used_at <= moment - NOTED_EVERY:
        note_use(key_id, moment)


def opens_still() -> Any:
    """The condition for keys that were not revoked and whose time is not over."""
    return Key.revoked_at.is_null() & (Key.expires_at.is_null() | (Key.expires_at > now()))


def require_enabled(table_id: str) -> None:
    """See that the operator has not closed a table, for what needs no key. Raises TableDisabled."""
    is_it = (Table.id == table_id) & Table.disabled_at.is_null(False)
    if Table.select().where(is_it).exists():
        raise TableDisabled(_reason(Table.id == table_id))


def _reason(condition: Any) -> str | None:
    """What the operator has to say to the people of a table."""
    query = Table.select(Table.disabled_reason).join(Key, JOIN.LEFT_OUTER).where(condition)
    reason: str | None = query.limit(1).scalar()
    return reason


def new_secret(kind: str) -> str:
    """A recognisable prefix and 256 random bits: `sk_host_…`, `sk_recovery_…`."""
    return f"sk_{kind}_{secrets.token_urlsafe(32)}"


def add_key(
    table_id: str,
    role: str,
    device: str | None = None,
    *,
    player_id: str | None = None,
    expires_at: int | None = None,
    invite_id: str | None = None,
) -> NewKey:
    """Give a table another key, within the caller's transaction. expires_at: microseconds UTC."""
    author = Author(new_id("key"), table_id, role, device, player_id)
    text = new_secret(role)
    Key.create(
        id=author.key_id,
        table=table_id,
        hash=hash_key(text),
        role=role,
        device=device,
        created_at=now(),
        expires_at=expires_at,
        player=player_id,
        invite=invite_id,
    )
    return NewKey(author, text)


def key_hashes(key_id: str) -> list[str]:
    """The hash of a key's text; nothing for a key that is gone or was revoked. Within the caller's
    transaction: until it is over nobody replaces it."""
    _hold_table_of(key_id)
    return key_hashes_now(key_id)


def key_hashes_now(key_id: str) -> list[str]:
    """The same without a lock: another moment, and they may be others."""
    return _hashes(Key.select(Key.hash).where((Key.id == key_id) & Key.revoked_at.is_null()))


def table_hashes(key_id: str) -> list[str]:
    """The same, and the hash of its table's recovery code."""
    _hold_table_of(key_id)
    return table_hashes_now(key_id)


def table_hashes_now(key_id: str) -> list[str]:
    """The same without a lock."""
    both = Key.select(Key.hash, Table.recovery_hash).join(Table)
    return _hashes(both.where((Key.id == key_id) & Key.revoked_at.is_null()))


def recovery_hashes(table_id: str) -> list[str]:
    """The hash of a table's recovery code, in the same way; nothing for a table that is gone."""
    with suppress(NotFound):
        hold_table(table_id)
    return _hashes(Table.select(Table.recovery_hash).where(Table.id == table_id))


def table_of_key(key_id: str) -> str | None:
    """The table that a key is of; None for a key that is gone."""
    found: str | None = Key.select(Key.table).where(Key.id == key_id).scalar()
    return found


def table_that_opens(key_id: str) -> str | None:
    """The same; also None for a key that opens nothing any more."""
    found: str | None = Key.select(Key.table).where((Key.id == key_id) & opens_still()).scalar()
    return found


def _hold_table_of(key_id: str) -> None:
    table_id = table_of_key(key_id)
    if table_id is not None:
        with suppress(NotFound):
            hold_table(table_id)


def _hashes(query: Any) -> list[str]:
    return [found for row in values(query) for found in row]


def replace_key(key_id: str) -> str | None:
    """Give a key another text, which is shown once; the one before opens nothing any more, nor do the tickets
    that it was given.

    Within the caller's transaction. None where the key is gone or was revoked.
    """
    role = Key.select(Key.role).where((Key.id == key_id) & Key.revoked_at.is_null()).scalar()
    if role is None:
        return None
    text = new_secret(role)
    Key.update({Key.hash: hash_key(text)}).where(Key.id == key_id).execute()
    StreamTicket.delete().where(StreamTicket.key == key_id).execute()
    return text
