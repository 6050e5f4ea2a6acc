"""Telling an entry that arrives again from a new one.

Phones send twice: an answer is lost, or two people tap the same roll. An entry is known by its entry id,
or by the place that it names. The same content is no error; other content is a conflict that shows both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from peewee import JOIN, fn

from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.errors import AlreadyRecorded
from scorekeeper.ledger.names import folded
from scorekeeper.ledger.places import Pass, places_meant
from scorekeeper.ledger.submissions import Submission
from scorekeeper.ledger.times import shown
from scorekeeper.storage.amendments import Rewrite
from scorekeeper.storage.models import Entry, EntryText, Round, Row, Turn
from scorekeeper.storage.queries import first_row, rows, values

_WITH_PLACES = ("start_roll", "roll", "stand", "turn")
_PLACE_FIELDS = ("seat", "round", "roll_off", "roll", "attempt")


def repeated_by_id(board: Board, submission: Submission, seq: int) -> Row:
    """The entry that has this entry id, voided or not, if it says the same. Raises AlreadyRecorded if it does
    not."""
    row = _entries(board, Entry.seq == seq)[0]
    is_corrected = Rewrite.select().where(_is_of(row) & Rewrite.by.is_null(False)).exists()
    if not (is_same_as_sent if is_corrected else is_same)(submission, row):
        raise _conflict(row, submission, board)
    return row


def repeated_by_place(board: Board, submission: Submission) -> Row | None:
    """The entry that fills the place which the submission names, if it says the same; None if the place is
    free.

    Raises AlreadyRecorded where the place is filled with something else.
    """
    if submission.kind not in _WITH_PLACES:
        return None
    passes = _passes_meant(board, submission)
    meant = places_meant(submission.kind_in_log, submission.body, passes)
    if not meant:
        return None
    of_round = _entries_of_round(board, passes[0].round if passes else 1)
    found = _entries(board, of_round & Entry.place.in_(meant) & Entry.voided_by.is_null())
    there = [_as_played(row) for row in found]
    same = next((row for row in there if is_same(submission, row)), None)
    if same is None and there and not _may_be_of_the_open_pass(board, submission, there[-1]):
        raise _conflict(there[-1], submission, board)
    return same


def repeated_in_last_turn(board: Board, submission: Submission) -> Row | None:
    """The same entry in the seat's turn that has just ended, where the seat is to move again and the entry
    does not say in which turn it belongs; else None.

    An answer was lost more often than the same dice were thrown twice. Who has thrown them twice names the
    round and the roll-off.
    """
    body, state = submission.body, board.state
    if state.just_ended is None or state.just_ended != body.get("seat") or state.turn is not None:
        return None
    if submission.kind not in ("roll", "turn") or {"round", "roll_off"} <= body.keys():
        return None
    try:
        return repeated_by_place(board, submission)
    except AlreadyRecorded:
        return None


def is_same(submission: Submission, row: Row) -> bool:
    """Whether an entry says what the recorded one says. What it leaves open is taken as recorded."""
    if row["kind"] not in ("roll", "turn") or _is_servers(submission):
        return is_same_as_sent(submission, row)
    body = parsed(row["body"])
    if row["kind"] != submission.kind_in_log or not _is_same_place(submission.body, body):
        return False
    return _is_same_throw(submission.body, body, parsed(row["told"])["played"])


def is_same_as_sent(submission: Submission, row: Row) -> bool:
    """The same, of what was sent alone: for an entry that says something else since it was corrected."""
    body, sent = parsed(row["body"]), submission.body
    if row["kind"] != submission.kind_in_log or not _is_same_place(sent, body):
        return False
    fields = ("thrown_by",) if _is_servers(submission) else sent
    return all(
        _is_same_value(field, sent[field], row, body) for field in fields if field not in _PLACE_FIELDS
    )


def _is_servers(submission: Submission) -> bool:
    """Whether the server is asked to throw: at one place it throws once, whatever nonce comes later."""
    return "thrown_by" in submission.body


def is_same_text(field: str, sent: str | None, row: Row, body: Mapping[str, Any]) -> bool:
    """Whether a free text that was sent, or its lack, is what an entry's body has."""
    if sent is None or field not in body:
        return sent is None and field not in body
    return _is_same_text(field, sent, row)


def _is_same_place(sent: Mapping[str, Any], body: Mapping[str, Any]) -> bool:
    return all(sent[field] == body.get(field) for field in _PLACE_FIELDS if field in sent)


def _as_played(row: Row) -> Row:
    """The row of an entry with what it plays, where that is not what it says."""
    rewrite = first_row(Rewrite.select(Rewrite.kind, Rewrite.body).where(_is_of(row)))
    return row if rewrite is None else {**row, **rewrite}


def _is_of(row: Row) -> Any:
    return (Rewrite.game == row["game"]) & (Rewrite.seq == row["seq"])


def _is_same_throw(sent: Mapping[str, Any], body: Mapping[str, Any], played: Mapping[str, Any]) -> bool:
    if "computer" in body:
        # What the computer decides need not be said, and goes without saying.
        sent = {"keep": body.get("keep"), "hold": body.get("hold"), "stand": body.get("stand"), **sent}
    rolls = sent.get("rolls", [sent])
    if len(rolls) != len(played["rolls"]):
        return False
    stands = bool(sent.get("stand", False)) == bool(body.get("stand", False)) or played["ended_itself"]
    return stands and all(
        _is_same_roll(roll, known) for roll, known in zip(rolls, played["rolls"], strict=True)
    )


