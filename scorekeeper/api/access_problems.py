"""What the ledger refuses about keys and roles, as problems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from flask import request

from scorekeeper import ledger
from scorekeeper.api.codes import CATALOGUE
from scorekeeper.api.problems import Problem

_CHALLENGE: Final = {"WWW-Authenticate": 'Bearer realm="scorekeeper"'}
_REFUSED: Final = {"WWW-Authenticate": 'Bearer realm="scorekeeper", error="invalid_token"'}


def access_problem(error: ledger.LedgerError) -> Problem | None:
    """What the ledger refused as a problem; None where it is not about keys or roles."""
    match error:
        case ledger.KeyUnknown():
            return key_unknown("No table has this key.")
        case ledger.KeyRevoked():
            return Problem("key-revoked", "This key was revoked by a host of the table.", headers=_REFUSED)
        case ledger.KeyExpired():
            return Problem("key-expired", "This key's time is over.", headers=_REFUSED)
        case ledger.CodeUnknown():
            return Problem("code-unknown", "This code opens nothing, or not any more.")
        case ledger.LastHostKey():
            return Problem("last-host-key", CATALOGUE["last-host-key"].meaning)
        case ledger.RoleNotAllowed(role=role, allowed=allowed):
            return role_not_allowed(role, allowed)
        case ledger.SeatNotYours():
            return seat_not_yours(error)
    return _of_what_is_over(error)


def _of_what_is_over(error: ledger.LedgerError) -> Problem | None:
    match error:
        case ledger.KeyClosed():
            return Problem("key-closed", "This key was revoked, and stays so. Nothing was changed.")
        case ledger.SecretsReplaced():
            detail = "A host has replaced the key or the code that this request was answered with."
            return Problem("secrets-replaced", f"{detail} Ask for another key.")
        case ledger.InviteClosed(status=status):
            why = {"revoked": "was revoked", "expired": "is over", "used_up": "is used up"}[status]
            return Problem("invite-closed", f"This invite {why}: nobody joins by it. Make another one.")
    return None


def key_missing(whose: str = "table's") -> Problem:
    """401 for a request without a key."""
    detail = f"Send the {whose} key as Authorization: Bearer <key>."
    return Problem("key-missing", detail, headers=_CHALLENGE)


def key_unknown(detail: str) -> Problem:
    """401 for a key that is none here."""
    return Problem("key-unknown", detail, headers=_REFUSED)


def role_not_allowed(role: str, roles: Sequence[str]) -> Problem:
    """403, which says who may."""
    who = " or ".join(f"a {allowed}" for allowed in roles)
    return Problem("role-not-allowed", f"A {role} may not do that; {who} may.", roles=list(roles))


def seat_not_yours(error: ledger.SeatNotYours, pointer: str | None = None) -> Problem:
    """403 for an entry of another seat. pointer: to that seat; None: where the body of an entry has it."""
    if error.seat is None:
        detail = "This key is for a player who has no seat in this game: it only reads."
        return Problem("seat-not-yours", detail, seat=None)
    detail = f"This key enters for seat {error.seat} alone."
    if pointer is None and "seat" not in (request.view_args or {}):
        pointer = "/seat"
    told = {"pointer": pointer, "code": "seat-not-yours", "detail": detail, "params": {"seat": error.seat}}
    errors = [told] if pointer else []
    return Problem("seat-not-yours", detail, errors=errors, seat=error.seat)
