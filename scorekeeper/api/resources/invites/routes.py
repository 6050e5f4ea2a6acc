"""Invites: codes, links and QR codes that others join the table by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response

from scorekeeper import ledger
from scorekeeper.api import qr
from scorekeeper.api.auth import HOST_ALONE, author_of
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.fields import PageQuery
from scorekeeper.api.idempotency import with_creation_key, with_secrets
from scorekeeper.api.limiting import ITS_FAILURES, admit_joining, count_failures, require_guess
from scorekeeper.api.links import join_link
from scorekeeper.api.parser import refuse_query
from scorekeeper.api.resources.games.openings import NAME_CODES
from scorekeeper.api.resources.invites.schemas import Joining, JoiningQuery, NewInvite
from scorekeeper.api.resources.keys.routes import PLAYER_CODES
from scorekeeper.api.responses import answer_image, answer_nothing, answer_private, answer_secret
from scorekeeper.ledger import Asked, InviteWish, Joined

blueprint = Blueprint(
    "Invites", "What others join the table by: a code to type, or a link and its QR code. Never as a host."
)
_SVG, _PNG = "image/svg+xml", "image/png"
_ONE = "/tables/<table_id>/invites/<invite_id>"


@blueprint.route("/tables/<table_id>/invites")
@blueprint.arguments(PageQuery, location="query")
@blueprint.contract(Answer(200, "InvitePage", "A page of invites."), allows=HOST_ALONE)
def list_invites(query: dict[str, Any], table_id: str) -> Response:
    """List invites

    The newest first, those that are over too.
    """
    author_of(table_id)
    found = ledger.list_invites(table_id, **query)
    return answer_private({"items": [_shown(invite) for invite in found.items], "next": found.next})


@blueprint.route("/tables/<table_id>/invites", methods=["POST"])
@with_secrets
@blueprint.arguments(NewInvite)
@blueprint.contract(
    Answer(201, "Invite", "The invite.", ("Location",)),
    allows=HOST_ALONE,
    refuses=(*NAME_CODES, *PLAYER_CODES),
)
def create_invite(body: dict[str, Any], table_id: str, asked: Asked | None) -> Response:
    """Invite others

    Read the code out, or let them scan the QR code of the link: each phone gets a key of its own.

    Sent again with its `Idempotency-Key`, it is the same invite as it is by then: without code and link once
    nobody can join by it.
    """
    refuse_query()
    author_of(table_id)
    invite, is_repeat = ledger.create_invite(table_id, InviteWish(**body), asked)
    placed = {"Location": f"/v1/tables/{table_id}/invites/{invite['id']}"}
    return answer_secret(_shown(invite), 201, placed, is_repeat=is_repeat)


@blueprint.route(_ONE)
@blueprint.contract(Answer(200, "Invite", "The invite."), allows=HOST_ALONE)
def read_invite(table_id: str, invite_id: str) -> Response:
    """Read an invite"""
    refuse_query()
    author_of(table_id)
    return answer_private(_shown(ledger.get_invite(table_id, invite_id)))


@blueprint.route(_ONE, methods=["DELETE"])
@blueprint.contract(Answer(204, None, "Nobody joins by it any more."), allows=HOST_ALONE)
def revoke_invite(table_id: str, invite_id: str) -> Response:
    """Revoke an invite

    Nobody joins by it any more. The keys that it has given stay: each is revoked by itself.
    """
    refuse_query()
    author_of(table_id)
    ledger.revoke_invite(table_id, invite_id)
    return answer_nothing()


@blueprint.route(f"{_ONE}/qr.svg")
@blueprint.contract(
    Answer(200, None, "The QR code of the link.", media=_SVG), allows=HOST_ALONE, refuses=("invite-closed",)
)
def read_invite_svg(table_id: str, invite_id: str) -> Response:
    """Show an invite as a QR code

    An SVG that fills the place it is put in.
    """
    refuse_query()
    author_of(table_id)
    return answer_image(qr.as_svg(join_link(ledger.open_token(table_id, invite_id))), _SVG)


@blueprint.route(f"{_ONE}/qr.png")
@blueprint.contract(
    Answer(200, None, "The QR code of the link.", media=_PNG), allows=HOST_ALONE, refuses=("invite-closed",)
)
def read_invite_png(table_id: str, invite_id: str) -> Response:
    """Show an invite as a QR code in dots"""
    refuse_query()
    author_of(table_id)
    return answer_image(qr.as_png(join_link(ledger.open_token(table_id, invite_id))), _PNG)


@blueprint.route("/join", methods=["POST"])
@with_creation_key
@blueprint.arguments(Joining)
@blueprint.arguments(JoiningQuery, location="query")
@blueprint.contract(
    Answer(200, "Opened", "What the code opens (`dry_run`): nobody has joined."),
    Answer(201, "Joined", "The key."),
    refuses=(*NAME_CODES, "table-disabled", "idempotency-key-short"),
    absent=("code-unknown",),
    cost=ITS_FAILURES,
)
def join_table(body: dict[str, Any], query: dict[str, Any], asked: Asked | None) -> Response:
    """Join a table

    With the code of an invite, or the token of its link. Needs no key and gives one; it is told this once.
    What is wrong with a code is not told.

    With an `Idempotency-Key` it can be sent again: it takes no second place, and the answer has a fresh key
    in place of the first. Use the one that came last.

    With `dry_run` it says what the code opens, gives no key and takes no place: a phone that may do more at
    that table already need not join.
    """
    count_failures()
    if query["dry_run"]:
        return _answer_opened(body)
    if ledger.can_be_guessed(body["code"]) and not ledger.was_answered(asked):
        require_guess()
    return _answer_joined(ledger.join(body["code"], body.get("name"), asked, admit=admit_joining))


def _answer_opened(body: Mapping[str, Any]) -> Response:
    if ledger.can_be_guessed(body["code"]):
        require_guess()
    opened = ledger.look_at(body["code"], body.get("name"), admit=admit_joining)
    return answer_private({**opened, "table": _named(opened["table"])})


def _named(table: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": table["id"], "name": table["name"]}


def _answer_joined(joined: Joined) -> Response:
    shown = {
        **{name: joined.key[name] for name in ("id", "name", "role", "player_id", "expires_at")},
        "table": _named(joined.table),
        "key": joined.text,
    }
    return answer_secret(shown, 201, is_repeat=joined.is_repeat)


def _shown(invite: Mapping[str, Any]) -> dict[str, Any]:
    """An invite with its link in the place of the token."""
    token = invite["token"]
    link = {"url": None if token is None else join_link(token)}
    rest = {name: value for name, value in invite.items() if name != "token"}
    return {**rest, **link}
