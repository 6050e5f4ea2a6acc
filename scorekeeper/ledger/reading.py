"""The reads that are made most: a game, its standings. One statement each, and the answer as it is stored."""

from __future__ import annotations

from typing import Any, NamedTuple

from scorekeeper import storage
from scorekeeper.ledger.answers import answer_of, game_text, standings_text
from scorekeeper.ledger.boards import look_at
from scorekeeper.ledger.errors import KeyUnknown, NotFound
from scorekeeper.ledger.keys import require_open
from scorekeeper.storage import statements


class Stored(NamedTuple):
    """A stored answer. body: JSON; None where the reader knows this version."""

    version: int
    body: bytes | None


def read_game(key_hash: str, game_id: str, known: int = 0) -> Stored:
    """A game as it now stands, for the holder of a key.

    key_hash: `hash_key` of the key. known: the version that the reader has, 0 for none.
    Raises KeyUnknown, KeyRevoked, KeyExpired or TableDisabled, and NotFound, also for another table's game.
    """
    version, status, parts = _read(statements.READ_GAME.sql, key_hash, game_id, known)
    if version == known:
        return Stored(version, None)
    first, head, *rest = parts
    return Stored(version, game_text(first, version, head, status, *rest).encode())


def read_standings(key_hash: str, game_id: str, known: int = 0) -> Stored:
    """A game's standings; as `read_game`."""
    version, status, parts = _read(statements.READ_STANDINGS.sql, key_hash, game_id, known)
    if version == known:
        return Stored(version, None)
    ranked, open_disputes = parts
    return Stored(version, standings_text(game_id, version, status, open_disputes > 0, ranked).encode())


def read_version(key_hash: str, game_id: str) -> int:
    """A game's version; as `read_game`."""
    version, _, _ = _read(statements.READ_VERSION.sql, key_hash, game_id, 0)
    return version


def _read(sql: str, key_hash: str, game_id: str, known: int) -> tuple[int, str, tuple[Any, ...]]:
    """Version, status, and the parts of the answer."""
    row = storage.fetch_one(sql, (game_id, known, key_hash))
    if row is None:
        raise KeyUnknown
    require_open(*row[:5])
    if row[6] != row[5]:
        raise NotFound("game", game_id)
    return row[7], row[8], row[9:]


def game_now(table_id: str, game_id: str) -> tuple[int, str]:
    """A game's version and its answer as JSON text. Raises NotFound."""
    board = look_at(table_id, game_id).board
    return board.version, answer_of(board)


def game_version(table_id: str, game_id: str) -> int:
    """The game's version. Raises NotFound."""
    return look_at(table_id, game_id).board.version


def next_of(table_id: str, game_id: str) -> dict[str, Any]:
    """The entry that the game waits for. Raises NotFound."""
    return look_at(table_id, game_id).board.waits_for
