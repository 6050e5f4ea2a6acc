"""The application: one Flask object, made from the settings."""

from __future__ import annotations

from flask import Flask

from scorekeeper import api, companion, live, storage
from scorekeeper.api.edge import Edge
from scorekeeper.api.lean import LeanFlask
from scorekeeper.api.origins import Origins
from scorekeeper.config import Config
from scorekeeper.hosts import Hosts
from scorekeeper.limits import Limits
from scorekeeper.logs import use_safe_lines
from scorekeeper.proxies import Proxies
from scorekeeper.right_of_way import right_of_way


def create_app(config: Config) -> Flask:
    """The API on the database that the settings name. Opens no connection; the first request of a thread
    does."""
    storage.connect(config.database, synchronous=config.synchronous)
    app = LeanFlask("scorekeeper", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = config.max_body
    app.config["PUBLIC_URL"] = config.public_url or ""
    app.config["ADMIN_KEY_HASH"] = config.admin_key_hash
    # What links and QR codes begin with: never what a Host header claims.
    app.config["LINK_BASE"] = config.url or ""
    app.config["TRUSTED_PROXIES"] = Proxies(config.trusted_proxies)
    use_safe_lines(app)
    # Two slashes are another address, not a redirect with a page of HTML.
    app.url_map.merge_slashes = False
    api.register(app)
    companion.register(app)
    live.hub.limit(config.streams, config.threads // 2)
    right_of_way.limit(config.threads // 4)
    app.wsgi_app = Edge(  # type: ignore[method-assign]
        app.wsgi_app,
        Limits(config.limits),
        Hosts(config.hosts),
        Origins(config.origins),
        config.public_url or "",
    )
    return app
