"""Recording an entry: the one path by which a game goes on.

An entry is judged outside every lock against the game as it was read, and committed if the game's head is
still the same; else it is judged again. So the locks are held for a few statements only, and an entry that
was answered is on the disk.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from peewee import IntegrityError

from scorekeeper import rules, storage
from scorekeeper.ledger.boards import Board, Look, keep_board, look_at
from scorekeeper.ledger.computer import play_computer
from scorekeeper.ledger.errors import EntryRefused, StaleVersion
from scorekeeper.ledger.holding import require_holder
from scorekeeper.ledger.keys import Author
from scorekeeper.ledger.lying_dice import require_lying_dice
from scorekeeper.ledger.preparing import Prepared, prepare
from scorekeeper.ledger.recorded import Recorded, recorded_before
from scorekeeper.ledger.repeats import repeated_by_id, repeated_by_place, repeated_in_last_turn
from scorekeeper.ledger.rights import require_entry
from scorekeeper.ledger.server_marks import marked
from scorekeeper.ledger.submissions import Submission
from scorekeeper.storage.models import Row

TRIES: Final = 20


MakeReady = Callable[[Board, Submission], Submission]


class TooBusy(RuntimeError):
    """Others kept writing to the same game; nothing was recorded."""


def record(
    author: Author,
    game_id: str,
    submission: Submission,
    *,
    if_match: int | None = None,
    dry_run: bool = False,
    make_ready: MakeReady = play_computer,
) -> Recorded:
    """Record an entry, or with `dry_run` say what recording it would answer.

    if_match: the version that the sender has seen. make_ready: adds what is not the sender's to say. An entry
    that is there already with the same content is answered as recorded before. Raises, in this order:
    NotFound, RoleNotAllowed or SeatNotYours, AlreadyRecorded, StaleVersion, EntryRefused or Invalid; and
    KeyRevoked and the like where the key that it is sent with has ended meanwhile.
    """
    for _ in range(TRIES):
        look = look_at(author.table_id, game_id, submission.entry_id)
        judged = _judge(look, author, submission, if_match, make_ready)
        if not isinstance(judged, Prepared):
            return recorded_before(look.board, judged)
        if dry_run or _commit(judged):
            return judged.recorded(dry_run)
        require_holder()
    raise TooBusy(game_id)


def _judge(
    look: Look, author: Author, submission: Submission, if_match: int | None, make_ready: MakeReady
) -> Prepared | Row:
    """What is to be written, or the entry that is there already."""
    board = look.board
    require_entry(author, board, submission)
    if look.repeats is not None:
        return repeated_by_id(board, submission, look.repeats)
    again = repeated_in_last_turn(board, submission)
    if again is not None:
        return again
    try:
        ready = make_ready(board, submission)
        prepared = prepare(board, author, ready)
    except rules.Refused as refused:
        row = repeated_by_place(board, submission)
        if row is not None:
            return row
        _require_version(board, if_match)
        raise EntryRefused(refused, board.version, board.waits_for) from None
    _require_version(board, if_match)
    require_lying_dice(board, ready.kind_in_log, ready.body, prepared.filled)
    ready_marked = marked(board, ready, prepared.filled)
    return prepared if ready_marked is ready else prepare(board, author, ready_marked)


def _require_version(board: Board, if_match: int | None) -> None:
    if if_match is not None and if_match != board.version:
        raise StaleVersion(board.version)


def _commit(prepared: Prepared) -> bool:
    """Whether the entry is on the disk; False if somebody else wrote first."""
    try:
        is_committed = storage.commit(prepared.job())
    except IntegrityError:
        if not prepared.may_clash:
            raise
        # Since the look, somebody else made a player of the same name.
        return False
    if is_committed:
        keep_board(prepared.board)
    return is_committed
