"""What an operator's machines ask: is the process alive, and can it serve."""

from __future__ import annotations

from flask import Response

from scorekeeper import storage
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.parser import refuse_query
from scorekeeper.api.problems import Problem
from scorekeeper.api.responses import answer_json

blueprint = Blueprint("Operations", "For the machines that watch over the server.", url_prefix="")
_FRESH = {"Cache-Control": "no-store"}


@blueprint.route("/healthz")
@blueprint.contract(Answer(200, "Health", "The process answers."))
def read_health() -> Response:
    """Say that the process is alive"""
    refuse_query()
    return answer_json({"status": "ok"}, headers=_FRESH)


@blueprint.route("/readyz")
@blueprint.contract(Answer(200, "Health", "The server can serve."), refuses=("not-ready",))
def read_readiness() -> Response:
    """Say whether the server can serve

    It can when its database answers and is of this release.
    """
    refuse_query()
    if not storage.is_ready():
        raise Problem(
            "not-ready", "The database does not answer, or has to be upgraded.", headers={"Retry-After": "5"}
        )
    return answer_json({"status": "ok"}, headers=_FRESH)
