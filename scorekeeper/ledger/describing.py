"""Amendments in words: which play is meant, what it was, and what became of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper import rules
from scorekeeper.ledger.script import Item
from scorekeeper.rules.wording import in_words

_OF_A_ROUND = {"roll": "roll {roll}", "stand": "stand", "turn": "turn", "score": "score", "defer": "deferral"}
_ANYTIME = {"start_roll": "roll for the opener", "join": "seat", "leave": "leaving"}


def which(item: Item, names: Sequence[str]) -> str:
    """Which play it is: `Red's roll 2 in round 3`. names: as `Telling.names_for` has them."""
    if item.kind == "abandon":
        return "The end of the game"
    body = item.body
    if "thrown_by" in body:
        return f"{_server_throw(item)} for {names[body['seat'] - 1]}"
    whose = f"{names[body['seat'] - 1]}'s"
    if item.kind in _ANYTIME:
        return f"{whose} {_ANYTIME[item.kind]}"
    return f"{whose} {_what_and_where(item)}"


def _server_throw(item: Item) -> str:
    """What the server threw stays its own, whoever has the seat now."""
    return f"The server's {_ANYTIME[item.kind] if item.kind in _ANYTIME else _what_and_where(item)}"


def _what_and_where(item: Item) -> str:
    body = item.body
    what = _OF_A_ROUND[item.kind].format(roll=body.get("roll", ""))
    where = f" in round {body['round']}" if "round" in body else ""
    roll_off = f", roll-off {body['roll_off']}" if body.get("roll_off") else ""
    return f"{what}{where}{roll_off}"


def content(body: Mapping[str, Any]) -> str:
    """What was thrown and decided: `6, 5, 4, 3, 2, keeping 6, then a stand`; empty for what has no dice."""
    if "score" in body:
        return f"a score of {body['score']}"
    thrown = "; ".join(_throw(roll) for roll in body.get("rolls", [body]) if "dice" in roll)
    return f"{thrown}, then a stand" if thrown and body.get("stand") else thrown


def with_content(sentence: str, body: Mapping[str, Any]) -> str:
    """A sentence that ends with what was thrown, where anything was."""
    said = content(body)
    return f"{sentence}: {said}." if said else f"{sentence}."


def outcome(before: rules.GameState, after: rules.GameState, names: Sequence[str]) -> list[str]:
    """What an amendment did to the end of the game, if it did anything to it."""
    if (before.status, before.winners) == (after.status, after.winners):
        return []
    winners = [names[seat - 1] for seat in after.winners]
    if not after.is_over:
        return ["The game goes on."] if before.is_over else []
    if not winners:
        return ["The game is abandoned; nobody wins."]
    if len(winners) == 1:
        return [f"{winners[0]} wins the game."]
    return [f"The game is a draw between {in_words(winners)}."]


def count(number: int) -> str:
    """So many entries: `1 entry`, `3 entries`."""
    return "1 entry" if number == 1 else f"{number} entries"


def _throw(roll: Mapping[str, Any]) -> str:
    dice = ", ".join(map(str, roll["dice"]))
    keep = roll.get("keep")
    if keep is not None:
        dice += f", keeping {', '.join(map(str, keep)) or 'nothing'}"
    return dice if roll.get("hold") is None else f"{dice}, holding the {roll['hold']}"
