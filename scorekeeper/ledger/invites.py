"""Invites: what people join a table by. A code to type, and a token that a link and its QR code carry.

Both become a key of a scorer or a viewer, never of a host. The code is short, so that guessing has to be
limited; the token has 128 random bits, so that links work while codes are being guessed at. Code and token
are looked up by their hashes. They are kept as they are too, for the host to show, until the invite is
revoked; and they open nothing once it is over.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from scorekeeper.ledger.errors import Invalid, InviteClosed, NotFound, Problem
from scorekeeper.ledger.holding import writing
from scorekeeper.ledger.ids import new_id, now
from scorekeeper.ledger.key_ring import SECOND, require_bound
from scorekeeper.ledger.keys import hash_key
from scorekeeper.ledger.names import clean_name
from scorekeeper.ledger.once import Asked, made_once
from scorekeeper.ledger.pages import Page, key_after, page_of
from scorekeeper.ledger.players import require_active
from scorekeeper.ledger.quotas import require_room, require_table
from scorekeeper.ledger.rights import SCORER, VIEWER
from scorekeeper.ledger.times import shown, shown_or_none
from scorekeeper.storage.models import Invite, Row
from scorekeeper.storage.queries import first_row, rows

INVITED: Final = (SCORER, VIEWER)
ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The letters and digits of a code: none that is taken for another."""
LENGTH: Final = 6
GOOD_FOR: Final = 2 * 60 * 60
"""How long an invite lasts unless told otherwise, in seconds: an evening's start."""
PLACES: Final = 20
"""How many keys it gives unless told otherwise: as many as there are seats."""
STATUSES: Final = ("open", "used_up", "expired", "revoked")
_TOKEN_BYTES: Final = 16
_BETWEEN = re.compile(r"[\s\-\u2010-\u2015]+")
"""What people write between the letters of a code."""


@dataclass(frozen=True, slots=True)
class InviteWish:
    """An invite that is to be made. name: what the keys are called whose holders don't say; player_id: for a
    scorer, the player whose seat alone its keys enter for; expires_in: seconds; joins: the most keys."""

    role: str
    name: str | None = None
    player_id: str | None = None
    expires_in: int = GOOD_FOR
    joins: int = PLACES


class MadeInvite(NamedTuple):
    """An invite as it is now. is_repeat: an earlier request has made it."""

    invite: dict[str, Any]
    is_repeat: bool = False


def create_invite(table_id: str, wish: InviteWish, asked: Asked | None = None) -> MadeInvite:
    """A new invite, with its `code` and `token`.

    asked: the request, if it may be sent again; then it is the same invite, with both for as long as somebody
    can join by it. Raises NotFound, NameInvalid, Invalid, KeyReused, QuotaReached.
    """
    if wish.role not in INVITED:
        detail = "An invite is for a scorer or a viewer. Another host is given a key."
        raise Invalid(Problem("/role", "invalid", detail))
    require_bound(wish.role, wish.player_id)
    name = None if wish.name is None else clean_name(wish.name)

    def make() -> str:
        require_room("invites_per_table", table_id)
        if wish.player_id is not None:
            require_active(table_id, wish.player_id)
        row = _row(table_id, wish, name)
        Invite.insert(row).execute()
        return str(row["id"])

    with writing():
        require_table(table_id)
        # What an invite tells can't be replaced, only withdrawn: then a repeat has nothing to tell.
        invite_id, is_repeat = made_once(asked, make, lambda _: [])
        return MadeInvite(get_invite(table_id, invite_id), is_repeat)


def get_invite(table_id: str, invite_id: str) -> dict[str, Any]:
    """One invite of a table. Raises NotFound."""
    return show_invite(_require(table_id, invite_id))


def open_token(table_id: str, invite_id: str) -> str:
    """The token of an invite that can still be joined by. Raises NotFound, InviteClosed."""
    row = _require(table_id, invite_id)
    if _status(row) != "open":
        raise InviteClosed(_status(row))
    token: str = row["token"]
    return token


