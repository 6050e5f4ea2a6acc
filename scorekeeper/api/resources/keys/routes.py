"""Keys: who has one, what each may do, and what is left when all are lost."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper import ledger
from scorekeeper.api.auth import ALL, HOST_ALONE, author, author_of
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.fields import PageQuery
from scorekeeper.api.idempotency import with_creation_key, with_secrets
from scorekeeper.api.limiting import ITS_FAILURES, admit_recovery, count_failures
from scorekeeper.api.links import watch_link
from scorekeeper.api.parser import refuse_query
from scorekeeper.api.resources.games.openings import NAME_CODES
from scorekeeper.api.resources.keys.schemas import KeyChange, NewKey, Recovery
from scorekeeper.api.responses import answer_nothing, answer_page, answer_private, answer_secret
from scorekeeper.ledger import VIEWER, Asked, GivenKey, KeyWish

blueprint = Blueprint(
    "Keys",
    "Who has a key of the table, and what it may do. What opens the table is told once, when a key is made.",
)
PLAYER_CODES = ("player-unknown", "player-archived")


@blueprint.route("/key")
@blueprint.contract(Answer(200, "Holder", "The key of the request."), allows=ALL)
def read_own_key() -> Response:
    """Say whose key this is

    What the key of the request may do, and at which table.
    """
    refuse_query()
    return answer_private(ledger.holder(author()))


@blueprint.route("/tables/<table_id>/keys")
@blueprint.arguments(PageQuery, location="query")
@blueprint.contract(Answer(200, "KeyPage", "A page of keys."), allows=HOST_ALONE)
def list_keys(query: dict[str, Any], table_id: str) -> Response:
    """List keys

    Never with what opens the table.
    """
    author_of(table_id)
    return answer_page(ledger.list_keys(table_id, **query))


@blueprint.route("/tables/<table_id>/keys", methods=["POST"])
@with_secrets
@blueprint.arguments(NewKey)
@blueprint.contract(
    Answer(201, "GivenKey", "The key.", ("Location",)),
    allows=HOST_ALONE,
    refuses=(*NAME_CODES, *PLAYER_CODES),
)
def create_key(body: dict[str, Any], table_id: str, asked: Asked | None) -> Response:
    """Give another key

    To another host, a scorer or a viewer. A scorer's can belong to a player; then it enters only for the seat
    which that player has in a game.
    """
    refuse_query()
    author_of(table_id)
    given = ledger.create_key(table_id, KeyWish(**body), asked)
    return _answer_given(table_id, given, 201)


@blueprint.route("/tables/<table_id>/keys/<key_id>")
@blueprint.contract(Answer(200, "Key", "The key."), allows=HOST_ALONE)
def read_key(table_id: str, key_id: str) -> Response:
    """Read a key"""
    refuse_query()
    author_of(table_id)
    return answer_private(ledger.get_key(table_id, key_id))


@blueprint.route("/tables/<table_id>/keys/<key_id>", methods=["PATCH"])
@blueprint.arguments(KeyChange)
@blueprint.contract(
    Answer(200, "Key", "The key, changed."),
    allows=HOST_ALONE,
    refuses=(*NAME_CODES, "key-closed", "last-host-key"),
)
def change_key(body: dict[str, Any], table_id: str, key_id: str) -> Response:
    """Rename a key, or say how long it lasts"""
    refuse_query()
    author_of(table_id)
    return answer_private(ledger.change_key(table_id, key_id, **body))


@blueprint.route("/tables/<table_id>/keys/<key_id>", methods=["DELETE"])
@blueprint.contract(
    Answer(204, None, "The key opens nothing any more."), allows=HOST_ALONE, refuses=("last-host-key",)
)
def revoke_key(table_id: str, key_id: str) -> Response:
    """Revoke a key

    It opens nothing any more, from this moment on. What was entered with it stays. A table keeps a host key
    that does not end: the last one can't be revoked.
    """
    refuse_query()
    author_of(table_id)
    ledger.revoke_key(table_id, key_id)
    return answer_nothing()


@blueprint.route("/tables/<table_id>/keys/<key_id>/rotate", methods=["POST"])
@with_secrets
@blueprint.contract(
    Answer(200, "GivenKey", "The key, with another text."), allows=HOST_ALONE, refuses=("key-closed",)
)
def rotate_key(table_id: str, key_id: str, asked: Asked | None) -> Response:
    """Replace the text of a key

    Its role, name and entries stay; the text from before opens nothing any more. Whoever replaces the text of
    the own key and loses the answer is left with the recovery code.
    """
    refuse_query()
    author_of(table_id)
    return _answer_given(table_id, ledger.rotate_key(table_id, key_id, asked), 200)


@blueprint.route("/tables/<table_id>/recovery-code", methods=["POST"])
@with_secrets
@blueprint.contract(Answer(201, "RecoveryCode", "The code."), allows=HOST_ALONE)
def replace_recovery_code(table_id: str, asked: Asked | None) -> Response:
    """Replace the recovery code

    The code from before stops.
    """
    refuse_query()
    author_of(table_id)
    code, is_repeat = ledger.replace_recovery_code(table_id, asked)
    return answer_secret({"recovery_code": code}, 201, is_repeat=is_repeat)


@blueprint.route("/recover", methods=["POST"])
@with_creation_key
@blueprint.arguments(Recovery)
@blueprint.contract(
    Answer(201, "Recovered", "The new host key and the new recovery code."),
    refuses=(*NAME_CODES, "table-disabled", "idempotency-key-short"),
    absent=("code-unknown",),
    cost=ITS_FAILURES,
)
def recover_table(body: dict[str, Any], asked: Asked | None) -> Response:
    """Recover a table

    For whoever has lost every host key: the recovery code gives one, and is replaced. The keys from before
    stay as they are, revoke those that are lost; but the key that an earlier recovery has given is the same
    one, and its text from before opens nothing any more.

    With an `Idempotency-Key` it can be sent again: the answer has fresh secrets in place of the first ones.
    Use those that came last.
    """
    refuse_query()
    count_failures()
    recovered = ledger.recover(body["recovery_code"].strip(), body.get("name"), asked, admit=admit_recovery)
    shown = {
        "table": {"id": recovered.table["id"], "name": recovered.table["name"]},
        "key_id": recovered.key_id,
        "host_key": recovered.host_key,
        "recovery_code": recovered.recovery_code,
    }
    return answer_secret(shown, 201, is_repeat=recovered.is_repeat)


def _answer_given(table_id: str, given: GivenKey, status: int) -> Response:
    shown = {**given.key, "key": given.text}
    if given.key["role"] == VIEWER:
        shown["watch_url"] = watch_link(table_id, given.text)
    placed = {"Location": f"/v1/tables/{table_id}/keys/{given.key['id']}"} if status == 201 else {}
    return answer_secret(shown, status, placed, is_repeat=given.is_repeat)
