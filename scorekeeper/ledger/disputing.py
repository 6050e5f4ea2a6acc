"""Disputes: a turn that somebody doubts, open or long past, until a host rules or the doubt is withdrawn.

While one is open, what the game shows is provisional. Opening one records what is recorded and what is
claimed, side by side with the referee's verdict on each, and the evidence: who entered what, and when.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.canonical import canonical
from scorekeeper.ledger.chain import Link
from scorekeeper.ledger.changes import before
from scorekeeper.ledger.claims import (
    RecordedTurn,
    find_turn,
    load_turn,
    require_claim,
    verdict_on,
    whole_claim,
)
from scorekeeper.ledger.composed import Sent
from scorekeeper.ledger.composing import About, Plan, Telling
from scorekeeper.ledger.correcting import clean_reason
from scorekeeper.ledger.describing import content
from scorekeeper.ledger.dispute_list import find_dispute, next_number, show_dispute
from scorekeeper.ledger.errors import AmendmentRefused, Invalid, Problem
from scorekeeper.ledger.keys import Author
from scorekeeper.ledger.owning import require_own
from scorekeeper.ledger.putting_right import put_right, sent_parts
from scorekeeper.ledger.recorded import Recorded
from scorekeeper.ledger.repeats import is_same_text
from scorekeeper.ledger.targets import Target, seq_of
from scorekeeper.storage import amending
from scorekeeper.storage.models import Row


@dataclass(frozen=True, slots=True)
class Dispute:
    """A doubt about a turn.

    turn: its number, or entry: one of its plays. claim: `{"rolls", "stand"?}`, `{"roll", "dice", "keep"?,
    "hold"?, "stand"?}` (that roll was otherwise) or `{"score"}`. words: a text. A claim or words at least.
    entry_id, entered_at: as in a Submission, of the dispute itself.
    """

    turn: int | None = None
    entry: Target | None = None
    claim: Mapping[str, Any] | None = None
    words: str | None = None
    entry_id: str | None = None
    entered_at: int | None = None

    @property
    def shown(self) -> dict[str, Any]:
        """What was sent."""
        entry = None if self.entry is None else self.entry.shown
        return sent_parts(turn=self.turn, entry=entry, claim=self.claim, words=self.words)


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A doubt that is taken back. reason: a text. entry_id, entered_at: as in a Submission."""

    reason: str | None = None
    entry_id: str | None = None
    entered_at: int | None = None


def dispute(
    author: Author, game_id: str, request: Dispute, *, if_match: int | None = None, dry_run: bool = False
) -> Recorded:
    """Dispute a turn; the answer has the dispute with both verdicts.

    Raises NotFound, AlreadyRecorded, StaleVersion, Invalid, AmendmentRefused (`turn-unknown`,
    `entry-unknown`, `entry-voided`, `entry-not-correctable`, `entry-not-of-a-turn`).
    """
    sent = Sent(author, game_id, request.shown, request.entry_id, request.entered_at, if_match, dry_run)
    opened: dict[str, Any] = {}

    def plan(board: Board) -> Plan:
        opened["row"], planned = _plan_dispute(board, request)
        return planned

    def is_same(board: Board, row: Row, body: Mapping[str, Any]) -> bool:
        opened["row"] = {"number": body.get("number")}
        return row["kind"] == "dispute" and _is_same_dispute(board, request, row, body)

    def extra(board: Board, unwritten: Link | None) -> dict[str, Any]:
        row = opened["row"] if unwritten else find_dispute(board, opened["row"]["number"])
        texts = {"words": request.words}
        return {"dispute": show_dispute(board, row, unwritten=unwritten, author=author, texts=texts)}

    return put_right(sent, plan, is_same, extra)


def withdraw(
    author: Author,
    game_id: str,
    number: int,
    request: Withdrawal,
    *,
    if_match: int | None = None,
    dry_run: bool = False,
) -> Recorded:
    """Take a dispute back: whoever opened it may, and a host.

    Raises NotFound, AlreadyRecorded, StaleVersion, Invalid, AmendmentRefused (`already-ruled`,
    `dispute-closed`, `not-your-entry`).
    """
    sent = Sent(
        author,
        game_id,
        sent_parts(reason=request.reason),
        request.entry_id,
        request.entered_at,
        if_match,
        dry_run,
    )

    def is_same(_board: Board, row: Row, body: Mapping[str, Any]) -> bool:
        is_it = row["kind"] == "withdrawal" and body["number"] == number
        return is_it and is_same_text("reason", request.reason, row, body)

    def extra(board: Board, unwritten: Link | None) -> dict[str, Any]:
        row = find_dispute(board, number)
        if unwritten:
            row = {**row, "status": "withdrawn", "closed_seq": unwritten.seq}
        texts = {"reason": request.reason}
        return {"dispute": show_dispute(board, row, unwritten=unwritten, author=author, texts=texts)}

    return put_right(sent, lambda board: _plan_withdrawal(board, author, number, request), is_same, extra)


