"""The blueprint of every resource: smorest's, with a strict parser and the contract of each operation.

A route's function carries its contract: what it answers and what it refuses. The document is made from that;
nothing in it costs anything while a request is served.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar, cast

import marshmallow as ma
from flask_smorest import Blueprint as SmorestBlueprint

from scorekeeper.api.auth import ALL, Roles, admit_open, allow, require_access
from scorekeeper.api.codes import CATALOGUE
from scorekeeper.api.examples import EXAMPLES, Example
from scorekeeper.api.idempotency import WRITES, once
from scorekeeper.api.parser import StrictParser
from scorekeeper.api.problems import PROBLEM_TYPE
from scorekeeper.api.responses import JSON_TYPE, REPLAYED
from scorekeeper.api.shapes import Shape, ref

Route = TypeVar("Route", bound=Callable[..., Any])

ADMIN_KEY = "adminKey"
"""The security scheme of the operator's operations."""

_OF_EVERY = ("internal-error", "busy")
_OF_KEYS = ("key-missing", "key-unknown", "key-revoked", "key-expired", "not-found")
_OF_ADMIN_KEY = ("key-missing", "key-unknown", "not-found")
_OF_BODIES = (
    "bad-request", "not-json", "duplicate-key", "nesting-too-deep", "body-too-large", "content-type",
    "required", "invalid", "unknown-field", "text-invalid", "unknown-parameter",
)  # fmt: skip
_OF_QUERIES = ("invalid", "unknown-parameter")
_LIMIT_HEADERS = ("RateLimit", "RateLimit-Policy")
_HEADERS_OF_REFUSALS: Mapping[int, tuple[str, ...]] = {
    401: ("WWW-Authenticate",),
    429: ("Retry-After", *_LIMIT_HEADERS),
    503: ("Retry-After",),
}
_OF_RETRIES = ("idempotency-key-invalid", "idempotency-key-reused")


@dataclass(frozen=True)
class Answer:
    """One answer of an operation: its status, the component that describes its body, its headers by name, its
    media type, and for a stream the shape of each event's data, by the event's name."""

    status: int
    shape: str | None
    description: str
    headers: tuple[str, ...] = ()
    media: str = JSON_TYPE
    events: Mapping[str, Shape] | None = None


@dataclass
class Contract:
    """What an operation answers and refuses; `absent` are codes that are 404 here, since the path names what
    is not there.

    `allows` are the roles whose keys may do it; empty: it needs no key. `path` is Flask's rule, known when
    the route is. `retries` is the parameter by which a request says that it is sent again. `for_operator`:
    it is for the admin key alone. `is_done_once`: it honours an Idempotency-Key, which what runs in several
    transactions can't. `by_ticket`: a ticket opens it too. `cost`: how many requests it counts as, where it
    needs no key (0: its failures alone count); `is_limited`: whether it counts.
    """

    operation_id: str
    answers: tuple[Answer, ...]
    refuses: tuple[str, ...]
    if_match: bool
    if_none_match: bool
    absent: tuple[str, ...] = ()
    allows: Roles = ()
    retries: str | None = None
    path: str = ""
    for_operator: bool = False
    is_done_once: bool = True
    by_ticket: bool = False
    is_limited: bool = True
    cost: int = 1

    @property
    def is_counted(self) -> bool:
        """Whether an answer says how the client stands with a limit. An operator has none."""
        return self.is_limited and not self.for_operator

    @property
    def needs_key(self) -> bool:
        """Whether it is for the holders of a key."""
        return bool(self.allows)

    @property
    def is_owned(self) -> bool:
        """What lies below a table or a game is for its keys alone."""
        return "<table_id>" in self.path or "<game_id>" in self.path


