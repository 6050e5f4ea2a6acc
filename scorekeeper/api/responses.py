"""Answers: JSON bytes with the few headers that they need. Routes return these ready made; nothing dumps
them again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from http import HTTPStatus
from typing import Any

from flask import Response
from werkzeug.datastructures import Headers
from werkzeug.wsgi import ClosingIterator

from scorekeeper.ledger import Page

JSON_TYPE = "application/json"
REPLAYED = "Idempotent-Replayed"
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_STATUS_LINES = {status.value: f"{status.value} {status.phrase.upper()}" for status in HTTPStatus}
_PRIVATE = [("Cache-Control", "private, no-cache"), ("Vary", "Authorization")]
_PRIVATE_JSON = [("Content-Type", JSON_TYPE), *_PRIVATE]


class ReadyAnswer(Response):
    """A response whose headers are complete: it is sent as it is, without werkzeug's work on headers and
    iterators.

    That work costs a quarter of what Flask takes to answer a read. `headers` is there for whoever asks for
    it.
    """

    def __init__(self, status: int, body: bytes, headers: list[tuple[str, str]]) -> None:
        self._status_code = status
        self._status = _STATUS_LINES[status]
        self._on_close = []
        self.direct_passthrough = False
        self.response = [body] if body else []
        self._ready = [*headers, ("Content-Length", str(len(body)))] if body else headers

    @cached_property
    def headers(self) -> Headers:  # type: ignore[override]
        """The headers, to be read or changed."""
        return Headers(self._ready)

    def __call__(self, environ: Any, start_response: Any) -> Any:
        """Answer a WSGI request."""
        changed = self.__dict__.get("headers")
        start_response(self._status, self._ready if changed is None else changed.to_wsgi_list())
        body: Any = () if environ["REQUEST_METHOD"] == "HEAD" else self.response
        return ClosingIterator(body, self._on_close) if self._on_close else body


def to_bytes(value: Any) -> bytes:
    """A value as compact JSON in UTF-8."""
    return _ENCODER.encode(value).encode()


def answer_json(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer that anybody may see."""
    return Response(to_bytes(value), status, headers, content_type=JSON_TYPE)


def answer_private(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer for the holder of a key."""
    private = {"Cache-Control": "private, no-cache", "Vary": "Authorization", **(headers or {})}
    return answer_json(value, status, private)


def answer_secret(
    value: Any, status: int, headers: Mapping[str, str] | None = None, *, is_repeat: bool = False
) -> Response:
    """An answer that holds what opens something: nobody keeps a copy. is_repeat: an earlier request had it
    made."""
    replayed = {REPLAYED: "true"} if is_repeat else {}
    return answer_private(value, status, {"Cache-Control": "no-store", **(headers or {}), **replayed})


def answer_image(image: bytes, media: str) -> Response:
    """An image that holds what opens something."""
    headers = {"Cache-Control": "no-store", "Vary": "Authorization"}
    return Response(image, 200, headers, content_type=media)


def answer_version(
    version: int, body: bytes | None, status: int = 200, location: str | None = None
) -> Response:
    """An answer about a game at a version, which is its tag; without a body 304: the client has it."""
    tag = ("ETag", f'"{version}"')
    if body is None:
        return ReadyAnswer(304, b"", [tag, *_PRIVATE])
    placed = [tag] if location is None else [tag, ("Location", location)]
    return ReadyAnswer(status, body, [*placed, *_PRIVATE_JSON])


def answer_stream(parts: Iterable[str]) -> Response:
    """JSON text for the holder of a key, sent part by part as it is made."""
    private = {"Cache-Control": "private, no-store", "Vary": "Authorization"}
    return Response((part.encode() for part in parts), headers=private, content_type=JSON_TYPE)


def answer_page(page: Page) -> Response:
    """A page of a list for the holder of a key."""
    return answer_private({"items": page.items, "next": page.next})


def answer_nothing() -> Response:
    """204."""
    return Response(status=204, headers={"Cache-Control": "private, no-cache", "Vary": "Authorization"})
