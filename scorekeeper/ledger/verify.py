"""Checking a game: its chain, and that all that is stored is what its log leads to.

The log is folded to its script, the script is played afresh, and what follows is compared with what is
stored: the state, each entry's place and what it told, the turns, the rounds and the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from scorekeeper import rules, storage
from scorekeeper.ledger.answers import write_moment, write_seats
from scorekeeper.ledger.boards import Board, load_board
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.chain import Link, faults
from scorekeeper.ledger.name_history import NAMING_KINDS, NameHistory, Naming
from scorekeeper.ledger.recorded import said_by, texts_of
from scorekeeper.ledger.rejudging import judge
from scorekeeper.ledger.revealing import wrong_throws
from scorekeeper.ledger.rewriting import EntryChange, Rewriter
from scorekeeper.ledger.script import LogEntry, Script, fold
from scorekeeper.ledger.stretches import Beginning, StoredRewrite, Stretch, start_of, stored_entry
from scorekeeper.ledger.texts import digest, reference, references, with_texts
from scorekeeper.ledger.times import shown
from scorekeeper.ledger.waiting import Decided, decided_by, waits_for
from scorekeeper.storage import amending
from scorekeeper.storage.amendments import DisputedTurn
from scorekeeper.storage.models import Entry, EntryText, Game, Row
from scorekeeper.storage.queries import rows, values

_CLOSING: Final = {"ruling": "ruled", "withdrawal": "withdrawn"}
"""What becomes of a dispute."""


def verify_game(game_id: str) -> tuple[str, ...]:
    """What is wrong with a game's log and with what is stored of it, in sentences; empty if all is well.

    Raises NotFound.
    """
    board = load_board(game_id)
    entries = rows(Entry.select().where(Entry.game == game_id).order_by(Entry.seq))
    found = [*faults((_link(row), row["prev_hash"], row["hash"]) for row in entries)]
    if not entries or entries[-1]["seq"] != board.version or entries[-1]["hash"] != board.head:
        found.append("the last entry is not the one that the game names as its head")
    return (*found, *_wrong_texts(game_id, entries), *_wrong_replay(board, entries))


def game_ids() -> Iterator[str]:
    """The ids of all games, oldest first."""
    for (game_id,) in values(Game.select(Game.id).order_by(Game.id)):
        yield str(game_id)


def script_of(log: Iterable[Row]) -> Script:
    """The script that a log leads to."""
    return fold(LogEntry(row["seq"], row["kind"], parsed(row["body"])) for row in log)


def _wrong_replay(board: Board, entries: list[Row]) -> list[str]:
    """What differs from the log played afresh. Where the state does, all else would too."""
    if not entries:
        return []
    beginning = Beginning(0, start_of(parsed(entries[0]["body"])), (0, False, 0), 1)
    stretch = Stretch(
        beginning,
        script_of(entries),
        {row["seq"]: stored_entry(row) for row in entries},
        _rewrites(board.facts.game_id),
    )
    names = NameHistory(_namings(entries, stretch.script), texts_of(board.facts.game_id))
    rewriter, state = Rewriter(stretch, names), beginning.state
    for item, before, played, violations in judge(state, stretch.plays()):
        if played is None:
            return [f"the log can't be replayed: {rules.Refused(violations)}"]
        rewriter.follow(item, before, played)
        state = played.state
    if state != board.state:
        return ["the stored state is not what the log leads to"]
    wrong = [
        f"entry {change.item.seq}" for change in rewriter.changes() if not _is_moved_and_gone(stretch, change)
    ]
    wrong += rewriter.differing(board.facts.game_id)
    return [
        *(f"what is stored of the game's {what} is not what the log leads to" for what in wrong),
        *_wrong_disputes(board, entries),
        *_wrong_throws(board.facts.game_id, entries),
        *_wrong_answers(board, entries[-1], names, decided_by(stretch.plays(), state)),
    ]


def _is_moved_and_gone(stretch: Stretch, change: EntryChange) -> bool:
    """Whether only the number of a roll differs that was taken out: it keeps the last one that it had."""
    stored, wanted = stretch.rewrites.get(change.item.seq), change.rewrite
    if change.followed is not None or stored is None or wanted is None:
        return False
    if change.columns != change.entry.columns or stored[:-1] != wanted[:-1]:
        return False
    return {**parsed(stored.body), "roll": None} == {**parsed(wanted[-1]), "roll": None}


def _wrong_disputes(board: Board, entries: Iterable[Row]) -> list[str]:
    wanted: dict[int, tuple[Any, ...]] = {}
    for row in entries:
        if row["kind"] == "dispute":
            body = parsed(row["body"])
            turn = (body["round"], body["roll_off"], body["seat"])
            wanted[body["number"]] = (*turn, row["seq"], "open", None)
        elif row["kind"] in _CLOSING:
            number = parsed(row["body"])["number"]
            wanted[number] = (*wanted[number][:4], _CLOSING[row["kind"]], row["seq"])
    columns = ("round", "roll_off", "seat", "opened_seq", "status", "closed_seq")
    stored = {
        row["number"]: tuple(row[column] for column in columns)
        for row in rows(DisputedTurn.select().where(DisputedTurn.game == board.facts.game_id))
    }
    is_open = [row[4] == "open" for row in wanted.values()]
    if stored != wanted or board.open_disputes != sum(is_open):
        return ["the stored disputes are not those of the log"]
    return []


def _wrong_throws(game_id: str, entries: Iterable[Row]) -> list[str]:
    """Dice that the server is said to have thrown, and that do not follow from what it had committed to."""
    by_server = [(row["seq"], parsed(row["body"])) for row in entries if '"server_dice"' in row["body"]]
    commitments = {seq: body["server_dice"]["commitment"] for seq, body in by_server}
    thrown = [(row, parsed(row["body"])) for row in entries if '"thrown_by"' in row["body"]]
    return wrong_throws(game_id, commitments, [(row["seq"], row["kind"], body) for row, body in thrown])


def _wrong_answers(board: Board, last: Row, names: NameHistory, decided: Decided | None) -> list[str]:
    found = []
    if [(who.player_id, who.ref, who.computer) for who in board.people] != [
        (who.player_id, who.ref, who.computer) for who in names.people
    ]:
        found.append("who sits where is not what the log says")
    seats = write_seats(board.state, board.people)
    if (seats.by_number, seats.by_rank) != (board.seats_text.by_number, board.seats_text.by_rank):
        found.append("the stored seats are not those of the stored state")
    if not _is_moment_of(board, last, decided):
        found.append("the stored answer is not that of the stored state")
    return found


def _is_moment_of(board: Board, last: Row, decided: Decided | None) -> bool:
    """Whether the answer is that of the state; where a name in it was erased, nobody can tell."""
    texts = texts_of(board.facts.game_id)
    named = {ref for said in said_by(parsed(last["told"]))["sentences"] for ref in references(said)}
    if any(texts[ref] is None for ref in named):
        return True
    told, is_provisional = _last_entry(last, texts.get), board.open_disputes > 0
    waiting = waits_for(board.state, board.people, decided)
    moment = write_moment(board.state, board.finished_at, told, waiting, is_provisional=is_provisional)
    return moment == board.moment


def _last_entry(row: Row, text_of: Callable[[str], str | None]) -> dict[str, Any]:
    return {
        "seq": row["seq"],
        "entry_id": row["entry_id"],
        "kind": row["kind"],
        "seat": row["seat"],
        "recorded_at": shown(row["recorded_at"]),
        "sentences": [with_texts(said, text_of) for said in said_by(parsed(row["told"]))["sentences"]],
    }


def _rewrites(game_id: str) -> dict[int, StoredRewrite]:
    found = storage.fetch_all(amending.REWRITES_FROM.sql, (game_id, 1))
    return {row[0]: StoredRewrite(*row) for row in found}


def _namings(entries: Iterable[Row], script: Script) -> Iterator[Naming]:
    """The entries that count and name people."""
    plays = {item.seq: item for item in script.items}
    for row in entries:
        item = plays.get(row["seq"])
        kind: str = row["kind"] if item is None else item.kind
        body: Mapping[str, Any] = parsed(row["body"]) if item is None else item.body
        if kind in NAMING_KINDS and (item is None or item.is_effective):
            yield Naming(row["seq"], kind, body)


def _wrong_texts(game_id: str, entries: list[Row]) -> list[str]:
    """Texts that are not the ones whose digests the entries hold, and whose erasure no entry says."""
    bodies = {row["seq"]: row["body"] for row in entries}
    erased = {ref for row in entries if row["kind"] == "erasure" for ref in parsed(row["body"])["texts"]}
    return [
        f"the text {row['field']} of entry {row['seq']} is not what was recorded"
        for row in rows(EntryText.select().where(EntryText.game == game_id))
        if not (
            reference(row["seq"], row["field"]) in erased
            if row["salt"] is None
            else digest(row["salt"], row["text"]) in bodies.get(row["seq"], "")
        )
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
