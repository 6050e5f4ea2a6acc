"""Answers: JSON bytes with the few headers that they need. Routes return these ready made; nothing dumps them again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import Response

from scorekeeper.ledger import Page

JSON_TYPE = "application/json"


def to_bytes(value: Any) -> bytes:
    """A value as compact JSON in UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def answer_json(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer that anybody may see."""
    return Response(to_bytes(value), status, headers, content_type=JSON_TYPE)


def answer_private(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer for the holder of a key."""
    private = {"Cache-Control": "private, no-cache", "Vary": "Authorization", **(headers or {})}
    return answer_json(value, status, private)


def answer_page(page: Page) -> Response:
    """A page of a list for the holder of a key."""
    return answer_private({"items": page.items, "next": page.next})


def answer_nothing() -> Response:
    """204."""
    return Response(status=204, headers={"Cache-Control": "private, no-cache", "Vary": "Authorization"})
