"""The entry that a game waits for, as answers tell it: what the rules allow, and of the computer what it has
decided to do.

What the computer decides is a part of the entry that it follows (`computer` in its body), so that the log
says it and nobody has to work it out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper import rules
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.people import People
from scorekeeper.ledger.script import Item

Decided = Mapping[str, Any]
"""What the computer does next: `action` (`roll` or `stand`), `dice` (how many), `hold` (a face, or None)."""
_ROLLS = frozenset({"roll", "turn"})


def waits_for(state: rules.GameState, people: People, decided: Decided | None = None) -> dict[str, Any]:
    """`next` of a game."""
    told = rules.next_entry(state).to_json()
    seat = state.to_move
    computer = None if seat is None else people[seat - 1].computer
    if computer is None:
        return told
    if decided is not None:
        held = [] if decided["hold"] is None else [decided["hold"]]
        told |= {"dice_counts": [decided["dice"]], "stand": False, "hold": held}
    return {**told, "score": False, "computer": {"dice": computer, "decided": decided}}


def decided_after(before: Decided | None, state: rules.GameState, body: Mapping[str, Any]) -> Decided | None:
    """What the computer has decided when an entry with this body has led to a state."""
    if state.turn is None:
        return None
    entered: Decided | None = body.get("computer") if "dice" in body else None
    return before if entered is None else entered


def decided_by(plays: Iterable[Item], state: rules.GameState) -> Decided | None:
    """The same from all that was played, the last play last."""
    if state.turn is None:
        return None
    rolls = [play for play in plays if play.kind in _ROLLS and play.body["seat"] == state.turn.seat]
    found: Decided | None = rolls[-1].body.get("computer") if rolls else None
    return found


def decided_in(moment: str) -> Decided | None:
    """The same from the stored part of a game's answer."""
    computer = parsed(f"{{{moment}}}")["next"].get("computer")
    return None if computer is None else computer["decided"]
