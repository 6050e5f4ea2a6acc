"""What was played: the rounds and turns of a game, and its log. Read from rows; nothing is replayed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from scorekeeper import storage
from scorekeeper.ledger.boards import Board, look_at
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.errors import NotFound
from scorekeeper.ledger.pages import Page, number_after, page_of
from scorekeeper.ledger.projections import shown_roll
from scorekeeper.ledger.recorded import said_by, texts_of
from scorekeeper.ledger.stretches import StoredRewrite
from scorekeeper.ledger.texts import with_texts
from scorekeeper.ledger.times import shown, shown_or_none
from scorekeeper.storage import amending, logged
from scorekeeper.storage.models import Entry, Key, Round, Row, Turn
from scorekeeper.storage.queries import first_row, rows, values


def list_rounds(table_id: str, game_id: str, *, limit: int = 50, cursor: str | None = None) -> Page:
    """The rounds of a game, the open one last, each with its turns. Raises NotFound."""
    board = look_at(table_id, game_id).board
    after = number_after(cursor)
    query = Round.select(Round.body).where((Round.game == game_id) & (Round.number > after))
    found = [parsed(body) for (body,) in values(query.order_by(Round.number).limit(limit + 1))]
    last = found[-1]["number"] if found else after
    open_round = _open_round(board)
    if open_round and len(found) <= limit and open_round["number"] > last:
        found.append(open_round)
    page = page_of(found, limit, lambda row: int(row["number"]), lambda row: row)
    return Page(_with_turns(board, page.items), page.next)


def list_turns(
    table_id: str,
    game_id: str,
    *,
    seat: int | None = None,
    round: int | None = None,  # noqa: A002 the game's word for it
    limit: int = 50,
    cursor: str | None = None,
) -> Page:
    """The turns of a game, the open one last; of one seat or one round where asked for. Raises NotFound."""
    board = look_at(table_id, game_id).board
    after = number_after(cursor)
    query = Turn.select(Turn.body).where((Turn.game == game_id) & (Turn.number > after))
    if seat is not None:
        query = query.where(Turn.seat == seat)
    if round is not None:
        query = query.where(Turn.round == round)
    found = [parsed(body) for (body,) in values(query.order_by(Turn.number).limit(limit + 1))]
    turn = _open_turn(board)
    if turn and len(found) <= limit and turn["number"] > after and seat in (None, turn["seat"]):
        found += [turn] if round in (None, turn["round"]) else []
    return page_of(found, limit, lambda row: int(row["number"]), lambda row: row)


def read_turn(table_id: str, game_id: str, n: int) -> dict[str, Any]:
    """Turn n of a game, numbered through from 1. Raises NotFound, also for a turn that nobody has begun."""
    board = look_at(table_id, game_id).board
    query = Turn.select(Turn.body).where((Turn.game == game_id) & (Turn.number == n))
    row = first_row(query)
    turn: dict[str, Any] | None = parsed(row["body"]) if row else _open_turn(board)
    if turn is None or turn["number"] != n:
        raise NotFound("turn", str(n))
    return turn


def list_log(
    table_id: str,
    game_id: str,
    *,
    seat: int | None = None,
    round: int | None = None,  # noqa: A002 the game's word for it
    kind: str | None = None,
    limit: int = 50,
    cursor: str | None = None,
) -> Page:
    """Every entry of a game in its order: who entered what, from which key and device, when, and what it led
    to.

    Raises NotFound.
    """
    look_at(table_id, game_id)
    after, wanted = number_after(cursor), {Entry.seat: seat, Entry.round: round, Entry.kind: kind}
    conditions = [column == value for column, value in wanted.items() if value is not None]
    read = partial(_some_of_log, conditions) if conditions else _log
    items = _shown_in_log(game_id, read(game_id, after, limit + 1))
    return page_of(items, limit, lambda item: int(item["seq"]), lambda item: item)


def log_after(game_id: str, after: int, count: int) -> list[dict[str, Any]]:
    """The next entries of a game's log after a number, `count` at most."""
    return _shown_in_log(game_id, _log(game_id, after, count))


