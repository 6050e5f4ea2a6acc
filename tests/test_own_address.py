"""Links lead phones to this machine, though the server is told to listen everywhere."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from scorekeeper.config import Config
from scorekeeper.own_address import EVERY_ADDRESS, own_address


class Socket:
    """A UDP socket of a machine with these addresses; it can be connected, and must not be used to send."""

    addresses: dict[int, str] = {}  # noqa: RUF012

    def __init__(self, family: int, kind: int) -> None:
        assert kind == socket.SOCK_DGRAM
        self.family = family

    def __enter__(self) -> Socket:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, _: tuple[str, int]) -> None:
        if self.family not in self.addresses:
            raise OSError("network is unreachable")

    def getsockname(self) -> tuple[Any, ...]:
        return self.addresses[self.family], 50_000


@pytest.fixture
def addresses(monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """The machine's addresses by family: none, until a test gives it some."""
    monkeypatch.setattr(Socket, "addresses", {})
    monkeypatch.setattr(socket, "socket", Socket)
    return Socket.addresses


def test_a_server_that_listens_everywhere_is_found_at_the_machines_address(
    addresses: dict[int, str],
) -> None:
    addresses[socket.AF_INET] = "192.168.1.20"
    addresses[socket.AF_INET6] = "fd00::20"
    assert Config("games.db", bind="0.0.0.0:80").url == "http://192.168.1.20:80"
    assert Config("games.db", bind="[::]:8000").url == "http://[fd00::20]:8000"


def test_where_the_network_has_no_ipv6_the_other_address_is_told(addresses: dict[int, str]) -> None:
    addresses[socket.AF_INET] = "192.168.1.20"
    assert own_address("::") == "192.168.1.20"


def test_without_a_network_there_is_loopback(addresses: dict[int, str]) -> None:
    assert [own_address(every) for every in EVERY_ADDRESS] == ["127.0.0.1", "::1"]


def test_what_is_found_here_is_an_address_of_this_machine() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind((own_address(EVERY_ADDRESS[0]), 0))
