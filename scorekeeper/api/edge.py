"""What every request passes and every answer carries, around the application itself.

It stands outside of Flask: there, a hook that touches the headers of an answer costs as much as all of a
read, and errors, pages and answers of extensions would each have to be thought of.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication

from scorekeeper.api.codes import CATALOGUE
from scorekeeper.api.limiting import LIMITS, header_pairs
from scorekeeper.api.origins import Origins, is_preflight
from scorekeeper.api.problems import PROBLEM_TYPE, Problem
from scorekeeper.api.protection import FILE_POLICY, constant_headers
from scorekeeper.api.responses import ReadyAnswer
from scorekeeper.hosts import Hosts
from scorekeeper.limits import Limits

OWN_FILE = "scorekeeper.own-file"
"""Where it is noted in the WSGI environment that the answer is a script or a stylesheet of this server's own
page: other origins' pages have no use for it, and a browser shows it as text. There are dozens of such
answers before somebody can play, so that each header counts."""
FOR_MACHINES = frozenset({"/healthz", "/readyz"})
"""Answered under every host: who watches over a server asks it by its address."""

Pairs = list[tuple[str, str]]


class Edge:
    """A WSGI application around another one.

    limits: what its requests are counted by; hosts: the host names that are answered; origins: the
    other apps' pages that may read the answers; public_url: where people find the server, "" if not known.
    """

    def __init__(
        self, application: WSGIApplication, limits: Limits, hosts: Hosts, origins: Origins, public_url: str
    ) -> None:
        self._application = application
        self._limits = limits
        self._hosts = hosts
        self._origins = origins
        self._constant = constant_headers(public_url)
        self._unknown_host = _answer_unknown_host(public_url)

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Answer a WSGI request."""
        environ[LIMITS] = self._limits
        more = (*self._constant, *self._origins.headers_for(environ))

        def start(status: str, headers: Pairs, exc_info: Any = None) -> Any:
            if OWN_FILE in environ:
                return start_response(status, [*headers, *self._constant], exc_info)
            policy = (FILE_POLICY,) if _is_file(headers) else ()
            return start_response(status, [*headers, *policy, *more, *header_pairs(environ)], exc_info)

        return self._answering(environ)(environ, start)

    def _answering(self, environ: Mapping[str, Any]) -> WSGIApplication:
        """Who answers a request."""
        if not self._hosts.are_any and not self._is_known(environ):
            return self._unknown_host
        if is_preflight(environ):
            return _PREFLIGHT
        return self._application

    def _is_known(self, environ: Mapping[str, Any]) -> bool:
        return environ.get("PATH_INFO") in FOR_MACHINES or self._hosts.include(environ.get("HTTP_HOST", ""))


def _is_file(headers: Pairs) -> bool:
    """Whether a browser could show the answer as more than text, and it has no policy of its own."""
    for name, value in headers:
        if name == "Content-Type":
            return "json" not in value and not any(name == FILE_POLICY[0] for name, _ in headers)
    return False


def _answer_unknown_host(public_url: str) -> ReadyAnswer:
    problem = Problem("host-unknown", CATALOGUE["host-unknown"].meaning)
    body = json.dumps(problem.to_json(public_url), ensure_ascii=False, separators=(",", ":")).encode()
    return ReadyAnswer(problem.status, body, [("Content-Type", PROBLEM_TYPE), ("Cache-Control", "no-store")])


_PREFLIGHT = ReadyAnswer(204, b"", [])
"""The headers around it say what may be asked. Whether there is anything at that address the request itself
is told, in an answer that a page can read."""
