"""Who follows what, from where on."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper import ledger
from scorekeeper.live.sources import Cursor, GameSource, Source, TableSource

_OPENS_NOTHING = (ledger.KeyUnknown, ledger.KeyRevoked, ledger.KeyExpired, ledger.TableDisabled)


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream that somebody may read. game_id: None where it is the table's. key_hash: of the key that opens
    it, for as long as it does. cursor: the number that its reader goes on after."""

    table_id: str
    game_id: str | None
    key_hash: str
    cursor: Cursor = None

    @property
    def followed(self) -> str:
        """The id of the game or the table."""
        return self.game_id or self.table_id

    def source(self) -> Source:
        """What tells it."""
        return GameSource(self.table_id, self.game_id) if self.game_id else TableSource(self.table_id)

    def is_allowed(self) -> bool:
        """Whether its key still opens it."""
        try:
            return ledger.author_of_hash(self.key_hash).table_id == self.table_id
        except _OPENS_NOTHING:
            return False


def follow_game(key_hash: str, game_id: str, cursor: Cursor = None) -> Stream:
    """A game's stream. Raises NotFound, also for another table's game, and as `ledger.author_of_hash`."""
    author = ledger.author_of_hash(key_hash)
    ledger.game_version(author.table_id, game_id)
    return Stream(author.table_id, game_id, key_hash, cursor)


def follow_table(key_hash: str, table_id: str, cursor: Cursor = None) -> Stream:
    """A table's stream. Raises NotFound where the key opens another one, and as `ledger.author_of_hash`."""
    author = ledger.author_of_hash(key_hash)
    if author.table_id != table_id:
        raise ledger.NotFound("table", table_id)
    return Stream(table_id, None, key_hash, cursor)
