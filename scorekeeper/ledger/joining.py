"""Joining a table: a code or a token of an invite becomes a key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper import storage
from scorekeeper.ledger.errors import CodeUnknown
from scorekeeper.ledger.invites import find_invite, is_joinable, take_place
from scorekeeper.ledger.key_ring import get_key
from scorekeeper.ledger.keys import add_key, key_hashes, replace_key, require_enabled
from scorekeeper.ledger.names import clean_name
from scorekeeper.ledger.once import Asked, keep_told, made_once, was_answered
from scorekeeper.ledger.quotas import require_room
from scorekeeper.ledger.tables import get_table
from scorekeeper.storage.models import Key


@dataclass(frozen=True, slots=True)
class Joined:
    """The key that somebody has joined with, its text, which is told this once, and the table. is_repeat: an
    earlier request has joined."""

    key: dict[str, Any]
    text: str
    table: dict[str, Any]
    is_repeat: bool = False


def join(code: str, device: str | None = None, asked: Asked | None = None) -> Joined:
    """Join the table that has given out a code or a token.

    device: what the phone is called. asked: the request, if it may be sent again: then it takes no second
    place, and its key has a fresh text. Raises CodeUnknown, which does not tell what is wrong with the code;
    NameInvalid, KeyReused, SecretsReplaced, TableDisabled, QuotaReached.
    """
    name = None if device is None else clean_name(device)
    if not was_answered(asked) and not is_joinable(find_invite(code)):
        # Who guesses makes nobody wait who writes.
        raise CodeUnknown
    with storage.write():
        key_id, is_repeat = made_once(asked, lambda: _join(code, name), key_hashes)
        text = replace_key(key_id)
        table_id = Key.select(Key.table).where(Key.id == key_id).scalar()
        if text is None or table_id is None:
            # The key that an earlier request was given is revoked by now.
            raise CodeUnknown
        require_enabled(table_id)
        keep_told(asked, key_id, key_hashes)
        return Joined(get_key(table_id, key_id), text, get_table(table_id), is_repeat)


def _join(code: str, device: str | None) -> str:
    """The id of the key that is given for a code."""
    row = find_invite(code)
    if row is None or not take_place(row):
        raise CodeUnknown
    require_room("keys_per_table", row["table"])
    name = device or row["name"]
    new = add_key(row["table"], row["role"], name, player_id=row["player"], invite_id=row["id"])
    return new.author.key_id
