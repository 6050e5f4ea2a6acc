"""A running Scorekeeper, spoken to over HTTP as any other app would.

Exceptions:

    NoServer      nothing answers there, or something that is no Scorekeeper
    Refusal       the server answered with a problem
"""

from __future__ import annotations

import json
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import SplitResult, urlsplit

SECONDS = 10.0


class NoServer(Exception):
    """Nothing answers at an address as a Scorekeeper does; the text says so in one sentence."""


class Refusal(Exception):
    """The server's problem; the text is its detail."""


class Server:
    """A server at an address.

    url: such as http://127.0.0.1:8000, and a path that it is served below. Raises NoServer for no address.
    """

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._place = urlsplit(self.url)
        try:
            _connection(self._place)
        except ValueError:
            detail = f"{url} is no address of a server; one looks like http://127.0.0.1:8000."
            raise NoServer(detail) from None

    def get(self, path: str, key: str | None = None) -> Any:
        """What the server answers, read from JSON. Raises NoServer and Refusal."""
        return self._ask("GET", path, None, key)

    def post(self, path: str, body: Any, key: str | None = None) -> Any:
        """The same for a body that is sent as JSON."""
        return self._ask("POST", path, json.dumps(body).encode(), key)

    def _ask(self, method: str, path: str, body: bytes | None, key: str | None) -> Any:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            with closing(_connection(self._place)) as connection:
                connection.request(method, self._place.path + path, body, headers)
                response = connection.getresponse()
                return _read(self.url, response, response.read())
        except (OSError, HTTPException):
            detail = f"No Scorekeeper answers at {self.url}; start one with `scorekeeper serve`."
            raise NoServer(detail) from None


def _connection(place: SplitResult) -> HTTPConnection:
    """Raises ValueError for what is no HTTP address."""
    if place.scheme not in ("http", "https") or not place.hostname:
        raise ValueError(place.geturl())
    kind = HTTPSConnection if place.scheme == "https" else HTTPConnection
    return kind(place.hostname, place.port, timeout=SECONDS)


def _read(url: str, response: HTTPResponse, text: bytes) -> Any:
    """The answer's JSON. Raises Refusal for a problem, and NoServer for what is no JSON at all."""
    try:
        answer = json.loads(text)
        if response.status < 400:
            return answer
        raise Refusal(answer["detail"])
    except (ValueError, TypeError, KeyError):
        raise NoServer(f"What answers at {url} is no Scorekeeper.") from None