class Blueprint(SmorestBlueprint):  # type: ignore[misc]
    """A resource. Its name is the tag of its operations, its description the tag's."""

    ARGUMENTS_PARSER = StrictParser(require_access)

    def __init__(self, name: str, description: str, url_prefix: str = "/v1") -> None:
        super().__init__(name, __name__, url_prefix=url_prefix, description=description)
        self._prepare_doc_cbks.append(_prepare_contract)

    def route(self, rule: str, **options: Any) -> Callable[[Route], Route]:
        """Register a route below the blueprint's prefix, and tell its contract the path.

        What the holder of a key writes is done once for each Idempotency-Key. What needs no key is counted by
        the address that asks for it, but for what machines ask to watch over the server.
        """
        register = cast("Callable[[Route], Route]", super().route(rule, **options))

        def decorate(route: Route) -> Route:
            contract: Contract = route._apidoc["contract"]  # type: ignore[attr-defined]
            contract.path = rule
            contract.is_limited = bool(self.url_prefix)
            if contract.is_owned and not contract.allows:
                raise TypeError(f"{rule} is a table's: its contract says who may (allows=…)")
            if contract.needs_key:
                endpoint = f"{self.name}.{options.get('endpoint', contract.operation_id)}"
                allow(endpoint, contract.allows, by_ticket=contract.by_ticket)
            is_write = WRITES.intersection(options.get("methods", ()))
            is_plain = contract.is_done_once and contract.retries is None
            if contract.needs_key and is_plain and is_write:
                return register(cast("Route", once(route)))
            if not contract.needs_key and contract.is_limited and contract.cost:
                return register(cast("Route", _within_limits(route, contract.cost)))
            return register(route)

        return decorate

    def arguments(
        self, schema: type[ma.Schema], *, location: str = "json", required: bool = True
    ) -> Callable[[Route], Route]:
        """Have the body or the query read by a schema and handed to the route as its next argument.

        smorest's own decorator and webargs' each put a function around the route, which cost a recorded roll
        more than what they do for it.
        """
        parse = self.ARGUMENTS_PARSER.parse

        def decorate(route: Route) -> Route:
            @wraps(route)
            def parsed(*above: Any, **path: Any) -> Any:
                return route(*above, parse(schema, location=location), **path)

            documented = dict(getattr(route, "_apidoc", {}))
            parameters = documented.get("arguments", {}).get("parameters", ())
            described = {"in": location, "required": required, "schema": schema}
            apidoc = {**documented, "arguments": {"parameters": [*parameters, described]}}
            parsed._apidoc = apidoc  # type: ignore[attr-defined]
            return cast("Route", parsed)

        return decorate

    @staticmethod
    def contract(
        *answers: Answer,
        refuses: Iterable[str] = (),
        absent: Iterable[str] = (),
        allows: Roles = (),
        if_match: bool = False,
        if_none_match: bool = False,
        is_done_once: bool = True,
        by_ticket: bool = False,
        cost: int = 1,
    ) -> Callable[[Route], Route]:
        """Say what an operation answers, what it refuses beside what all of its kind refuse, and the roles of
        those who may (`allows`): needed below a table or a game."""

        def decorate(route: Route) -> Route:
            contract = Contract(
                route.__name__,
                answers,
                tuple(refuses),
                if_match,
                if_none_match,
                tuple(absent),
                allows,
                cost=cost,
            )
            contract.is_done_once, contract.by_ticket = is_done_once, by_ticket
            route._apidoc = {**getattr(route, "_apidoc", {}), "contract": contract}  # type: ignore[attr-defined]
            return route

        return decorate


def _within_limits(view: Callable[..., Any], cost: int) -> Callable[..., Any]:
    """A route that needs no key, counted."""

    @wraps(view)
    def view_within_limits(**path: Any) -> Any:
        admit_open(cost)
        return view(**path)

    return view_within_limits


def _prepare_contract(doc: dict[str, Any], doc_info: Mapping[str, Any], **_: Any) -> dict[str, Any]:
    """Complete an operation of the document; called by smorest for every operation."""
    contract: Contract = doc_info["contract"]
    examples = EXAMPLES.get(contract.operation_id, ())
    body = doc.get("requestBody")
    has_query = bool(doc.get("parameters"))
    if body:
        _add_request_examples(body, examples)
    parameters = [*doc.get("parameters", []), *_header_parameters(contract)]
    if parameters:
        doc["parameters"] = parameters
    doc["operationId"] = contract.operation_id
    doc["responses"] = {
        **{str(answer.status): _answer_doc(contract, answer, examples) for answer in contract.answers},
        **_refusal_docs(contract, has_body=bool(body), has_query=has_query),
    }
    if contract.needs_key:
        doc["x-roles"] = list(contract.allows)
        doc["description"] = "\n\n".join(filter(None, (doc.get("description"), _who_may(contract))))
    elif contract.for_operator:
        doc["security"] = [{ADMIN_KEY: []}]
    else:
        doc["security"] = []
    return doc


