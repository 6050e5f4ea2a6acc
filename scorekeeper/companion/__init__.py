"""The phone page: static files that talk to the API alone, like any other app, and what serves them."""

from __future__ import annotations

from flask import Flask

from scorekeeper.companion.routes import blueprint


def register(app: Flask) -> None:
    """Put the page into the application: its addresses and its files."""
    app.register_blueprint(blueprint)
