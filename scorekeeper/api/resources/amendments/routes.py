"""Amendments: what was entered is taken back, brought back, or put right. The log keeps all of it."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper import ledger
from scorekeeper.api.auth import ENTERING, HOST_ALONE, author
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.conditional import expected_version
from scorekeeper.api.resources.amendments.schemas import NewCorrection, TakenBack
from scorekeeper.api.resources.entries.routes import OF_DICE, OF_TURNS
from scorekeeper.api.resources.entries.schemas import EntryQuery
from scorekeeper.api.resources.games.openings import PERSON_CODES
from scorekeeper.api.resources.games.recording import answer_recorded
from scorekeeper.ledger import Correction, Target, UndoRequest

blueprint = Blueprint(
    "Amendments",
    "What was entered is taken back or put right. Nothing is lost: an amendment is an entry of the log too, "
    "and what no longer counts stays there.",
)

ABOUT_AN_ENTRY = ("entry-unknown", "entry-voided", "entry-not-correctable")
_OF_BOTH = (
    "already-recorded", *ABOUT_AN_ENTRY, "not-your-entry", "seat-not-yours", "later-entries-conflict",
)  # fmt: skip
OF_PLAYS = (
    *OF_TURNS, *OF_DICE, "start-roll-over", "score-impossible", "score-not-allowed", "join-closed",
    "defer-pointless",
)  # fmt: skip
"""What a play that is put in, or that says something else now, can be refused for."""


def amended(shape: str) -> tuple[Answer, ...]:
    """What an amendment is answered with."""
    before = "It was recorded before with the same content, or was only judged (`dry_run`)."
    return (Answer(200, shape, before, ("ETag",)), Answer(201, shape, "Recorded.", ("ETag",)))


@blueprint.route("/games/<game_id>/undo", methods=["POST"])
@blueprint.arguments(TakenBack, required=False)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(
    *amended("GameAmended"), allows=ENTERING, refuses=("nothing-to-undo", *_OF_BOTH), if_match=True
)
def undo(body: dict[str, Any], query: dict[str, Any], game_id: str) -> Response:
    """Take back

    Takes back the last play that counts, again and again; with `target`, that one and every play after it,
    except who joined or left since. A game that was over goes on where its last play is taken back. A scorer
    takes back only what the own key has entered, and nothing that others entered after it.
    """
    undone = ledger.undo(
        author(), game_id, _request(body), if_match=expected_version(), dry_run=query["dry_run"]
    )
    return answer_recorded(undone)


@blueprint.route("/games/<game_id>/redo", methods=["POST"])
@blueprint.arguments(TakenBack, required=False)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(
    *amended("GameAmended"),
    allows=ENTERING,
    refuses=("nothing-to-redo", "server-throw-stands", *_OF_BOTH),
    if_match=True,
)
def redo(body: dict[str, Any], query: dict[str, Any], game_id: str) -> Response:
    """Bring back

    Brings back what the last undo took, again and again, until something new is entered; with `target`, what
    that undo and all after it took.
    """
    redone = ledger.redo(
        author(), game_id, _request(body), if_match=expected_version(), dry_run=query["dry_run"]
    )
    return answer_recorded(redone)


@blueprint.route("/games/<game_id>/corrections", methods=["POST"])
@blueprint.arguments(NewCorrection)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(
    *amended("GameAmended"),
    allows=HOST_ALONE,
    refuses=(
        "already-recorded",
        *ABOUT_AN_ENTRY,
        "later-entries-conflict",
        "computer-decides",
        "computer-thinking",
        "server-throw-stands",
        *OF_PLAYS,
        *PERSON_CODES,
    ),
    if_match=True,
)
def correct_entry(body: dict[str, Any], query: dict[str, Any], game_id: str) -> Response:
    """Correct

    Replaces what an earlier play says, drops one, or inserts one that was forgotten. The game is
    judged again from there: totals, pots, chips, openers, roll-offs and winners follow. `changes` has the
    standings before and after, and each entry that means something else now; with `dry_run` it can be seen
    beforehand.

    Where entries that were made later no longer fit, the correction is refused with each of them in
    `conflicts`; with `"on_conflict": "void_following"` all from the first of them on stay in the log, and
    count no more; who came and who left stays, where that still fits.
    """
    corrected = ledger.correct(
        author(), game_id, Correction(**body), if_match=expected_version(), dry_run=query["dry_run"]
    )
    return answer_recorded(corrected)


def _request(body: dict[str, Any]) -> UndoRequest:
    target = Target(**body["target"]) if "target" in body else None
    return UndoRequest(target, body.get("entry_id"), body.get("entered_at"))
