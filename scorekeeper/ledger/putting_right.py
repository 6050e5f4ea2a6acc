"""The path of an amendment: judged outside every lock, committed if the game's head is still the same, else
judged again. As an entry it is chained, numbered, and known by its id when it arrives again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from peewee import IntegrityError

from scorekeeper import storage
from scorekeeper.ledger.answers import answer_of
from scorekeeper.ledger.boards import Board, keep_board, look_at
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.chain import Link
from scorekeeper.ledger.changes import readable
from scorekeeper.ledger.composed import Composed, Sent, compose
from scorekeeper.ledger.composing import Plan
from scorekeeper.ledger.errors import AlreadyRecorded, StaleVersion
from scorekeeper.ledger.holding import require_holder
from scorekeeper.ledger.record import TRIES, TooBusy
from scorekeeper.ledger.recorded import Recorded, entry_shown, texts_of
from scorekeeper.ledger.rights import require_amendment
from scorekeeper.ledger.times import shown
from scorekeeper.storage.amendments import Amendment
from scorekeeper.storage.models import Entry, Row
from scorekeeper.storage.queries import rows

Extra = Callable[[Board, Link | None], dict[str, Any]]
"""What an answer has besides: asked with the game after the amendment, and with the amendment if it is not
written."""


def _nothing(_board: Board, _unwritten: Link | None) -> dict[str, Any]:
    return {}


def put_right(
    sent: Sent,
    plan: Callable[[Board], Plan],
    is_same: Callable[[Board, Row, Mapping[str, Any]], bool],
    extra: Extra = _nothing,
) -> Recorded:
    """Amend a game.

    plan: what is meant, against the game as it stands; raises what is wrong with it. is_same: whether an
    entry that has the id already, with its body, says what is sent now.
    """
    for _ in range(TRIES):
        look = look_at(sent.author.table_id, sent.game_id, sent.entry_id)
        board = look.board
        require_amendment(sent.author, board)
        if look.repeats is not None:
            return _repeated(board, sent, look.repeats, is_same, extra)
        if sent.if_match is not None and sent.if_match != board.version:
            raise StaleVersion(board.version)
        try:
            composed = compose(board, sent, plan(board))
        except Exception:  # whatever it was: what was read in several statements may be of several versions
            if _is_still(board):
                raise
            continue
        if sent.dry_run:
            if _is_still(board):
                return composed.recorded(dry_run=True, extra=extra(composed.after, composed.link))
        elif _commit(composed):
            return composed.recorded(dry_run=False, extra=extra(composed.after, None))
        require_holder()
    raise TooBusy(sent.game_id)


def sent_parts(**parts: Any) -> dict[str, Any]:
    """The parts of a body that were sent: those that are not None."""
    return {name: part for name, part in parts.items() if part is not None}


def _repeated(
    board: Board,
    sent: Sent,
    seq: int,
    is_same: Callable[[Board, Row, Mapping[str, Any]], bool],
    extra: Extra,
) -> Recorded:
    """The answer to an amendment that is there already. Raises AlreadyRecorded if it says something else."""
    (row,) = rows(Entry.select().where((Entry.game == board.facts.game_id) & (Entry.seq == seq)))
    body = parsed(row["body"])
    if not is_same(board, row, body):
        recorded = {
            "seq": seq,
            "entry_id": row["entry_id"],
            "kind": row["kind"],
            "recorded_at": shown(row["recorded_at"]),
            **body,
        }
        raise AlreadyRecorded(recorded, sent.shown, board.version)
    (stored,) = rows(
        Amendment.select().where((Amendment.game == board.facts.game_id) & (Amendment.seq == seq))
    )
    told = readable(parsed(stored["answer"]), texts_of(board.facts.game_id).get)
    return Recorded(
        board.facts.game_id,
        board.version,
        board.head,
        answer_of(board),
        entry_shown(seq, row["entry_id"], is_effective=row["voided_by"] is None),
        told.pop("result"),
        already_recorded=True,
        more={**told, **extra(board, None)},
    )


def _is_still(board: Board) -> bool:
    return look_at(board.facts.table_id, board.facts.game_id).board.head == board.head


def _commit(composed: Composed) -> bool:
    try:
        is_committed = storage.commit(composed.job())
    except IntegrityError:
        # Somebody else made a player of the same name, or what was read was of several versions.
        if not composed.plan.new_players and _is_still(composed.before):
            raise
        return False
    if is_committed:
        keep_board(composed.after)
    return is_committed
