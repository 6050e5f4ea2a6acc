"""What the operator of a server sees of its tables, and does to them: never what is played there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from peewee import SQL, fn

from scorekeeper import storage
from scorekeeper.ledger.errors import NotFound
from scorekeeper.ledger.ids import now
from scorekeeper.ledger.keys import opens_still
from scorekeeper.ledger.locking import hold_table
from scorekeeper.ledger.names import clean_text
from scorekeeper.ledger.pages import Page, key_after, page_of
from scorekeeper.ledger.times import shown, shown_or_none
from scorekeeper.storage.models import Entry, Game, Key, Player, Row, Scorecard, Table
from scorekeeper.storage.queries import first_row, rows, values


def list_tables(*, disabled: bool | None = None, limit: int = 50, cursor: str | None = None) -> Page:
    """The tables of this server, the oldest first. disabled: only those that are, or are not."""
    query = Table.select().where(Table.deleted_at.is_null())
    if disabled is not None:
        query = query.where(Table.disabled_at.is_null(not disabled))
    if cursor is not None:
        query = query.where(Table.id > key_after(cursor))
    found = rows(query.order_by(Table.id).limit(limit + 1))
    figures = _figures([row["id"] for row in found[:limit]])
    return page_of(found, limit, lambda row: row["id"], lambda row: _shown(row, figures[row["id"]]))


def every_table(*, disabled: bool | None = None) -> Iterator[dict[str, Any]]:
    """All of them, page by page."""
    cursor = None
    while True:
        page = list_tables(disabled=disabled, limit=100, cursor=cursor)
        yield from page.items
        cursor = page.next
        if cursor is None:
            return


def get_table(table_id: str) -> dict[str, Any]:
    """One table as its operator sees it. Raises NotFound."""
    return _shown(_require(table_id), _figures([table_id])[table_id])


def disable_table(table_id: str, reason: str | None = None) -> dict[str, Any]:
    """Have none of a table's keys open it, until it is enabled.

    reason: what its people are told, 1 to 500 characters. A table that is disabled already keeps its time.
    Raises NotFound, NameInvalid.
    """
    reason = None if reason is None else clean_text(reason)
    with storage.write():
        hold_table(table_id)
        since = _require(table_id)["disabled_at"] or now()
        changed = {Table.disabled_at: since, Table.disabled_reason: reason}
        Table.update(changed).where(Table.id == table_id).execute()
    return get_table(table_id)


def enable_table(table_id: str) -> dict[str, Any]:
    """Let a table's keys open it again. Raises NotFound."""
    with storage.write():
        hold_table(table_id)
        _require(table_id)
        changed = {Table.disabled_at: None, Table.disabled_reason: None}
        Table.update(changed).where(Table.id == table_id).execute()
    return get_table(table_id)


def _require(table_id: str) -> Row:
    row = first_row(Table.select().where((Table.id == table_id) & Table.deleted_at.is_null()))
    if row is None:
        raise NotFound("table", table_id)
    return row


def _figures(table_ids: Sequence[str]) -> dict[str, Row]:
    """How much each of some tables holds."""
    figures: dict[str, Row] = {table_id: dict.fromkeys(_FIGURES) for table_id in table_ids}
    last = (Entry.game == Scorecard.game) & (Entry.seq == Scorecard.version)
    games = (
        Game.select(Game.table, fn.COUNT(SQL("*")), fn.SUM(Scorecard.version), fn.MAX(Entry.recorded_at))
        .join(Scorecard)
        .join(Entry, on=last)
        .where(Game.table.in_(table_ids))
        .group_by(Game.table)
    )
    for table_id, *counted in values(games):
        figures[table_id].update(zip(("games", "entries", "last_entry_at"), counted, strict=True))
    for name, model in (("players", Player), ("keys", Key)):
        query = model.select(model.table, fn.COUNT(SQL("*"))).where(model.table.in_(table_ids))
        query = query.where(opens_still()) if model is Key else query
        for table_id, count in values(query.group_by(model.table)):
            figures[table_id][name] = count
    return figures


_FIGURES = ("games", "entries", "last_entry_at", "players", "keys")


def _shown(row: Row, figures: Row) -> dict[str, Any]:
    counts = {name: int(figures[name] or 0) for name in ("games", "entries", "players", "keys")}
    return {
        "id": row["id"],
        "name": row["name"],
        "created_at": shown(row["created_at"]),
        **counts,
        "last_entry_at": shown_or_none(figures["last_entry_at"]),
        "disabled_at": shown_or_none(row["disabled_at"]),
        "disabled_reason": row["disabled_reason"],
    }
