"""Flask without what it does for every request and this API has no use for: a quarter of its share of a read.

Left out are sessions, the Host header (a route is found by its path and method alone, and no address is made
from what a client claims), and the question whether a function is a coroutine. Hooks and signals are as in
Flask.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Request
from flask.sessions import NullSession, SessionInterface
from flask.signals import request_tearing_down
from werkzeug.routing import MapAdapter

_NOWHERE = "localhost"
"""The host in the addresses that werkzeug would make; nobody asks it to."""


class _NoSessions(SessionInterface):
    """No cookie is read and none is set."""

    _none = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:  # noqa: ARG002 (Flask calls it)
        """The one session of everybody, which holds nothing."""
        return self._none


class LeanFlask(Flask):
    """Flask, as lean as the API needs it."""

    session_interface = _NoSessions()

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """What finds the route of a request."""
        if request is None:
            return None
        environ = request.environ
        return MapAdapter(
            self.url_map,
            server_name=_NOWHERE,
            script_name=request.root_path + "/",
            subdomain="",
            url_scheme=request.scheme,
            path_info=environ.get("PATH_INFO", "").encode("latin-1").decode(errors="replace"),
            default_method=request.method,
            query_args=environ.get("QUERY_STRING", ""),
        )

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function: there are no coroutines here."""
        return func

    def preprocess_request(self) -> Any:
        """Call the hooks before a request, if there are any."""
        if self.before_request_funcs or self.url_value_preprocessors:
            return super().preprocess_request()
        return None

    def do_teardown_request(self, *failure: Any) -> None:
        """Call the hooks after a request, if there are any."""
        if self.teardown_request_funcs or request_tearing_down.receivers:
            super().do_teardown_request(*failure)
