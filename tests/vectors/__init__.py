"""Vectors: whole games and single turns with what is right, from an independent implementation of the rules.

`games.json` and `turns.json` are copies, byte by byte, of those in `../shared/vectors`, whose README explains
them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from scorekeeper import rules
from scorekeeper.rules import GameState, Input, Thrown

_HERE = Path(__file__).parent
COPIES = {name: _HERE / name for name in ("games.json", "turns.json")}
SHARED = _HERE.parent.parent.parent / "shared" / "vectors"


def games() -> list[dict[str, Any]]:
    """The whole games, each with an `id` that names its preset."""
    return [
        {"id": f"{number}-{game['preset']}", **game} for number, game in enumerate(_read("games.json"), 1)
    ]


def turns() -> list[dict[str, Any]]:
    """The single turns, each with a number as its `id`."""
    return [{"id": str(number), **turn} for number, turn in enumerate(_read("turns.json"), 1)]


def house_rules_of(game: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules of a game, as they are sent to open one."""
    return {"preset": game["preset"], **game["house_rules"]}


def action_of(action: Mapping[str, Any]) -> Input:
    """The entry that an action is."""
    return _ACTIONS[action["do"]](action)


def view(state: GameState) -> dict[str, Any]:
    """What a vector says of a game `after` an action."""
    return {
        "round": state.round,
        "roll_off": state.roll_off,
        "opener": state.opener,
        "to_move": state.to_move,
        "pot": state.pot,
        "finished": state.is_over,
        "winners": list(state.winners),
        "rounds_won": [seat.rounds_won for seat in state.seats],
        "totals": [seat.total for seat in state.seats],
        "chips": [seat.chips for seat in state.seats] if state.ruleset.stakes else None,
        "status": [seat.status for seat in state.seats],
    }


def _read(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(COPIES[name].read_text())
    return found


_ACTIONS: Mapping[str, Callable[[Mapping[str, Any]], Input]] = {
    "start_roll": lambda action: rules.StartRoll(action["seat"], action["dice"]),
    "roll": lambda action: rules.Roll(
        action["seat"], Thrown(action["dice"], action.get("keep"), action.get("hold"))
    ),
    "stand": lambda action: rules.Stand(action["seat"]),
    "score": lambda action: rules.Score(action["seat"], action["cargo"]),
    "leave": lambda action: rules.Leave(action["seat"]),
    "join": lambda _: rules.Join(),
    "defer": lambda action: rules.Defer(action["seat"]),
}
