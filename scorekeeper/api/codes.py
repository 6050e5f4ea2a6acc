"""The catalogue of problem codes: every code that an answer can carry, with its status and its page.

The codes of the game come from the rules (a refused entry) and from the reading of house rules (a refused
ruleset); those of amendments are in `amendment_codes`, those of keys in `access_codes`; those of the API
itself are listed here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scorekeeper.api.access_codes import ACCESS_CODES
from scorekeeper.api.amendment_codes import AMENDMENT_CODES
from scorekeeper.api.odds_codes import ODDS_CODES
from scorekeeper.api.operator_codes import OPERATOR_CODES
from scorekeeper.api.problem_code import ProblemCode
from scorekeeper.rules.ruleset_problems import RULESET_CODES, RulesetCode
from scorekeeper.rules.violations import CODES, Code

_API_CODES = (
    ProblemCode(
        "bad-request", 400, "The request can't be read",
        "The request breaks a rule of HTTP itself, so nothing in it was looked at.",
        "Send it again from a client that speaks plain HTTP/1.1.",
    ),
    ProblemCode(
        "not-json", 400, "The body is not JSON",
        "The body could not be read as one JSON text in UTF-8. Numbers such as NaN and Infinity "
        "are not JSON.",
        "Send a JSON object. The answer says where reading stopped.",
    ),
    ProblemCode(
        "duplicate-key", 400, "A field is given twice",
        "An object in the body has the same field twice, so nobody could say which of the two was meant.",
        "Send each field once.",
    ),
    ProblemCode(
        "nesting-too-deep", 400, "The body is nested too deeply",
        "The body has lists or objects inside each other deeper than any request needs.",
        "Send the shape that the operation describes.",
    ),
    ProblemCode(
        "idempotency-key-invalid", 400, "The idempotency key can't be used",
        "`Idempotency-Key` is a text of 1 to 255 visible ASCII characters, without spaces.",
        "Send a random UUID, another one for each request, and the same one when that request is sent again.",
    ),
    ProblemCode(
        "idempotency-key-short", 422, "The idempotency key can be guessed",
        "The answer to a new table holds its keys, also when the request is sent again. So its "
        "`Idempotency-Key` must be one that nobody guesses: at least 22 characters with 122 random bits.",
        "Send a random UUID.",
    ),
    ProblemCode(
        "idempotency-key-reused", 422, "The idempotency key belongs to another request",
        "A request with this `Idempotency-Key` was answered within the last 24 hours, and it had another "
        "method, address or body. Nothing was recorded by this one.",
        "Make up a new key for each request; keep it only to send the very same one again.",
    ),
    ProblemCode(
        "not-found", 404, "There is nothing here",
        "No such page, table, game, player or ruleset exists for the one who asks. "
        "What belongs to another table answers the same way.",
        "Check the address, and that the key is the key of the table that owns what is asked for.",
    ),
    ProblemCode(
        "method-not-allowed", 405, "That can't be done here",
        "The address exists but does not answer this method.",
        "Use one of the methods in the `Allow` header.",
    ),
    ProblemCode(
        "version-mismatch", 412, "The game has moved on",
        "`If-Match` named a version that is not the game's version any more, so nothing was recorded.",
        "Read the game again, look at what changed, and send the entry with the new version.",
    ),
    ProblemCode(
        "host-unknown", 421, "Another host was asked for",
        "The request was sent to this server under a host name that it does not answer to.",
        "Use the address that the operator gave. An operator names the hosts in `SCOREKEEPER_HOSTS`.",
    ),
    ProblemCode(
        "body-too-large", 413, "The body is too large",
        "The body is larger than any request of this API needs to be.",
        "Send less at once.",
    ),
    ProblemCode(
        "content-type", 415, "The body is not sent as JSON",
        "The `Content-Type` of a request with a body must be `application/json`, and the body "
        "must not be compressed.",
        "Set `Content-Type: application/json`, and no `Content-Encoding`.",
    ),
    ProblemCode(
        "rate-limited", 429, "Too many requests",
        "More was asked in a short time than one key, or one address without a key, may ask; or too many "
        "keys or codes were tried that open nothing. Nothing was recorded by this request.",
        "Send the same request again after the seconds in `Retry-After`. Who joins can use the link or the "
        "QR code of the invitation, which are not refused for wrong codes.",
    ),
    ProblemCode(
        "required", 422, "Something is missing",
        "The request lacks a field that it must have.",
        "Add the field that the pointer names.",
    ),
    ProblemCode(
        "unknown-field", 422, "An unknown field",
        "The body has a field that the operation does not know. It is refused, not ignored, so "
        "that a slip of the pen is seen.",
        "Remove the field, or spell it as the operation does.",
    ),
    ProblemCode(
        "unknown-parameter", 422, "An unknown query parameter",
        "The address has a query parameter that the operation does not know.",
        "Remove the parameter, or spell it as the operation does.",
    ),
    ProblemCode(
        "invalid", 422, "A value of the wrong kind",
        "A value has the wrong type, or lies outside what the operation allows. Values are never "
        "converted: `\"6\"` is no number.",
        "Send a value of the kind that the operation describes.",
    ),
    ProblemCode(
        "name-empty", 422, "A name that can't be seen",
        "A name needs at least one visible character.",
        "Choose a name that people can read out.",
    ),
    ProblemCode(
        "name-too-long", 422, "A name that is too long",
        "A name has at most 60 characters, in any script, emoji included.",
        "Choose a shorter name.",
    ),
    ProblemCode(
        "name-characters", 422, "A name that can't be shown",
        "A name can't hold control characters, line breaks, or marks that turn the direction of "
        "the text around. "
        "Right-to-left scripts need none of them.",
        "Remove those characters.",
    ),
    ProblemCode(
        "text-invalid", 422, "A text that can't be stored",
        "A text holds characters that no text can hold, such as half of a surrogate pair or NUL.",
        "Remove the characters.",
    ),
    ProblemCode(
        "name-mismatch", 422, "That is not its name",
        "What is deleted or forgotten for good is named, so that nobody does it by a slip, and the name "
        "that was sent is not the table's. Nothing was changed.",
        "Send the table's name exactly as it is written.",
    ),
    ProblemCode(
        "name-taken", 409, "The name is taken",
        "Another active player, or another saved ruleset, of the same table has this name; case "
        "makes no difference.",
        "Choose another name, or archive the player who has it.",
    ),
    ProblemCode(
        "player-unknown", 422, "No such player",
        "A seat was given to a player whom the table does not have.",
        "Name the person instead, or use the id of one of the table's players.",
    ),
    ProblemCode(
        "player-archived", 422, "An archived player",
        "A seat was given to a player who is archived.",
        "Bring the player back with `{\"archived\": false}`, or choose another.",
    ),
    ProblemCode(
        "player-seated", 422, "Two seats for one player",
        "A player has one seat in a game.",
        "Give each seat to somebody else.",
    ),
    ProblemCode(
        "seat-count", 422, "Too few or too many seats",
        "The house rules say how many seats a game has.",
        "Add or remove seats, or change `seats` in the house rules.",
    ),
    ProblemCode(
        "game-unfinished", 409, "The game is still on",
        "A rematch starts when the game before it is finished or abandoned.",
        "Finish the game, or abandon it.",
    ),
    *OPERATOR_CODES,
    ProblemCode(
        "internal-error", 500, "Something went wrong here",
        "The server failed. Nothing was recorded by this request.",
        "Try again. If it stays, tell the operator the time of the request.",
    ),
    ProblemCode(
        "busy", 503, "The scorekeeper is busy",
        "The database could not be had in time, or very many asked about odds while others recorded. "
        "Nothing was recorded by this request.",
        "Send the same request again after the seconds in `Retry-After`.",
    ),
    ProblemCode(
        "ticket-unknown", 401, "The ticket opens nothing",
        "A stream was asked for with a ticket that does not exist, is older than a minute, or is for another "
        "stream.",
        "Get another one from `stream-tickets`, and connect with it and `after`, the last `id` that you "
        "have. Better send the key as `Authorization: Bearer <key>`: that needs no ticket.",
    ),
    ProblemCode(
        "streams-full", 503, "No more streams just now",
        "This server holds as many streams, or as many requests that wait for an entry, as it may: of all, "
        "or of one key or table. Reading and writing go on as ever.",
        "Ask again after the seconds in `Retry-After`. Until then read the log with `after`.",
    ),
    ProblemCode(
        "not-ready", 503, "The server can't serve yet",
        "The database does not answer, or is of another release.",
        "Wait, or run `scorekeeper db upgrade`.",
    ),
)  # fmt: skip


_STATUS_OF_LEVEL = {"position": 409, "dice": 422}
_REMEDY_OF_LEVEL = {
    "position": "`next` in the answer says what the game waits for; send that.",
    "dice": "`legal` beside the error says what would have been legal.",
}
_REMEDY_OF_RULE = {
    "game-over": "Play a rematch. What was recorded can still be corrected.",
    "join-closed": "Take a seat in the next game.",
    "defer-pointless": "Send nothing: the seat plays when `next` names it.",
    "seat-unknown": "Name one of the game's seats.",
    "score-not-allowed": "Send the rolls of the turn. Games that take scores are opened with "
    '`"entry": "dice_or_score"`.',
    "score-impossible": "Send 0, or the sum of the two cargo dice.",
}
# The place is right and the seat named in the body is not: that is a mistake in the entry, not a conflict.
_STATUS_OF_RULE = {"seat-unknown": 422}


def _from_rules(code: Code) -> ProblemCode:
    status = _STATUS_OF_RULE.get(code.code, _STATUS_OF_LEVEL[code.level])
    remedy = _REMEDY_OF_RULE.get(code.code, _REMEDY_OF_LEVEL[code.level])
    return ProblemCode(code.code, status, code.title, code.rule, remedy, code.source)


def _from_reading(slug: str, code: RulesetCode) -> ProblemCode:
    return ProblemCode(slug, 422, code.title, code.sentence, "Change the field that the pointer names.")


def _catalogue() -> Mapping[str, ProblemCode]:
    listed = [
        *(_from_reading(slug, code) for slug, code in RULESET_CODES.items()),
        *map(_from_rules, CODES.values()),
        *AMENDMENT_CODES,
        *ODDS_CODES,
        *ACCESS_CODES,
        *_API_CODES,
    ]
    return MappingProxyType({code.code: code for code in listed})


CATALOGUE: Mapping[str, ProblemCode] = _catalogue()
"""Every code that an answer can carry."""
