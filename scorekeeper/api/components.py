"""The parts of the document that operations share: shapes, headers, parameters, the key, and an example of
every error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.api.codes import CATALOGUE
from scorekeeper.api.examples import EVENING
from scorekeeper.api.idempotency import LONGEST, SHORTEST_OF_CREATION
from scorekeeper.api.problem_code import ProblemCode
from scorekeeper.api.resources.admin.schemas import SHAPES as ADMIN
from scorekeeper.api.resources.amendments.shapes import SHAPES as AMENDMENTS
from scorekeeper.api.resources.analysis.shapes import SHAPES as ANALYSIS
from scorekeeper.api.resources.batches.schemas import SHAPES as BATCHES
from scorekeeper.api.resources.dice.schemas import SHAPES as DICE
from scorekeeper.api.resources.disputes.shapes import SHAPES as DISPUTES
from scorekeeper.api.resources.games.shapes import SHAPES as GAMES
from scorekeeper.api.resources.history.export import SHAPES as EXPORT
from scorekeeper.api.resources.history.shapes import SHAPES as HISTORY
from scorekeeper.api.resources.house_rules.schemas import SHAPES as HOUSE_RULES
from scorekeeper.api.resources.invites.schemas import SHAPES as INVITES
from scorekeeper.api.resources.keys.schemas import SHAPES as KEYS
from scorekeeper.api.resources.odds.shapes import SHAPES as ODDS
from scorekeeper.api.resources.operations.schemas import SHAPES as OPERATIONS
from scorekeeper.api.resources.own_data.schemas import SHAPES as OWN_DATA
from scorekeeper.api.resources.players.schemas import SHAPES as PLAYERS
from scorekeeper.api.resources.referee.schemas import SHAPES as REFEREE
from scorekeeper.api.resources.rulesets.schemas import SHAPES as RULESETS
from scorekeeper.api.resources.streams.shapes import SHAPES as STREAMS
from scorekeeper.api.resources.tables.schemas import SHAPES as TABLES
from scorekeeper.api.resources.throws.schemas import SHAPES as THROWS
from scorekeeper.api.responses import REPLAYED
from scorekeeper.api.shapes import Shape, anything, identity, items, obj, or_null, ref, text, whole

KEY = "tableKey"

_ERROR: Shape = obj(
    "One thing that is wrong.",
    code=text("Its code, which has a page under /problems."),
    detail=text("What is wrong, in a sentence."),
    optional={
        "pointer": text("A JSON pointer (RFC 6901) to the value in the body; empty for the body as a whole."),
        "parameter": text("The query parameter."),
        "rule": text("The rule in one sentence."),
        "source": text("The text that the rule comes from, S0 to S4, or `rules`."),
        "legal": ref("Legal"),
        "params": ref("ViolationParams"),
    },
)

_PROBLEM: Shape = obj(
    "An error (RFC 9457).",
    type=text("The page that explains the code.", format="uri-reference"),
    title=text("The code in a few words."),
    status=whole("The HTTP status.", 400, 599),
    detail=text("What is wrong this time, in a sentence."),
    code=text("The code of the first thing that is wrong.", pattern="^[a-z0-9]+(-[a-z0-9]+)*$"),
    optional={
        "errors": items("Everything that is wrong.", ref("ProblemError"), 1),
        "legal": ref("Legal"),
        "next": ref("Next"),
        "version": whole("The game's version.", 1),
        "recorded": anything("The entry that is recorded already."),
        "sent": anything("The entry that was sent."),
        "conflicts": items("The entries that would no longer fit, and why.", ref("Conflict"), 1),
        "retry_after": whole("The seconds after which to try again; also in the header `Retry-After`.", 1),
        "verdict": anything("The referee's verdict, as far as it goes."),
        "roles": items("The roles that may do it.", text("A role."), 1),
        "seat": or_null(whole("The seat that the key may enter for; null: none in this game.", 1)),
        "entered_by": obj(
            "Who made the entry.",
            seq=whole("Its number in the game.", 1),
            key_id=identity("key", "The key that made it."),
            role=text("The key's role."),
            device=or_null(text("What the key's device is called.")),
        ),
        "quota": obj(
            "The quota that is reached.",
            name=text("Its name in the operator's settings."),
            most=whole("What it allows.", 0),
        ),
    },
)

SCHEMAS: Mapping[str, Shape] = {
    "Problem": _PROBLEM,
    "ProblemError": _ERROR,
    **RULESETS,
    **REFEREE,
    **TABLES,
    **KEYS,
    **INVITES,
    **PLAYERS,
    **HOUSE_RULES,
    **GAMES,
    **BATCHES,
    **HISTORY,
    **AMENDMENTS,
    **DISPUTES,
    **EXPORT,
    **STREAMS,
    **DICE,
    **ODDS,
    **ANALYSIS,
    **THROWS,
    **OPERATIONS,
    **ADMIN,
    **OWN_DATA,
}

_TAG = '^"[0-9]+"$'


def _header(description: str, **schema: Any) -> dict[str, Any]:
    return {"description": description, "schema": {"type": "string", **schema}}


HEADERS: Mapping[str, dict[str, Any]] = {
    "ETag": _header("The game's version in quotes. Send it as `If-None-Match` or `If-Match`.", pattern=_TAG),
    "Location": _header("Where the new thing is.", format="uri-reference"),
    "Cache-Control": _header("`private, no-cache`: keep it, and ask each time whether it still holds."),
    "Vary": _header("`Authorization`: another key may be answered otherwise."),
    REPLAYED: {
        "description": (
            "`true`: a request with this `Idempotency-Key` was answered before, and this is its answer."
        ),
        "schema": {"type": "string", "const": "true"},
    },
    "WWW-Authenticate": _header("How to send the key."),
    "RateLimit": _header(
        "How you stand with the limit that this request counted for: `r`, how many more requests there are "
        'at most, until they are renewed in `t` seconds, as in `"reads";r=2871;t=34`.'
    ),
    "RateLimit-Policy": _header(
        'That limit: `q` requests in `w` seconds, as in `"reads";q=3000;w=60`. For a key, or for an address '
        "where the operation needs no key."
    ),
    "Retry-After": {
        "description": "The seconds after which to send the same request again.",
        "schema": {"type": "integer", "minimum": 1},
    },
}


def _retries(description: str, shortest: int) -> dict[str, Any]:
    return {
        "name": "Idempotency-Key",
        "in": "header",
        "description": description,
        "schema": {"type": "string", "pattern": f"^[!-~]{{{shortest},{LONGEST}}}$"},
        "example": "8e03978e-40d5-43e8-bc93-6894a57f9324",
    }


PARAMETERS: Mapping[str, dict[str, Any]] = {
    "IfMatch": {
        "name": "If-Match",
        "in": "header",
        "description": "Record only if the game still has this ETag; else 412.",
        "schema": {"type": "string"},
        "example": '"7"',
    },
    "IfNoneMatch": {
        "name": "If-None-Match",
        "in": "header",
        "description": "Answer 304 without a body if the game still has this ETag.",
        "schema": {"type": "string"},
        "example": '"7"',
    },
    "IdempotencyKey": _retries(
        "A text that the client makes up for this request, best a random UUID. Sent again with it within 24 "
        "hours, the request is done once and answered as the first time, with `Idempotent-Replayed: true`; "
        "another request with it is refused. What was refused is not kept, and may be sent again. Of one "
        "key of a table the newest 256 answers are kept, and no more than 2 MB of long ones.",
        1,
    ),
    "CreationKey": _retries(
        "A text that the client makes up for this request and keeps to itself: a random UUID. Sent again "
        "with it within 24 hours, nothing is made a second time: the answer tells what was made then, as it "
        "was made, with fresh secrets; those told before stop working.",
        SHORTEST_OF_CREATION,
    ),
    "SecretsKey": _retries(
        "A text that the client makes up for this request, best a random UUID. Sent again with it within 24 "
        "hours, nothing is made a second time: the answer is about what was made then, with fresh secrets, "
        "which are not kept; those told before stop working.",
        1,
    ),
}

PATH_PARAMETERS: Mapping[str, tuple[str, Shape]] = {
    "table_id": ("The table's id.", identity("table", "")),
    "game_id": ("The game's id.", identity("game", "")),
    "player_id": ("The player's id.", identity("player", "")),
    "key_id": ("The key's id.", identity("key", "")),
    "invite_id": ("The invite's id.", identity("invite", "")),
    "ruleset_id": ("The id of the saved house rules.", identity("ruleset", "")),
    "seat": ("The seat, numbered clockwise from 1.", {}),
    "number": ("The turn's number in the game, from 1.", {}),
    "dispute": ("The dispute's number in the game, from 1.", {}),
    "name": ("The preset's name.", {}),
}
"""What each part of a path is, and how it is written where Flask's rule does not say."""

SECURITY_SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "description": (
        "A key of a table: the host's, which `POST /v1/tables` gives, or a scorer's or viewer's. It opens "
        "its own table and nothing else; each operation says which roles may (`x-roles`)."
    ),
}

ADMIN_SECURITY_SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "description": "The operator's key, `SCOREKEEPER_ADMIN_KEY` of the server. It opens no table's games.",
}


def error_examples() -> dict[str, Any]:
    """An example of every code: one from the evening where there is one, else made from the catalogue."""
    played = {example.answer["code"]: example for example in reversed(EVENING) if example.status >= 400}
    return {
        code: {
            "summary": CATALOGUE[code].title,
            "value": played[code].answer if code in played else _made_up(CATALOGUE[code]),
        }
        for code in sorted(CATALOGUE)
    }


def _made_up(code: ProblemCode) -> dict[str, Any]:
    return {
        "type": f"/problems/{code.code}",
        "title": code.title,
        "status": code.status,
        "detail": code.meaning,
        "code": code.code,
    }
