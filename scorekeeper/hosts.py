"""The names that a server answers to."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LABEL = r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)"
_PATTERN = re.compile(rf"(?:\*|{_LABEL})(?:\.(?:\*|{_LABEL}))*|\[[0-9a-f:.]+\]", re.ASCII)
_PORT = re.compile(r":[0-9]{0,5}$")
MOST_REMEMBERED = 256


class Hosts:
    """Host names, each exact or with `*` in the place of a label: `dice.example.org`, `*.example.org`.

    Without any, every host is answered. Raises ValueError for what is no host name.
    """

    def __init__(self, patterns: Iterable[str] = ()) -> None:
        self._patterns = [_compile(pattern.lower()) for pattern in patterns]
        self._known: set[str] = set()

    @property
    def are_any(self) -> bool:
        """Whether every host is answered."""
        return not self._patterns

    def include(self, header: str) -> bool:
        """Whether the host in a Host header is answered; its port does not matter."""
        if self.are_any or header in self._known:
            return True
        name = _PORT.sub("", header.lower()).removesuffix(".")
        if not any(pattern.fullmatch(name) for pattern in self._patterns):
            return False
        if len(self._known) < MOST_REMEMBERED:
            self._known.add(header)
        return True


def _compile(pattern: str) -> re.Pattern[str]:
    if not _PATTERN.fullmatch(pattern):
        raise ValueError(f"{pattern!r} is no host name")
    return re.compile(re.escape(pattern).replace(r"\*", r"[^.\[\]:]+"), re.ASCII)
