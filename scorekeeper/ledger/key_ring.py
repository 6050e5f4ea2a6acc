"""The keys of a table, as its hosts look after them: given, listed, renamed, rotated, revoked.

A table always has a host key that does not end: the last of them can't be revoked, nor be given an end. The
text of a key is told once, by what makes it, and is kept nowhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.ledger.errors import Invalid, KeyClosed, LastHostKey, NotFound, Problem
from scorekeeper.ledger.holding import writing
from scorekeeper.ledger.ids import now
from scorekeeper.ledger.keys import Author, add_key, key_hashes, replace_key
from scorekeeper.ledger.locking import hold_table
from scorekeeper.ledger.names import clean_name
from scorekeeper.ledger.once import Asked, forget_answers_of, keep_told, made_once
from scorekeeper.ledger.pages import Page, key_after, page_of
from scorekeeper.ledger.players import require_active
from scorekeeper.ledger.quotas import require_room
from scorekeeper.ledger.rights import HOST, ROLES, SCORER
from scorekeeper.ledger.tables import get_table
from scorekeeper.ledger.times import shown, shown_or_none
from scorekeeper.storage.models import Key, Row
from scorekeeper.storage.queries import first_row, rows

SECOND: Final = 1_000_000
LEAVE: Final = object()
"""In a change: the thing stays as it is."""


@dataclass(frozen=True, slots=True)
class KeyWish:
    """A key that is to be given. name: the device's; player_id: for a scorer, the player whose seat alone it
    enters for; expires_in: seconds, None for a key without an end."""

    role: str
    name: str | None = None
    player_id: str | None = None
    expires_in: int | None = None


@dataclass(frozen=True, slots=True)
class GivenKey:
    """A key with its text, which is told this once. is_repeat: an earlier request had it made."""

    key: dict[str, Any]
    text: str
    is_repeat: bool = False


def create_key(table_id: str, wish: KeyWish, asked: Asked | None = None) -> GivenKey:
    """Give a table another key.

    asked: the request, if it may be sent again; then it is the same key with a fresh text, and the one told
    before opens nothing any more. Raises NotFound, NameInvalid, Invalid, KeyReused,
    QuotaReached, SecretsReplaced.
    """
    require_bound(wish.role, wish.player_id)
    name = None if wish.name is None else clean_name(wish.name)
    with writing():
        hold_table(table_id)

        def make() -> str:
            require_room("keys_per_table", table_id)
            if wish.player_id is not None:
                require_active(table_id, wish.player_id)
            end = None if wish.expires_in is None else now() + wish.expires_in * SECOND
            new = add_key(table_id, wish.role, name, player_id=wish.player_id, expires_at=end)
            return new.author.key_id

        return _given(table_id, asked, make)


def rotate_key(table_id: str, key_id: str, asked: Asked | None = None) -> GivenKey:
    """Give a key another text; the one before opens nothing any more.

    Raises NotFound, KeyClosed, SecretsReplaced.
    """
    with writing():
        _require_open(table_id, key_id)
        return _given(table_id, asked, lambda: key_id)


def change_key(table_id: str, key_id: str, *, name: Any = LEAVE, expires_in: Any = LEAVE) -> dict[str, Any]:
    """Rename a key, or let it last so many seconds from now on (None: without an end).

    Raises NotFound, KeyClosed, LastHostKey, NameInvalid; and QuotaReached for a key whose time was over, if
    others have taken its place.
    """
    changed: Row = {}
    if name is not LEAVE:
        changed["device"] = None if name is None else clean_name(name)
    with writing():
        row = _require_open(table_id, key_id)
        if expires_in is not LEAVE:
            changed["expires_at"] = None if expires_in is None else now() + expires_in * SECOND
            if expires_in is not None:
                _require_another_host(row)
            if _is_over(row):
                require_room("keys_per_table", table_id, is_new=False)
        Key.update(changed).where(Key.id == key_id).execute()
    return show_key({**row, **changed})


def revoke_key(table_id: str, key_id: str) -> None:
    """Take a key back: it opens nothing any more. Raises NotFound, LastHostKey."""
    with writing():
        row = _require(table_id, key_id)
        if row["revoked_at"] is None:
            _require_another_host(row)
            Key.update({Key.revoked_at: now()}).where(Key.id == key_id).execute()
            forget_answers_of(key_id)


def get_key(table_id: str, key_id: str) -> dict[str, Any]:
    """One key of a table. Raises NotFound."""
    return show_key(_find(table_id, key_id))


def list_keys(table_id: str, *, limit: int = 50, cursor: str | None = None) -> Page:
    """The keys of a table in the order in which they were made, the revoked ones too."""
    query = Key.select().where(Key.table == table_id)
    if cursor is not None:
        query = query.where(Key.id > key_after(cursor))
    found = rows(query.order_by(Key.id).limit(limit + 1))
    return page_of(found, limit, lambda row: row["id"], show_key)


def holder(author: Author) -> dict[str, Any]:
    """What a key's holder is told about it: its table, role, name, player and end."""
    row, table = _find(author.table_id, author.key_id), get_table(author.table_id)
    return {
        "id": row["id"],
        "table": {"id": table["id"], "name": table["name"]},
        "name": row["device"],
        "role": row["role"],
        "player_id": row["player"],
        "expires_at": shown_or_none(row["expires_at"]),
    }


