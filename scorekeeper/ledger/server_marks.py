"""Marking what a person enters where the server has thrown: those dice stay the server's own, for ever.

A seat that the server threw for can be handed over. Whoever plays it then enters the dice that lie there; the
entry says that the server threw them, so that nobody takes them for dice of the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.fallen_dice import Fallen, FallenDie, places_thrown_at, throws_in
from scorekeeper.ledger.places import Filled
from scorekeeper.ledger.submissions import Submission


def marked(board: Board, submission: Submission, filled: Filled) -> Submission:
    """A submission of dice with the mark, where the server has thrown at its place.

    A roll that has no others says `thrown_by`, with the commitment and the nonce of its last die, and shows
    the dice in the order in which they fell. Else `lying` has those that lay there: of a roll, or of each
    roll of a turn. filled: where it belongs. What was not entered by a person stays as it is.
    """
    kind, body = submission.kind_in_log, submission.body
    if not board.server_threw or "thrown_by" in body:
        return submission
    thrown = [*throws_in(kind, {**body, **(filled.named or {})})]
    if places_thrown_at(board.facts.game_id).isdisjoint(place for place, _ in thrown):
        # Nearly always, and the log need not be read for the dice.
        return submission
    fallen = Fallen(board.facts.game_id)
    lying = [fallen.at(place)[: len(dice)] for place, dice in thrown]
    return replace(submission, body={**body, **_mark(kind, body, lying)})


def of_the_server(dice: Sequence[int], lying: Sequence[FallenDie]) -> list[int]:
    """Those of a roll's dice that the server had thrown at its place, in the order in which they fell."""
    left, found = Counter(dice), list[int]()
    for die in lying[: len(dice)]:
        if left[die.face]:
            left[die.face] -= 1
            found.append(die.face)
    return found


def mark_of(lying: Sequence[FallenDie]) -> dict[str, Any]:
    """What an entry says of dice that the server threw."""
    last = lying[-1]
    return {"dice": [die.face for die in lying], "nonce": last.nonce, "commitment": last.commitment}


def _mark(kind: str, body: Any, lying: Sequence[Sequence[FallenDie]]) -> dict[str, Any]:
    faces = [[die.face for die in dice] for dice in lying]
    if kind == "turn":
        return {"lying": faces}
    if len(faces[0]) < len(body["dice"]):
        return {"lying": faces[0]}
    return {**mark_of(lying[0]), "thrown_by": "server"}
