"""Where the server has thrown, its dice lie: whoever enters dice there enters these.

A seat can be handed over from the computer to a person, and plays can be taken back and put right; none of
it makes other dice of those that fell at a place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.computer import ComputerDecides
from scorekeeper.ledger.errors import AmendmentRefused, Problem
from scorekeeper.ledger.fallen_dice import fallen_at, places_thrown_at
from scorekeeper.ledger.places import Filled
from scorekeeper.ledger.rewriting import EntryChange, Followed, Rewriter
from scorekeeper.ledger.stretches import StoredRewrite

CODE: Final = "server-throw-stands"


class _Entered(NamedTuple):
    """Dice, or a score alone (None), that were entered at a place. pointer: where they stand in the body."""

    place: str
    dice: Sequence[int] | None
    pointer: str


def require_lying_dice(board: Board, kind: str, body: Mapping[str, Any], filled: Filled) -> None:
    """Refuse other dice than those that lie at the place of an entry. Raises ComputerDecides."""
    if not board.server_threw:
        return
    game_id = board.facts.game_id
    problem = _problem(game_id, places_thrown_at(game_id), kind, body, filled)
    if problem is not None:
        raise ComputerDecides(board, problem)


def require_lying_dice_put_right(board: Board, rewriter: Rewriter, pointer: str) -> None:
    """The same for all plays that an amendment puts in, changes or moves. Raises AmendmentRefused."""
    if not board.server_threw:
        return
    game_id = board.facts.game_id
    places = places_thrown_at(game_id)
    for followed in _changed(rewriter):
        problem = _problem(game_id, places, followed.item.kind, followed.body, followed.filled)
        if problem is not None:
            raise AmendmentRefused(CODE, problem.detail, pointer)


def _changed(rewriter: Rewriter) -> Iterator[Followed]:
    """The plays that have other dice or another place than is stored of them."""
    if rewriter.own is not None:
        yield rewriter.own
    for change in rewriter.changes():
        if change.followed is not None and _is_other(change, rewriter.rewrites.get(change.item.seq)):
            yield change.followed


def _is_other(change: EntryChange, stored: StoredRewrite | None) -> bool:
    assert change.followed is not None
    was = parsed(change.entry.body if stored is None else stored.body)
    is_back = change.entry.voided_by is not None
    return is_back or change.entry.place != change.followed.filled.place or was != change.followed.body


def _problem(
    game_id: str, places: Container[str], kind: str, body: Mapping[str, Any], filled: Filled
) -> Problem | None:
    """The first that is entered otherwise than it lies."""
    if "thrown_by" in body or filled.place is None:
        return None
    for entered in _entered(kind, body, filled.place):
        if entered.place not in places:
            continue
        lying = [die.face for die in fallen_at(game_id, entered.place)]
        if entered.dice is None:
            return Problem(entered.pointer, CODE, f"{_tell(lying, len(lying))} The rolls are known here.")
        if not _are_among(lying[: len(entered.dice)], entered.dice):
            return Problem(entered.pointer, CODE, _tell(lying, len(entered.dice)))
    return None


def _entered(kind: str, body: Mapping[str, Any], place: str) -> Iterable[_Entered]:
    first = f"{place.removesuffix('*')}{{}}"
    if kind == "score":
        return [_Entered(first.format(1), None, "/score")]
    if kind == "turn":
        rolls = enumerate(body["rolls"])
        return [_Entered(first.format(at + 1), roll["dice"], f"/rolls/{at}/dice") for at, roll in rolls]
    return [_Entered(place, body["dice"], "/dice")] if "dice" in body else []


def _are_among(lying: Sequence[int], dice: Sequence[int]) -> bool:
    return not Counter(lying) - Counter(dice)


def _tell(lying: Sequence[int], count: int) -> str:
    """Of more dice than lie there the others are thrown now."""
    if count > len(lying):
        return f"The server has thrown here, and its dice stay: {_said(lying)} are among these."
    return f"The server has thrown here, and its dice stay: enter {_said(lying[:count])}."


def _said(dice: Sequence[int]) -> str:
    return ", ".join(map(str, dice))
