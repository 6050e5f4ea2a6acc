"""A play in words: what the rules tell of it, and where the computer plays what was thrown for it and what it
does next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper import rules
from scorekeeper.rules.wording import in_words


def tell_play(
    body: Mapping[str, Any], consequences: Sequence[rules.Consequence], names: Sequence[str]
) -> list[str]:
    """The sentences of a play. body: as the log has it; names: what to call the seats."""
    told = [rules.tell(consequence, names) for consequence in consequences]
    if "thrown_by" in body:
        dice = in_words(str(face) for face in body["dice"])
        told.insert(0, f"The server threw {dice} for {names[body['seat'] - 1]}.")
    if "dice" in body and "computer" in body:
        said = _does_next(body["computer"], names[body["seat"] - 1])
        told += [said] if said else []
    return told


def _does_next(decided: Mapping[str, Any], name: str) -> str | None:
    """What the computer does with its cargo; None where it has none, or stands, which the rules tell."""
    if decided["action"] != "roll" or decided["dice"] > 2:
        return None
    if decided["hold"] is None:
        return f"{name} rolls both cargo dice again."
    return f"{name} holds the {decided['hold']} and rolls the other die again."
