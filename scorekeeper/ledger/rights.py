"""What a key may do: by its role, and where it was given to a player, by the seat which that player has.

A host does everything. A scorer enters and disputes; one that belongs to a player enters for that player's
seat alone, and for the computer's. A viewer reads. Whose entries are taken back is asked where that is
planned.
"""

from __future__ import annotations

from typing import Final

from scorekeeper.ledger.boards import Board
from scorekeeper.ledger.errors import RoleNotAllowed, SeatNotYours
from scorekeeper.ledger.keys import Author
from scorekeeper.ledger.submissions import Submission

HOST: Final = "host"
SCORER: Final = "scorer"
VIEWER: Final = "viewer"
ROLES: Final = (HOST, SCORER, VIEWER)
ENTERED_BY_SCORERS: Final = frozenset({"start_roll", "roll", "stand", "turn", "defer"})
"""The kinds of entries that are not the host's alone."""


def require_host(author: Author) -> None:
    """Raises RoleNotAllowed for anybody else."""
    if author.role != HOST:
        raise RoleNotAllowed(author.role, (HOST,))


def require_entry(author: Author, board: Board, submission: Submission) -> None:
    """Refuse an entry that this key may not make. Raises RoleNotAllowed, SeatNotYours."""
    if author.role == HOST:
        return
    if author.role != SCORER or submission.kind not in ENTERED_BY_SCORERS:
        by_scorers = submission.kind in ENTERED_BY_SCORERS
        raise RoleNotAllowed(author.role, (HOST, SCORER) if by_scorers else (HOST,))
    if author.player_id is not None:
        seats, seat = _seats_of(author.player_id, board), submission.body.get("seat")
        # Whoever plays may enter the dice of the computer.
        if seat not in seats and not (seats and board.is_computers(seat)):
            raise SeatNotYours(seats[-1] if seats else None)


def require_amendment(author: Author, board: Board) -> None:
    """Refuse what amends a game to who only reads it. Raises RoleNotAllowed, SeatNotYours."""
    if author.role not in (HOST, SCORER):
        raise RoleNotAllowed(author.role, (HOST, SCORER))
    if author.player_id is not None and not _seats_of(author.player_id, board):
        raise SeatNotYours(None)


def _seats_of(player_id: str, board: Board) -> list[int]:
    return [seat for seat, person in enumerate(board.people, 1) if person.player_id == player_id]