def list_invites(table_id: str, *, limit: int = 50, cursor: str | None = None) -> Page:
    """The invites of a table, the newest first, those that are over too."""
    query = Invite.select().where(Invite.table == table_id)
    if cursor is not None:
        query = query.where(Invite.id < key_after(cursor))
    found = rows(query.order_by(Invite.id.desc()).limit(limit + 1))
    return page_of(found, limit, lambda row: row["id"], show_invite)


def revoke_invite(table_id: str, invite_id: str) -> None:
    """Let nobody join by an invite any more; the keys that it gave stay. Raises NotFound."""
    with writing():
        row = _require(table_id, invite_id)
        if row["revoked_at"] is None:
            secrets_of_it = (Invite.code, Invite.code_hash, Invite.token, Invite.token_hash)
            closed: dict[Any, Any] = {**dict.fromkeys(secrets_of_it), Invite.revoked_at: now()}
            Invite.update(closed).where(Invite.id == invite_id).execute()


def find_invite(text: str) -> Row | None:
    """The invite whose code or token somebody sends; it may be over."""
    code = _typed(text)
    if code is not None:
        return first_row(Invite.select().where(Invite.code_hash == hash_key(code)))
    return first_row(Invite.select().where(Invite.token_hash == hash_key(text.strip())))


def can_be_guessed(text: str) -> bool:
    """Whether somebody sends a code, of which there are few enough to try them; nobody guesses a token."""
    return _typed(text) is not None


def _typed(text: str) -> str | None:
    """The code that a text is, however it was typed; None for what is none."""
    code = _BETWEEN.sub("", text).upper()
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None


def is_joinable(row: Row | None) -> bool:
    """Whether somebody can still join by an invite, as it was read."""
    return row is not None and _status(row) == "open"


def take_place(row: Row) -> bool:
    """Count one more joining, within the caller's transaction; whether there was room and time for it."""
    is_open = Invite.revoked_at.is_null() & (Invite.expires_at > now()) & (Invite.joins_left > 0)
    taken = Invite.update(joins_left=Invite.joins_left - 1).where((Invite.id == row["id"]) & is_open)
    return bool(taken.execute() == 1)


def show_invite(row: Row) -> dict[str, Any]:
    """An invite as hosts see it; `code` and `token` while it can be joined by."""
    is_open = _status(row) == "open"
    return {
        "id": row["id"],
        "status": _status(row),
        "code": row["code"] if is_open else None,
        "token": row["token"] if is_open else None,
        "role": row["role"],
        "player_id": row["player"],
        "name": row["name"],
        "joins": row["joins"],
        "joins_left": row["joins_left"],
        "created_at": shown(row["created_at"]),
        "expires_at": shown(row["expires_at"]),
        "revoked_at": shown_or_none(row["revoked_at"]),
    }


def _row(table_id: str, wish: InviteWish, name: str | None) -> Row:
    code, token, moment = _free_code(), secrets.token_urlsafe(_TOKEN_BYTES), now()
    return {
        "id": new_id("invite"),
        "table": table_id,
        "role": wish.role,
        "player": wish.player_id,
        "name": name,
        "code": code,
        "code_hash": hash_key(code),
        "token": token,
        "token_hash": hash_key(token),
        "joins": wish.joins,
        "joins_left": wish.joins,
        "created_at": moment,
        "expires_at": moment + wish.expires_in * SECOND,
        "revoked_at": None,
    }


def _free_code() -> str:
    """A code that no invite has. One that is over gives its code back to whoever draws it again."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        row = find_invite(code)
        if row is None:
            return code
        if _status(row) != "open":
            Invite.update(code=None, code_hash=None).where(Invite.id == row["id"]).execute()
            return code


def _require(table_id: str, invite_id: str) -> Row:
    row = first_row(Invite.select().where((Invite.table == table_id) & (Invite.id == invite_id)))
    if row is None:
        raise NotFound("invite", invite_id)
    return row


def _status(row: Row) -> str:
    if row["revoked_at"] is not None:
        return "revoked"
    if row["expires_at"] <= now():
        return "expired"
    return "open" if row["joins_left"] > 0 else "used_up"
