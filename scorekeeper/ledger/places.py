"""The place in a game that an entry fills: the natural key by which a roll that is sent twice is known.

A place is written as text: `2.0.3.1` is round 2, first pass, seat 3, roll 1; `2.0.3.1.stand` the stand on it;
`2.0.3.*` a whole turn; `start.1.3` seat 3's first roll for the opener.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.ledger.submissions import TURN_KINDS
from scorekeeper.rules import GameState


@dataclass(frozen=True, slots=True)
class Pass:
    """A round, and the roll-off in it (0: the first pass)."""

    round: int
    roll_off: int


@dataclass(frozen=True, slots=True)
class Filled:
    """Where an entry that was accepted belongs. Each is None where the kind of entry has none."""

    place: str | None = None
    round: int | None = None
    turn: int | None = None
    named: Mapping[str, int] | None = None
    """The fields that name the place, filled in, for the entry's body."""


def filled_by(kind: str, seat: int | None, before: GameState) -> Filled:
    """The place that an accepted entry of this kind fills, told from the state before it."""
    if kind == "start_roll":
        assert before.start is not None
        attempt = before.start.attempt
        return Filled(f"start.{attempt}.{seat}", named={"attempt": attempt})
    round_number = before.round or None
    of_pass = {"round": before.round, "roll_off": before.roll_off}
    if kind == "defer":
        return Filled(round=round_number, named=of_pass)
    if kind not in TURN_KINDS:
        return Filled(round=round_number)
    turn_key = f"{before.round}.{before.roll_off}.{seat}"
    number = before.turns + 1
    if kind in ("turn", "score"):
        return Filled(f"{turn_key}.*", round_number, number, of_pass)
    used = before.turn_state.rolls_used
    roll = used if kind == "stand" else used + 1
    suffix = ".stand" if kind == "stand" else ""
    return Filled(f"{turn_key}.{roll}{suffix}", round_number, number, {**of_pass, "roll": roll})


def places_meant(kind: str, body: Mapping[str, Any], passes: tuple[Pass, ...]) -> list[str]:
    """The places that an entry may mean, given the passes that it can be of.

    A roll may have been entered within a whole turn, and a whole turn roll by roll.
    """
    if kind == "start_roll":
        return [f"start.{body.get('attempt')}.{body['seat']}"]
    places: list[str] = []
    for each in passes:
        turn_key = f"{each.round}.{each.roll_off}.{body['seat']}"
        if kind == "roll":
            places += [f"{turn_key}.{body['roll']}", f"{turn_key}.*"]
        elif kind == "stand":
            places += [f"{turn_key}.{body['roll']}.stand", f"{turn_key}.*"]
        elif kind == "turn":
            places += [f"{turn_key}.*", f"{turn_key}.1"]
        elif kind == "score":
            # It names no roll: after the first one of its turn it is for the rules to refuse.
            places.append(f"{turn_key}.*")
    return places
