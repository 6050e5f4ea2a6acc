"""Putting a game right through the ledger, as short as it can be said; and a game that is made afresh of what
counts in another one."""

from __future__ import annotations

from typing import Any

from scorekeeper import ledger
from scorekeeper.ledger import (
    Author,
    Correction,
    Dispute,
    Opening,
    Ruling,
    SeatClaim,
    Target,
    UndoRequest,
    Withdrawal,
)
from scorekeeper.ledger.boards import load_board
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.script import Item
from scorekeeper.ledger.verify import script_of
from scorekeeper.storage.models import Entry
from scorekeeper.storage.queries import rows
from tests.ledger.playing import At, answer_of


def undo(at: At, seq: int | None = None, **how: Any) -> dict[str, Any]:
    """Take back the last play, or the one of that number and all after it; the answer, read."""
    about = {name: how.pop(name) for name in ("entry_id",) if name in how}
    request = UndoRequest(None if seq is None else Target(seq), **about)
    return answer_of(ledger.undo(how.pop("author", at.author), at.game_id, request, **how))


def redo(at: At, seq: int | None = None, **how: Any) -> dict[str, Any]:
    """Bring back what the last undo took, or the one of that number."""
    about = {name: how.pop(name) for name in ("entry_id",) if name in how}
    request = UndoRequest(None if seq is None else Target(seq), **about)
    return answer_of(ledger.redo(how.pop("author", at.author), at.game_id, request, **how))


def correct(at: At, *, if_match: int | None = None, dry_run: bool = False, **what: Any) -> dict[str, Any]:
    """Put something right; the answer, read."""
    correction = Correction(**what)
    return answer_of(ledger.correct(at.author, at.game_id, correction, if_match=if_match, dry_run=dry_run))


def replace(
    at: At, seq: int, reason: str | None = None, void: bool = False, **changes: Any
) -> dict[str, Any]:
    """Have a play say something else."""
    on_conflict = "void_following" if void else "refuse"
    return correct(at, replace={"seq": seq, **changes}, reason=reason, on_conflict=on_conflict)


def dispute(at: At, *, author: Author | None = None, dry_run: bool = False, **what: Any) -> dict[str, Any]:
    """Dispute a turn; the answer, read."""
    recorded = ledger.dispute(author or at.author, at.game_id, Dispute(**what), dry_run=dry_run)
    return answer_of(recorded)


def rule(
    at: At, number: int, decision: str, *, author: Author | None = None, dry_run: bool = False, **what: Any
) -> dict[str, Any]:
    """Settle a dispute; the answer, read."""
    ruling = Ruling(decision, **what)
    return answer_of(ledger.rule(author or at.author, at.game_id, number, ruling, dry_run=dry_run))


def withdraw(at: At, number: int, *, author: Author | None = None, **what: Any) -> dict[str, Any]:
    """Take a dispute back; the answer, read."""
    return answer_of(ledger.withdraw(author or at.author, at.game_id, number, Withdrawal(**what)))


def disputes(at: At, **which: Any) -> list[dict[str, Any]]:
    """The disputes of the game."""
    return ledger.list_disputes(at.author.table_id, at.game_id, **which).items


def plays(at: At) -> list[Item]:
    """What counts, in the order of play, folded from the log."""
    log = rows(Entry.select().where(Entry.game == at.game_id).order_by(Entry.seq))
    return [item for item in script_of(log).items if item.is_effective]


def listed(at: At) -> dict[str, Any]:
    """The game as its table's list has it."""
    games = ledger.list_games(at.author.table_id, limit=200).items
    return next(game for game in games if game["id"] == at.game_id)


def standings(at: At) -> dict[str, Any]:
    """The standings' answer."""
    body = ledger.read_standings(ledger.hash_key(at.host_key), at.game_id).body
    assert body is not None
    answer: dict[str, Any] = parsed(body.decode())
    return answer


def made_afresh(at: At) -> At:
    """A new game of the same people, in which what counts in this one was entered in the first place."""
    board = load_board(at.game_id)
    opening = parsed(Entry.get((Entry.game == at.game_id) & (Entry.seq == 1)).body)
    seats = tuple(SeatClaim(player_id=seat["player_id"]) for seat in opening["seats"])
    is_chosen = board.facts.ruleset.opener.first == "chosen"
    asked = Opening(opening["ruleset"], seats, opening["opener"] if is_chosen else None, opening["entry"])
    fresh = At(at.author, at.host_key, ledger.open_game(at.author, asked).game_id)
    for item in plays(at):
        fresh.enter("turn" if item.kind == "score" else item.kind, **_as_sent(item, board.people))
    return fresh


def _as_sent(item: Item, people: Any) -> dict[str, Any]:
    body = dict(item.body)
    if item.kind == "join":
        return {"player_id": people[body["seat"] - 1].player_id}
    if item.kind in ("roll", "stand"):
        # Its number may have moved; what it is now the fresh game says.
        del body["roll"]
    return body
