"""In whose name this thread writes: the key of the request that it serves.

A request's key is looked at before anything else. By the time it writes, a host may have revoked the key: a
write waits for others. So the key is asked for again where nothing comes between, in the transaction itself:
an entry's guard asks for it in its own statement (`entry_job`), all else before it writes (`writing`).
Whoever changes a key waits for the transactions that asked for it, and those that ask later see the change:
entries share the table, all else has it alone (`locking`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import local
from typing import NamedTuple

from scorekeeper import storage
from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.errors import KeyUnknown
from scorekeeper.ledger.ids import now
from scorekeeper.ledger.keys import author_of_hash
from scorekeeper.ledger.locking import keep_others_out, sharing_table
from scorekeeper.ledger.stirring import stir
from scorekeeper.storage import Job, Step, statements


class Holder(NamedTuple):
    """Whoever writes with a key, known by its hash, at the table that it opens."""

    table_id: str
    key_hash: str


class _Own(local):
    """What a thread knows of itself. has_asked: the key was asked for in the transaction that is open;
    is_sharing: it has not the table alone."""

    has_asked = False
    is_sharing = False


class _Source:
    """What says in whose name this thread writes; nobody's, where the process itself writes."""

    ask: Callable[[], Holder | None] = staticmethod(lambda: None)


_own = _Own()
_source = _Source()


def learn_holders_from(ask: Callable[[], Holder | None]) -> None:
    """Settle what says whose request a thread serves; None where it serves none."""
    _source.ask = ask


@contextmanager
def writing(*, entries_only: bool = False) -> Iterator[None]:
    """A transaction as `storage.write`, in which the holder's key still opens its table, to the end.

    entries_only: it writes to games alone, so that others of the table write to theirs meanwhile. Raises
    KeyUnknown, KeyRevoked, KeyExpired, TableDisabled; then nothing is written.
    """
    assert entries_only or not _own.is_sharing, "who shares a table can't have it alone"
    with storage.write():
        if _own.has_asked:
            yield
            return
        _own.has_asked, _own.is_sharing = True, entries_only
        try:
            _require_key(entries_only)
            yield
        finally:
            _own.has_asked = _own.is_sharing = False


def entry_job(board: Board, was: str, state_text: str, steps: Sequence[Step]) -> Job:
    """The statements of an entry, guarded: nobody recorded in between, and the holder's key still opens the
    table.

    board: the game after the entry. was: the head that it was judged against.
    """
    first = () if _own.has_asked and _source.ask() else sharing_table(board.facts.table_id)
    last = stir(board.facts.table_id, board.facts.game_id, board.version)
    return Job(_advance(board, was, state_text), steps, first, last)


def _advance(board: Board, was: str, state_text: str) -> Step:
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


def _require_key(is_sharing: bool) -> None:
    holder = _source.ask()
    if holder is None:
        return
    if is_sharing:
        for sql, params in sharing_table(holder.table_id):
            storage.execute(sql, params)
    else:
        keep_others_out(holder.table_id)
    if storage.fetch_one(statements.HOLD_KEY.sql, (*holder, now())) is None:
        author_of_hash(holder.key_hash)
        raise KeyUnknown
