"""Entries that were made without a network, sent together when it is back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, current_app

from scorekeeper import ledger
from scorekeeper.api.auth import ENTERING, author
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.conditional import expected_version
from scorekeeper.api.problems import Problem
from scorekeeper.api.resources.batches.schemas import NewBatch
from scorekeeper.api.resources.entries.schemas import EntryQuery
from scorekeeper.api.responses import answer_version, to_bytes
from scorekeeper.api.translate import below, from_ledger
from scorekeeper.ledger import Batch, LedgerError, Outcome, Submission

blueprint = Blueprint("Offline", "Entries that were made without a network, sent together when it is back.")
_NO_FIELD_OF_KIND = ("kind", "entry_id", "entered_at")


@blueprint.route("/games/<game_id>/batch", methods=["POST"])
@blueprint.arguments(NewBatch)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(
    Answer(200, "GameAfterBatch", "The game, and what became of each entry.", ("ETag",)),
    refuses=("computer-thinking",),
    allows=ENTERING,
    if_match=True,
)
def record_batch(body: dict[str, Any], query: dict[str, Any], game_id: str) -> Response:
    """Enter what was made offline

    Records the entries in their order, in one transaction, each by the rules of its own route. The first that
    no longer fits ends it, or with `on_refusal: continue` the others are tried as well; its `problem` says
    why, with pointers into this body. Sent again, what is there is not recorded a second time. A body that
    can't be read as a batch is refused as a whole.
    """
    entries = [_submission(entry) for entry in body["entries"]]
    batch = ledger.record_batch(
        author(),
        game_id,
        entries,
        goes_on=body["on_refusal"] == "continue",
        if_match=expected_version(),
        dry_run=query["dry_run"],
    )
    return answer_version(batch.version, _answer(batch, is_dry_run=query["dry_run"]))


def _submission(entry: Mapping[str, Any]) -> Submission:
    told = {name: value for name, value in entry.items() if name not in _NO_FIELD_OF_KIND}
    return Submission(entry["kind"], told, entry["entry_id"], entry.get("entered_at"))


def _answer(batch: Batch, *, is_dry_run: bool) -> bytes:
    results = [_result(outcome, index) for index, outcome in enumerate(batch.outcomes)]
    more = to_bytes({"results": results, "dry_run": is_dry_run})
    return batch.game[:-1].encode() + b"," + more[1:]


def _result(outcome: Outcome, index: int) -> dict[str, Any]:
    recorded, refusal = outcome.recorded, outcome.refusal
    if refusal is not None:
        problem = _problem_of(refusal, f"/entries/{index}").to_json(current_app.config["PUBLIC_URL"])
        return {"entry_id": outcome.entry_id, "status": "refused", "problem": problem}
    if recorded is None:
        return {"entry_id": outcome.entry_id, "status": "not_tried"}
    return {
        "entry_id": outcome.entry_id,
        "status": "already_recorded" if recorded.already_recorded else "recorded",
        "seq": recorded.entry["seq"],
        "effective": recorded.entry["effective"],
        "result": recorded.result,
    }


def _problem_of(refusal: Exception, pointer: str) -> Problem:
    """What the entry would have been answered alone, with pointers below its own."""
    try:
        with below(pointer):
            raise refusal
    except Problem as problem:
        return problem
    except LedgerError as error:
        return from_ledger(error)
