"""Who asks: the key in `Authorization: Bearer …`, the table that it opens, and what its role may do there.

A key opens its own table and nothing else; what another table owns answers as if it did not exist. Which
roles may do what is in the contract of each operation (`allows`), and is asked here; what one entry needs (a
batch holds several kinds), the ledger asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from flask import Response, after_this_request, has_request_context, request

from scorekeeper import ledger
from scorekeeper.api.access_problems import key_missing, role_not_allowed
from scorekeeper.api.limiting import READS, admit_key, admit_key_again, forget_key, refuse_address
from scorekeeper.api.problems import not_found
from scorekeeper.ledger import HOST, ROLES, SCORER, Author
from scorekeeper.ledger.holding import Holder, learn_holders_from
from scorekeeper.right_of_way import right_of_way

Roles = tuple[str, ...]
Read = TypeVar("Read")

ALL: Final[Roles] = ROLES
"""For whoever has a key of the table: reading."""
ENTERING: Final[Roles] = (HOST, SCORER)
"""For those who keep score."""
HOST_ALONE: Final[Roles] = (HOST,)

_SCHEME = "bearer "
_HOLDER: Final = "scorekeeper.holder"
"""Where it is noted in the WSGI environment of a request that writes in whose name it does."""
_allowed: dict[str, Roles] = {}
"""The roles that may do what an endpoint does. One that is not here needs no key."""


_ticketed: set[str] = set()
"""The endpoints that a ticket opens too."""


def allow(endpoint: str, roles: Roles, *, by_ticket: bool = False) -> None:
    """Say who may do what an endpoint does. by_ticket: also whoever has a ticket, which its route judges."""
    _allowed[endpoint] = roles
    if by_ticket:
        _ticketed.add(endpoint)


def _holder_now() -> Holder | None:
    """In whose name the request writes that this thread serves."""
    return request.environ.get(_HOLDER) if has_request_context() else None


learn_holders_from(_holder_now)


def raw_key() -> str:
    """The key that the request carries. Raises Problem `key-missing`."""
    key = sent_key()
    if not key:
        raise key_missing()
    return key


def sent_key() -> str:
    """The key that the request carries, "" without one."""
    header: str = request.environ.get("HTTP_AUTHORIZATION", "")
    return header[len(_SCHEME) :].strip() if header[: len(_SCHEME)].lower() == _SCHEME else ""


def read_with_key(read: Callable[[str], Read]) -> Read:
    """What `read` gives for the hash of the request's key; in one statement with what is read.

    For what every key of the table may read. Raises Problem `key-missing` or `rate-limited`, and what `read`
    raises. A key is counted before it is read for: one that was not here lately is looked up first.
    """
    key_hash = ledger.hash_key(raw_key())
    if not admit_key_again(request.environ, key_hash):
        _holder()
    try:
        stored = read(key_hash)
    except ledger.KeyUnknown:
        # It was replaced: from now on it is counted as what opens nothing, and not for the key that it was.
        forget_key(request.environ, key_hash)
        raise
    note_uses_later()
    return stored


def note_uses_later() -> None:
    """Have it written that keys were used, once the answer is on its way."""
    if ledger.has_uses_to_note():
        after_this_request(_note_uses_at_its_end)


def author() -> Author:
    """Who the request's key belongs to; its role may do what was asked for.

    Raises Problem `key-missing` or `role-not-allowed`, and `not-found` where the path names what is another
    table's, and the role would not do; ledger.KeyUnknown, KeyRevoked or KeyExpired.
    """
    found = _holder()
    if found.role not in _roles():
        # What is not there for this key is not there: that comes before what its role may do.
        _require_owned(found, request.view_args or {})
        raise role_not_allowed(found.role, _roles())
    return found


def author_of(table_id: str) -> Author:
    """The same, for a key that must open this table. Raises Problem `not-found` where it opens another."""
    found = author()
    if found.table_id != table_id:
        raise not_found("There is no such table.")
    return found


def require_still_open() -> None:
    """See that the request's key still opens its table, after a wait; the request is not counted again.

    Raises ledger.KeyUnknown, KeyRevoked, KeyExpired or TableDisabled.
    """
    ledger.find_author(raw_key())


def require_access(view_args: Mapping[str, Any]) -> Author | None:
    """Check the key, what the path names, and the role; None where the operation needs no key, or a ticket
    was sent in its place.

    Raises Problem `key-missing`, `not-found` or `role-not-allowed`, and what `ledger.find_author` raises.
    """
    if request.endpoint not in _allowed or (request.endpoint in _ticketed and "ticket" in request.args):
        return None
    found = _holder()
    _require_owned(found, view_args)
    if found.role not in _roles():
        raise role_not_allowed(found.role, _roles())
    return found


def admit_open(cost: int) -> None:
    """Count a request that needs no key: by its address, or by its key where that is refused.

    Raises Problem `rate-limited`.
    """
    refusal = refuse_address(request.environ, cost)
    if refusal is None:
        return
    if not sent_key():
        raise refusal
    try:
        _holder()
    except ledger.LedgerError:
        raise refusal from None


def _holder() -> Author:
    """Who the request's key belongs to; the request is counted, and writes in that name."""
    environ, key_hash = request.environ, ledger.hash_key(raw_key())
    found = ledger.author_of_hash(key_hash)
    admit_key(environ, key_hash, found.key_id)
    if environ["REQUEST_METHOD"] not in READS:
        right_of_way.record()
        environ[_HOLDER] = Holder(found.table_id, key_hash)
    note_uses_later()
    return found


def _note_uses_at_its_end(response: Response) -> Response:
    response.call_on_close(ledger.note_uses)
    return response


def _roles() -> Roles:
    return _allowed[request.endpoint or ""]


def _require_owned(found: Author, view_args: Mapping[str, Any]) -> None:
    """Raises Problem `not-found`, or ledger.NotFound, for the table or game of another key."""
    if view_args.get("table_id", found.table_id) != found.table_id:
        raise not_found("There is no such table.")
    if "game_id" in view_args:
        ledger.game_version(found.table_id, view_args["game_id"])
