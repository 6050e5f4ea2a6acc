"""Rulings: a host settles a dispute. It stands, it is corrected, or the latest turn is played again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.chain import Link
from scorekeeper.ledger.claims import RecordedTurn, TurnKey, load_turn, require_claim, whole_claim
from scorekeeper.ledger.composed import Sent
from scorekeeper.ledger.composing import ON_CONFLICT, Plan, Telling
from scorekeeper.ledger.computer_corrections import require_no_server_throw
from scorekeeper.ledger.correcting import clean_reason, reason_text
from scorekeeper.ledger.describing import content
from scorekeeper.ledger.dispute_list import counts_still, find_dispute, show_dispute
from scorekeeper.ledger.disputing import about, closing, require_open, turn_in_words
from scorekeeper.ledger.errors import AmendmentRefused, Invalid, Problem
from scorekeeper.ledger.inserting import aftermath
from scorekeeper.ledger.keys import Author
from scorekeeper.ledger.places import Pass
from scorekeeper.ledger.putting_right import put_right, sent_parts
from scorekeeper.ledger.recorded import Recorded
from scorekeeper.ledger.repeats import is_same_text
from scorekeeper.ledger.rights import require_host
from scorekeeper.ledger.script import Edits, Insertion
from scorekeeper.storage.models import Row

DECISIONS: Final = ("stands", "corrected", "replay_turn")


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a dispute is settled.

    decision: one of DECISIONS. rolls (with stand) or score: what the turn was, where it is corrected; without
    them what was claimed. reason: a text, needed where a game that is over changes. on_conflict, entry_id,
    entered_at: as in a Correction.
    """

    decision: str
    rolls: Sequence[Mapping[str, Any]] | None = None
    stand: bool | None = None
    score: Any = None
    reason: str | None = None
    on_conflict: str = "refuse"
    entry_id: str | None = None
    entered_at: int | None = None

    @property
    def said(self) -> dict[str, Any]:
        """What the turn was, as the ruling itself says it."""
        parts = {"rolls": self.rolls, "stand": self.stand, "score": self.score}
        return {name: part for name, part in parts.items() if part is not None}


def rule(
    author: Author,
    game_id: str,
    number: int,
    ruling: Ruling,
    *,
    if_match: int | None = None,
    dry_run: bool = False,
) -> Recorded:
    """Settle a dispute, once.

    Raises NotFound, AlreadyRecorded, StaleVersion, RoleNotAllowed, AmendmentRefused (`already-ruled`,
    `dispute-closed`, `turn-gone`, `not-latest-turn`), Invalid, EntryRefused for a turn that is illegal, and
    LaterEntriesConflict.
    """
    shown = {"decision": ruling.decision, **ruling.said, **sent_parts(reason=ruling.reason)}
    sent = Sent(author, game_id, shown, ruling.entry_id, ruling.entered_at, if_match, dry_run)

    def is_same(_board: Board, row: Row, body: Mapping[str, Any]) -> bool:
        is_it = row["kind"] == "ruling" and (body["number"], body["decision"]) == (number, ruling.decision)
        return is_it and body["said"] == ruling.said and is_same_text("reason", ruling.reason, row, body)

    def extra(board: Board, unwritten: Link | None) -> dict[str, Any]:
        row = find_dispute(board, number)
        if unwritten:
            row = {**row, "status": "ruled", "closed_seq": unwritten.seq}
        texts = {"reason": ruling.reason}
        return {"dispute": show_dispute(board, row, unwritten=unwritten, author=author, texts=texts)}

    return put_right(sent, lambda board: _plan(board, author, number, ruling), is_same, extra)


def _plan(board: Board, author: Author, number: int, ruling: Ruling) -> Plan:
    row = find_dispute(board, number)
    require_host(author)
    require_open(row)
    for field, value, allowed in (
        ("decision", ruling.decision, DECISIONS),
        ("on_conflict", ruling.on_conflict, ON_CONFLICT),
    ):
        if value not in allowed:
            raise Invalid(Problem(f"/{field}", "invalid", f"This is one of {', '.join(allowed)}."))
    if ruling.decision == "stands":
        return closing(board, number, _standing(row, ruling), "ruled")
    turn = load_turn(board, TurnKey(Pass(row["round"], row["roll_off"]), row["seat"]))
    if turn is None or not counts_still(board, row):
        raise AmendmentRefused("turn-gone", "Nothing of this turn counts any more: rule that it stands.")
    if ruling.decision == "replay_turn":
        return closing(board, number, _replaying(board, row, turn, ruling), "ruled")
    return closing(board, number, _corrected(board, row, turn, ruling), "ruled")


def _standing(row: Row, ruling: Ruling) -> Plan:
    _require_nothing_said(ruling)
    reason = clean_reason(ruling.reason, "reason")

    def tell(telling: Telling) -> list[str]:
        return [f"The dispute over {turn_in_words(row, telling.names)} is settled: it stands."]

    body = {"decision": "stands", "said": {}, **{text.field: text.in_body for text in reason}}
    return Plan("ruling", tell, about(row, None), body=body, texts=reason)


def _replaying(board: Board, row: Row, turn: RecordedTurn, ruling: Ruling) -> Plan:
    _require_nothing_said(ruling)
    if not turn.is_latest:
        detail = "Only the latest turn can be played again, and others have been begun since."
        raise AmendmentRefused("not-latest-turn", detail, "/decision")
    edits = Edits(voided=tuple(item.seq for item in turn.items))
    return _changing(board, row, turn, ruling, edits, "it is played again", None)


def _corrected(board: Board, row: Row, turn: RecordedTurn, ruling: Ruling) -> Plan:
    said = ruling.said
    if "rolls" in said or "score" in said:
        require_claim(said, "")
    elif row["body"]["claim"] is not None:
        said = {**row["body"]["claim"], **said}
    else:
        detail = "Nothing was claimed: say what was rolled, or the score."
        raise Invalid(Problem("/rolls", "required", detail))
    for item in turn.items:
        require_no_server_throw(item.body, "/decision")
    whole = whole_claim(turn, said)
    kind = "score" if "score" in whole else "turn"
    of_turn = {"seat": row["seat"], "round": row["round"], "roll_off": row["roll_off"]}
    edits = Edits(
        voided=tuple(item.seq for item in turn.items),
        inserted=Insertion(turn.items[0].seq, kind, {**of_turn, **whole}),
    )
    now = f"it is corrected to {content(whole)}"
    return _changing(board, row, turn, ruling, edits, now, board.version + 1)


def _changing(
    board: Board,
    row: Row,
    turn: RecordedTurn,
    ruling: Ruling,
    edits: Edits,
    now: str,
    judged: int | None,
) -> Plan:
    """A ruling that changes the game."""
    reason = reason_text(board, ruling.reason)

    def tell(telling: Telling) -> list[str]:
        said = f"The dispute over {turn_in_words(row, telling.names)} is settled: {now}."
        return [said, *aftermath(telling)]

    body = {"decision": ruling.decision, "said": ruling.said}
    return Plan(
        "ruling",
        tell,
        about(row, turn),
        turn.stretch,
        edits,
        judged=judged,
        on_conflict=ruling.on_conflict,
        body={**body, **{text.field: text.in_body for text in reason}},
        texts=reason,
    )


def _require_nothing_said(ruling: Ruling) -> None:
    if ruling.said:
        field = next(iter(ruling.said))
        detail = "Only a turn that is corrected has rolls or a score."
        raise Invalid(Problem(f"/{field}", "unknown-field", detail))
