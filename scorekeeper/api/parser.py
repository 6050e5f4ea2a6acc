"""Reading requests strictly: what a body or a query says is either exactly understood or refused.

Bodies are JSON in UTF-8 without duplicate keys, without NaN, not deeper than MOST_LEVELS. Queries know every
parameter they are given, each once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NoReturn

import marshmallow as ma
from flask import Request, request
from gunicorn.http.errors import ParseException
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge

from scorekeeper.api.complaints import Complaint, invalid
from scorekeeper.api.fields import OptionalBody
from scorekeeper.api.problems import Problem, wrong
from scorekeeper.logs import without_secrets

MOST_LEVELS = 32
"""How deep lists and objects may lie inside each other; real requests need 5."""
_LONGEST_SHOWN = 60
"""So many letters of a name that was sent are told back; the names of fields are shorter."""
_JSON = "application/json"
_PLAIN = "identity"


class StrictParser(FlaskParser):
    """The parser of every operation's body and query.

    Raises Problem: `content-type`, `body-too-large`, `not-json`, `duplicate-key`, `nesting-too-deep` before
    anything else, then whatever `authenticate` raises, and only then what is wrong with the fields.
    """

    def __init__(self, authenticate: Callable[[Mapping[str, Any]], object]) -> None:
        super().__init__()
        self._authenticate = authenticate
        self._empty_queries: dict[type[ma.Schema], Mapping[str, Any]] = {}

    def parse(self, argmap: Any, *_: Any, location: str | None = None, **__: Any) -> Any:
        """The fields of the body or the query, loaded by the schema `argmap`."""
        schema = _schema(argmap)
        try:
            return self._load_query(schema) if location == "query" else schema.load(_read_body(schema))
        except ma.ValidationError as error:
            self._refuse(
                error.normalized_messages(),  # type: ignore[no-untyped-call]
                "parameter" if location == "query" else "pointer",
            )

    def _load_query(self, schema: ma.Schema) -> Any:
        if request.environ.get("QUERY_STRING"):
            return schema.load(_read_query())
        kind = type(schema)
        if kind not in self._empty_queries:
            self._empty_queries[kind] = schema.load({})
        return self._empty_queries[kind]

    def _refuse(self, messages: Mapping[Any, Any], place: str) -> NoReturn:
        # A stranger is told that the key is missing, not how to spell the fields.
        self._authenticate(request.view_args or {})
        complaints = sorted(_complaints(messages, ()), key=_order_of_complaint)
        raise wrong([told(path, complaint, place) for path, complaint in complaints])


@cache
def _schema(kind: type[ma.Schema]) -> ma.Schema:
    """One instance for all requests: making one costs more than all that it then does."""
    return kind()


def _read_body(schema: ma.Schema) -> Any:
    if (
        isinstance(schema, OptionalBody)
        and not request.content_length
        and "HTTP_TRANSFER_ENCODING" not in request.environ
    ):
        return {}
    return read_json(request)


def read_json(req: Request) -> Any:
    """The body of a request as JSON values.

    Raises Problem `content-type`, `body-too-large` (by Flask), `not-json`, `duplicate-key`,
    `nesting-too-deep` or `text-invalid`.
    """
    if req.environ.get("CONTENT_TYPE") != _JSON:
        _require_json_type(req)
    if req.environ.get("HTTP_CONTENT_ENCODING", _PLAIN).lower() != _PLAIN:
        detail = "Send the body as it is, without a Content-Encoding: a compressed one is not read."
        raise Problem("content-type", detail, headers={"Accept-Encoding": _PLAIN})
    body = read_bytes(req)
    if _says_no_length(req.environ) and _is_cut(req, body):
        raise RequestEntityTooLarge
    try:
        value = _DECODER.decode(body.decode())
    except _Duplicated:
        raise _duplicate_key(body) from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        raise _not_json(error) from None
    if body.count(b"[") + body.count(b"{") > MOST_LEVELS and _is_deep(value, MOST_LEVELS):
        raise _too_deep()
    if b"\\u" in body:
        _require_whole_characters(value)
    return value


def read_bytes(req: Request, *, keeps: bool = False) -> bytes:
    """The body as it was sent; `keeps` it for whoever reads it after us.

    Raises Problem `bad-request` where it does not arrive whole, `body-too-large` (by Flask).
    """
    try:
        return req.get_data(cache=keeps)
    except (OSError, ParseException) as error:
        # The phone lost the network in the middle, or the chunks of the body are none.
        raise Problem("bad-request", "The body did not arrive whole. Nothing was recorded.") from error


def _says_no_length(environ: Mapping[str, Any]) -> bool:
    return "HTTP_TRANSFER_ENCODING" in environ or not environ.get("CONTENT_LENGTH")


def _is_cut(req: Request, body: bytes) -> bool:
    """Whether a body that says no length was cut at the limit, where one that says it is refused."""
    return req.max_content_length is not None and len(body) >= req.max_content_length


def refuse_query() -> None:
    """Refuse every query parameter. Raises Problem `unknown-parameter`."""
    if request.environ.get("QUERY_STRING"):
        complaint = Complaint("unknown-parameter", "is not a parameter of this request.")
        errors = [told((name,), complaint, "parameter") for name in request.args]
        if errors:
            raise wrong(errors)


class _Duplicated(Exception):
    """An object has a key twice."""


class _NotANumber(ValueError):
    """NaN or an infinity, which JSON does not have."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        raise _Duplicated
    return read