def _is_same_roll(sent: Mapping[str, Any], known: Sequence[Any]) -> bool:
    """Faces in any order; what was left open is what the rules made of it."""
    dice, kept, kept_all, held, held_any = known
    keep, hold = sent.get("keep"), sent.get("hold")
    is_same_keep = kept_all if keep is None else _unordered(keep) == _unordered(kept)
    is_same_hold = held_any if hold is None else (type(hold) is int and hold == held)
    return _unordered(sent["dice"]) == _unordered(dice) and is_same_keep and is_same_hold


def _unordered(faces: Any) -> list[int] | None:
    """Faces in ascending order; None where one is no whole number, so that `true` is not taken for 1."""
    return sorted(faces) if all(type(face) is int for face in faces) else None


def _is_same_value(field: str, sent: Any, row: Row, body: Mapping[str, Any]) -> bool:
    recorded = body.get(field)
    if field == "dice":
        return _unordered(sent) == _unordered(recorded)
    if isinstance(recorded, dict) and "digest" in recorded:
        return _is_same_text(field, sent, row)
    return type(sent) is type(recorded) and bool(sent == recorded)


def _is_same_text(field: str, sent: Any, row: Row) -> bool:
    """Whether people take both texts for the same; of a text that was erased nobody can tell."""
    query = EntryText.select(EntryText.text, EntryText.salt).where(
        (EntryText.game == row["game"]) & (EntryText.seq == row["seq"]) & (EntryText.field == field)
    )
    found = first_row(query)
    text = None if found is None or found["salt"] is None else found["text"]
    return text is None or (isinstance(sent, str) and folded(sent) == folded(text))


def _passes_meant(board: Board, submission: Submission) -> tuple[Pass, ...]:
    """The passes that a submission can be of. One that names no round is of the seat's open or just ended
    turn; a roll for the opener is of none."""
    body, state = submission.body, board.state
    if submission.kind == "start_roll":
        return ()
    round_number, roll_off = body.get("round"), body.get("roll_off")
    if round_number is None:
        latest = _latest_pass(board, body["seat"])
        return () if latest is None or roll_off not in (None, latest.roll_off) else (latest,)
    if not 1 <= round_number <= state.round:
        return ()
    if roll_off is not None:
        return (Pass(round_number, roll_off),)
    last = state.roll_off if round_number == state.round else _roll_offs(board, round_number)
    return tuple(Pass(round_number, number) for number in range(last + 1))


def _latest_pass(board: Board, seat: int) -> Pass | None:
    """The pass of the seat's open turn, or of its last one while no other seat has made an entry."""
    state = board.state
    if state.turn and state.turn.seat == seat:
        return Pass(state.round, state.roll_off)
    query = Turn.select(Turn.seat, Turn.round, Turn.roll_off).where(Turn.game == board.facts.game_id)
    last = first_row(query.order_by(Turn.number.desc()).limit(1))
    is_latest = last is not None and last["seat"] == seat and (state.just_ended == seat or state.is_over)
    return Pass(last["round"], last["roll_off"]) if last is not None and is_latest else None


def _entries_of_round(board: Board, round_number: int) -> Any:
    """The condition for the entries of a round; the rolls for the opener are taken to round 1.

    What a correction has put in is looked for everywhere: there is little of it.
    """
    query = (
        Round.select(Round.number, fn.COALESCE(Rewrite.plays_before, Round.last_seq))
        .join(Rewrite, JOIN.LEFT_OUTER, on=((Rewrite.game == Round.game) & (Rewrite.seq == Round.last_seq)))
        .where((Round.game == board.facts.game_id) & Round.number.in_((round_number - 1, round_number)))
    )
    ended_at = dict(values(query))
    condition = Entry.seq >= ended_at.get(round_number - 1, 0)
    if round_number < board.state.round:
        condition &= Entry.seq <= ended_at[round_number]
    inserted = Rewrite.select(Rewrite.seq).where(
        (Rewrite.game == board.facts.game_id) & Rewrite.plays_before.is_null(False)
    )
    return condition | Entry.seq.in_(inserted)


def _roll_offs(board: Board, round_number: int) -> int:
    """The number of the last roll-off of an earlier round."""
    query = Turn.select(fn.MAX(Turn.roll_off)).where(
        (Turn.game == board.facts.game_id) & (Turn.round == round_number)
    )
    return query.scalar() or 0


def _may_be_of_the_open_pass(board: Board, submission: Submission, row: Row) -> bool:
    """A roll of this round that says no roll-off is taken to be of the open one."""
    body, state = parsed(row["body"]), board.state
    return (
        submission.body.get("round") == state.round
        and submission.body.get("roll_off") is None
        and body.get("roll_off") != state.roll_off
    )


def _entries(board: Board, condition: Any) -> list[Row]:
    query = Entry.select().where((Entry.game == board.facts.game_id) & condition)
    return rows(query.order_by(Entry.seq))


def _conflict(row: Row, submission: Submission, board: Board) -> AlreadyRecorded:
    recorded = {
        "seq": row["seq"],
        "entry_id": row["entry_id"],
        "kind": row["kind"],
        "recorded_at": shown(row["recorded_at"]),
        **parsed(row["body"]),
    }
    return AlreadyRecorded(recorded, submission.body, board.version)
