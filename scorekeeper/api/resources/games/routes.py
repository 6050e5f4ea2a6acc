"""Games: opened, read, and played again."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper import ledger
from scorekeeper.api.auth import ALL, HOST_ALONE, author, author_of, read_with_key
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.conditional import answer_stored, known_version
from scorekeeper.api.parser import refuse_query
from scorekeeper.api.resources.games.openings import OPENING_CODES, opening_of
from scorekeeper.api.resources.games.recording import answer_recorded
from scorekeeper.api.resources.games.schemas import GamesQuery, NewGame, Rematch
from scorekeeper.api.responses import answer_page
from scorekeeper.api.translate import below

blueprint = Blueprint("Games", "Games of a table, as they stand now.")
_VERSIONED = ("ETag", "Cache-Control", "Vary")
_UNCHANGED = Answer(304, None, "Nothing has changed since the version in `If-None-Match`.", _VERSIONED)


@blueprint.route("/tables/<table_id>/games")
@blueprint.arguments(GamesQuery, location="query")
@blueprint.contract(Answer(200, "GamePage", "A page of games."), allows=ALL)
def list_games(query: dict[str, Any], table_id: str) -> Response:
    """List games

    The newest first, each with what is needed to choose one.
    """
    author_of(table_id)
    return answer_page(ledger.list_games(table_id, **query))


@blueprint.route("/tables/<table_id>/games", methods=["POST"])
@blueprint.arguments(NewGame)
@blueprint.contract(
    Answer(201, "GameAfter", "The game, opened.", ("ETag", "Location")),
    allows=HOST_ALONE,
    refuses=OPENING_CODES,
)
def open_game(body: dict[str, Any], table_id: str) -> Response:
    """Open a game

    House rules are a preset, saved house rules, or fields of their own, with changes laid over field by
    field; `goal` and `stakes` are replaced whole. A name that is an active player's is that player.
    """
    refuse_query()
    owner = author_of(table_id)
    with below():
        return answer_recorded(ledger.open_game(owner, opening_of(body)), is_new_game=True)


@blueprint.route("/games/<game_id>")
@blueprint.contract(Answer(200, "Game", "The game.", _VERSIONED), _UNCHANGED, allows=ALL, if_none_match=True)
def read_game(game_id: str) -> Response:
    """Read a game

    The game as it stands now, of a fixed size: what was played before is in its rounds, turns and log.
    """
    refuse_query()
    return answer_stored(read_with_key(lambda key: ledger.read_game(key, game_id, known_version())))


@blueprint.route("/games/<game_id>/standings")
@blueprint.contract(
    Answer(200, "Standings", "The standings.", _VERSIONED), _UNCHANGED, allows=ALL, if_none_match=True
)
def read_standings(game_id: str) -> Response:
    """Read the standings

    Every seat with its rank, the best first.
    """
    refuse_query()
    return answer_stored(read_with_key(lambda key: ledger.read_standings(key, game_id, known_version())))


@blueprint.route("/games/<game_id>/rematch", methods=["POST"])
@blueprint.arguments(Rematch, required=False)
@blueprint.contract(
    Answer(200, "GameAfter", "The next game of the series was opened before.", ("ETag", "Location")),
    Answer(201, "GameAfter", "The next game of the series.", ("ETag", "Location")),
    allows=HOST_ALONE,
    refuses=("game-unfinished", "already-recorded", *OPENING_CODES),
)
def open_rematch(body: dict[str, Any], game_id: str) -> Response:
    """Play again

    Opens the next game of the series under the same house rules. They say who opens it.
    """
    refuse_query()
    with below():
        return answer_recorded(ledger.rematch(author(), game_id, **body), is_new_game=True)
