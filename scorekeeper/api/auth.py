"""Who asks: the key in `Authorization: Bearer …`, and the table that it opens.

A key opens its own table and nothing else; what another table owns answers as if it did not exist.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import request

from scorekeeper import ledger
from scorekeeper.api.problems import Problem, not_found
from scorekeeper.ledger import Author

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="scorekeeper"'}
UNKNOWN_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="scorekeeper", error="invalid_token"'}
_SCHEME = "bearer "


def raw_key() -> str:
    """The key that the request carries. Raises Problem `key-missing`."""
    header: str = request.environ.get("HTTP_AUTHORIZATION", "")
    key = header[len(_SCHEME) :].strip()
    if not key or header[: len(_SCHEME)].lower() != _SCHEME:
        raise Problem(
            "key-missing", "Send the table's key as Authorization: Bearer <key>.", headers=CHALLENGE
        )
    return key


def key_hash() -> str:
    """The hash of the key that the request carries. Raises Problem `key-missing`."""
    return ledger.hash_key(raw_key())


def key_unknown() -> Problem:
    """401 for a key that no table has."""
    return Problem("key-unknown", "No table has this key.", headers=UNKNOWN_CHALLENGE)


def author() -> Author:
    """Who the request's key belongs to. Raises Problem `key-missing` or `key-unknown`."""
    found = ledger.find_author(raw_key())
    if found is None:
        raise key_unknown()
    return found


def author_of(table_id: str) -> Author:
    """The same, for a key that must open this table. Raises Problem `not-found` where it opens another."""
    found = author()
    if found.table_id != table_id:
        raise not_found("There is no such table.")
    return found


def require_access(view_args: Mapping[str, Any]) -> Author | None:
    """Check the key where the path names a table or a game; None for a path that names neither: it is open to
    all.

    Raises Problem `key-missing`, `key-unknown` or `not-found`.
    """
    if "table_id" in view_args:
        return author_of(view_args["table_id"])
    if "game_id" not in view_args:
        return None
    found = author()
    ledger.game_version(found.table_id, view_args["game_id"])
    return found
