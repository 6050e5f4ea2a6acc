"""The secrets of the dice that the server throws, and the nonce that each throw was first asked for with.

A secret is kept apart from all else and leaves its table when the game is over, by `revealing` alone. From
then on it decides no new dice: a game that goes on has committed itself to a new one. What has fallen at a
place stays: taken back and thrown again, the dice are the same, whatever was told since.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from scorekeeper.ledger.fallen_dice import FallenDie, fallen_at
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
    """A throw: the entry that committed to the secret of its last die, the nonce of that, the faces, and what
    is written with it."""

    commitment: int
    nonce: str
    dice: list[int]
    steps: tuple[Step, ...] = ()


def throw_at(game_id: str, place: str, nonce: str, count: int) -> ServerDice:
    """What `count` dice show at a place.

    Dice that have fallen there stay. More than those follow from the secret and the nonce that the place has,
    or where that secret is told from the newest secret and this nonce.
    The game has a secret that is not told: a seat has the server's dice.
    """
    is_here = (ServerThrow.game == game_id) & (ServerThrow.place == place)
    before = {row["commitment"]: row["nonce"] for row in rows(ServerThrow.select().where(is_here))}
    fallen = fallen_at(game_id, place) if before else []
    if len(fallen) >= count:
        last = fallen[count - 1]
        return ServerDice(last.commitment, last.nonce, [die.face for die in fallen[:count]])
    return _thrown_on(game_id, place, nonce, count, before, fallen)


def _thrown_on(
    game_id: str, place: str, nonce: str, count: int, before: dict[int, str], fallen: list[FallenDie]
) -> ServerDice:
    """Dice at a place where fewer have fallen, or none."""
    untold = DiceSecret.select().where((DiceSecret.game == game_id) & ~DiceSecret.is_told)
    secrets = {row["seq"]: row["secret"] for row in rows(untold)}
    commitment = max(before.keys() & secrets.keys(), default=max(secrets))
    steps: tuple[Step, ...] = ()
    if commitment not in before:
        steps = (insert_row(ServerThrow, game=game_id, place=place, commitment=commitment, nonce=nonce),)
    nonce = before.get(commitment, nonce)
    more = throw(secrets[commitment], place, nonce, count)[len(fallen) :]
    return ServerDice(commitment, nonce, [*(die.face for die in fallen), *more], steps)
