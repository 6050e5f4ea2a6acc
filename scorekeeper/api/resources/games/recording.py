"""Handing an entry to the ledger, and its answer back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response

from scorekeeper import ledger
from scorekeeper.api.auth import author
from scorekeeper.api.blueprint import Answer
from scorekeeper.api.conditional import expected_version
from scorekeeper.api.responses import answer_version
from scorekeeper.ledger import Recorded, Submission

RECORDED = (
    Answer(
        200,
        "GameAfter",
        "It was recorded before with the same content, or was only judged (`dry_run`).",
        ("ETag",),
    ),
    Answer(201, "GameAfter", "Recorded.", ("ETag",)),
)
"""What every entry is answered with."""
_ABOUT_ITSELF = ("entry_id", "entered_at")


def record(kind: str, body: Mapping[str, Any], query: Mapping[str, Any], game_id: str) -> Response:
    """Record an entry of a kind that the ledger knows, or judge it only."""
    told = {name: value for name, value in body.items() if name not in _ABOUT_ITSELF}
    submission = Submission(kind, told, body.get("entry_id"), body.get("entered_at"))
    recorded = ledger.record(
        author(), game_id, submission, if_match=expected_version(), dry_run=query["dry_run"]
    )
    return answer_recorded(recorded)


def answer_recorded(recorded: Recorded, *, is_new_game: bool = False) -> Response:
    """The whole game after an entry: 201, or 200 where nothing new was recorded."""
    status = 200 if recorded.already_recorded or recorded.dry_run else 201
    location = f"/v1/games/{recorded.game_id}" if is_new_game else None
    # The tag is that of the game as it is: what was only judged is no version of it.
    version = recorded.version - 1 if recorded.dry_run else recorded.version
    return answer_version(version, recorded.answer(), status, location)
