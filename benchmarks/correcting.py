"""What it costs to put a long game right: the whole game is judged again when its first roll changes."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.tables import table
from scorekeeper import ledger, rules, storage
from scorekeeper.ledger import (
    Author,
    Correction,
    Opening,
    Recorded,
    SeatClaim,
    Submission,
    Target,
    UndoRequest,
)
from scorekeeper.ledger.boards import look_at

RULES = {"preset": "chips", "stakes": {"ante": 1, "per": "round", "chips": 1000}}
SEATS = ("Red", "Blue", "Green", "Amber")
HEADS = ("in a game of {events:,} events", "seconds", "aim")
SECONDS = 2.0


def correcting(events: int) -> str:
    """The figures as a Markdown table, by the ledger itself, with the disk.

    events: the length of the game.
    """
    with tempfile.TemporaryDirectory() as folder:
        storage.connect(str(Path(folder) / "long.sqlite3"), synchronous="OFF")
        storage.upgrade()
        author, game_id = _long_game(events)
        storage.close()
        storage.connect(str(Path(folder) / "long.sqlite3"))
        rows = [
            (name, f"{_timed(work, author, game_id):.2f}", f"≤ {SECONDS:.0f}") for name, work in WORKS.items()
        ]
        storage.close()
    return table([head.format(events=events) for head in HEADS], rows)


def _long_game(events: int) -> tuple[Author, str]:
    created = ledger.create_table("Benchmark", Opening(RULES, [SeatClaim(name) for name in SEATS]))
    assert created.game is not None
    dice = random.Random(7)  # noqa: S311
    for _ in range(events - 1):
        ledger.record(
            created.author, created.game.game_id, _next_entry(created.author, created.game.game_id, dice)
        )
    return created.author, created.game.game_id


def _next_entry(author: Author, game_id: str, dice: random.Random) -> Submission:
    """What the game waits for; a crew stands at once, three times of ten."""
    due = rules.next_entry(look_at(author.table_id, game_id).board.state)
    assert due.roll is not None
    if due.stand and dice.random() < 0.3:
        return Submission("stand", {"seat": due.seat, "roll": due.roll - 1})
    thrown = [dice.randint(1, 6) for _ in range(due.dice_counts[0])]
    return Submission("roll", {"seat": due.seat, "roll": due.roll, "dice": thrown})


def _timed(work: Callable[[Author, str], Recorded], author: Author, game_id: str) -> float:
    began = time.perf_counter()
    work(author, game_id)
    return time.perf_counter() - began


def _first_roll(author: Author, game_id: str) -> dict[str, Any]:
    """The first roll with one die changed that banks nothing, so that what follows stays legal."""
    entry = ledger.list_log(author.table_id, game_id, limit=2).items[1]
    dice = list((entry["counts_as"] or entry)["body"]["dice"])
    place = next(index for index, die in enumerate(dice) if die < 4)
    dice[place] = dice[place] % 3 + 1
    return {"seq": 2, "dice": dice}


def _tried(author: Author, game_id: str) -> Recorded:
    return ledger.correct(author, game_id, Correction(replace=_first_roll(author, game_id)), dry_run=True)


def _corrected(author: Author, game_id: str) -> Recorded:
    return ledger.correct(author, game_id, Correction(replace=_first_roll(author, game_id)))


def _struck_out(author: Author, game_id: str) -> Recorded:
    correction = Correction(drop={"seq": 2}, on_conflict="void_following")
    return ledger.correct(author, game_id, correction, dry_run=True)


def _taken_back(author: Author, game_id: str) -> Recorded:
    return ledger.undo(author, game_id, UndoRequest())


def _all_taken_back(author: Author, game_id: str) -> Recorded:
    return ledger.undo(author, game_id, UndoRequest(Target(seq=2)))


def _brought_back(author: Author, game_id: str) -> Recorded:
    return ledger.redo(author, game_id, UndoRequest())


WORKS: dict[str, Callable[[Author, str], Recorded]] = {
    "the first roll is corrected, tried only": _tried,
    "the first roll is corrected": _corrected,
    "the first roll is struck out with all after it, tried only": _struck_out,
    "the last roll is taken back": _taken_back,
    "the last roll is brought back": _brought_back,
    "everything is taken back": _all_taken_back,
    "everything is brought back": _brought_back,
}
