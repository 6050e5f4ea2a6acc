"""Taking back, and bringing back what was taken back.

An undo takes back a play and everything that was played after it, except who came and who left: people are
there, or they are not. A redo brings back what an undo took, until something new is entered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.composed import Sent
from scorekeeper.ledger.composing import About, Plan, Telling
from scorekeeper.ledger.describing import count, outcome, which, with_content
from scorekeeper.ledger.errors import AmendmentRefused
from scorekeeper.ledger.keys import Author
from scorekeeper.ledger.owning import require_own
from scorekeeper.ledger.putting_right import put_right
from scorekeeper.ledger.recorded import Recorded
from scorekeeper.ledger.script import AMENDMENT_KINDS, COMING_AND_GOING, NO_EDITS, Edits, Item, edits_of
from scorekeeper.ledger.stretches import Stretch, load_stretch
from scorekeeper.ledger.targets import Target, find_play, seq_of
from scorekeeper.storage.models import Entry, Row
from scorekeeper.storage.queries import values

_QUIET: Final = frozenset({"dispute", "withdrawal", "ruling", "erasure"})
"""Entries that need not change what is played."""


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """target: the play to take back, or the undo to take back; None: the last one. entry_id: a UUID of the
    client's for the undo itself. entered_at: the phone's claim, microseconds UTC."""

    target: Target | None = None
    entry_id: str | None = None
    entered_at: int | None = None


def undo(
    author: Author, game_id: str, request: UndoRequest, *, if_match: int | None = None, dry_run: bool = False
) -> Recorded:
    """Take back the last play that counts, or the one that is named and what was played after it.

    Raises NotFound, AlreadyRecorded, StaleVersion, AmendmentRefused (`nothing-to-undo`, `not-your-entry`,
    `entry-unknown`, `entry-not-correctable`, `entry-voided`), and LaterEntriesConflict where somebody who
    came or left later could not have.
    """
    sent = _sent(author, game_id, request, if_match, dry_run)
    return put_right(sent, lambda board: _plan_undo(board, author, request.target), _is_same(request, "undo"))


def redo(
    author: Author, game_id: str, request: UndoRequest, *, if_match: int | None = None, dry_run: bool = False
) -> Recorded:
    """Bring back what the last undo took, or what the one that is named and all after it took.

    Raises as `undo`, with `nothing-to-redo` also where something new was entered since.
    """
    sent = _sent(author, game_id, request, if_match, dry_run)
    return put_right(sent, lambda board: _plan_redo(board, author, request.target), _is_same(request, "redo"))


def _sent(author: Author, game_id: str, request: UndoRequest, if_match: int | None, dry_run: bool) -> Sent:
    target = request.target
    shown = {} if target is None else {"target": target.shown}
    return Sent(author, game_id, shown, request.entry_id, request.entered_at, if_match, dry_run)


def _is_same(request: UndoRequest, kind: str) -> Callable[[Board, Row, Mapping[str, Any]], bool]:
    def is_same(board: Board, row: Row, body: Mapping[str, Any]) -> bool:
        if row["kind"] != kind:
            return False
        return request.target is None or seq_of(board, request.target) == body["target"]

    return is_same


# Undo


def _plan_undo(board: Board, author: Author, target: Target | None) -> Plan:
    stretch, item = _last_play(board) if target is None else _named_play(board, target)
    plays = stretch.plays()
    index = next(index for index, play in enumerate(plays) if play.seq == item.seq)
    later = [play for play in plays[index + 1 :] if play.kind not in COMING_AND_GOING]
    require_own(author, board, _sayers(stretch, [item, *later]))
    entry = stretch.entries[item.seq]

    def tell(telling: Telling) -> list[str]:
        play = which(item, telling.names_for(item))
        said = [with_content(f"{play} was taken back", item.body)]
        if later:
            said = [f"{play} was taken back, and {count(len(later))} after it."]
        return said + outcome(telling.before, telling.after, telling.names)

    return Plan(
        "undo",
        tell,
        About(entry.seat, entry.round, entry.turn),
        stretch,
        Edits(voided=(item.seq, *(play.seq for play in later))),
        body={"target": item.seq},
    )


def _last_play(board: Board) -> tuple[Stretch, Item]:
    """The last play that counts. A round that was just opened has none yet; then it is the last of the round
    before."""
    for round_number in range(board.state.round, -1, -1):
        stretch = load_stretch(board, round_number)
        plays = stretch.plays()
        if plays:
            return stretch, plays[-1]
        if not stretch.beginning.round:
            break
    raise AmendmentRefused("nothing-to-undo", "Nothing that counts has been played yet.")


def _named_play(board: Board, target: Target) -> tuple[Stretch, Item]:
    meant = find_play(board, target, "/target")
    return load_stretch(board, meant.round), meant.item


def _sayers(stretch: Stretch, plays: Iterable[Item]) -> Iterator[int]:
    """The entries that say what was played: the plays' own, and the corrections of them."""
    for play in plays:
        yield play.seq
        rewrite = stretch.rewrites.get(play.seq)
        if rewrite is not None and rewrite.by is not None:
            yield rewrite.by


