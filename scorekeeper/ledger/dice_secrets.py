"""The secrets of the dice that the server throws, and the nonce that each throw was first asked for with.

A secret is kept apart from all else and leaves its table when the game is over, by `revealing` alone. From
then on it decides no more dice: a game that goes on has committed itself to a new one. As long as its secret
is not told a place in a game keeps its first nonce: taken back and thrown again, the dice fall the same way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from scorekeeper.ledger.people import People
from scorekeeper.ledger.server_dice import commitment_to, new_secret, throw
from scorekeeper.storage import Step
from scorekeeper.storage.dice import DiceSecret, ServerThrow
from scorekeeper.storage.queries import first_row, rows
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
    return _committed(game_id, seq)


def commit_anew(game_id: str, seq: int, people: People) -> Commitment:
    """The same for entry number `seq` by which a game goes on that was over: what it had committed to before
    could be read, and is told."""
    own = DiceSecret.game == game_id
    if first_row(DiceSecret.select(DiceSecret.seq).where(own)) is None:
        return commit_dice(game_id, seq, people)
    told: Step = DiceSecret.update(is_told=True).where(own).sql()
    return _committed(game_id, seq, told)


def _committed(game_id: str, seq: int, *before: Step) -> Commitment:
    secret = new_secret()
    row = insert_row(DiceSecret, game=game_id, seq=seq, secret=secret)
    return Commitment({"server_dice": {"commitment": commitment_to(secret)}}, (*before, row))


class ServerDice(NamedTuple):
    """A throw: the entry that committed to its secret, its nonce, the faces, and what is written with it."""

    commitment: int
    nonce: str
    dice: list[int]
    steps: tuple[Step, ...]


def throw_at(game_id: str, place: str, nonce: str, count: int) -> ServerDice:
    """What `count` dice show at a place. A place that was thrown at before keeps its secret and its nonce, if
    that secret is not told.

    The game has a secret that is not told: a seat has the server's dice.
    """
    untold = DiceSecret.select().where((DiceSecret.game == game_id) & ~DiceSecret.is_told)
    secrets = {row["seq"]: row["secret"] for row in rows(untold)}
    is_here = (ServerThrow.game == game_id) & (ServerThrow.place == place)
    before = first_row(ServerThrow.select().where(is_here & ServerThrow.commitment.in_(list(secrets))))
    steps: tuple[Step, ...] = ()
    if before is not None:
        commitment, nonce = before["commitment"], before["nonce"]
    else:
        commitment = max(secrets)
        steps = (insert_row(ServerThrow, game=game_id, place=place, commitment=commitment, nonce=nonce),)
    return ServerDice(commitment, nonce, throw(secrets[commitment], place, nonce, count), steps)
