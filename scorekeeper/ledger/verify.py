"""Checking a game: its chain, and that what is stored is what its log leads to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorekeeper import rules
from scorekeeper.ledger.boards import Board, load_board
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.chain import Link, faults
from scorekeeper.ledger.submissions import PEOPLE_KINDS
from scorekeeper.ledger.texts import digest
from scorekeeper.storage.models import Entry, EntryText, Game, Row
from scorekeeper.storage.queries import rows, values


def verify_game(game_id: str) -> tuple[str, ...]:
    """What is wrong with a game's log and state, in sentences; empty if all is well. Raises NotFound."""
    board = load_board(game_id)
    entries = rows(Entry.select().where(Entry.game == game_id).order_by(Entry.seq))
    found = [*faults((_link(row), row["prev_hash"], row["hash"]) for row in entries)]
    if not entries or entries[-1]["seq"] != board.version or entries[-1]["hash"] != board.head:
        found.append("the last entry is not the one that the game names as its head")
    return (*found, *_wrong_texts(game_id, entries), *_wrong_state(board, entries))


def game_ids() -> Iterator[str]:
    """The ids of all games, oldest first."""
    for (game_id,) in values(Game.select(Game.id).order_by(Game.id)):
        yield str(game_id)


def replayed(log: Iterable[Row]) -> rules.GameState:
    """The state that a log leads to. Raises rules.Refused where an entry breaks the rules."""
    first, *rest = (row for row in log if row["voided_by"] is None)
    opening = parsed(first["body"])
    ruleset = rules.read_ruleset(opening["ruleset"])
    state = rules.start(ruleset, len(opening["seats"]), opening["opener"], opening["entry"]).state
    entries = [
        rules.input_from_json({"kind": row["kind"], **parsed(row["body"])})
        for row in rest
        if row["kind"] not in PEOPLE_KINDS
    ]
    return rules.replay(state, entries)


def _wrong_state(board: Board, entries: list[Row]) -> list[str]:
    try:
        state = replayed(entries)
    except rules.Refused as refused:
        return [f"the log can't be replayed: {refused}"]
    return [] if state == board.state else ["the stored state is not what the log leads to"]


def _wrong_texts(game_id: str, entries: list[Row]) -> list[str]:
    """Texts that are not the ones whose digests the entries hold; erased ones are none."""
    bodies = {row["seq"]: row["body"] for row in entries}
    texts = rows(EntryText.select().where((EntryText.game == game_id) & EntryText.text.is_null(False)))
    return [
        f"the text {row['field']} of entry {row['seq']} is not what was recorded"
        for row in texts
        if digest(row["salt"], row["text"]) not in bodies.get(row["seq"], "")
    ]


def _link(row: Row) -> Link:
    return Link(
        row["game"],
        row["seq"],
        row["entry_id"],
        row["kind"],
        row["body"],
        row["recorded_at"],
        row["entered_at"],
        row["key"],
    )