def show_key(row: Row) -> dict[str, Any]:
    """A key as hosts see it: never its text, nor its hash."""
    return {
        "id": row["id"],
        "name": row["device"],
        "role": row["role"],
        "player_id": row["player"],
        "invite_id": row["invite"],
        "created_at": shown(row["created_at"]),
        "last_used_at": shown_or_none(row["last_used_at"]),
        "expires_at": shown_or_none(row["expires_at"]),
        "revoked_at": shown_or_none(row["revoked_at"]),
    }


def require_bound(role: str, player_id: str | None) -> None:
    """Refuse a role that there is not, or a player for another than a scorer. Raises Invalid."""
    if role not in ROLES:
        raise Invalid(Problem("/role", "invalid", f"This is one of {', '.join(ROLES)}."))
    if player_id is not None and role != SCORER:
        detail = "Only a scorer's key is given to one player."
        raise Invalid(Problem("/player_id", "invalid", detail))


def _given(table_id: str, asked: Asked | None, make: Callable[[], str]) -> GivenKey:
    key_id, is_repeat = made_once(asked, make, key_hashes)
    text = replace_key(key_id)
    if text is None:
        raise NotFound("key", key_id)
    keep_told(asked, table_id, key_id, key_hashes)
    return GivenKey(get_key(table_id, key_id), text, is_repeat)


def _find(table_id: str, key_id: str) -> Row:
    row = first_row(Key.select().where((Key.table == table_id) & (Key.id == key_id)))
    if row is None:
        raise NotFound("key", key_id)
    return row


def _require(table_id: str, key_id: str) -> Row:
    """The key, while nobody else changes one of the table's. Within a transaction."""
    hold_table(table_id)
    return _find(table_id, key_id)


def _require_open(table_id: str, key_id: str) -> Row:
    row = _require(table_id, key_id)
    if row["revoked_at"] is not None:
        raise KeyClosed(key_id)
    return row


def _is_over(row: Row) -> bool:
    return row["expires_at"] is not None and row["expires_at"] <= now()


def _require_another_host(row: Row) -> None:
    """See that the table keeps a host key that does not end. Raises LastHostKey."""
    if row["role"] != HOST or row["expires_at"] is not None:
        return
    lasting = (Key.table == row["table"]) & (Key.role == HOST)
    lasting &= Key.revoked_at.is_null() & Key.expires_at.is_null()
    if Key.select().where(lasting & (Key.id != row["id"])).count() == 0:
        raise LastHostKey(row["id"])
