"""Times: whole microseconds UTC where they are kept, RFC 3339 with `Z` where they are shown."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def shown(micros: int) -> str:
    """`2026-01-31T19:05:00.000123Z`."""
    # Adding to the epoch is exact; a float of seconds is not.
    text = (_EPOCH + timedelta(microseconds=micros)).isoformat(timespec="microseconds")
    return text.removesuffix("+00:00") + "Z"


def shown_or_none(micros: int | None) -> str | None:
    """The same, for a time that may not have come yet."""
    return None if micros is None else shown(micros)
