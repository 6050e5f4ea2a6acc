"""Where a request comes from. No header is believed, unless the settings name the peer as a proxy."""

from __future__ import annotations

from typing import cast

from flask import current_app, request

from scorekeeper.proxies import Proxies, block_of


def client_address() -> str:
    """The address of the client of this request, in its shortest form: `192.0.2.7`, `2001:db8::7`.

    `unix` for a client at a Unix socket, where no trusted proxy names another.
    """
    proxies = cast("Proxies", current_app.config["TRUSTED_PROXIES"])
    return proxies.client_of(request.environ)


def client_block() -> str:
    """What counts as one client for limits and quotas: its IPv4 address, or the /64 of its IPv6 address."""
    return block_of(client_address())