# Redo


@dataclass(frozen=True, slots=True)
class _Undo:
    """An undo that can be taken back."""

    seq: int
    about: About
    target: int
    voided: tuple[int, ...]


def _plan_redo(board: Board, author: Author, target: Target | None) -> Plan:
    undos = list(_to_redo(board))
    meant = undos[0].seq if undos and target is None else _meant_undo(board, target)
    if meant not in {each.seq for each in undos}:
        detail = "There is no undo to take back, or something new was entered since."
        raise AmendmentRefused("nothing-to-redo", detail)
    undos = [each for each in undos if each.seq >= meant]
    require_own(author, board, [each.seq for each in undos])
    first = min(undos, key=lambda each: each.about.round or 0)
    stretch = load_stretch(board, first.about.round or 0)
    restored = tuple(seq for each in undos for seq in each.voided)
    item = stretch.script.find(undos[0].target)

    def tell(telling: Telling) -> list[str]:
        more = len(restored) - 1
        # Whose seat comes back with its joining has no name before.
        play = which(item, telling.names_for(item))
        said = [with_content(f"{play} counts again", item.body)]
        if more:
            said = [f"{play} counts again, and {count(more)} taken back with it."]
        return said + outcome(telling.before, telling.after, telling.names)

    body = {"target": meant, "undos": [each.seq for each in undos]}
    return Plan("redo", tell, undos[0].about, stretch, Edits(restored=restored), body=body)


def _meant_undo(board: Board, target: Target | None) -> int:
    if target is None:
        return 0
    seq = seq_of(board, target)
    if seq is None:
        field = "seq" if target.seq is not None else "entry_id"
        raise AmendmentRefused("entry-unknown", "This game has no such entry.", f"/target/{field}")
    return seq


def _to_redo(board: Board) -> Iterator[_Undo]:
    """The undos that nothing new was entered after and that were not taken back, the last one first."""
    redone: set[int] = set()
    for seq, kind, text, *about in _log_backwards(board):
        body = parsed(text) if kind in AMENDMENT_KINDS else {}
        if kind == "redo":
            redone.update(body["undos"])
        elif kind == "undo":
            if seq not in redone:
                yield _Undo(seq, About(*about), body["target"], edits_of(body).voided)
        elif kind not in _QUIET or edits_of(body) != NO_EDITS:
            return


def _log_backwards(board: Board) -> Iterator[tuple[Any, ...]]:
    upto, some = board.version, 32
    while upto > 0:
        query = Entry.select(Entry.seq, Entry.kind, Entry.body, Entry.seat, Entry.round, Entry.turn).where(
            (Entry.game == board.facts.game_id) & (Entry.seq <= upto)
        )
        yield from values(query.order_by(Entry.seq.desc()).limit(some))
        upto -= some
