"""The shapes of answers, written as JSON Schema: what the OpenAPI document says about what comes back.

Requests are described by their marshmallow schemas, which judge them. Answers are made by the ledger as
JSON; they are described here by hand, and tests hold every answer against its description. Answers may gain
fields in later releases, so no shape forbids others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Shape = dict[str, Any]


def ref(name: str) -> Shape:
    """The component of that name."""
    return {"$ref": f"#/components/schemas/{name}"}


def obj(description: str, /, *, optional: Mapping[str, Shape] | None = None, **fields: Shape) -> Shape:
    """An object that has all of `fields` and may have those of `optional`."""
    shape: Shape = {"type": "object", "description": description}
    if fields:
        shape["required"] = list(fields)
    return {**shape, "properties": {**fields, **(optional or {})}}


def anything(description: str) -> Shape:
    """An object with any fields."""
    return {"type": "object", "description": description, "additionalProperties": True}


def text(description: str, **more: Any) -> Shape:
    """A text; `more` are further keywords, such as pattern."""
    return {"type": "string", "description": description, **more}


def word(description: str, *words: str) -> Shape:
    """One of some words."""
    return {"type": "string", "enum": list(words), "description": description}


def whole(description: str, low: int | None = None, high: int | None = None) -> Shape:
    """A whole number from `low` to `high`, both included; None leaves an end open."""
    return {"type": "integer", **_bounds(low, high), "description": description}


def number(description: str, low: float | None = 0, high: float | None = None) -> Shape:
    """A number that need not be whole, with the same ends."""
    return {"type": "number", **_bounds(low, high), "description": description}


def _bounds(low: float | None, high: float | None) -> Shape:
    ends = {"minimum": low, "maximum": high}
    return {keyword: bound for keyword, bound in ends.items() if bound is not None}


def flag(description: str, **more: Any) -> Shape:
    """True or false."""
    return {"type": "boolean", "description": description, **more}


def moment(description: str) -> Shape:
    """A time in UTC."""
    return {"type": "string", "format": "date-time", "description": description}


def items(description: str, of: Shape, low: int | None = None, high: int | None = None) -> Shape:
    """A list of `low` to `high` items of one shape."""
    bounds = {"minItems": low, "maxItems": high}
    kept = {keyword: bound for keyword, bound in bounds.items() if bound is not None}
    return {"type": "array", "items": of, **kept, "description": description}


def or_null(shape: Shape) -> Shape:
    """The shape, or null."""
    if "$ref" in shape:
        return {"oneOf": [shape, {"type": "null"}]}
    nullable = {**shape, "type": [shape["type"], "null"]}
    return {**nullable, "enum": [*shape["enum"], None]} if "enum" in shape else nullable


def about(description: str, shape: Shape) -> Shape:
    """A component with a description of its place."""
    return {**shape, "description": description}


def page(of: str, description: str) -> Shape:
    """A page of a list of the component `of`."""
    cursor = text("Send it as `cursor` for the next page; null on the last page.")
    return obj(description, items=items("The page's items.", ref(of)), next=or_null(cursor))


def face(description: str = "A face of a die.") -> Shape:
    """A face."""
    return whole(description, 1, 6)


def identity(prefix: str, description: str) -> Shape:
    """An id: a prefix and a UUID."""
    return text(description, pattern=f"^{prefix}_{UUID}$")


UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
HASH = "^[0-9a-f]{64}$"
NONCE = "^[0-9A-Za-z_-]{8,64}$"
SEAT = whole("A seat, numbered clockwise from 1.", 1)
