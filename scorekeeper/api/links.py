"""Addresses of pages for people, made from the settings and never from what a request claims.

What opens something stands behind the `#`, which browsers keep to themselves.
"""

from __future__ import annotations

from flask import current_app


def watch_link(table_id: str, key: str) -> str:
    """The page for a screen on the wall, with the key of a viewer."""
    return f"{_base()}/watch/{table_id}#{key}"


def join_link(token: str) -> str:
    """The page that joins a table by an invite's token."""
    return f"{_base()}/join#{token}"


def _base() -> str:
    base: str = current_app.config["LINK_BASE"]
    return base
