"""gunicorn's worker, taught to refuse in problem+json what is no HTTP request, and to let streams go."""

from __future__ import annotations

import errno
import json
import selectors
import socket
from collections.abc import Iterable
from functools import partial
from threading import local
from time import monotonic, sleep
from typing import Any, Final

from gunicorn import util
from gunicorn.workers.gthread import TConn, ThreadWorker

from scorekeeper.api.origins import Origins
from scorekeeper.api.problems import PROBLEM_TYPE, Problem
from scorekeeper.api.protection import constant_headers
from scorekeeper.api.streaming import TAKE
from scorekeeper.config import read_config
from scorekeeper.live import Place, hub
from scorekeeper.patience import ARRIVAL_SECONDS, Patience

ENDING_SECONDS = 2.0
"""How long the end of a worker waits for its streams to say goodbye."""


class _Own(local):
    """What a thread knows of the request that it answers: its connection, and the place of the stream that is
    to go on there."""

    conn: Any = None
    place: Place | None = None


_NOBODY: Final = (errno.EAGAIN, errno.EWOULDBLOCK, errno.ECONNABORTED)
"""What accept fails with where whoever connected is gone."""
_OUT_OF_FILES_SECONDS: Final = 0.05
"""The loop would come back at once, for nothing."""
_NO_FILES: Final = (errno.EMFILE, errno.ENFILE)
_GONE: Final = object()
"""What `handle` says of a connection that is the worker's no more."""


class Worker(ThreadWorker):  # type: ignore[misc]
    """The threaded worker, with habits of its own.

    What it refuses before the application sees it (a malformed request, headers that are too large) is
    answered as the application would, and not with a page of HTML. A client that stops in the middle of
    a request, as a phone does that loses the network, gives its thread back after a while, and so does one
    that does not take its answer (`patience`). A connection that says nothing takes no thread, and gives its
    place to a new one when there are too many. And the connection of a stream is handed over to the thread of
    the streams when its headers were sent: a stream takes no thread from those who write.
    """

    wsgi: Any

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._patience = Patience()
        self._own = _Own()

    def handle(self, conn: Any) -> Any:
        """Read a request and answer it, in a thread of the pool."""
        self._patience.begin(conn)
        self._own.conn = conn
        try:
            kept = super().handle(conn)
        except BaseException:
            if self._own.place is not None:
                self._own.place.leave()
            raise
        finally:
            self._patience.end(conn)
            place, self._own.place = self._own.place, None
        if place is None:
            return kept
        hub.take(conn.sock, place)
        return _GONE

    def finish_request(self, conn: Any, fs: Any) -> None:
        """Called by the main loop when `handle` is done."""
        if not fs.cancelled() and fs.exception() is None and fs.result() is _GONE:
            self.nr_conns -= 1
        else:
            super().finish_request(conn, fs)

    def murder_keepalived(self, force: bool = False) -> None:
        """Called by the main loop at least every second, and at once when the worker is to end."""
        if not self.alive:
            hub.end()
            self._let_idle_ones_go()
        self._patience.cut()
        super().murder_keepalived(force)

    def run(self) -> None:
        """The main loop, to the end of the worker."""
        super().run()
        hub.end(ENDING_SECONDS)

    def set_accept_enabled(self, enabled: bool) -> None:
        """Called by the main loop. A process that ends leaves its socket to the next one, or to nobody:
        whoever connects to a server that is ending is refused at once, and not left waiting."""
        super().set_accept_enabled(enabled)
        if not (enabled or self.alive):
            for listener in self.sockets:
                listener.close()

    def accept(self, listener: socket.socket) -> None:
        """Called by the main loop for a new connection. It waits for its first bytes among the idle ones;
        gunicorn's own would have it wait in a thread."""
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno in _NO_FILES:
                self._make_room()
                sleep(_OUT_OF_FILES_SECONDS)
            elif error.errno not in _NOBODY:
                raise
            return
        self.nr_conns += 1
        conn = TConn(self.cfg, client, address, listener.getsockname())
        conn.timeout = monotonic() + ARRIVAL_SECONDS
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self.on_pending_socket_readable, conn))
        if self.nr_conns >= self.worker_connections:
            self._make_room()

    def _make_room(self) -> None:
        """Close the idle connection that has waited longest; first of those that never said anything."""
        has_silent = len(self.pending_conns) > 1
        idle = self.pending_conns if has_silent else self.keepalived_conns
        if idle:
            conn = idle.popleft()
            self.poller.unregister(conn.sock)
            self.nr_conns -= 1
            conn.close()

    def _let_idle_ones_go(self) -> None:
        """The end of a worker does not wait for those that never said anything."""
        deadline = monotonic() + ENDING_SECONDS
        for conn in self.pending_conns:
            conn.timeout = min(conn.timeout, deadline)

    def load_wsgi(self) -> None:
        """Load the application."""
        super().load_wsgi()
        self.wsgi = self._letting_go(self._measured(_closing(self.wsgi)))

    def init_process(self) -> None:
        config = read_config()
        public_url = config.public_url or ""
        more = (*constant_headers(public_url), *Origins(config.origins).headers_for(_UNREAD))

        def write_problem(client: socket.socket, status: int, reason: str, _: str) -> None:
            util.write_nonblock(client, problem_answer(status, reason, public_url, more))

        util.write_error = write_problem
        super().init_process()

    def _letting_go(self, application: Any) -> Any:
        """The application, which may have a connection handed over, and keep a client waiting whose request
        has arrived."""

        def answer(environ: dict[str, Any], start_response: Any) -> Any:
            if _is_without_body(environ):
                self._patience.arrived(self._own.conn)
            if environ["SERVER_PROTOCOL"].startswith("HTTP/1"):
                environ[TAKE] = lambda place: self._let_go(start_response.__self__, place)
            return application(environ, start_response)

        return answer

    def _measured(self, application: Any) -> Any:
        """The application, whose answers are waited for according to their length."""

        def answer(environ: dict[str, Any], start_response: Any) -> Any:
            body = application(environ, start_response)
            # gunicorn has read the length from the headers by now.
            length = getattr(getattr(start_response, "__self__", None), "response_length", None)
            self._patience.answer(self._own.conn, length or 0)
            return body

        return answer

    def _let_go(self, answer: Any, place: Place) -> None:
        """Have the stream go on where the answer begins, whose headers are made up. It ends with the
        connection: nothing is said about its length."""
        answer.chunked = False
        self._own.place = place


def _is_without_body(environ: dict[str, Any]) -> bool:
    return "HTTP_TRANSFER_ENCODING" not in environ and environ.get("CONTENT_LENGTH", "0") in ("", "0")


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