def _refuse_constant(name: str) -> NoReturn:
    raise _NotANumber(f"{name} is not a number in JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse_constant)


def _require_json_type(req: Request) -> None:
    charset = req.mimetype_params.get("charset", "utf-8")
    if req.mimetype != _JSON or charset.lower() not in ("utf-8", "us-ascii"):
        raise Problem(
            "content-type", "Send the body as application/json, in UTF-8.", headers={"Accept": _JSON}
        )


def _not_json(error: ValueError) -> Problem:
    if isinstance(error, json.JSONDecodeError):
        where = f"line {error.lineno}, column {error.colno}"
        detail = f"The body is not JSON: {error.msg} at {where}."
    elif isinstance(error, UnicodeDecodeError):
        detail = f"The body is not JSON: it is not UTF-8 at byte {error.start}."
    elif isinstance(error, _NotANumber):
        detail = f"The body is not JSON: {error}."
    else:
        detail = "The body is not JSON: it has a number of more digits than can be read."
    return Problem("not-json", detail, errors=[{"pointer": "", "code": "not-json", "detail": detail}])


def _too_deep() -> Problem:
    detail = f"The body has lists or objects inside each other, more than {MOST_LEVELS} deep."
    return Problem(
        "nesting-too-deep", detail, errors=[{"pointer": "", "code": "nesting-too-deep", "detail": detail}]
    )


def _is_deep(value: Any, levels: int) -> bool:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    if inside is None:
        return False
    return levels == 0 or any(_is_deep(item, levels - 1) for item in inside)


class _Object(dict[str, Any]):
    """An object that was read a second time to say which of its keys is doubled."""

    doubled: str | None = None


def _duplicate_key(body: bytes) -> Problem:
    whole = json.loads(body, object_pairs_hook=_mark_doubled)
    if _is_deep(whole, MOST_LEVELS):
        return _too_deep()
    for path, value in _walk(whole, ()):
        if isinstance(value, _Object) and value.doubled is not None:
            complaint = Complaint("duplicate-key", "is given twice.")
            return wrong([told((*path, value.doubled), complaint, "pointer")])
    raise AssertionError("the first reading found a doubled key")


def _mark_doubled(pairs: list[tuple[str, Any]]) -> _Object:
    read = _Object(pairs)
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen and read.doubled is None:
            read.doubled = key
        seen.add(key)
    return read


def _require_whole_characters(value: Any) -> None:
    for path, item in _walk(value, ()):
        if isinstance(item, str) and not _is_encodable(item):
            complaint = Complaint("text-invalid", "holds half of a character (a lone surrogate).")
            raise wrong([told(path, complaint, "pointer")])


def _walk(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every value in `value`, keys of objects included, with the path to it."""
    yield path, value
    if isinstance(value, dict):
        for key, item in value.items():
            yield path, key
            yield from _walk(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _walk(item, (*path, index))


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _read_query() -> dict[str, str]:
    """Every parameter with its value. Raises ValidationError for one that is given twice."""
    twice = {name: [invalid("is given twice.")] for name, values in request.args.lists() if len(values) > 1}
    if twice:
        raise ma.ValidationError(twice)
    return request.args.to_dict()


def _complaints(
    messages: Any, path: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], Complaint]]:
    """marshmallow's tree of messages as pairs of path and complaint."""
    if isinstance(messages, Mapping):
        for key, inner in messages.items():
            yield from _complaints(inner, path if key == "_schema" else (*path, key))
    else:
        for message in messages:
            yield path, message if isinstance(message, Complaint) else invalid(str(message))


def _order_of_complaint(found: tuple[tuple[str | int, ...], Complaint]) -> tuple[bool, str]:
    """Known fields first, in their own order; unknown ones by name, since marshmallow has them in a set."""
    path, complaint = found
    is_unknown = complaint.code.startswith("unknown-")
    return is_unknown, str(path) if is_unknown else ""


def told(path: tuple[str | int, ...], complaint: Complaint, place: str) -> dict[str, str]:
    """One error of a problem. `place` is "pointer" (RFC 6901) or "parameter"."""
    where = (
        _shown(str(path[0])) if place == "parameter" else "".join(f"/{_escape(str(part))}" for part in path)
    )
    detail = f"{_name_of(path)} {complaint}"
    return {place: where, "code": complaint.code, "detail": detail}


def _name_of(path: tuple[str | int, ...]) -> str:
    """The value in words, as the start of a sentence."""
    if not path:
        return "The body"
    last = path[-1]
    if isinstance(last, int):
        owner = f" of “{_shown(str(path[-2]))}”" if len(path) > 1 else ""
        return f"Item {last + 1}{owner}"
    return f"“{_shown(last)}”"


def _shown(name: str) -> str:
    """A name that was sent, short and safe to print: it may hold anything, and be of any length."""
    told = without_secrets(name)
    short = "".join(_printable(letter) for letter in told[:_LONGEST_SHOWN])
    return short if len(told) <= _LONGEST_SHOWN else f"{short}…"


def _printable(letter: str) -> str:
    """A letter that turns no text around; names in some scripts need the joiners."""
    is_safe = letter.isprintable() or letter in "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
    return letter if is_safe else "\N{REPLACEMENT CHARACTER}"


def _escape(part: str) -> str:
    return _shown(part).replace("~", "~0").replace("/", "~1")
