"""Opening games, and the list of a table's games."""

from __future__ import annotations

from typing import Any

from scorekeeper.ledger.answers import game_text
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.holding import writing
from scorekeeper.ledger.keys import Author
from scorekeeper.ledger.opening import open_planned
from scorekeeper.ledger.pages import Page, key_after, page_of
from scorekeeper.ledger.planning import Opening, plan_opening
from scorekeeper.ledger.recorded import Recorded
from scorekeeper.storage.models import Game, Scorecard, Seating
from scorekeeper.storage.queries import values

_LISTED = ("id", "table_id", "series", "status", "version", "entry", "created_at", "finished_at")
_PARTS = (Seating.first, Scorecard.head, Seating.pinned, Seating.seats, Scorecard.moment)
_LISTED_OF_SEATS = ("seat", "player_id", "name", "computer", "status", "rank")
_IN_PLAY = ("rolling_for_opener", "playing")


def open_game(author: Author, opening: Opening) -> Recorded:
    """Open the first game of a series.

    Raises RulesetRefused (pointers into the ruleset), and Invalid for seats, opener and entry mode.
    """
    with writing():
        return open_planned(author, plan_opening(author.table_id, opening))


def list_games(
    table_id: str, *, status: str | None = None, limit: int = 50, cursor: str | None = None
) -> Page:
    """A table's games, the newest first; `status` as a game has it."""
    query = (
        Game.select(Game.id, Scorecard.version, Scorecard.status, *_PARTS)
        .join(Scorecard)
        .switch(Game)
        .join(Seating)
        .where(Game.table == table_id)
    )
    if status is not None:
        query = query.where(Game.status == status)
    if cursor is not None:
        query = query.where(Game.id < key_after(cursor))
    found = values(query.order_by(Game.id.desc()).limit(limit + 1))
    return page_of(found, limit, lambda row: str(row[0]), lambda row: _listed(*row[1:]))


def games_in_play(table_id: str, most: int) -> dict[str, tuple[int, str]]:
    """The version and the answer (JSON text) of a table's games that are in play, and of its newest game,
    whatever became of it; the newest first, `most` of them."""
    of_table = (
        Game.select(Game.id, Scorecard.version, Scorecard.status, *_PARTS)
        .join(Scorecard)
        .switch(Game)
        .join(Seating)
        .where(Game.table == table_id)
        .order_by(Game.id.desc())
    )
    found = [*values(of_table.limit(1)), *values(of_table.where(Game.status.in_(_IN_PLAY)).limit(most))]
    return {row[0]: (row[1], _answer(*row[1:])) for row in found}


def _answer(version: int, status: str, first: str, head: str, *parts: str) -> str:
    return game_text(first, version, head, status, *parts)


def _listed(version: int, status: str, first: str, head: str, *parts: str) -> dict[str, Any]:
    """A game in a list: who plays, how far it is, who won."""
    answer = parsed(game_text(first, version, head, status, *parts))
    return {
        **{name: answer[name] for name in _LISTED},
        "seats": [{name: seat[name] for name in _LISTED_OF_SEATS} for seat in answer["seats"]],
        "winners": answer["winners"],
        "provisional": answer["provisional"],
    }
