"""The secrets of the dice that the server throws, and the nonce that each throw was first asked for with.

A secret is kept apart from all else and leaves its table when the game is over, by `revealing` alone. A place
in a game keeps its first nonce for ever: taken back and thrown again, the dice fall the same way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from scorekeeper.ledger.people import People
from scorekeeper.ledger.server_dice import commitment_to, new_secret, throw
from scorekeeper.storage import Step
from scorekeeper.storage.dice import DiceSecret, ServerThrow
from scorekeeper.storage.queries import first_row
from scorekeeper.storage.statements import insert_row


@dataclass(frozen=True, slots=True)
class Commitment:
    """in_body: what the entry says that a secret is committed to in. steps: what is written with it."""

    in_body: dict[str, Any] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()


NO_COMMITMENT: Final = Commitment()


def commit_dice(game_id: str, seq: int, people: People) -> Commitment:
    """A new secret for a game, committed to by entry number `seq`, where the server throws for one of the
    people."""
    if all(person.computer != "server" for person in people):
        return NO_COMMITMENT
    secret = new_secret()
    row = insert_row(DiceSecret, game=game_id, seq=seq, secret=secret)
    return Commitment({"server_dice": {"commitment": commitment_to(secret)}}, (row,))


class ServerDice(NamedTuple):
    """A throw: the entry that committed to its secret, its nonce, the faces, and what is written with it."""

    commitment: int
    nonce: str
    dice: list[int]
    steps: tuple[Step, ...]


def throw_at(game_id: str, place: str, nonce: str, count: int) -> ServerDice:
    """What `count` dice show at a place. A place that was thrown at before keeps its secret and its nonce.

    The game has a secret: a seat has the server's dice.
    """
    is_here = (ServerThrow.game == game_id) & (ServerThrow.place == place)
    before = first_row(ServerThrow.select().where(is_here))
    query = DiceSecret.select().where(DiceSecret.game == game_id).order_by(DiceSecret.seq.desc()).limit(1)
    if before is not None:
        query = DiceSecret.select().where(
            (DiceSecret.game == game_id) & (DiceSecret.seq == before["commitment"])
        )
        nonce = before["nonce"]
    row = first_row(query)
    assert row is not None
    steps: tuple[Step, ...] = ()
    if before is None:
        place_row = {"game": game_id, "place": place, "commitment": row["seq"], "nonce": nonce}
        steps = (insert_row(ServerThrow, **place_row),)
    return ServerDice(row["seq"], nonce, throw(row["secret"], place, nonce, count), steps)
