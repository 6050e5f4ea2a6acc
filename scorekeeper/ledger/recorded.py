"""What the sender of an entry is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper import storage
from scorekeeper.ledger.answers import answer_of
from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.canonical import compact, parsed
from scorekeeper.ledger.people import text_by_ref
from scorekeeper.ledger.texts import references, with_texts
from scorekeeper.storage import logged
from scorekeeper.storage.models import Row


@dataclass(frozen=True, slots=True)
class Recorded:
    """An entry and the game after it.

    game: the game's answer as JSON text. entry: `{"seq", "entry_id", "effective"}`. result: what just
    happened. already_recorded: it was there before; then the game is shown as it stands now, and the entry
    may count no more. dry_run: nothing was recorded. more: what an amendment tells besides.
    """

    game_id: str
    version: int
    head: str
    game: str
    entry: dict[str, Any]
    result: dict[str, Any]
    already_recorded: bool = False
    dry_run: bool = False
    more: Mapping[str, Any] | None = None

    def answer(self) -> bytes:
        """The whole answer: the game's fields, `recorded`, `result`, `already_recorded` and `dry_run`."""
        more = {
            "recorded": self.entry,
            "result": self.result,
            "already_recorded": self.already_recorded,
            "dry_run": self.dry_run,
        }
        if self.more:
            more |= self.more
        return f"{self.game[:-1]},{compact(more)[1:]}".encode()


def entry_shown(seq: int, entry_id: str, *, is_effective: bool = True) -> dict[str, Any]:
    """How an answer names its entry."""
    return {"seq": seq, "entry_id": entry_id, "effective": is_effective}


def recorded_before(board: Board, row: Row) -> Recorded:
    """The answer to an entry that is there already."""
    told = parsed(row["told"])
    return Recorded(
        board.facts.game_id,
        board.version,
        board.head,
        answer_of(board),
        entry_shown(row["seq"], row["entry_id"], is_effective=row["voided_by"] is None),
        {**told["result"], "sentences": read_out(board, told["sentences"])},
        already_recorded=True,
    )


def said_by(told: Mapping[str, Any]) -> Mapping[str, Any]:
    """What an entry says of itself: for an amendment that puts in a play not what that play led to."""
    said: Mapping[str, Any] = told.get("said", told)
    return said


def read_out(board: Board, sentences: list[str]) -> list[str]:
    """Stored sentences with the names as they were."""
    texts: dict[str, str | None] = dict(text_by_ref(board.people))
    missing = {ref for sentence in sentences for ref in references(sentence)} - texts.keys()
    if missing:
        texts |= texts_of(board.facts.game_id)
    return [with_texts(sentence, texts.get) for sentence in sentences]


def texts_of(game_id: str) -> dict[str, str | None]:
    """All free texts of a game by their references; None where one was erased."""
    found = storage.fetch_all(logged.TEXTS_OF.sql, (game_id,))
    return {f"{seq}/{field}": text for seq, field, text in found}
