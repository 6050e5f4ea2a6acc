"""In whose name this thread writes: the key of the request that it serves.

A request's key is looked at before anything else. By the time it writes, a host may have revoked the key: a
write waits for others. So the key is asked for again where nothing comes between, in the transaction itself:
an entry's guard asks for it in its own statement (`advance`), all else before it writes anything (`writing`).
Whoever changes a key waits for the transactions that asked for it, and those that ask later see the change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import local
from typing import NamedTuple

from scorekeeper import storage
from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.errors import KeyUnknown
from scorekeeper.ledger.ids import now
from scorekeeper.ledger.keys import author_of_hash
from scorekeeper.storage import Step, statements


class Holder(NamedTuple):
    """Whoever writes with a key, known by its hash, at the table that it opens."""

    table_id: str
    key_hash: str


class _Own(local):
    """What a thread knows of itself. has_asked: the key was asked for in the transaction that is open."""

    has_asked = False


class _Source:
    """What says in whose name this thread writes; nobody's, where the process itself writes."""

    ask: Callable[[], Holder | None] = staticmethod(lambda: None)


_own = _Own()
_source = _Source()


def learn_holders_from(ask: Callable[[], Holder | None]) -> None:
    """Settle what says whose request a thread serves; None where it serves none."""
    _source.ask = ask


@contextmanager
def writing() -> Iterator[None]:
    """A transaction as `storage.write`, in which the holder's key still opens its table, to the end.

    Raises KeyUnknown, KeyRevoked, KeyExpired, TableDisabled; then nothing is written.
    """
    with storage.write():
        is_first, _own.has_asked = not _own.has_asked, True
        try:
            if is_first:
                _require_key()
            yield
        finally:
            _own.has_asked = not is_first


def advance(board: Board, was: str, state_text: str) -> Step:
    """The guard of an entry: nobody recorded in between, and the holder's key still opens the table.

    board: the game after the entry. was: the head that it was judged against.
    """
    game = (board.version, board.head, board.state.status, board.moment, state_text, board.facts.game_id, was)
    holder = _source.ask()
    if holder is None:
        return statements.ADVANCE.sql, game
    return statements.ADVANCE_WITH_KEY.sql, (*game, *holder, now())


def require_holder() -> None:
    """After a guard that did not hold: see that it was not for the key. Raises as `writing`."""
    holder = _source.ask()
    if holder is not None:
        author_of_hash(holder.key_hash)


def _require_key() -> None:
    holder = _source.ask()
    if holder is None:
        return
    if storage.fetch_one(statements.HOLD_KEY.sql, (*holder, now())) is None:
        author_of_hash(holder.key_hash)
        raise KeyUnknown
