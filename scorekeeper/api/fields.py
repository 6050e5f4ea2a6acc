"""The kinds of values that requests have. Nothing is converted: `"6"`, `6.0` and `true` are no numbers.

A field's messages are predicates: "is missing." becomes “seat” is missing. A message is a Complaint, which
knows the code of the problem that it leads to.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterable, Mapping, Set
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, ClassVar

import marshmallow as ma

from scorekeeper import ledger
from scorekeeper.api.complaints import Complaint, invalid, messages
from scorekeeper.api.shapes import Shape, face, items, or_null
from scorekeeper.ledger.names import INVISIBLE, LONGEST, REFUSED

MOST_DICE = 20
"""A list with more dice than this is not worth the rules' time."""
MOST_ITEMS = 100
"""The longest page of a list."""
GREATEST = 1_000_000
"""Rounds, turns and attempts are counted, and nobody counts further."""
_FIRST_HALF = 0xD800


def _class(ranges: Iterable[tuple[int, int]]) -> str:
    """Code points for a class of a regular expression; lone halves of characters are the parser's."""
    return "".join(f"\\u{first:04X}-\\u{last:04X}" for first, last in ranges if first != _FIRST_HALF)


_REFUSED = _class(REFUSED)
NAME_PATTERN = f"^[^{_REFUSED}]*[^{_REFUSED}{_class(INVISIBLE)}][^{_REFUSED}]*$"
"""What the ledger takes for a name: none of the characters that it refuses, and one that can be seen."""
TEXT_PATTERN = r"^[^\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]*$"
"""A text that a person wrote: the same, but with line breaks and tabs."""
UUID_PATTERN = "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$"
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def said(description: str) -> dict[str, Any]:
    """The option of a field that describes it."""
    return {"metadata": {"description": description}}


class _Plain:
    """The messages that every field shares."""

    default_error_messages = messages(
        required=Complaint("required", "is missing."),
        null=invalid("must not be null."),
        validator_failed=invalid("is not allowed here."),
    )

    def is_plain(self, value: object) -> bool:  # noqa: ARG002
        """Whether a value is in order and loads to itself; False where that is not quickly said."""
        return False


class Request(ma.Schema):
    """The base of every body and query: unknown fields are refused."""

    class Meta:
        unknown = ma.RAISE

    shape: ClassVar[Shape] = {}
    """What the document says beside the fields, such as which of them go together."""

    judges_whole: ClassVar[bool] = False
    """Whether fields are judged together, after each alone."""

    error_messages = {  # noqa: RUF012  marshmallow's own way
        "unknown": Complaint("unknown-field", "is not a field of this request."),
        "type": invalid("must be an object with named fields."),
    }

    def load(self, data: Any, **options: Any) -> Any:
        """The fields as marshmallow loads them.

        What is in order, as nearly everything is, is not taken apart: that costs more than to judge a roll.
        """
        return {**self._defaults, **data} if self.is_plain(data) else super().load(data, **options)

    @property
    def has_defaults(self) -> bool:
        """Whether a field that is left out is filled in."""
        return bool(self._defaults)

    def is_plain(self, data: object) -> bool:
        """Whether a body is in order and each of its fields loads to itself."""
        if type(data) is not dict or self.judges_whole or not self._required <= data.keys():
            return False
        checks = self._checks
        return all(name in checks and checks[name](value) for name, value in data.items())

    @cached_property
    def _checks(self) -> Mapping[str, Callable[[object], bool]]:
        return {name: field.is_plain for name, field in self.load_fields.items() if isinstance(field, _Plain)}

    @cached_property
    def _required(self) -> Set[str]:
        return {name for name, field in self.load_fields.items() if field.required}

    @cached_property
    def _defaults(self) -> Mapping[str, Any]:
        defaults = {name: field.load_default for name, field in self.load_fields.items()}
        return {
            name: default() if callable(default) else default
            for name, default in defaults.items()
            if default is not ma.missing
        }


class OptionalBody(Request):
    """The base of a body that need not be sent: none is as good as `{}`."""


class Query(Request):
    """The base of every query: its values are texts."""

    error_messages = {  # noqa: RUF012  marshmallow's own way
        "unknown": Complaint("unknown-parameter", "is not a parameter of this request."),
    }


class Whole(_Plain, ma.fields.Integer):
    """A whole number from `low` to `high`, both included."""

    def __init__(self, low: int, high: int, **options: Any) -> None:
        predicate = f"must be a whole number from {low:,} to {high:,}."
        super().__init__(
            strict=True, validate=ma.validate.Range(low, high, error=invalid(predicate)), **options
        )
        self.error_messages["invalid"] = self.error_messages["too_large"] = invalid(predicate)
        self._low, self._high = low, high

    def is_plain(self, value: object) -> bool:
        return type(value) is int and self._low <= value <= self._high

    def _validated(self, value: Any) -> Any:
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return super()._validated(value)


class WholeText(Whole):
    """The same in a query, where it is written in digits."""

    def is_plain(self, value: object) -> bool:  # noqa: ARG002
        return False

    def _validated(self, value: Any) -> Any:
        if not re.fullmatch(r"-?[0-9]{1,9}", str(value)):
            raise self.make_error("invalid", input=value)
        return super()._validated(int(value))


class Flag(_Plain, ma.fields.Boolean):
    """`true` or `false`."""

    default_error_messages = messages(invalid=invalid("must be true or false."))
    _values: Mapping[Any, bool] = {True: True, False: False}

    def is_plain(self, value: object) -> bool:
        return type(value) is bool

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if isinstance(value, (bool, str)) and value in self._values:
            return self._values[value]
        raise self.make_error("invalid", input=value)


