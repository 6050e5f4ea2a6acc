"""Whether there is room for one more: asked before anything is stored.

Phones that write at the same moment may each find the last place free, so that a quota can be passed by as
many as write at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from scorekeeper.ledger.creations import count_creation, seconds_left_today
from scorekeeper.ledger.errors import DailyQuotaReached, NotFound, QuotaReached, TableCreationClosed
from scorekeeper.ledger.ids import now
from scorekeeper.ledger.keys import opens_still
from scorekeeper.ledger.settings import current
from scorekeeper.storage.models import Game, HouseRules, Invite, Key, Player, Table

ENDING: Final = frozenset({"abandon", "erasure"})
"""Entries that a game takes however long its log is."""

_OF_TABLES: Final[Mapping[str, Callable[[str], Any]]] = {
    "games_per_table": lambda table_id: Game.select().where(Game.table == table_id),
    "players_per_table": lambda table_id: Player.select().where(Player.table == table_id),
    "house_rules_per_table": lambda table_id: HouseRules.select().where(HouseRules.table == table_id),
    "keys_per_table": lambda table_id: Key.select().where((Key.table == table_id) & opens_still()),
    "keys_ever_per_table": lambda table_id: Key.select().where(Key.table == table_id),
    "invites_ever_per_table": lambda table_id: Invite.select().where(Invite.table == table_id),
    "invites_per_table": lambda table_id: Invite.select().where(
        (Invite.table == table_id)
        & Invite.revoked_at.is_null()
        & (Invite.expires_at > now())
        & (Invite.joins_left > 0)
    ),
}
_AND_EVER: Final = {
    "keys_per_table": "keys_ever_per_table",
    "invites_per_table": "invites_ever_per_table",
}
"""What is closed stays in the list: there is room for so much of it too."""


def require_creation(address: str) -> None:
    """See that a table may be made, and count it, within the transaction that makes it.

    address: who asks for it, any text that is one client's. Raises TableCreationClosed, DailyQuotaReached.
    """
    settings = current()
    if settings.table_creation == "closed":
        raise TableCreationClosed
    most = settings.quotas.tables_per_address_per_day
    if most is not None and count_creation(address) > most:
        raise DailyQuotaReached("tables_per_address_per_day", most, seconds_left_today())


def require_room(quota: str, table_id: str, more: int = 1, *, is_new: bool = True) -> None:
    """See that a table may have so many more of something. quota: one of those per table. is_new: it was not
    there before, not even closed.

    Raises QuotaReached.
    """
    if is_new and quota in _AND_EVER:
        require_room(_AND_EVER[quota], table_id, more)
    most = getattr(current().quotas, quota)
    if most is None or more == 0:
        return
    # No more rows are counted than matter.
    there = _OF_TABLES[quota](table_id).limit(most).count()
    if there + more > most:
        raise QuotaReached(quota, most)


def require_table(table_id: str) -> None:
    """See that a table is there, and not being deleted. Raises NotFound."""
    is_it = (Table.id == table_id) & Table.deleted_at.is_null()
    if not Table.select().where(is_it).exists():
        raise NotFound("table", table_id)


def require_room_for_entry(kind: str, version: int) -> None:
    """See that a game of that many entries may have one more of that kind. Raises QuotaReached."""
    most = current().quotas.entries_per_game
    if most is not None and version >= most and kind not in ENDING:
        raise QuotaReached("entries_per_game", most)
