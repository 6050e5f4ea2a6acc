"""Entries that a phone made while it had no network: recorded in their order, in one transaction.

Each has an id of its own, so that a batch which is sent twice is recorded once.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Final

from scorekeeper import rules
from scorekeeper.ledger.answers import answer_of
from scorekeeper.ledger.boards import look_at
from scorekeeper.ledger.errors import AlreadyRecorded, Invalid, RoleNotAllowed, SeatNotYours
from scorekeeper.ledger.holding import writing
from scorekeeper.ledger.keys import Author
from scorekeeper.ledger.record import record
from scorekeeper.ledger.recorded import Recorded
from scorekeeper.ledger.submissions import Submission

Refusal = rules.Refused | AlreadyRecorded | Invalid | RoleNotAllowed | SeatNotYours
_REFUSALS: Final = (rules.Refused, AlreadyRecorded, Invalid, RoleNotAllowed, SeatNotYours)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one entry: recorded (now or before), refused, or neither: then it was not tried."""

    entry_id: str
    recorded: Recorded | None = None
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """What became of each entry, in their order, and the game after all of them, as JSON text."""

    version: int
    game: str
    outcomes: tuple[Outcome, ...]


class _Tried(Exception):
    """Takes a dry run's entries back."""

    def __init__(self, batch: Batch) -> None:
        super().__init__()
        self.batch = batch


def record_batch(
    author: Author,
    game_id: str,
    entries: Sequence[Submission],
    *,
    goes_on: bool = False,
    if_match: int | None = None,
    dry_run: bool = False,
) -> Batch:
    """Record entries one after the other; each has an `entry_id`.

    The first that is refused ends it, and those after it are not tried; with `goes_on` they are. What was
    recorded before it stays. if_match: the version that the sender has seen, asked of the first entry that is
    not there yet. Raises NotFound and StaleVersion; then nothing is recorded.
    """
    phone = _Phone(author, game_id, goes_on)
    # What is there already is known without a lock: a batch that is sent again makes nobody wait.
    known = _count_known(author, game_id, entries)
    outcomes = phone.record_each(entries[:known], if_match)
    try:
        with nullcontext() if phone.is_ended or known == len(entries) else writing(entries_only=True):
            outcomes += phone.record_each(entries[known:], if_match)
            board = look_at(author.table_id, game_id).board
            batch = Batch(board.version, answer_of(board), tuple(outcomes))
            if dry_run:
                raise _Tried(batch)
    except _Tried as tried:
        return tried.batch
    return batch


def _count_known(author: Author, game_id: str, entries: Sequence[Submission]) -> int:
    """How many of the first entries have an id that is there already. Raises NotFound."""
    for count, entry in enumerate(entries):
        if look_at(author.table_id, game_id, entry.entry_id).repeats is None:
            return count
    return len(entries)


@dataclass(slots=True)
class _Phone:
    """Whose batch it is, and whether it has ended before its last entry."""

    author: Author
    game_id: str
    goes_on: bool
    is_ended: bool = False

    def record_each(self, entries: Sequence[Submission], if_match: int | None) -> list[Outcome]:
        outcomes = []
        for entry in entries:
            outcome = Outcome(entry.entry_id or "") if self.is_ended else self._record(entry, if_match)
            outcomes.append(outcome)
            self.is_ended = self.is_ended or (outcome.refusal is not None and not self.goes_on)
            if outcome.recorded is not None and not outcome.recorded.already_recorded:
                if_match = None
        return outcomes

    def _record(self, entry: Submission, if_match: int | None) -> Outcome:
        entry_id = entry.entry_id or ""
        try:
            recorded = record(self.author, self.game_id, entry, if_match=if_match)
        except _REFUSALS as refusal:
            return Outcome(entry_id, refusal=refusal)
        return Outcome(entry_id, recorded=recorded)
