"""A table, whole: what its people may want to keep before it is deleted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from scorekeeper.ledger.canonical import compact
from scorekeeper.ledger.export import export_game
from scorekeeper.ledger.house_rules import list_house_rules
from scorekeeper.ledger.pages import Page
from scorekeeper.ledger.players import list_players
from scorekeeper.ledger.tables import get_table
from scorekeeper.storage.models import Game
from scorekeeper.storage.queries import values

FORMAT: Final = "scorekeeper-table/1"
_PAGE: Final = 100


def export_table(table_id: str) -> Iterator[str]:
    """The table, its players, its house rules, and every game as `export_game` gives it: JSON text in parts.

    One game is in memory at a time. Each is whole in itself; what is entered meanwhile may be in one and not
    in another. Raises NotFound before the first part.
    """
    return _parts(get_table(table_id))


def _parts(table: dict[str, Any]) -> Iterator[str]:
    table_id = table["id"]
    yield f'{{"format":"{FORMAT}","table":{compact(table)},"players":['
    yield from _listed(_every(lambda **page: list_players(table_id, archived=None, **page)))
    yield '],"rulesets":['
    yield from _listed(_every(lambda **page: list_house_rules(table_id, **page)))
    yield '],"games":['
    yield from _listed(export_game(table_id, game_id) for game_id in _games(table_id))
    yield "]}"


def _listed(items: Iterator[dict[str, Any]]) -> Iterator[str]:
    for number, item in enumerate(items):
        yield f"{',' if number else ''}{compact(item)}"


def _every(list_page: Callable[..., Page]) -> Iterator[dict[str, Any]]:
    cursor = None
    while True:
        page = list_page(limit=_PAGE, cursor=cursor)
        yield from page.items
        cursor = page.next
        if cursor is None:
            return


def _games(table_id: str) -> Iterator[str]:
    """The ids of the table's games, the oldest first."""
    last = ""
    while True:
        query = Game.select(Game.id).where((Game.table == table_id) & (Game.id > last)).order_by(Game.id)
        found = [str(game_id) for (game_id,) in values(query.limit(_PAGE))]
        yield from found
        if len(found) < _PAGE:
            return
        last = found[-1]
