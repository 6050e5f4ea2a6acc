"""The people of a table. An archived player plays no more, but stays in the games that were played."""

from __future__ import annotations

from typing import Any

from peewee import IntegrityError

from scorekeeper.ledger.errors import Invalid, NameTaken, NotFound, Problem
from scorekeeper.ledger.holding import writing
from scorekeeper.ledger.ids import new_id, now
from scorekeeper.ledger.names import clean_name, folded
from scorekeeper.ledger.pages import Page, key_after, page_of
from scorekeeper.ledger.quotas import require_room
from scorekeeper.ledger.times import shown
from scorekeeper.storage.models import Player, Row
from scorekeeper.storage.queries import first_row, rows


def create_player(table_id: str, name: str) -> dict[str, Any]:
    """A new player. Raises NameInvalid, NameTaken where an active player has the name, and QuotaReached."""
    name = clean_name(name)
    with writing():
        require_room("players_per_table", table_id)
        return _shown(add_player(table_id, name))


def add_player(table_id: str, name: str) -> Row:
    """A new player, within the caller's transaction; `name` is clean. Raises NameTaken."""
    row: Row = {
        "id": new_id("player"),
        "table": table_id,
        "name": name,
        "active_name": folded(name),
        "created_at": now(),
        "archived_at": None,
    }
    try:
        Player.insert(row).execute()
    except IntegrityError:
        raise NameTaken(name) from None
    return row


def active_player_named(table_id: str, name: str) -> Row | None:
    """The active player whom people mean by this name."""
    return _find((Player.table == table_id) & (Player.active_name == folded(name)))


def find_player(table_id: str, player_id: str) -> Row | None:
    """The player of this table, active or archived."""
    return _find((Player.table == table_id) & (Player.id == player_id))


def require_active(table_id: str, player_id: str) -> Row:
    """The player whom a body names as `player_id`. Raises Invalid for one that the table has not, or that is
    archived."""
    row = find_player(table_id, player_id)
    if row is None:
        raise Invalid(Problem("/player_id", "player-unknown", "The table has no such player."))
    if row["archived_at"] is not None:
        detail = f"{row['name']} is archived: bring the player back first."
        raise Invalid(Problem("/player_id", "player-archived", detail))
    return row


def get_player(table_id: str, player_id: str) -> dict[str, Any]:
    """One player. Raises NotFound."""
    return _shown(_require(table_id, player_id))


def list_players(
    table_id: str, *, archived: bool | None = False, limit: int = 50, cursor: str | None = None
) -> Page:
    """Players in the order in which they came; archived: False active ones, True archived ones, None both."""
    query = Player.select().where(Player.table == table_id)
    if archived is not None:
        query = query.where(Player.archived_at.is_null(not archived))
    if cursor is not None:
        query = query.where(Player.id > key_after(cursor))
    found = rows(query.order_by(Player.id).limit(limit + 1))
    return page_of(found, limit, lambda row: row["id"], _shown)


def change_player(
    table_id: str, player_id: str, *, name: str | None = None, archived: bool | None = None
) -> dict[str, Any]:
    """Rename, archive or bring back a player; None leaves a thing as it is.

    Games keep the name that they were opened with. Raises NotFound, NameInvalid, NameTaken.
    """
    new_name = None if name is None else clean_name(name)
    with writing():
        row = _require(table_id, player_id)
        row["name"] = new_name or row["name"]
        if archived is not None and archived != (row["archived_at"] is not None):
            row["archived_at"] = now() if archived else None
        row["active_name"] = folded(row["name"]) if row["archived_at"] is None else None
        changed = {name: row[name] for name in ("name", "archived_at", "active_name")}
        try:
            Player.update(changed).where(Player.id == player_id).execute()
        except IntegrityError:
            raise NameTaken(row["name"]) from None
    return _shown(row)


def _find(condition: Any) -> Row | None:
    return first_row(Player.select().where(condition))


def _require(table_id: str, player_id: str) -> Row:
    row = find_player(table_id, player_id)
    if row is None:
        raise NotFound("player", player_id)
    return row


def _shown(row: Row) -> dict[str, Any]:
    return {
        "id": row["id"],
        "table_id": row["table"],
        "name": row["name"],
        "archived": row["archived_at"] is not None,
        "created_at": shown(row["created_at"]),
    }
