"""From what was sent to the opening of a game, and what an opening can be refused for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.ledger import Opening
from scorekeeper.rules.ruleset_problems import RULESET_CODES

NAME_CODES = ("name-empty", "name-too-long", "name-characters")
PERSON_CODES = (*NAME_CODES, "player-unknown", "player-archived", "player-seated")
OPENING_CODES = (*PERSON_CODES, "seat-count", "seat-unknown", *RULESET_CODES)


def opening_of(body: Mapping[str, Any]) -> Opening:
    """The opening that a body of the shape NewGame means."""
    return Opening(
        body["ruleset"],
        body["seats"],
        body.get("opener_seat"),
        body["entry"],
        body.get("dice_set"),
        body["advice"],
    )