class FlagText(Flag):
    """The same in a query."""

    _values: Mapping[Any, bool] = {"true": True, "false": False}


class Word(_Plain, ma.fields.String):
    """One of some words."""

    default_error_messages = messages(invalid=invalid("must be a text."))

    def __init__(self, *words: str, **options: Any) -> None:
        predicate = f"must be one of {', '.join(words)}."
        super().__init__(validate=ma.validate.OneOf(words, error=invalid(predicate)), **options)


class Pattern(ma.validate.Regexp):
    """A text that a pattern of the document describes from its beginning to its end.

    Python's `$` also matches before a line break at the end; that of the document (ECMA-262) does not.
    """

    def __call__(self, value: Any) -> Any:
        if self.regex.fullmatch(value) is None:
            raise ma.ValidationError(self._format_error(value))
        return value


class Text(_Plain, ma.fields.String):
    """A text of `low` to `high` characters without control characters."""

    default_error_messages = messages(invalid=invalid("must be a text."))

    def __init__(self, low: int, high: int, **options: Any) -> None:
        predicate = f"must have {low} to {high:,} characters."
        length = ma.validate.Length(low, high, error=invalid(predicate))
        readable = Pattern(TEXT_PATTERN, error=Complaint("text-invalid", "holds control characters."))
        super().__init__(validate=[length, readable], **options)


class Name(_Plain, ma.fields.String):
    """The name of a person or a thing, as it is kept. The ledger says what a name may be."""

    default_error_messages = messages(invalid=invalid("must be a text."))

    def __init__(self, description: str, **options: Any) -> None:
        shape = {"description": description, "minLength": 1, "maxLength": LONGEST, "pattern": NAME_PATTERN}
        super().__init__(metadata=shape, **options)

    def _deserialize(self, value: Any, *args: Any, **options: Any) -> str:
        text = super()._deserialize(value, *args, **options)
        try:
            return ledger.clean_name(text)
        except ledger.NameInvalid as refused:
            raise ma.ValidationError(Complaint(refused.code, f"can't be used: {refused.detail}")) from None


class EntryId(_Plain, ma.fields.String):
    """A UUID that the client made up, in lower case."""

    default_error_messages = messages(invalid=invalid("must be a UUID, written with hyphens."))

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if not isinstance(value, str) or not re.fullmatch(UUID_PATTERN, value):
            raise self.make_error("invalid", input=value)
        return str(uuid.UUID(value))


class Moment(_Plain, ma.fields.String):
    """A time as RFC 3339 writes it, with its zone; loaded as microseconds UTC."""

    default_error_messages = messages(
        invalid=invalid("must be a time with its zone, as in 2026-01-31T20:15:00Z.")
    )

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not isinstance(value, str) or not _MOMENT.fullmatch(value):
            raise self.make_error("invalid", input=value)
        try:
            return (datetime.fromisoformat(value.upper()).astimezone(UTC) - _EPOCH) // _MICROSECOND
        except (ValueError, OverflowError):
            raise self.make_error("invalid", input=value) from None


class AsSent(_Plain, ma.fields.Raw):
    """A value that the rules judge, handed on as it was sent; `shape` describes what they can accept."""

    def __init__(self, shape: Shape, **options: Any) -> None:
        super().__init__(**options)
        self.shape = or_null(shape) if self.allow_none else shape

    def is_plain(self, value: object) -> bool:
        return value is not None


class Faces(AsSent):
    """A list of dice. Whether they are dice, and as many as they should be, the rules say."""

    default_error_messages = messages(
        invalid=invalid("must be a list of faces, as in [6, 4, 3, 3, 1]."),
        too_many=invalid(f"has more than {MOST_DICE} faces."),
    )

    def __init__(
        self, description: str, low: int, high: int, *, of: Shape | None = None, **options: Any
    ) -> None:
        super().__init__(items(description, of or face(), low, high), **options)

    def is_plain(self, value: object) -> bool:
        return isinstance(value, list) and len(value) <= MOST_DICE

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not isinstance(value, list):
            raise self.make_error("invalid", input=value)
        if len(value) > MOST_DICE:
            raise self.make_error("too_many", input=value)
        return value


class Part(_Plain, ma.fields.Nested):
    """An object inside the body."""

    default_error_messages = messages(type=invalid("must be an object with named fields."))

    def is_plain(self, value: object) -> bool:
        inner = self.schema
        return isinstance(inner, Request) and not inner.has_defaults and inner.is_plain(value)


class Items(_Plain, ma.fields.List[Any]):
    """A list of `low` to `high` items."""

    default_error_messages = messages(invalid=invalid("must be a list."))

    def __init__(self, inner: ma.fields.Field[Any], low: int, high: int, **options: Any) -> None:
        predicate = f"must be a list of {low} to {high:,} items."
        super().__init__(inner, validate=ma.validate.Length(low, high, error=invalid(predicate)), **options)
        self._low, self._high = low, high

    def is_plain(self, value: object) -> bool:
        if not isinstance(value, list) or not self._low <= len(value) <= self._high:
            return False
        return isinstance(self.inner, _Plain) and all(map(self.inner.is_plain, value))


class PageQuery(Query):
    """Which part of a list."""

    limit = WholeText(1, MOST_ITEMS, load_default=50, metadata={"description": "The most items of the page."})
    cursor = Text(1, 200, metadata={"description": "Where the page begins: the `next` of the page before."})
