"""The disputes of a game, as they are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from peewee import fn

from scorekeeper.ledger.boards import Board, look_at
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.chain import Link
from scorekeeper.ledger.changes import readable
from scorekeeper.ledger.errors import NotFound
from scorekeeper.ledger.keys import Author
from scorekeeper.ledger.pages import Page, number_after, page_of
from scorekeeper.ledger.recorded import texts_of
from scorekeeper.ledger.times import shown, shown_or_none
from scorekeeper.storage.amendments import DisputedTurn
from scorekeeper.storage.models import Entry, Key, Row, Turn
from scorekeeper.storage.queries import first_row, rows

STATUSES = ("open", "ruled", "withdrawn")


def list_disputes(
    table_id: str, game_id: str, *, status: str | None = None, limit: int = 50, cursor: str | None = None
) -> Page:
    """The disputes of a game, the oldest first, of one of the STATUSES if asked for. Raises NotFound."""
    board = look_at(table_id, game_id).board
    query = DisputedTurn.select().where(
        (DisputedTurn.game == game_id) & (DisputedTurn.number > number_after(cursor))
    )
    if status is not None:
        query = query.where(DisputedTurn.status == status)
    found = rows(query.order_by(DisputedTurn.number).limit(limit + 1))
    return page_of(
        [_read(row) for row in found],
        limit,
        lambda row: int(row["number"]),
        lambda row: show_dispute(board, row),
    )


def get_dispute(table_id: str, game_id: str, number: int) -> dict[str, Any]:
    """A dispute of a game, numbered from 1. Raises NotFound."""
    board = look_at(table_id, game_id).board
    return show_dispute(board, find_dispute(board, number))


def find_dispute(board: Board, number: int) -> Row:
    """The row of a dispute, its body read. Raises NotFound."""
    is_it = (DisputedTurn.game == board.facts.game_id) & (DisputedTurn.number == number)
    row = first_row(DisputedTurn.select().where(is_it)) if 1 <= number <= board.version else None
    if row is None:
        raise NotFound("dispute", str(number))
    return _read(row)


def next_number(board: Board) -> int:
    """The number of the next dispute."""
    query = DisputedTurn.select(fn.MAX(DisputedTurn.number)).where(DisputedTurn.game == board.facts.game_id)
    return int(query.scalar() or 0) + 1


def entry_of(board: Board, seq: int) -> dict[str, Any]:
    """Who made an entry, from which key and device, and when; and its body."""
    query = Entry.select(Entry, Key.device.alias("device")).join(Key)
    (row,) = rows(query.where((Entry.game == board.facts.game_id) & (Entry.seq == seq)))
    return {
        "seq": seq,
        "entry_id": row["entry_id"],
        "key_id": row["key"],
        "device": row["device"],
        "recorded_at": shown(row["recorded_at"]),
        "entered_at": shown_or_none(row["entered_at"]),
        "body": parsed(row["body"]),
    }


def show_dispute(
    board: Board,
    row: Mapping[str, Any],
    *,
    unwritten: Link | None = None,
    author: Author | None = None,
    texts: Mapping[str, str | None] | None = None,
) -> dict[str, Any]:
    """A dispute with its verdicts, its evidence and how it ended.

    unwritten, author, texts: an entry of the dispute that was only judged, who would make it, and its texts.
    """
    known = texts_of(board.facts.game_id)

    def made(seq: int) -> tuple[dict[str, Any], Callable[[str], str | None]]:
        """An entry of the dispute, and its free texts."""
        if unwritten is not None and unwritten.seq == seq:
            assert author is not None
            return _unwritten_entry(unwritten, author), (texts or {}).get
        return entry_of(board, seq), lambda field: known.get(f"{seq}/{field}")

    body = row["body"]
    opened, opening_texts = made(row["opened_seq"])
    closed = None
    if row["closed_seq"] is not None:
        entry, closing_texts = made(row["closed_seq"])
        closed = {"reason": closing_texts("reason"), **entry}
        closed = {**({"decision": entry["body"]["decision"]} if row["status"] == "ruled" else {}), **closed}
        del closed["body"], closed["entered_at"]
    del opened["body"], opened["entered_at"]
    return {
        "number": row["number"],
        "status": row["status"],
        "turn": _turn_now(board, row),
        "round": row["round"],
        "roll_off": row["roll_off"],
        "seat": row["seat"],
        "claim": body["claim"],
        "words": opening_texts("words"),
        "recorded_verdict": body["recorded_verdict"],
        "claim_verdict": body["claim_verdict"],
        "evidence": [_evidence(board, item, known) for item in body["evidence"]],
        "opened": opened,
        "ruling": closed if row["status"] == "ruled" else None,
        "withdrawal": closed if row["status"] == "withdrawn" else None,
    }


def counts_still(board: Board, row: Mapping[str, Any]) -> bool:
    """Whether a play that was disputed, or the one that its ruling put in, still counts: the turn may have
    been taken back, and another one played in its place."""
    disputed = [item["seq"] for item in row["body"]["evidence"]]
    plays = Entry.seq.in_([*disputed, row["closed_seq"]]) & Entry.place.is_null(False)
    query = Entry.select().where((Entry.game == board.facts.game_id) & plays & Entry.voided_by.is_null())
    return bool(query.exists())


def _read(row: Row) -> Row:
    return {**row, "body": parsed(row["body"])}


def _unwritten_entry(link: Link, author: Author) -> dict[str, Any]:
    return {
        "seq": link.seq,
        "entry_id": link.entry_id,
        "key_id": author.key_id,
        "device": author.device,
        "recorded_at": shown(link.recorded_at),
        "entered_at": shown_or_none(link.entered_at),
        "body": parsed(link.body),
    }


def _evidence(board: Board, item: Mapping[str, Any], texts: dict[str, str | None]) -> dict[str, Any]:
    """An entry of the turn as it was when the turn was disputed, with who made it and when."""
    entry = entry_of(board, item["seq"])
    del entry["body"]
    said = {"kind": item["kind"], "body": item["body"], "sentences": readable(item["sentences"], texts.get)}
    return {"seq": item["seq"], "entry_id": item["entry_id"], **said, **entry}


def _turn_now(board: Board, row: Mapping[str, Any]) -> int | None:
    """The number that the turn has now; None where it is no longer there."""
    if not counts_still(board, row):
        return None
    state = board.state
    key = (row["round"], row["roll_off"], row["seat"])
    if state.turn and (state.round, state.roll_off, state.turn.seat) == key:
        return state.turns + 1
    query = Turn.select(Turn.number).where(
        (Turn.game == board.facts.game_id)
        & (Turn.round == row["round"])
        & (Turn.roll_off == row["roll_off"])
        & (Turn.seat == row["seat"])
    )
    found = first_row(query)
    return None if found is None else int(found["number"])