def _who_may(contract: Contract) -> str:
    if contract.allows == ALL:
        return "For every key of the table."
    return f"For the key of {' or '.join(f'a {role}' for role in contract.allows)}."


def _add_request_examples(body: dict[str, Any], examples: Iterable[Example]) -> None:
    shown = {
        example.name: {"summary": example.summary, "value": example.body}
        for example in examples
        if example.body is not None and example.status < 400
    }
    if shown:
        for media in body["content"].values():
            media["examples"] = shown


def _header_parameters(contract: Contract) -> list[str]:
    named = (("IfMatch", contract.if_match), ("IfNoneMatch", contract.if_none_match))
    retries = [] if contract.retries is None else [contract.retries]
    return [*(name for name, is_there in named if is_there), *retries]


def _answer_doc(contract: Contract, answer: Answer, examples: Iterable[Example]) -> dict[str, Any]:
    doc: dict[str, Any] = {"description": answer.description}
    retries = () if contract.retries is None else (REPLAYED,)
    headers = (*answer.headers, *retries, *(_LIMIT_HEADERS if contract.is_counted else ()))
    if headers:
        doc["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in headers}
    if answer.shape is None:
        is_image = answer.media != JSON_TYPE
        image = {"content": {answer.media: {"schema": {"contentMediaType": answer.media}}}}
        return {**doc, **image} if is_image else doc
    media: dict[str, Any] = {"schema": ref(answer.shape)}
    if answer.events is not None:
        media["x-events"] = {name: dict(data) for name, data in answer.events.items()}
    shown = {
        example.name: {"summary": example.summary, "value": example.answer}
        for example in examples
        if example.status == answer.status
    }
    if shown:
        media["examples"] = shown
    return {**doc, "content": {answer.media: media}}


def _refusal_docs(contract: Contract, *, has_body: bool, has_query: bool) -> dict[str, Any]:
    by_status: dict[int, list[str]] = {}
    for code in _codes_of(contract, has_body=has_body, has_query=has_query):
        by_status.setdefault(CATALOGUE[code].status, []).append(code)
    by_status.setdefault(404, []).extend(contract.absent)
    return {str(status): _refusal_doc(status, codes) for status, codes in sorted(by_status.items()) if codes}


def _codes_of(contract: Contract, *, has_body: bool, has_query: bool) -> Iterable[str]:
    codes = [
        *(_OF_BODIES if has_body else ()),
        *(_OF_QUERIES if has_query else ("unknown-parameter",)),
        *(_OF_KEYS if contract.needs_key else _OF_ADMIN_KEY if contract.for_operator else ()),
        *(("table-disabled",) if contract.needs_key else ()),
        *(("role-not-allowed",) if contract.needs_key and contract.allows != ALL else ()),
        *(("version-mismatch",) if contract.if_match else ()),
        *(_OF_RETRIES if contract.retries is not None else ()),
        *(("secrets-replaced",) if contract.retries in ("CreationKey", "SecretsKey") else ()),
        *contract.refuses,
        *(("rate-limited",) if contract.is_limited else ()),
        *(("quota-reached",) if any(answer.status == 201 for answer in contract.answers) else ()),
        *_OF_EVERY,
    ]
    return dict.fromkeys(codes)


def _refusal_doc(status: int, codes: Iterable[str]) -> dict[str, Any]:
    doc: dict[str, Any] = {
        "description": " ".join(f"`{code}`: {CATALOGUE[code].title}." for code in codes),
        "content": {
            PROBLEM_TYPE: {
                "schema": ref("Problem"),
                "examples": {code: {"$ref": f"#/components/examples/{code}"} for code in codes},
            }
        },
    }
    headers = _HEADERS_OF_REFUSALS.get(status)
    if headers:
        doc["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in headers}
    return doc
