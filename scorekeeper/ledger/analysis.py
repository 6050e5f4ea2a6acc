"""The analysis of a game: worked out once for a version, kept, and told with the names of its people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from scorekeeper import storage
from scorekeeper.ledger.analysis_words import about_if, say_decision, say_seat, say_turn, turning_points
from scorekeeper.ledger.boards import Board, look_at
from scorekeeper.ledger.canonical import compact, parsed
from scorekeeper.ledger.errors import AdviceRefused
from scorekeeper.ledger.kept_odds import ask
from scorekeeper.ledger.known_then import decides, known_then
from scorekeeper.ledger.locking import is_there
from scorekeeper.ledger.script import LogEntry
from scorekeeper.ledger.seals import sealed, unsealed
from scorekeeper.ledger.stretches import Stretch, load_stretch
from scorekeeper.storage.analyses import Analysis
from scorekeeper.storage.queries import first_row, readable
from scorekeeper.thinking.asked import EDITION, Answer, Unanswerable, analysis_about

WAIT_SECONDS: Final = 0.8
MOST_ENTRIES: Final = 2_000
"""A longer game is not taken apart."""


class Analysed(NamedTuple):
    """The version that an analysis is of, and the analysis."""

    version: int
    analysis: Answer


def analysis_of(table_id: str, game_id: str) -> Analysed | None:
    """What was found in a game as it stands now, with names and in words; None while it is worked out.

    Raises NotFound, AdviceRefused.
    """
    board = look_at(table_id, game_id).board
    _require_analysable(board)
    found = _kept(board) or _worked_out(board)
    if found is None:
        return None
    return Analysed(board.version, _told(board, found))


def _require_analysable(board: Board) -> None:
    # A game that was abandoned can be taken up again, by whoever has read what would have been best.
    if board.facts.advice == "forbidden" and board.state.status != "finished":
        detail = "This game is played without advice: its analysis is there when it is played to its end."
        raise AdviceRefused("advice-forbidden", detail)
    if board.version > MOST_ENTRIES:
        detail = f"A game of more than {MOST_ENTRIES:,} entries is not taken apart."
        raise AdviceRefused("no-advice", detail)


def _kept(board: Board) -> Answer | None:
    query = Analysis.select().where(Analysis.game == board.facts.game_id)
    row = readable(lambda: first_row(query))
    if row is None or (row["version"], row["edition"]) != (board.version, EDITION):
        return None
    text = unsealed(_name(board), row["body"])
    return None if text is None else parsed(text)


def _name(board: Board) -> str:
    return f"{board.facts.game_id} {board.version}"


def _worked_out(board: Board) -> Answer | None:
    """Asked of the process that works odds out, and kept when it is there."""
    stretch = load_stretch(board, 0)
    opening, plays = parsed(stretch.entries[1].body), stretch.plays()
    question = analysis_about(
        {
            "ruleset": opening["ruleset"],
            "seats": len(opening["seats"]),
            "opener": opening["opener"],
            "entry": opening["entry"],
        },
        ((item.seq, item.kind, item.body) for item in plays),
        known_then(stretch.beginning.state, _log_of(stretch)) if decides(plays) else None,
    )
    try:
        found = ask(question, WAIT_SECONDS)
    except Unanswerable as error:
        raise AdviceRefused("no-advice", str(error)) from None
    if found is not None:
        _keep(board, found)
    return found


def _log_of(stretch: Stretch) -> Iterator[LogEntry]:
    """The log as it was made, entry by entry."""
    for seq, entry in sorted(stretch.entries.items()):
        yield LogEntry(seq, entry.kind, parsed(entry.body))


def _keep(board: Board, found: Answer) -> None:
    row = {
        Analysis.game: board.facts.game_id,
        Analysis.version: board.version,
        Analysis.edition: EDITION,
        Analysis.body: sealed(_name(board), compact(found)),
    }
    with storage.write():
        if is_there(board.facts.table_id):
            Analysis.insert(row).on_conflict(conflict_target=[Analysis.game], update=row).execute()


def _told(board: Board, found: Answer) -> Answer:
    names = [person.name for person in board.people]
    about = about_if(found["method"])
    turning = turning_points(found["curve"])
    return {
        "game_id": board.facts.game_id,
        "version": board.version,
        "status": board.state.status,
        "method": found["method"],
        "error": found["error"],
        "samples": found["samples"],
        "seed": found["seed"],
        "assumption": found["assumption"],
        "seats": [
            {**seat, "name": name, "sentences": say_seat(seat, name, about)}
            for seat, name in zip(found["seats"], names, strict=False)
        ],
        "turning_points": [say_turn(turn, names, about) for turn in turning],
        "decisions": [{**each, "sentence": say_decision(each, names)} for each in found["decisions"]],
        "curve": found["curve"],
    }