def _log(game_id: str, after: int, count: int) -> list[Row]:
    found = storage.fetch_all(logged.LOG_AFTER.sql, (game_id, after, count))
    return [dict(zip((*logged.LOGGED, "device"), row, strict=True)) for row in found]


def _some_of_log(conditions: list[Any], game_id: str, after: int, count: int) -> list[Row]:
    query = Entry.select(Entry, Key.device.alias("device")).join(Key)
    query = query.where((Entry.game == game_id) & (Entry.seq > after), *conditions)
    return rows(query.order_by(Entry.seq).limit(count))


def _shown_in_log(game_id: str, entries: list[Row]) -> list[dict[str, Any]]:
    if not entries:
        return []
    texts = texts_of(game_id)
    found = storage.fetch_all(amending.REWRITES_FROM.sql, (game_id, entries[0]["seq"]))
    rewrites = {row[0]: StoredRewrite(*row) for row in found}
    return [_logged(row, rewrites.get(row["seq"]), texts) for row in entries]


def _logged(row: Row, rewrite: StoredRewrite | None, texts: dict[str, str | None]) -> dict[str, Any]:
    told = parsed(row["told"])
    said = said_by(told)
    return {
        "seq": row["seq"],
        "entry_id": row["entry_id"],
        "kind": row["kind"],
        "seat": row["seat"],
        "round": row["round"],
        "turn": row["turn"],
        "recorded_at": shown(row["recorded_at"]),
        "entered_at": shown_or_none(row["entered_at"]),
        "key_id": row["key"],
        "device": row["device"],
        "body": parsed(row["body"]),
        "texts": {
            ref.partition("/")[2]: text for ref, text in texts.items() if ref.startswith(f"{row['seq']}/")
        },
        "effective": row["voided_by"] is None,
        "voided_by": row["voided_by"],
        "voided_because": None if row["voided_by"] is None else texts.get(f"{row['voided_by']}/reason"),
        "counts_as": None if rewrite is None else _counts_as(rewrite, told, texts),
        "sentences": [with_texts(sentence, texts.get) for sentence in said["sentences"]],
        "result": said["result"],
        "hash": row["hash"],
        "prev_hash": row["prev_hash"],
    }


def _counts_as(rewrite: StoredRewrite, told: dict[str, Any], texts: dict[str, str | None]) -> dict[str, Any]:
    """What an entry plays that was corrected, or that put in a play; the last that it played, if voided."""
    return {
        "kind": rewrite.kind,
        "body": parsed(rewrite.body),
        "sentences": [with_texts(sentence, texts.get) for sentence in told["sentences"]],
        "result": told["result"],
        "by": rewrite.by,
    }


def _open_turn(board: Board) -> dict[str, Any] | None:
    """The turn that has begun and is not over."""
    turn, state = board.state.turn, board.state
    if turn is None:
        return None
    return {
        "number": state.turns + 1,
        "round": state.round,
        "roll_off": state.roll_off,
        "seat": turn.seat,
        "status": "open",
        "rolls": [shown_roll(roll) for roll in turn.rolls],
        "score": None,
        "bust": False,
        "unverified": False,
    }


def _open_round(board: Board) -> dict[str, Any] | None:
    state = board.state
    if not state.round or state.is_over:
        return None
    return {
        "number": state.round,
        "opener": state.opener,
        "status": "open",
        "winner": None,
        "tied": [],
        "pot_paid": None,
    }


def _with_turns(board: Board, rounds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each round with its turns in short."""
    if not rounds:
        return []
    numbers = [row["number"] for row in rounds]
    query = Turn.select(Turn.body).where(
        (Turn.game == board.facts.game_id) & Turn.round.between(min(numbers), max(numbers))
    )
    turns = [parsed(body) for (body,) in values(query.order_by(Turn.number))]
    open_turn = _open_turn(board)
    turns += [open_turn] if open_turn else []
    return [
        {**row, "turns": _in_short(turn for turn in turns if turn["round"] == row["number"])}
        for row in rounds
    ]


def _in_short(turns: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    names = ("number", "roll_off", "seat", "status", "score", "bust", "unverified")
    return [{name: turn[name] for name in names} for turn in turns]
