"""Disputes: a turn is doubted, the referee says what follows from either side, and a host rules."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper import ledger
from scorekeeper.api.auth import ALL, ENTERING, HOST_ALONE, author
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.conditional import answer_versioned, expected_version
from scorekeeper.api.parser import refuse_query
from scorekeeper.api.resources.amendments.routes import ABOUT_AN_ENTRY, OF_PLAYS, amended
from scorekeeper.api.resources.disputes.schemas import DisputesQuery, NewDispute, NewRuling, NewWithdrawal
from scorekeeper.api.resources.entries.schemas import EntryQuery
from scorekeeper.api.resources.games.recording import answer_recorded
from scorekeeper.ledger import Dispute, Ruling, Target, Withdrawal

blueprint = Blueprint(
    "Disputes",
    "A turn that somebody doubts, open or long past. While a dispute is open, the game goes on and what it "
    "shows is provisional.",
)
_VERSIONED = ("ETag", "Cache-Control", "Vary")
_UNCHANGED = Answer(304, None, "Nothing has changed since the version in `If-None-Match`.", _VERSIONED)
_CLOSED = ("already-ruled", "dispute-closed")
_ONE = "/games/<game_id>/disputes/<int(min=1,max=1000000):dispute>"


@blueprint.route("/games/<game_id>/disputes")
@blueprint.arguments(DisputesQuery, location="query")
@blueprint.contract(
    Answer(200, "DisputePage", "A page of disputes.", _VERSIONED), _UNCHANGED, allows=ALL, if_none_match=True
)
def list_disputes(query: dict[str, Any], game_id: str) -> Response:
    """List disputes

    The first one first, open or not.
    """
    table_id = author().table_id
    version = ledger.game_version(table_id, game_id)
    page = ledger.list_disputes(table_id, game_id, **query)
    return answer_versioned(version, {"items": page.items, "next": page.next})


@blueprint.route("/games/<game_id>/disputes", methods=["POST"])
@blueprint.arguments(NewDispute)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(
    *amended("GameDisputed"),
    allows=ENTERING,
    refuses=("already-recorded", "seat-not-yours", "turn-unknown", *ABOUT_AN_ENTRY, "entry-not-of-a-turn"),
    if_match=True,
)
def open_dispute(body: dict[str, Any], query: dict[str, Any], game_id: str) -> Response:
    """Dispute a turn

    Answers with the referee's verdict on what is recorded and on what is claimed, side by side, and with the
    evidence: who entered what, and when. A claim that breaks rules is accepted, and its verdict says so.

    Where two people entered different dice, the 409 `already-recorded` has what is `recorded`: name that
    entry, and claim the other dice.
    """
    entry = Target(**body.pop("entry")) if "entry" in body else None
    opened = ledger.dispute(
        author(),
        game_id,
        Dispute(**body, entry=entry),
        if_match=expected_version(),
        dry_run=query["dry_run"],
    )
    return answer_recorded(opened)


@blueprint.route(_ONE)
@blueprint.contract(
    Answer(200, "Dispute", "The dispute.", _VERSIONED), _UNCHANGED, allows=ALL, if_none_match=True
)
def read_dispute(game_id: str, dispute: int) -> Response:
    """Read a dispute"""
    refuse_query()
    table_id = author().table_id
    version = ledger.game_version(table_id, game_id)
    return answer_versioned(version, ledger.get_dispute(table_id, game_id, dispute))


@blueprint.route(f"{_ONE}/ruling", methods=["POST"])
@blueprint.arguments(NewRuling)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(
    *amended("GameDisputed"),
    allows=HOST_ALONE,
    refuses=(
        "already-recorded", *_CLOSED, "turn-gone", "not-latest-turn", "later-entries-conflict",
        "server-throw-stands", *OF_PLAYS,
    ),
    if_match=True,
)  # fmt: skip
def rule_dispute(body: dict[str, Any], query: dict[str, Any], game_id: str, dispute: int) -> Response:
    """Settle a dispute

    A host rules once: it stands, it is corrected, or the latest turn is played again. A correction is judged
    as any other is, with the same `changes`, `conflicts` and `dry_run`.
    """
    settled = ledger.rule(
        author(),
        game_id,
        dispute,
        Ruling(**body),
        if_match=expected_version(),
        dry_run=query["dry_run"],
    )
    return answer_recorded(settled)


@blueprint.route(f"{_ONE}/withdraw", methods=["POST"])
@blueprint.arguments(NewWithdrawal, required=False)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(
    *amended("GameDisputed"),
    allows=ENTERING,
    refuses=("already-recorded", *_CLOSED, "not-your-entry", "seat-not-yours"),
    if_match=True,
)
def withdraw_dispute(body: dict[str, Any], query: dict[str, Any], game_id: str, dispute: int) -> Response:
    """Withdraw a dispute

    Whoever opened a dispute takes it back, or a host.
    """
    withdrawn = ledger.withdraw(
        author(),
        game_id,
        dispute,
        Withdrawal(**body),
        if_match=expected_version(),
        dry_run=query["dry_run"],
    )
    return answer_recorded(withdrawn)
