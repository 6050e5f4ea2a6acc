"""What was played: rounds, turns, and the log of every entry."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper import ledger
from scorekeeper.api.auth import ALL, author
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.conditional import answer_versioned, known_version
from scorekeeper.api.fields import PageQuery
from scorekeeper.api.parser import refuse_query
from scorekeeper.api.resources.history.schemas import LogQuery, TurnsQuery
from scorekeeper.api.resources.history.waiting import read_or_wait
from scorekeeper.api.responses import answer_version, to_bytes
from scorekeeper.ledger import Page

blueprint = Blueprint("History", "What was played, roll by roll, and every entry with who made it and when.")
_VERSIONED = ("ETag", "Cache-Control", "Vary")
_UNCHANGED = Answer(304, None, "Nothing has changed since the version in `If-None-Match`.", _VERSIONED)


@blueprint.route("/games/<game_id>/rounds")
@blueprint.arguments(PageQuery, location="query")
@blueprint.contract(
    Answer(200, "RoundPage", "A page of rounds.", _VERSIONED),
    _UNCHANGED,
    allows=ALL,
    if_none_match=True,
)
def list_rounds(query: dict[str, Any], game_id: str) -> Response:
    """List rounds

    The first one first.
    """
    table_id = author().table_id
    version = ledger.game_version(table_id, game_id)
    return _answer(version, ledger.list_rounds(table_id, game_id, **query))


@blueprint.route("/games/<game_id>/turns")
@blueprint.arguments(TurnsQuery, location="query")
@blueprint.contract(
    Answer(200, "TurnPage", "A page of turns.", _VERSIONED),
    _UNCHANGED,
    allows=ALL,
    if_none_match=True,
)
def list_turns(query: dict[str, Any], game_id: str) -> Response:
    """List turns

    Every turn that is over, roll by roll, the first one first.
    """
    table_id = author().table_id
    version = ledger.game_version(table_id, game_id)
    return _answer(version, ledger.list_turns(table_id, game_id, **query))


@blueprint.route("/games/<game_id>/turns/<int(min=1,max=1000000):number>")
@blueprint.contract(Answer(200, "Turn", "The turn.", _VERSIONED), _UNCHANGED, allows=ALL, if_none_match=True)
def read_turn(game_id: str, number: int) -> Response:
    """Read a turn

    Turns are numbered through the game from 1.
    """
    refuse_query()
    table_id = author().table_id
    version = ledger.game_version(table_id, game_id)
    return answer_versioned(version, ledger.read_turn(table_id, game_id, number))


@blueprint.route("/games/<game_id>/log")
@blueprint.arguments(LogQuery, location="query")
@blueprint.contract(
    Answer(200, "LogPage", "A page of the log.", _VERSIONED),
    _UNCHANGED,
    allows=ALL,
    if_none_match=True,
    refuses=("streams-full",),
)
def read_log(query: dict[str, Any], game_id: str) -> Response:
    """Read the log

    Every entry in the order in which it was recorded, with the key that made it, and the hashes that chain
    them. With `after` and `wait` it is a way to follow a game for who can hold no stream: it is answered as
    soon as there is an entry, and when the time is over.
    """
    table_id = author().table_id
    return _answer(*read_or_wait(table_id, game_id, query))


@blueprint.route("/games/<game_id>/export")
@blueprint.contract(
    Answer(200, "Export", "The game, whole.", _VERSIONED), _UNCHANGED, allows=ALL, if_none_match=True
)
def export_game(game_id: str) -> Response:
    """Export a game

    Everything that is kept of a game, for other programs: the game, its standings, and its rounds, turns,
    disputes and log to the last one, all of the same version.
    """
    refuse_query()
    table_id = author().table_id
    version = ledger.game_version(table_id, game_id)
    if version == known_version():
        return answer_version(version, None)
    export = ledger.export_game(table_id, game_id)
    return answer_version(export["game"]["version"], to_bytes(export))


def _answer(version: int, page: Page) -> Response:
    # The version is read first: an entry in between makes the tag too old, never too new.
    return answer_versioned(version, {"items": page.items, "next": page.next})
