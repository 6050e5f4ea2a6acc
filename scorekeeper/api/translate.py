"""What the rules, the ledger and Flask raise, as problems. The one place that knows all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from scorekeeper import ledger, live
from scorekeeper.api.access_problems import access_problem, seat_not_yours
from scorekeeper.api.auth import author
from scorekeeper.api.codes import CATALOGUE
from scorekeeper.api.html import answer_html, wants_html
from scorekeeper.api.limiting import count_guess
from scorekeeper.api.operator_problems import from_operator
from scorekeeper.api.problems import Problem, answer, body_too_large, busy, not_found, wrong
from scorekeeper.rules import Refused, RulesetRefused
from scorekeeper.storage.database import Unavailable

_CODES_OF_HTTP = {404: "not-found", 405: "method-not-allowed", 413: "body-too-large", 415: "content-type"}
_RETRY_STREAM = "10"
_FULL = {
    "server": "This server has as many streams as it may. Reading and writing go on as ever.",
    "table": "This table has as many streams here as one table may. Reading and writing go on as ever.",
    "key": "This key has as many streams here as one key may. Reading and writing go on as ever.",
}
"""What is said where there is no place for another stream, by whose places are taken."""
_NOTHING = """<h1>There is nothing at this address.</h1>
<p><a href="{home}">To the scorekeeper</a></p>
<div lang="de">
<h1>Unter dieser Adresse ist nichts.</h1>
<p><a href="{home}">Zur Startseite</a></p>
</div>"""
_NAMES = {"ruleset": "saved ruleset"}
_KEPT_HEADERS = frozenset({"Retry-After"})


def register_problems(app: Flask) -> None:
    """Have every error of the application answered as a problem."""
    app.register_error_handler(Problem, _answer)
    app.register_error_handler(HTTPException, lambda error: _answer_anybody(from_http(error)))
    app.register_error_handler(Refused, lambda error: answer(from_refused(error)))
    app.register_error_handler(RulesetRefused, lambda error: answer(from_ruleset(error)))
    app.register_error_handler(ledger.LedgerError, lambda error: _answer(from_ledger(error)))
    app.register_error_handler(live.TicketUnknown, lambda _: _answer(ticket_unknown()))
    app.register_error_handler(live.StreamsFull, lambda full: answer(streams_full(full.whose)))
    app.register_error_handler(ledger.ComputerThinking, lambda _: answer(busy("computer-thinking")))
    app.register_error_handler(ledger.TooBusy, _answer_busy)
    app.register_error_handler(Unavailable, _answer_busy)
    app.register_error_handler(Exception, _answer_failure)


def _answer(problem: Problem) -> Response:
    """A problem as a response; where it says that a key or a code opens nothing, that is counted."""
    return _answer_anybody(count_guess(problem))


def _answer_anybody(problem: Problem) -> Response:
    """A problem as a response; who looks in a browser for what is not there gets a page with a way home."""
    if problem.code != "not-found" or request.path.startswith("/v1/") or not wants_html():
        return answer(problem)
    root = "../" * (request.path.count("/") - 1)
    headers = {"Cache-Control": "no-store", "Vary": "Accept"}
    return answer_html("Nothing here", _NOTHING.format(home=root or "./"), root, headers, problem.status)


def _answer_busy(error: Exception) -> Response:
    cause: BaseException = error
    while cause.__context__ is not None:
        # A failed rollback must not hide why it was needed: a full disk, say.
        cause = cause.__context__
    current_app.logger.warning("%s %s can't have the database: %s", request.method, request.path, cause)
    return answer(busy())


def _answer_failure(error: Exception) -> Response:
    current_app.logger.error("%s %s failed", request.method, request.path, exc_info=error)
    return answer(Problem("internal-error", CATALOGUE["internal-error"].meaning))


def ticket_unknown() -> Problem:
    """A ticket that opens nothing, or not what was asked for."""
    detail = "This ticket opens no stream here, or not any more."
    return Problem("ticket-unknown", detail, headers={"WWW-Authenticate": 'Bearer realm="scorekeeper"'})


def streams_full(whose: str) -> Problem:
    """There is no place for another stream, or another request that waits: for anybody, or for one table or
    one key beside those that it has."""
    return Problem("streams-full", _FULL[whose], headers={"Retry-After": _RETRY_STREAM})


def from_http(error: HTTPException) -> Problem:
    """What Flask or werkzeug raised, as a problem with the same status and headers."""
    status = error.code or 500
    fallback = "internal-error" if status >= 500 else "bad-request"
    code = _CODES_OF_HTTP.get(status, fallback)
    if code == "body-too-large":
        return body_too_large(current_app.config["MAX_CONTENT_LENGTH"])
    headers = {name: value for name, value in error.get_headers() if name in _KEPT_HEADERS}
    if isinstance(error, MethodNotAllowed):
        headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
    return Problem(code, CATALOGUE[code].meaning, status=status, headers=headers)


def from_refused(refused: Refused, prefix: str = "") -> Problem:
    """An entry that breaks rules; with what the game waits for, where the ledger said so."""
    violations = refused.violations
    more: dict[str, Any] = {
        name: value
        for name, value in (
            ("legal", _plain(violations[0].legal)),
            ("next", getattr(refused, "next", None)),
            ("version", getattr(refused, "version", None)),
        )
        if value is not None
    }
    return wrong([violation.below(prefix).to_json() for violation in violations], **more)


def _plain(legal: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if legal is None else dict(legal)


def from_ruleset(refused: RulesetRefused, prefix: str = "") -> Problem:
    """House rules that are refused, every reason with the pointer to its field below `prefix`."""
    return wrong(
        [
            {"pointer": prefix + problem.pointer, "code": problem.code, "detail": problem.detail}
            for problem in refused.problems
        ]
    )


def from_ledger(error: ledger.LedgerError) -> Problem:
    """What the ledger refused."""
    about_access = access_problem(error)
    if about_access is not None:
        return about_access
    match error:
        case ledger.NotFound(what=what):
            return not_found(f"There is no such {_NAMES.get(what, what)}.")
        case ledger.StaleVersion(current=current):
            detail = f"The game is at version {current} now, and nothing was recorded."
            return Problem("version-mismatch", detail, version=current)
        case ledger.AlreadyRecorded():
            return _from_other_content(error)
        case ledger.AmendmentRefused(code=code, detail=detail, pointer=pointer, more=more):
            errors = [{"pointer": pointer, "code": code, "detail": detail}] if pointer else []
            return Problem(code, detail, errors=errors, **more)
        case ledger.LaterEntriesConflict():
            return _from_conflict(error)
        case ledger.KeyReused():
            return Problem("idempotency-key-reused", CATALOGUE["idempotency-key-reused"].meaning)
        case ledger.GameUnfinished():
            return Problem("game-unfinished", "The game is still on: finish or abandon it first.")
        case ledger.NameTaken() | ledger.NameInvalid() | ledger.Invalid():
            return _from_values(error)
    return from_operator(error)


def _from_other_content(error: ledger.AlreadyRecorded) -> Problem:
    """With what the game waits for, where it was an entry; a rematch has no place in the game before it."""
    detail = "Something else is recorded there already. Nothing was changed."
    more: dict[str, Any] = {"version": error.version, "recorded": error.recorded, "sent": error.sent}
    game_id = (request.view_args or {}).get("game_id")
    if game_id is not None and "seq" in error.recorded:
        more["next"] = ledger.next_of(author().table_id, game_id)
    return Problem("already-recorded", detail, **more)


def _from_conflict(error: ledger.LaterEntriesConflict) -> Problem:
    count = len(error.conflicts)
    many = "An entry" if count == 1 else f"{count:,} entries"
    detail = f"{many} made later would no longer fit: see conflicts. Nothing was recorded."
    return Problem("later-entries-conflict", detail, version=error.version, conflicts=error.conflicts)


def _from_values(error: ledger.NameTaken | ledger.NameInvalid | ledger.Invalid) -> Problem:
    """Values that can't be used, each with its pointer."""
    match error:
        case ledger.NameTaken(name=name, pointer=pointer):
            detail = f"The table has the name “{name}” already."
            return wrong([{"pointer": pointer, "code": "name-taken", "detail": detail}])
        case ledger.NameInvalid(code=code, detail=detail):
            return wrong([{"pointer": "/name", "code": code, "detail": detail}])
        case ledger.Invalid(problems=problems):
            return wrong(list(_invalid_errors(problems)), **_where_it_is(error))


def _where_it_is(error: ledger.Invalid) -> dict[str, Any]:
    """What the game waits for, where the computer plays the seat to move."""
    if isinstance(error, ledger.ComputerDecides):
        return {"next": error.next, "version": error.version}
    return {}


def _invalid_errors(problems: Iterable[ledger.Problem], prefix: str = "") -> Iterator[dict[str, str]]:
    for problem in problems:
        place = (
            {"parameter": problem.parameter} if problem.parameter else {"pointer": prefix + problem.pointer}
        )
        yield {**place, "code": problem.code, "detail": problem.detail}


@contextmanager
def below(prefix: str = "", ruleset: str = "/ruleset") -> Iterator[None]:
    """Point refusals into the body that was sent: what was refused stood below `prefix`, house rules below
    `ruleset`."""
    try:
        yield
    except RulesetRefused as refused:
        raise from_ruleset(refused, prefix + ruleset) from None
    except Refused as refused:
        raise from_refused(refused, prefix) from None
    except ledger.Invalid as invalid:
        raise wrong(list(_invalid_errors(invalid.problems, prefix)), **_where_it_is(invalid)) from None
    except ledger.SeatNotYours as error:
        raise seat_not_yours(error, f"{prefix}/seat") from None
