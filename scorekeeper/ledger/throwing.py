"""Having the server throw the dice of a seat that the computer plays.

There is no dry run: what fell has fallen. Asked again, the same place gives the same dice, whatever nonce
comes with it, also after it was taken back, and after the game was over in between.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper import rules
from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.computer import ComputerDecides, is_next, play_computer
from scorekeeper.ledger.dice_secrets import throw_at
from scorekeeper.ledger.errors import Problem
from scorekeeper.ledger.keys import Author
from scorekeeper.ledger.places import filled_by
from scorekeeper.ledger.record import record
from scorekeeper.ledger.recorded import Recorded
from scorekeeper.ledger.submissions import Submission


@dataclass(frozen=True, slots=True)
class Throw:
    """place: `seat` with `round`, `roll_off` and `roll`, or with `attempt` for the opener. nonce: ASCII, made
    up by the table. entry_id, entered_at: as in a Submission."""

    place: Mapping[str, int]
    nonce: str
    entry_id: str | None = None
    entered_at: int | None = None


def throw_dice(author: Author, game_id: str, throw: Throw, *, if_match: int | None = None) -> Recorded:
    """Throw, and record what fell with what the computer decides.

    Raises NotFound, AlreadyRecorded, StaleVersion, EntryRefused where the place is not next, and
    ComputerDecides `not-server-dice` where the server does not throw for the seat.
    """
    kind = "start_roll" if "attempt" in throw.place else "roll"
    body = {**throw.place, "nonce": throw.nonce, "thrown_by": "server"}
    submission = Submission(kind, body, throw.entry_id, throw.entered_at)
    return record(author, game_id, submission, if_match=if_match, make_ready=_throw)


def _throw(board: Board, submission: Submission) -> Submission:
    state, body = board.state, submission.body
    seat = state.to_move
    waits_for = board.waits_for
    count = waits_for["dice_counts"][0] if waits_for["dice_counts"] else 1
    is_its = seat == body["seat"] and _kind(state) == submission.kind
    if seat is None or not is_its or not is_next(board, submission):
        # No dice fall for a place that is not next, and the rules say why.
        return replace(submission, body={**body, "dice": [1] * count})
    if board.people[seat - 1].computer != "server":
        detail = "The server throws only where the computer plays with the server's dice: enter the dice."
        raise ComputerDecides(board, Problem("/seat", "not-server-dice", detail))
    place = filled_by(submission.kind, seat, state).place
    assert place is not None
    thrown = throw_at(board.facts.game_id, place, body["nonce"], count)
    fallen = {**body, "dice": thrown.dice, "nonce": thrown.nonce, "commitment": thrown.commitment}
    return play_computer(board, replace(submission, body=fallen, with_it=thrown.steps))


def _kind(state: rules.GameState) -> str:
    return "start_roll" if state.start else "roll"
