"""Cross-origin requests: which other apps' pages may ask, and what a browser is told about that.

What is told is flask-cors' to say. As an extension it costs each request 30 µs, nearly as much as all of a
read: it runs after each request and has werkzeug make objects of the headers. Here it is asked once for each
kind of request, and what it said is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, cast

from flask_cors.core import ACL_EXPOSE_HEADERS, DEFAULT_OPTIONS, get_cors_headers, serialize_options
from werkzeug.datastructures import Headers

Pairs = tuple[tuple[str, str], ...]

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
SENT = (
    "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID",
)  # fmt: skip
"""The headers that a page of another origin may send."""
TOLD = (
    "ETag", "Location", "Link", "Retry-After", "RateLimit", "RateLimit-Policy", "Idempotent-Replayed",
)  # fmt: skip
"""The headers that such a page may read, beside the few that it always may."""
MAX_AGE = 86_400
"""For so many seconds a browser need not ask again whether it may ask."""
_LONGEST_REMEMBERED = 256
"""Characters of a question whose answer is remembered."""
_MOST_REMEMBERED = 256
"""Answers that are remembered."""
_VARY = ("Vary", "Origin")


class Origins:
    """The origins of other apps' pages: those of a list, or any.

    allowed: such as `https://scores.example.org`, without a path. None at all means any origin: there are no
    cookies, so that a page can do no more than whoever gave it a key.
    """

    def __init__(self, allowed: Iterable[str] = ()) -> None:
        patterns = [_exactly(origin) for origin in allowed]
        self._are_any = not patterns
        self._options = serialize_options(
            {
                **DEFAULT_OPTIONS,
                "origins": patterns or "*",
                "send_wildcard": True,
                "always_send": not patterns,
                "methods": METHODS,
                "allow_headers": SENT,
                "expose_headers": TOLD,
                "max_age": MAX_AGE,
                # Pages of the internet may ask a server in the pub's own network: the key is what opens it.
                "allow_private_network": True,
            }
        )
        self._remembered = lru_cache(maxsize=_MOST_REMEMBERED)(self._ask)
        self._to_a_page = self._ask("GET", ())
        self._to_others = tuple(pair for pair in self._to_a_page if pair[0] != ACL_EXPOSE_HEADERS)

    def headers_for(self, environ: Mapping[str, Any]) -> Pairs:
        """The headers that the answer to a WSGI request has on top of its own."""
        if self._are_any and environ["REQUEST_METHOD"] != "OPTIONS":
            # Who is allowed stands on every answer, for one that a cache keeps may be read by a page later.
            return self._to_a_page if "HTTP_ORIGIN" in environ else self._to_others
        asked = tuple((name, str(environ[variable])) for name, variable in _ASKED if variable in environ)
        if sum(len(value) for _, value in asked) > _LONGEST_REMEMBERED:
            return self._ask(environ["REQUEST_METHOD"], asked)
        return self._remembered(environ["REQUEST_METHOD"], asked)

    def _ask(self, method: str, asked: Pairs) -> Pairs:
        # A dict will do: it is asked for these names only, and has nothing against any value.
        told = get_cors_headers(self._options, cast("Headers", dict(asked)), method)
        pairs = tuple((name, str(value)) for name, value in told.items() if name != "Vary")
        # An answer without these headers, too, is one that another origin would be answered otherwise.
        return pairs if self._are_any else (*pairs, _VARY)


_ASKED = tuple(
    (name, f"HTTP_{name.upper().replace('-', '_')}")
    for name in (
        "Origin",
        "Access-Control-Request-Method",
        "Access-Control-Request-Headers",
        "Access-Control-Request-Private-Network",
    )
)
"""The headers by which a browser asks, and their names in a WSGI environment."""


def is_preflight(environ: Mapping[str, Any]) -> bool:
    """Whether a browser asks if a page of another origin may ask."""
    return environ["REQUEST_METHOD"] == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ


def _exactly(origin: str) -> re.Pattern[str]:
    """As a pattern: flask-cors would take the brackets of an IPv6 address for one of its own."""
    return re.compile(rf"{re.escape(origin)}\Z", re.IGNORECASE | re.ASCII)
