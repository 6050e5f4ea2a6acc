"""What is written to a log: one line for each record, and no secret in it.

A log is read by people in terminals and by programs line by line, and much of what it tells was sent by
strangers. So whatever could begin another line or steer a terminal is escaped, and what looks like a key is
cut.
"""

from __future__ import annotations

import logging
import os
import re
from functools import lru_cache
from types import TracebackType
from typing import Any, Final

from flask import Flask
from flask.logging import default_handler
from gunicorn.glogging import Logger

_STEERING = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff]")
"""Control characters, ends of lines, marks that turn the text around, and halves of characters."""
_SECRETS: Final = re.compile(
    r"((?:\bsk_[a-z]+|sk_(?:host|scorer|viewer|recovery))_)[A-Za-z0-9_-]+|(\bBearer\s+)[^\s'\"]+|(/join/)[^\s'\"]+",
    re.IGNORECASE,
)
"""Keys by their prefix, what is sent as a key, and codes where people type them into an address."""
_KEYS: Final = re.compile(r"(sk_(?:host|scorer|viewer|recovery)_)[A-Za-z0-9_-]{16,}", re.IGNORECASE)
"""Keys alone, or so much of their beginnings as is no accident."""
_QUERY = re.compile(r"\?\S*")
_CUT: Final = "…"
_TELLING: Final = 16
"""So many letters of the beginning of a secret are no accident."""
_POINTED: Final = {"~": "~0?", "/": "(?:/|~1)"}
"""How a JSON pointer may have a letter."""
FORMAT: Final = "[%(asctime)s] %(levelname)s in %(module)s: %(message)s"


def safe(text: str) -> str:
    """A text on one line: what steers is escaped, keys are cut."""
    return _STEERING.sub(_escaped, without_keys(text))


class Formatter(logging.Formatter):
    """Records as safe lines; those of a traceback are set in, so that none looks like a record."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  logging's name
        """The line of a record."""
        return safe(super().formatMessage(record))

    def formatException(  # noqa: N802  logging's name
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None],
    ) -> str:
        """The lines of a traceback."""
        return "\n".join(f"    {safe(line)}" for line in super().formatException(ei).split("\n"))


class ServerLog(Logger):  # type: ignore[misc]
    """gunicorn's logger with safe lines. In the access log addresses have no query, and nobody has a name."""

    def setup(self, cfg: Any) -> None:
        """Called when the server starts, and when it reads its settings again."""
        super().setup(cfg)
        for log, form in ((self.error_log, self.error_fmt), (self.access_log, self.access_fmt)):
            for handler in log.handlers:
                handler.setFormatter(Formatter(form, self.datefmt if log is self.error_log else None))

    def atoms(self, *about: Any) -> dict[str, Any]:
        """The parts that a line of the access log is made of."""
        atoms: dict[str, Any] = super().atoms(*about)
        # The name comes from a header, and a query may hold what belongs into a header.
        # Before anything in them is escaped, which could hide a key.
        told = {part: without_keys(atoms[part]) for part in "rfa"}
        told |= {part: _QUERY.sub("?" + _CUT, told[part]) for part in "rf"}
        return {**atoms, "u": "-", "q": "-", **told}


def use_safe_lines(app: Flask) -> None:
    """Have the application's own log written by `Formatter`."""
    assert app.logger.name == "scorekeeper"  # whose handler, if nobody has set another, is Flask's
    default_handler.setFormatter(Formatter(FORMAT))


def without_keys(text: str) -> str:
    """A text in which what may be a key is cut after its prefix, and the operator's key, which has none,
    whole; also where only the beginning of one is there. For a log, where nothing harmless is missed."""
    return _SECRETS.sub(lambda found: f"{found[1] or found[2] or found[3]}{_CUT}", _without_admin_key(text))


def without_secrets(text: str) -> str:
    """The same, but only what can be nothing else is cut: people may call themselves what they like, and read
    it in an answer."""
    return _KEYS.sub(lambda found: f"{found[1]}{_CUT}", _without_admin_key(text))


def _without_admin_key(text: str) -> str:
    # The environment has it anyway; nothing else keeps it.
    admin_key = os.environ.get("SCOREKEEPER_ADMIN_KEY")
    return _cut_out(admin_key, text) if admin_key else text


def _cut_out(secret: str, text: str) -> str:
    """A text without a secret, and without so much of its beginning as whoever cut the text has left."""
    kept, at = [], 0
    for found in _beginning_of(secret).finditer(text):
        if found.start() >= at:
            kept += [text[at : found.start()], _CUT]
            at = _end_of(secret[_TELLING:], text, found.end())
    return "".join((*kept, text[at:]))


@lru_cache(maxsize=4)
def _beginning_of(secret: str) -> re.Pattern[str]:
    return re.compile("".join(_POINTED.get(letter, re.escape(letter)) for letter in secret[:_TELLING]))


def _end_of(rest: str, text: str, at: int) -> int:
    """Where the rest of a secret ends in a text, or as much of it as is there."""
    for letter in rest:
        found = re.compile(_POINTED.get(letter, re.escape(letter))).match(text, at)
        if found is None:
            break
        at = found.end()
    return at


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()
