"""Entries of the dice: rolls, stands, whole turns, and the end of a game."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.api.auth import ENTERING, HOST_ALONE
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.resources.entries.schemas import (
    Abandonment,
    EntryQuery,
    NewRoll,
    NewStand,
    NewStartRoll,
    NewTurn,
)
from scorekeeper.api.resources.games.recording import RECORDED, record

blueprint = Blueprint(
    "Entries", "What was thrown and decided. An entry says where it belongs, and is recorded once."
)

_OF_EVERY_ENTRY = ("already-recorded", "game-over")
OF_TURNS = (
    *_OF_EVERY_ENTRY, "start-roll-due", "seat-unknown", "seat-not-in", "not-your-turn", "turn-over",
    "out-of-order",
)  # fmt: skip
_OF_COMPUTERS = ("computer-decides", "server-throws", "computer-thinking")
OF_DICE = (
    "face-invalid", "dice-count", "face-not-rolled", "already-banked", "captain-before-ship",
    "crew-before-captain", "cargo-not-bankable", "must-bank", "reroll-not-allowed", "hold-invalid",
    "crew-incomplete",
)  # fmt: skip


@blueprint.route("/games/<game_id>/start-rolls", methods=["POST"])
@blueprint.arguments(NewStartRoll)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(
    *RECORDED,
    allows=ENTERING,
    refuses=(
        *_OF_EVERY_ENTRY, "seat-not-yours", "seat-unknown", "seat-not-in", "not-your-turn", "out-of-order",
        "start-roll-over", "face-invalid", "dice-count", "server-throws", "server-throw-stands",
    ),
    if_match=True,
)  # fmt: skip
def record_start_roll(body: dict[str, Any], query: dict[str, Any], game_id: str) -> Response:
    """Enter a roll for the opener

    Where the house rules say so, each seat rolls three dice before the first round; the highest total opens,
    and tied seats roll again.
    """
    return record("start_roll", body, query, game_id)


@blueprint.route("/games/<game_id>/rolls", methods=["POST"])
@blueprint.arguments(NewRoll)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(
    *RECORDED,
    allows=ENTERING,
    refuses=(*OF_TURNS, *OF_DICE, *_OF_COMPUTERS, "server-throw-stands", "seat-not-yours"),
    if_match=True,
)
def record_roll(body: dict[str, Any], query: dict[str, Any], game_id: str) -> Response:
    """Enter a roll

    `next` of the game says whose roll is due and how many dice it has. With `stand`, the turn ends on this
    roll; if the stand is refused, the roll is not recorded either.
    """
    return record("roll", body, query, game_id)


@blueprint.route("/games/<game_id>/stand", methods=["POST"])
@blueprint.arguments(NewStand)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(
    *RECORDED,
    allows=ENTERING,
    refuses=(*OF_TURNS, "crew-incomplete", *_OF_COMPUTERS, "seat-not-yours"),
    if_match=True,
)
def record_stand(body: dict[str, Any], query: dict[str, Any], game_id: str) -> Response:
    """Stand

    Ends the turn with the cargo as it lies.
    """
    return record("stand", body, query, game_id)


@blueprint.route("/games/<game_id>/turns", methods=["POST"])
@blueprint.arguments(NewTurn)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(
    *RECORDED,
    allows=ENTERING,
    refuses=(
        *OF_TURNS, *OF_DICE, *_OF_COMPUTERS, "server-throw-stands", "score-impossible", "score-not-allowed",
        "seat-not-yours",
    ),
    if_match=True,
)  # fmt: skip
def record_turn(body: dict[str, Any], query: dict[str, Any], game_id: str) -> Response:
    """Enter a whole turn

    All rolls of a turn at once, or, in a game that was opened with `entry: dice_or_score`, its score alone,
    which is marked as unverified wherever it shows. Rolls that do not end the turn leave it open.
    """
    return record("turn", body, query, game_id)


@blueprint.route("/games/<game_id>/abandon", methods=["POST"])
@blueprint.arguments(Abandonment, required=False)
@blueprint.arguments(EntryQuery, location="query")
@blueprint.contract(*RECORDED, allows=HOST_ALONE, refuses=_OF_EVERY_ENTRY, if_match=True)
def abandon_game(body: dict[str, Any], query: dict[str, Any], game_id: str) -> Response:
    """Abandon a game

    Ends it without a winner.
    """
    return record("abandon", body, query, game_id)
