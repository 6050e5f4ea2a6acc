"""`Idempotency-Key`: a write that is sent again with its key is done once, and answered as the first time.

A request without the header is handed on at once. With it, the route runs inside the transaction in which its
answer is kept, after the body could be read and the credential was checked, and before anything else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response, request

from scorekeeper import ledger
from scorekeeper.api.auth import require_access
from scorekeeper.api.parser import read_bytes, read_json
from scorekeeper.api.problems import Problem
from scorekeeper.api.responses import REPLAYED, ReadyAnswer
from scorekeeper.ledger import Asked, Kept
from scorekeeper.ledger.once import CREATION

View = Callable[..., Response]

WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
LONGEST = 255
FEWEST_DIFFERENT = 6
"""So many different characters are in a UUID: one has fewer by chance once in 10^12."""
SHORTEST_OF_CREATION = 22
"""So many characters hold the 122 random bits of a UUID, which nobody guesses."""
_HEADER = "HTTP_IDEMPOTENCY_KEY"
_VISIBLE = re.compile(rf"[!-~]{{1,{LONGEST}}}", re.ASCII)


def once(view: View) -> View:
    """A route that honours the header. For routes whose path names what the credential is for."""
    _contract_of(view).retries = "IdempotencyKey"
    reads_body = _reads_body(view)

    @wraps(view)
    def view_once(**path: Any) -> Response:
        if _HEADER not in request.environ:
            return view(**path)
        key = _sent_key()
        if _is_dry_run():
            return view(**path)
        said, author = _said(reads_body=reads_body), require_access(path)
        assert author is not None
        # Whatever is written below a game are its entries, or the next game of its series.
        kept, is_repeat = ledger.answer_once(
            Asked(author.key_id, key, said),
            lambda: _to_keep(view(**path)),
            entries_only="game_id" in path,
        )
        return _answer(kept, is_repeat=is_repeat)

    return view_once


def with_creation_key(view: View) -> View:
    """A route that needs no credential and answers with secrets: it is handed `asked`, None without a key.

    Whoever knows the key gets what the request made, so it must be one that nobody guesses. Raises Problem
    `idempotency-key-invalid` or `idempotency-key-short`.
    """
    _contract_of(view).retries = "CreationKey"

    @wraps(view)
    def view_with_key(**path: Any) -> Response:
        return view(asked=_asked_creation(), **path)

    return view_with_key


def with_secrets(view: View) -> View:
    """A route that answers with secrets to the holder of a key: it is handed `asked`, None without a key.

    The secrets are not kept, so that a repeat is answered with fresh ones. Raises Problem
    `idempotency-key-invalid`.
    """
    _contract_of(view).retries = "SecretsKey"
    reads_body = _reads_body(view)

    @wraps(view)
    def view_with_secrets(**path: Any) -> Response:
        if _HEADER not in request.environ:
            return view(asked=None, **path)
        key = _sent_key()
        said, author = _said(reads_body=reads_body), require_access(path)
        assert author is not None
        return view(asked=Asked(author.key_id, key, said), **path)

    return view_with_secrets


def _contract_of(view: View) -> Any:
    return view._apidoc["contract"]  # type: ignore[attr-defined]


def _reads_body(view: View) -> bool:
    documented: Any = view._apidoc  # type: ignore[attr-defined]
    parameters = documented.get("arguments", {}).get("parameters", ())
    return any(parameter["in"] == "json" for parameter in parameters)


def _asked_creation() -> Asked | None:
    if _HEADER not in request.environ:
        return None
    key = _sent_key()
    if len(key) < SHORTEST_OF_CREATION or len(set(key)) < FEWEST_DIFFERENT:
        detail = (
            f"This answer holds keys, so its Idempotency-Key has at least {SHORTEST_OF_CREATION} characters "
            "at random; a random UUID is a good one."
        )
        raise Problem("idempotency-key-short", detail)
    return Asked(CREATION, key, _said(reads_body=True))


def _sent_key() -> str:
    key: str = request.environ[_HEADER]
    if not _VISIBLE.fullmatch(key):
        detail = f"Idempotency-Key is 1 to {LONGEST} visible ASCII characters, without spaces."
        raise Problem("idempotency-key-invalid", detail)
    return key


def _said(*, reads_body: bool) -> bytes:
    """All that makes it the same request: method, path, query, and what the body says.

    Raises Problem where the body can't be read.
    """
    body = read_bytes(request, keeps=True)
    said = json.dumps(read_json(request), sort_keys=True).encode() if reads_body and body else body
    query: bytes = request.query_string
    return b"\0".join((request.method.encode(), request.path.encode(), query, said))


def _is_dry_run() -> bool:
    """A dry run writes nothing, so there is nothing to do once."""
    return request.args.get("dry_run") == "true"


def _to_keep(response: Response) -> Kept:
    headers = tuple((name, value) for name, value in response.headers if name != "Content-Length")
    return Kept(response.status_code, headers, response.get_data())


def _answer(kept: Kept, *, is_repeat: bool) -> Response:
    replayed = [(REPLAYED, "true")] if is_repeat else []
    return ReadyAnswer(kept.status, kept.body, [*kept.headers, *replayed])
