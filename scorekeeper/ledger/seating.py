"""From the names that people give to the players that they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.ledger.errors import Invalid, NameInvalid, Problem
from scorekeeper.ledger.ids import new_id
from scorekeeper.ledger.names import clean_name, folded
from scorekeeper.ledger.players import active_player_named, find_player
from scorekeeper.ledger.quotas import require_room


@dataclass(frozen=True, slots=True)
class SeatClaim:
    """Who is to sit on a seat: a name, or a player of the table. Exactly one is given.

    computer: None for a person; where the computer is to play, who throws its dice: one of THROWERS.
    """

    name: str | None = None
    player_id: str | None = None
    computer: str | None = None


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player found, or one to be made (`is_new`); computer as in the claim."""

    player_id: str
    name: str
    is_new: bool = False
    computer: str | None = None

    @property
    def in_body(self) -> dict[str, Any]:
        """What the body of an entry says of a seat that the computer plays."""
        return {} if self.computer is None else {"computer": {"dice": self.computer}}


def find_sitters(
    table_id: str, claims: Sequence[SeatClaim], seated: Sequence[str] = (), pointer: str = "/seats/{}"
) -> tuple[Sitter, ...]:
    """The players that the claims mean; a name that is no active player's is a new player's.

    seated: the players who sit already. pointer: where claim n (from 0) stands in the body.
    Raises Invalid with every claim that can't be met; QuotaReached where the table can't have more players.
    """
    problems: list[Problem] = []
    sitters: list[Sitter] = []
    for index, claim in enumerate(claims):
        field = f"{pointer.format(index)}/{'name' if claim.player_id is None else 'player_id'}"
        sitter = _find_sitter(table_id, claim, field)
        taken = {*seated, *(other.player_id for other in sitters), *_new_names(sitters)}
        if isinstance(sitter, Sitter) and taken & {
            sitter.player_id,
            folded(sitter.name) if sitter.is_new else "",
        }:
            sitter = Problem(field, "player-seated", f"{sitter.name} has a seat in this game already.")
        if isinstance(sitter, Problem):
            problems.append(sitter)
        else:
            sitters.append(replace(sitter, computer=claim.computer))
    if problems:
        raise Invalid(*problems)
    require_room("players_per_table", table_id, sum(sitter.is_new for sitter in sitters))
    return tuple(sitters)


def _new_names(sitters: Sequence[Sitter]) -> set[str]:
    return {folded(sitter.name) for sitter in sitters if sitter.is_new}


def _find_sitter(table_id: str, claim: SeatClaim, field: str) -> Sitter | Problem:
    if claim.player_id is not None:
        return _by_id(table_id, claim.player_id, field)
    try:
        name = clean_name(claim.name)
    except NameInvalid as invalid:
        return Problem(field, invalid.code, invalid.detail)
    row = active_player_named(table_id, name)
    if row is None:
        return Sitter(new_id("player"), name, is_new=True)
    return Sitter(row["id"], row["name"])


def _by_id(table_id: str, player_id: str, field: str) -> Sitter | Problem:
    row = find_player(table_id, player_id) if player_id.isascii() else None
    if row is None:
        return Problem(field, "player-unknown", "This table has no such player.")
    if row["archived_at"] is not None:
        return Problem(field, "player-archived", f"{row['name']} is archived; bring the player back first.")
    return Sitter(row["id"], row["name"])
