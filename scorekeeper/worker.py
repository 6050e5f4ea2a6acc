"""gunicorn's worker, taught to refuse in problem+json what is no HTTP request."""

from __future__ import annotations

import json
import socket

from gunicorn import util
from gunicorn.workers.gthread import ThreadWorker

from scorekeeper.api.problems import PROBLEM_TYPE, Problem
from scorekeeper.config import read_config


class Worker(ThreadWorker):  # type: ignore[misc]
    """The threaded worker. What it refuses before the application sees it (a malformed request, headers that
    are too large) is answered as the application would, and not with a page of HTML."""

    def init_process(self) -> None:
        public_url = read_config().public_url or ""

        def write_problem(client: socket.socket, status: int, reason: str, message: str) -> None:
            util.write_nonblock(client, problem_answer(status, reason, message, public_url))

        util.write_error = write_problem
        super().init_process()


def problem_answer(status: int, reason: str, message: str, public_url: str = "") -> bytes:
    """A whole HTTP answer that closes the connection.

    status, reason, message: an HTTP status of 400 to 599, its phrase, and a sentence that may be empty.
    """
    code = "internal-error" if status == 500 else "bad-request"
    problem = Problem(code, message or "The server failed. Nothing was recorded.", status=status)
    body = json.dumps(problem.to_json(public_url)).encode()
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nContent-Type: {PROBLEM_TYPE}\r\n"
        f"Cache-Control: no-store\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode("latin-1") + body
