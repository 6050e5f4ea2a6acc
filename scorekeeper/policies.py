"""The limits that there are, and how an operator changes them.

A limit is written as the library `limits` does: `600/minute`, `20 per 10 minutes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from limits import RateLimitItem, parse

ON: Final = "on"
OFF: Final = "off"
MOST_HITS: Final = 1_000_000_000
LONGEST_SECONDS: Final = 86_400
"""A limit over more than a day would be a quota."""


@dataclass(frozen=True)
class Policy:
    """One limit: so many hits in so many seconds, for each subject."""

    name: str
    item: RateLimitItem

    @cached_property
    def amount(self) -> int:
        """How many hits are admitted in a window."""
        return self.item.amount

    @cached_property
    def seconds(self) -> int:
        """How long a window is."""
        return self.item.get_expiry()

    @cached_property
    def told(self) -> str:
        """As the header RateLimit-Policy says it."""
        return f'"{self.name}";q={self.amount};w={self.seconds}'


@dataclass(frozen=True)
class Policies:
    """All limits; None for one that is off. Their names are the fields', with hyphens."""

    reads: Policy | None = None
    """For each key."""
    writes: Policy | None = None
    """For each key."""
    joins: Policy | None = None
    """For each table: those who join it by the right code, and send that again."""
    recoveries: Policy | None = None
    """For each table: recoveries by its code, and what is sent again of them."""
    open: Policy | None = None
    """For each address: what needs no key."""
    failed_keys: Policy | None = None
    """For each address: keys, recovery codes and links that open nothing."""
    failed_codes: Policy | None = None
    """For each address: typed codes that nobody is invited by."""
    all_failed_codes: Policy | None = None
    """For everybody together: the same."""

    def with_(self, changes: Mapping[str, str]) -> Policies:
        """With other limits, or OFF, for some fields. Raises ValueError with the end of a sentence."""
        changed = {name: _policy(name, limit) for name, limit in changes.items()}
        return Policies(**{**vars(self), **changed})


def _policy(field: str, limit: str) -> Policy | None:
    return None if limit.lower() == OFF else Policy(field.replace("_", "-"), _read_limit(limit))


def _read_limit(text: str) -> RateLimitItem:
    try:
        item = parse(text)
    except ValueError:
        raise ValueError(f"{text!r} is no limit such as 600/minute") from None
    if not 1 <= item.amount <= MOST_HITS or item.get_expiry() > LONGEST_SECONDS:
        raise ValueError(f"{text!r} is not 1 to {MOST_HITS:,} in a day or less")
    return item


NO_LIMITS: Final = Policies()
DEFAULTS: Final = NO_LIMITS.with_(
    {
        "reads": "3000/minute",
        "writes": "600/minute",
        "joins": "300/minute",
        "recoveries": "20 per 10 minutes",
        "open": "600/minute",
        "failed_keys": "60/minute",
        "failed_codes": "30 per 10 minutes",
        "all_failed_codes": "300 per 10 minutes",
    }
)


def read_policies(text: str) -> Policies:
    """The limits that a setting asks for: `on`, `off`, or changes of the defaults, such as
    `writes=1200/minute, open=off`.

    Raises ValueError with the end of a sentence.
    """
    word = text.strip().lower()
    if word in (ON, OFF):
        return DEFAULTS if word == ON else NO_LIMITS
    return DEFAULTS.with_(dict(map(_read_change, text.split(","))))


def _read_change(text: str) -> tuple[str, str]:
    name, separator, limit = (part.strip() for part in text.partition("="))
    known = name.replace("-", "_")
    if not separator or known not in vars(DEFAULTS):
        names = ", ".join(each.replace("_", "-") for each in vars(DEFAULTS))
        raise ValueError(f"{text.strip()!r} is not NAME=LIMIT, with one of {names}")
    return known, limit
