"""What happened in a game since an entry: each entry as the log has it, and the game after it."""

from __future__ import annotations

from typing import Any, NamedTuple

from scorekeeper.ledger.answers import answer_of
from scorekeeper.ledger.boards import Board, look_at
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.history import log_after
from scorekeeper.ledger.past import Past, Told, TooFarBack


class Happened(NamedTuple):
    """entry: an item of the log. sentences: what it said when it was made. game: the game's answer after it,
    as JSON text."""

    seq: int
    entry: dict[str, Any]
    sentences: list[str]
    game: str


class Follower:
    """Follows one game. What it told last is kept while there is more to tell, so that the next part goes on
    from there."""

    def __init__(self, table_id: str, game_id: str) -> None:
        self._table_id, self._game_id = table_id, game_id
        self._past: Past | None = None

    def since(self, version: int, most: int) -> list[Happened]:
        """The entries after number `version` (0: from the opening on), in their order, `most` at once.

        Raises NotFound, and TooFarBack where a long game was amended since.
        """
        board = look_at(self._table_id, self._game_id).board
        missing = board.version - version
        if missing <= 0:
            return []
        told = [_newest(board)] if missing == 1 else self._told_again(version, min(most, missing))
        log = log_after(self._game_id, version, len(told))
        if len(told) == missing:
            self._past = None
        return [
            Happened(each.seq, entry, each.sentences, each.game)
            for each, entry in zip(told, log, strict=True)
        ]

    def _told_again(self, version: int, count: int) -> list[Told]:
        past = self._past
        if past is None or past.version != version:
            past = Past.at(self._table_id, self._game_id, version)
        try:
            told = list(past.go_on(count))
        except TooFarBack:
            # An amendment came, which changes what the past began with.
            past = Past.at(self._table_id, self._game_id, version)
            told = list(past.go_on(count))
        self._past = past
        return told


def _newest(board: Board) -> Told:
    last_entry = parsed(f"{{{board.moment}}}")["last_entry"]
    return Told(board.version, last_entry["sentences"], answer_of(board))
