"""Addresses: whom a request came from, and which proxies are believed about it.

Nothing here knows of a web framework; `scorekeeper.api.client` asks it for the request that is served.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

_log = logging.getLogger("scorekeeper.proxies")

UNIX = "unix"
"""The peer of a Unix socket, which has no address: in the list of trusted proxies, and as a client."""
_BLOCK_BITS = 64
"""One customer of an IPv6 network has at least so large a block to choose addresses from."""


class Proxies:
    """The proxies whose X-Forwarded-For is believed.

    trusted: addresses and networks, and UNIX for whoever connects to a Unix socket. Raises ValueError for
    anything else.
    """

    def __init__(self, trusted: Iterable[str] = ()) -> None:
        names = set(trusted)
        self._has_told = False
        self._trusts_unix = UNIX in names
        self._networks: tuple[Network, ...] = tuple(ip_network(name) for name in sorted(names - {UNIX}))

    def client_of(self, environ: Mapping[str, Any]) -> str:
        """The address of the client that made a WSGI request; UNIX where there is none.

        That is the peer, unless it is trusted: then it is the last address in X-Forwarded-For that is not a
        trusted proxy's, since each proxy adds the one that it was asked by. From what is no address on,
        nothing is believed.
        """
        peer = str(environ.get("REMOTE_ADDR") or UNIX)
        forwarded = environ.get("HTTP_X_FORWARDED_FOR")
        if not forwarded:
            return _canonical(peer)
        if not self._trusts(peer):
            self._tell_once(peer)
            return _canonical(peer)
        client = peer
        for hop in reversed(str(forwarded).split(",")):
            address = _read_hop(hop.strip())
            if address is None:
                break
            client = str(address)
            if not self._trusts(client):
                break
        return _canonical(client)

    def _tell_once(self, peer: str) -> None:
        """A proxy that nobody named makes one client of all who come through it: an operator should know."""
        address = _read_address(peer)
        if not self._has_told and (address is None or address.is_private):
            self._has_told = True
            _log.warning(
                "%s says whom it asks for and is not believed: if it is your proxy, name it in "
                "SCOREKEEPER_TRUSTED_PROXIES",
                _canonical(peer),
            )

    def _trusts(self, name: str) -> bool:
        if name == UNIX:
            return self._trusts_unix
        address = _read_address(name)
        return address is not None and any(address in network for network in self._networks)


@lru_cache(maxsize=1024)
def block_of(client: str) -> str:
    """What is counted as one client: an IPv4 address, or the /64 of an IPv6 address.

    client: as `client_of` gives it.
    """
    address = _read_address(client)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, _BLOCK_BITS), strict=False))
    return client


@lru_cache(maxsize=1024)
def _canonical(client: str) -> str:
    address = _read_address(client)
    return client if address is None else str(address)


def _read_address(text: str) -> Address | None:
    """An address without its zone; an IPv4 address in the clothes of an IPv6 one is undressed."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _read_hop(text: str) -> Address | None:
    """One entry of X-Forwarded-For. Some proxies put brackets around it, or a port behind it."""
    if text.startswith("["):
        return _read_address(text[1:].partition("]")[0])
    if text.count(":") == 1:
        text = text.partition(":")[0]
    return _read_address(text)
