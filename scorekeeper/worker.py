"""gunicorn's worker, taught to refuse in problem+json what is no HTTP request."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterable
from contextlib import suppress
from time import monotonic
from typing import Any

from gunicorn import util
from gunicorn.workers.gthread import ThreadWorker

from scorekeeper.api.origins import Origins
from scorekeeper.api.problems import PROBLEM_TYPE, Problem
from scorekeeper.api.protection import constant_headers
from scorekeeper.config import read_config

ARRIVAL_SECONDS = 10.0
"""How long a request may take to arrive, from its first byte to its last."""


class Worker(ThreadWorker):  # type: ignore[misc]
    """The threaded worker, with two habits of its own.

    What it refuses before the application sees it (a malformed request, headers that are too large) is
    answered as the application would, and not with a page of HTML. And a client that stops in the middle of
    a request, as a phone does that loses the network, gives its thread back after `ARRIVAL_SECONDS`.
    """

    wsgi: Any

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._since: dict[Any, float] = {}

    def handle(self, conn: Any) -> Any:
        """Read a request and answer it, in a thread of the pool."""
        self._since[conn] = monotonic()
        try:
            return super().handle(conn)
        finally:
            del self._since[conn]

    def murder_keepalived(self, force: bool = False) -> None:
        """Called by the main loop at least every second."""
        self._stop_waiting(monotonic() - ARRIVAL_SECONDS)
        super().murder_keepalived(force)

    def _stop_waiting(self, deadline: float) -> None:
        """Read no more from a connection whose request began before the deadline. An answer that is on its
        way is not touched by that."""
        for conn, since in list(self._since.items()):
            if since < deadline:
                with suppress(OSError):
                    conn.sock.shutdown(socket.SHUT_RD)

    def load_wsgi(self) -> None:
        """Load the application."""
        super().load_wsgi()
        self.wsgi = _closing(self.wsgi)

    def init_process(self) -> None:
        config = read_config()
        public_url = config.public_url or ""
        more = (*constant_headers(public_url), *Origins(config.origins).headers_for(_UNREAD))

        def write_problem(client: socket.socket, status: int, reason: str, _: str) -> None:
            util.write_nonblock(client, problem_answer(status, reason, public_url, more))

        util.write_error = write_problem
        super().init_process()


def _closing(application: Any) -> Any:
    """The application, whose `Connection: close` is heeded: gunicorn leaves that header out of answers."""

    def answer(environ: dict[str, Any], start_response: Any) -> Any:
        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            if status[0] == "4" and ("Connection", "close") in headers:
                start_response.__self__.force_close()
            return start_response(status, headers, *more)

        return application(environ, start)

    return answer


_SENTENCES = {
    403: "The request was refused before it was read.",
    414: "The address of the request is too long: see that it is the address of an operation.",
    417: "The header Expect asks for something that this server does not do.",
    431: "The headers of the request are too large, or too many.",
    500: "The server failed. Nothing was recorded.",
    501: "The header Transfer-Encoding names a coding that this server does not know.",
}
"""What each status means; the words of gunicorn are for its log."""
_UNREAD = {"REQUEST_METHOD": "GET"}
"""All that is known of a request that could not be read."""
_NO_REQUEST = "This is no request of HTTP/1.1, or its headers break the rules of HTTP."


def problem_answer(
    status: int, reason: str, public_url: str = "", more: Iterable[tuple[str, str]] = ()
) -> bytes:
    """A whole HTTP answer that closes the connection.

    status, reason: an HTTP status of 400 to 599, and its phrase. more: further headers.
    """
    code = "internal-error" if status == 500 else "bad-request"
    problem = Problem(code, _SENTENCES.get(status, _NO_REQUEST), status=status)
    body = json.dumps(problem.to_json(public_url)).encode()
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nContent-Type: {PROBLEM_TYPE}\r\n"
        f"Cache-Control: no-store\r\nContent-Length: {len(body)}\r\n"
    )
    lines = "".join(f"{name}: {value}\r\n" for name, value in more)
    return f"{head}{lines}\r\n".encode("latin-1") + body
