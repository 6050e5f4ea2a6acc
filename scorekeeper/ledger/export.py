"""A game, whole: what another program needs to show it, keep it, or check it."""

from __future__ import annotations

from typing import Any, Final

from scorekeeper.ledger.answers import answer_of, standings_text
from scorekeeper.ledger.boards import Board, look_at
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.dispute_list import list_disputes
from scorekeeper.ledger.history import list_log, list_rounds, list_turns
from scorekeeper.ledger.record import TRIES, TooBusy
from scorekeeper.ledger.revealing import list_throws

FORMAT: Final = "scorekeeper/1"
_ALL: Final = 2**31


def export_game(table_id: str, game_id: str) -> dict[str, Any]:
    """Game, standings, rounds, turns, disputes, throws of the server and log, each as its own route answers
    it, all of one version.

    Raises NotFound; TooBusy where somebody writes to the game all the time.
    """
    for _ in range(TRIES):
        board = look_at(table_id, game_id).board
        export = _export(board)
        if look_at(table_id, game_id).board.head == board.head:
            return export
    raise TooBusy(game_id)


def _export(board: Board) -> dict[str, Any]:
    game = board.facts.table_id, board.facts.game_id
    return {
        "format": FORMAT,
        "game": parsed(answer_of(board)),
        "standings": _standings(board),
        "rounds": list_rounds(*game, limit=_ALL).items,
        "turns": list_turns(*game, limit=_ALL).items,
        "disputes": list_disputes(*game, limit=_ALL).items,
        "throws": list_throws(*game),
        "log": list_log(*game, limit=_ALL).items,
    }


def _standings(board: Board) -> Any:
    ranked, is_provisional = board.seats_text.by_rank, board.open_disputes > 0
    return parsed(
        standings_text(board.facts.game_id, board.version, board.state.status, is_provisional, ranked)
    )
