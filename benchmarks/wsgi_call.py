"""A WSGI application called with no server between."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import Any
from wsgiref.types import WSGIApplication


@dataclass(frozen=True)
class Request:
    """A request with a key, and with a JSON body if there is one."""

    method: str
    path: str
    key: str
    body: object = None

    def environ(self) -> dict[str, Any]:
        """What a server would hand over."""
        body = b"" if self.body is None else json.dumps(self.body).encode()
        return {
            "REQUEST_METHOD": self.method,
            "PATH_INFO": self.path,
            "QUERY_STRING": "",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_HOST": "127.0.0.1:8000",
            "HTTP_AUTHORIZATION": f"Bearer {self.key}",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }


def call(application: WSGIApplication, environ: dict[str, Any]) -> tuple[str, bytes]:
    """The status line and the body of the answer."""
    statuses: list[str] = []

    def start_response(status: str, _headers: Any, _exc_info: Any = None) -> Any:
        statuses.append(status)
        return io.BytesIO().write

    answer = application(environ, start_response)
    body = b"".join(answer)
    if hasattr(answer, "close"):
        answer.close()
    return statuses[0], body
