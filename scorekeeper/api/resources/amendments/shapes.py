"""How amendments come back: the game after them, and all that they changed."""

from __future__ import annotations

from scorekeeper.api.resources.games.shapes import AFTER
from scorekeeper.api.resources.history.shapes import SAID
from scorekeeper.api.shapes import Shape, items, obj, or_null, ref, text, whole

_SEQ = whole("Its number in the game.", 1)
_ENTRY_ID = text("Its id.", format="uuid")
_STANDINGS = items("The seats, the best first.", ref("Seat"))

AMENDED = {
    **AFTER,
    "changes": ref("Changes"),
    "warnings": items(
        "What a person should know, such as a later game of the series that the old result opened.",
        text("A sentence."),
    ),
}
"""The fields of every answer to an amendment."""

SHAPES: dict[str, Shape] = {
    "ChangedEntry": obj(
        "An entry that means something else.",
        seq=_SEQ,
        entry_id=_ENTRY_ID,
        before=or_null(ref("Said")),
        after=or_null(ref("Said")),
    ),
    "Changes": obj(
        "What an amendment changes.",
        standings=obj("Who leads, before and after.", before=_STANDINGS, after=_STANDINGS),
        entries=items(
            "Each entry that means something else: `before` is null for one that did not count or was not "
            "there, `after` for one that counts no more.",
            ref("ChangedEntry"),
        ),
        voided=items("The entries that count no more.", _SEQ),
        restored=items("The entries that count again.", _SEQ),
    ),
    "Conflict": obj(
        "An entry that would no longer fit.",
        seq=_SEQ,
        entry_id=_ENTRY_ID,
        **SAID,
        errors=items("The rules that it would break.", ref("Violation"), 1),
    ),
    "GameAmended": obj("A game as it stands after an amendment, and what that changed.", **AMENDED),
}
