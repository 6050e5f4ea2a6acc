"""The operator's key: one, from the configuration, of which only the hash is kept."""

from __future__ import annotations

import hmac

from flask import current_app, request

from scorekeeper import ledger
from scorekeeper.api.access_problems import key_missing, key_unknown
from scorekeeper.api.auth import raw_key, sent_key
from scorekeeper.api.problems import not_found


def is_operator() -> bool:
    """Whether the request carries the operator's key. Raises nothing."""
    known: str | None = current_app.config["ADMIN_KEY_HASH"]
    return known is not None and _is_it(sent_key(), known)


def require_operator() -> None:
    """Let nobody in but the operator.

    Raises Problem `not-found` where the server has no such key, as if there were nothing, else `key-missing`
    or `key-unknown`.
    """
    known: str | None = current_app.config["ADMIN_KEY_HASH"]
    if known is None:
        raise not_found()
    if "HTTP_AUTHORIZATION" not in request.environ:
        raise key_missing("operator's")
    if not _is_it(raw_key(), known):
        raise key_unknown("This is not the key of the server's operator.")


def _is_it(key: str, known: str) -> bool:
    return hmac.compare_digest(ledger.hash_key(key), known)
