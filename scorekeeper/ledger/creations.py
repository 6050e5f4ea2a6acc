"""How many tables an address made today, without keeping the address.

What is kept is a hash of it, keyed with a salt that is made for the day. Both are deleted on the next day, so
that nobody can find the address by guessing then.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256
from typing import Final

from scorekeeper import storage
from scorekeeper.ledger.ids import now
from scorekeeper.storage.operators import Creation, CreationDay

DAY: Final = 24 * 60 * 60 * 1_000_000
"""In microseconds."""


def today() -> int:
    """The day, counted from 1970 (UTC)."""
    return now() // DAY


def seconds_left_today() -> int:
    """Until midnight UTC, at least 1."""
    return max(1, (DAY - now() % DAY) // 1_000_000)


def count_creation(address: str) -> int:
    """Count one more table of an address, within the caller's transaction; how many it has made today.

    address: any text that is one client's.
    """
    day = today()
    salt = _salt_of(day)
    address_hash = hmac.new(salt.encode(), address.encode(), sha256).hexdigest()
    Creation.insert(day=day, address_hash=address_hash, count=1).on_conflict(
        conflict_target=(Creation.day, Creation.address_hash), update={Creation.count: Creation.count + 1}
    ).execute()
    is_it = (Creation.day == day) & (Creation.address_hash == address_hash)
    return int(Creation.select(Creation.count).where(is_it).scalar())


def forget_past_days() -> None:
    """Delete what was counted before today, and the salts."""
    day = today()
    if not CreationDay.select().where(CreationDay.day < day).exists():
        return
    with storage.write():
        Creation.delete().where(Creation.day < day).execute()
        CreationDay.delete().where(CreationDay.day < day).execute()


def _salt_of(day: int) -> str:
    CreationDay.insert(day=day, salt=secrets.token_hex(32)).on_conflict_ignore().execute()
    return str(CreationDay.select(CreationDay.salt).where(CreationDay.day == day).scalar())
