"""What can be put right about the plays of a seat that the computer plays.

Dice that a person threw for it can be read wrong, like any others: then the computer decides anew. Dice that
the server threw stand, or are taken back with all that was played after them; thrown again, they are the
same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.computer import roll_decided
from scorekeeper.ledger.errors import AmendmentRefused
from scorekeeper.ledger.rejudging import judge
from scorekeeper.ledger.script import Item
from scorekeeper.ledger.stretches import Stretch
from scorekeeper.ledger.submissions import DICE_KINDS
from scorekeeper.ledger.waiting import decided_by

_DECIDED_BY_PERSON: Final = frozenset({"keep", "hold", "stand"})
"""What a person who plays on the server's dice decides, and can have entered wrong."""
_DECIDED: Final = ("dice", "keep", "hold", "stand", "computer")


def require_replaceable(board: Board, item: Item, changes: Mapping[str, Any]) -> None:
    """Refuse to have a play say what only the computer or the server can say. Raises AmendmentRefused."""
    if item.kind not in DICE_KINDS:
        return
    if "computer" in item.body or not changes.keys() <= _DECIDED_BY_PERSON:
        require_no_server_throw(item.body, "/replace")
    seats = {item.body["seat"], changes.get("seat", item.body["seat"])}
    if not any(map(board.is_computers, seats)) and "computer" not in item.body:
        return
    wrong = next((name for name in changes if name != "dice"), None)
    if wrong is not None:
        raise AmendmentRefused(
            "computer-decides",
            "Of a roll of the computer's only the dice can be corrected: it decides the rest anew.",
            f"/replace/{wrong}",
        )


def require_insertable(board: Board, kind: str, body: Mapping[str, Any], pointer: str = "/insert") -> None:
    """Refuse to put in a play of the computer's. Raises AmendmentRefused."""
    if kind in DICE_KINDS and board.is_computers(body["seat"]):
        raise AmendmentRefused(
            "computer-decides",
            "Nobody can say afterwards what the computer would have decided: take back what was played "
            "since, and enter the dice.",
            f"{pointer}/seat",
        )


def require_no_server_throw(body: Mapping[str, Any], pointer: str) -> None:
    """Refuse to change dice that the server threw. Raises AmendmentRefused."""
    if "thrown_by" in body:
        raise AmendmentRefused(
            "server-throw-stands",
            "The server threw these dice: they stand, or are taken back (undo) with all played since.",
            pointer,
        )


def decided_anew(stretch: Stretch, item: Item, changes: Mapping[str, Any]) -> Mapping[str, Any]:
    """The changes of a roll, with what the computer decides on the dice as they are put right."""
    if "computer" not in item.body or "dice" not in changes:
        return changes
    plays = stretch.plays()
    before = next(each.before for each in judge(stretch.beginning.state, plays) if each.item.seq == item.seq)
    decided = decided_by([play for play in plays if play.order < item.order], before)
    body = roll_decided(before, decided, {**item.body, **changes})
    return {name: body.get(name) for name in _DECIDED if body.get(name) != item.body.get(name)}


def is_same_replacement(sent: Mapping[str, Any], recorded: Mapping[str, Any]) -> bool:
    """Whether the changes that arrive again are those that are recorded, beside what the computer decided."""
    if "computer" not in recorded:
        return sent == recorded
    return all(name in recorded and sent[name] == recorded[name] for name in sent)
