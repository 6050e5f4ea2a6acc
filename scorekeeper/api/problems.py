"""Errors as RFC 9457 problems: every answer that is not the one asked for has this one shape.

Exceptions:

    Problem     an answer of the catalogue, raised anywhere below a route

    `translate` makes one of what the rules, the ledger and Flask raise. The code of a problem is the last
    part of its type, and the name of its page under /problems.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Response, current_app

from scorekeeper.api.codes import CATALOGUE
from scorekeeper.logs import without_secrets

MOST_ERRORS = 50
"""A body of thousands of wrong dice is answered with so many errors, not with all."""
PROBLEM_TYPE = "application/problem+json"


class Problem(Exception):
    """An answer of the catalogue.

    Args:
        code: a key of CATALOGUE; it gives type, title and, unless `status` says otherwise, the status.
        detail: what is wrong this time, in a sentence that a person at a table understands.
        errors: each {"pointer" or "parameter", "code", "detail", ...}; more than MOST_ERRORS are cut.
        headers: further headers of the answer.
        more: further members, such as `next`, `version`, `recorded`.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        errors: Sequence[Mapping[str, Any]] = (),
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.errors = errors
        self.status = status or CATALOGUE[code].status
        self.headers = headers or {}
        self.more = more

    def to_json(self, public_url: str = "") -> dict[str, Any]:
        """The members of the problem; `type` is below `public_url`, or relative where that is empty.

        Whatever tells of what was sent, no key that was sent in it by mistake comes back.
        """
        listed = {"errors": list(self.errors[:MOST_ERRORS])} if self.errors else {}
        return {
            "type": f"{public_url}/problems/{self.code}",
            "title": CATALOGUE[self.code].title,
            "status": self.status,
            **_without_keys({"detail": self.detail, "code": self.code, **listed, **self.more}),
        }


def _without_keys(value: Any) -> Any:
    """A JSON value whose texts hold no key."""
    if isinstance(value, str):
        return without_secrets(value)
    if isinstance(value, Mapping):
        return {without_secrets(name): _without_keys(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_without_keys(inner) for inner in value]
    return value


def wrong(errors: Sequence[Mapping[str, Any]], **more: Any) -> Problem:
    """The problem that leads with the first of `errors`, which are all that is wrong with a request."""
    first, others = errors[0], len(errors) - 1
    detail = first["detail"]
    if others:
        detail = f"{detail} {others} more {'thing is' if others == 1 else 'things are'} wrong: see errors."
    return Problem(first["code"], detail, errors=errors, **more)


def not_found(detail: str = "There is nothing at this address.") -> Problem:
    """404, the same for what does not exist and for what belongs to somebody else."""
    return Problem("not-found", detail)


def busy(code: str = "busy", detail: str | None = None) -> Problem:
    """503: the database, or what the code says, could not be had in time. detail: what to say instead."""
    return Problem(code, detail or CATALOGUE[code].meaning, headers={"Retry-After": "1"})


def body_too_large(most: int) -> Problem:
    """413. The body was not read, so that nothing more can be understood on this connection.

    most: the bytes that a body may have.
    """
    detail = f"The body is too large: it can have {most:,} bytes at most."
    errors = [{"pointer": "", "code": "body-too-large", "detail": detail}]
    return Problem("body-too-large", detail, errors=errors, headers={"Connection": "close"})


def answer(problem: Problem) -> Response:
    """The problem as a response."""
    body = json.dumps(
        problem.to_json(current_app.config["PUBLIC_URL"]), ensure_ascii=False, separators=(",", ":")
    )
    headers = {"Cache-Control": "no-store", **problem.headers}
    return Response(body, problem.status, headers, content_type=PROBLEM_TYPE)