def closing(board: Board, number: int, plan: Plan, status: str) -> Plan:
    """A plan that closes a dispute as well."""
    closed = (status, board.version + 1, board.facts.game_id, number)
    return replace(
        plan,
        steps=(*plan.steps, (amending.CLOSE_DISPUTE.sql, closed)),
        open_disputes=plan.open_disputes - 1,
        body={"number": number, **plan.body},
    )


def require_open(row: Row) -> None:
    """Refuse what is done to a dispute that is closed. Raises AmendmentRefused."""
    if row["status"] == "ruled":
        raise AmendmentRefused("already-ruled", "This dispute has its ruling; there is one only.")
    if row["status"] == "withdrawn":
        raise AmendmentRefused("dispute-closed", "This dispute was withdrawn.")


def turn_in_words(row: Mapping[str, Any], names: Any) -> str:
    """Which turn it is: `Red's turn in round 2, roll-off 1`."""
    roll_off = f", roll-off {row['roll_off']}" if row["roll_off"] else ""
    return f"{names[row['seat'] - 1]}'s turn in round {row['round']}{roll_off}"


def about(row: Mapping[str, Any], turn: RecordedTurn | None) -> About:
    """The part of the game that a dispute is about."""
    entry = turn.stretch.entries[turn.items[0].seq] if turn else None
    return About(row["seat"], row["round"], entry.turn if entry else None)


def _plan_dispute(board: Board, request: Dispute) -> tuple[dict[str, Any], Plan]:
    """The dispute's row, and how it is written."""
    if request.claim is None and request.words is None:
        raise Invalid(
            Problem("/claim", "required", "Say what was rolled or kept instead, or why you doubt it.")
        )
    if request.claim is not None:
        require_claim(request.claim, "/claim")
    words = clean_reason(request.words, "words")
    turn = load_turn(board, find_turn(board, request.turn, request.entry))
    if turn is None:
        raise AmendmentRefused("turn-unknown", "Nobody has rolled in such a turn.", "/turn")
    row = _row(board, turn, request.claim)

    def tell(telling: Telling) -> list[str]:
        sentences = [f"{turn_in_words(row, telling.names)} is disputed."]
        if request.claim is not None:
            roll = f"roll {request.claim['roll']} was " if "roll" in request.claim else ""
            sentences.append(f"Claimed instead: {roll}{content(request.claim)}.")
        return sentences

    columns = (board.facts.game_id, *(row[name] for name in _COLUMNS), canonical(row["body"]))
    body = {name: row[name] for name in ("number", "seat", "round", "roll_off")}
    body |= {"turn": row["turn"], "entries": [item.seq for item in turn.items]}
    if request.claim is not None:
        body["claim"] = dict(request.claim)
    plan = Plan(
        "dispute",
        tell,
        about(row, turn),
        body={**body, **{text.field: text.in_body for text in words}},
        texts=words,
        steps=((amending.ADD_DISPUTE.sql, columns),),
        open_disputes=1,
    )
    return row, plan


_COLUMNS = ("number", "status", "round", "roll_off", "seat", "opened_seq")


def _row(board: Board, turn: RecordedTurn, claim: Mapping[str, Any] | None) -> dict[str, Any]:
    """The row of a dispute that is opened now."""
    stretch = turn.stretch
    entries = [stretch.entries[item.seq] for item in turn.items]
    evidence = [
        {"seq": entry.seq, "entry_id": entry.entry_id, **before(entry, stretch.rewrites.get(entry.seq))}
        for entry in entries
    ]
    return {
        "number": next_number(board),
        "status": "open",
        "round": turn.key.of.round,
        "roll_off": turn.key.of.roll_off,
        "seat": turn.key.seat,
        "turn": entries[0].turn,
        "opened_seq": board.version + 1,
        "closed_seq": None,
        "body": {
            "claim": None if claim is None else dict(claim),
            "recorded_verdict": verdict_on(turn, turn.said),
            "claim_verdict": None if claim is None else verdict_on(turn, whole_claim(turn, claim)),
            "evidence": evidence,
        },
    }


def _is_same_dispute(board: Board, request: Dispute, row: Row, body: Mapping[str, Any]) -> bool:
    if not is_same_text("words", request.words, row, body) or body.get("claim") != request.claim:
        return False
    if request.turn is not None:
        return bool(request.turn == body["turn"])
    seq = None if request.entry is None else seq_of(board, request.entry)
    return seq in body["entries"]


def _plan_withdrawal(board: Board, author: Author, number: int, request: Withdrawal) -> Plan:
    row = find_dispute(board, number)
    require_open(row)
    require_own(author, board, [row["opened_seq"]])
    reason = clean_reason(request.reason, "reason")

    def tell(telling: Telling) -> list[str]:
        return [f"The dispute over {turn_in_words(row, telling.names)} was withdrawn."]

    plan = Plan(
        "withdrawal",
        tell,
        about(row, None),
        body={text.field: text.in_body for text in reason},
        texts=reason,
    )
    return closing(board, number, plan, "withdrawn")
