"""Whom a request came from: the peer, or whom a named proxy says it was."""

from __future__ import annotations

import pytest

from scorekeeper.proxies import Proxies, block_of


def client(trusted: tuple[str, ...], peer: str, forwarded: str | None = None) -> str:
    environ = {"REMOTE_ADDR": peer}
    if forwarded is not None:
        environ["HTTP_X_FORWARDED_FOR"] = forwarded
    return Proxies(trusted).client_of(environ)


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "10.1.2.3", "203.0.113.9", ""])
def test_no_header_is_believed_unless_a_proxy_is_named(peer: str) -> None:
    assert client((), peer, "198.51.100.7") == (peer or "unix")


def test_a_peer_that_is_not_the_named_proxy_is_not_believed() -> None:
    assert client(("10.0.0.0/8",), "203.0.113.9", "198.51.100.7") == "203.0.113.9"


def test_a_named_proxy_says_whom_it_asks_for() -> None:
    assert client(("10.0.0.0/8",), "10.1.2.3", "198.51.100.7") == "198.51.100.7"
    assert client(("2001:db8:1::/48",), "2001:db8:1::5", "2001:db8:2::7") == "2001:db8:2::7"


def test_what_the_client_itself_put_into_the_header_is_not_believed() -> None:
    assert client(("10.0.0.1",), "10.0.0.1", "192.0.2.66, 198.51.100.7") == "198.51.100.7"
    assert client(("10.0.0.1",), "10.0.0.1", "10.0.0.1, 198.51.100.7") == "198.51.100.7"


def test_of_several_named_proxies_each_is_passed_over() -> None:
    trusted = ("10.0.0.0/8", "192.168.0.1")
    assert client(trusted, "10.0.0.1", "198.51.100.7, 192.168.0.1, 10.0.0.2") == "198.51.100.7"


def test_where_all_are_proxies_the_first_is_the_client() -> None:
    assert client(("10.0.0.0/8",), "10.0.0.1", "10.0.0.3,10.0.0.2") == "10.0.0.3"


@pytest.mark.parametrize(
    "garbage",
    ["unknown", "_hidden", "198.51.100.7.9", "a" * 4000, "", "[", "]:80", ",", "\u0665", "1.2.3.4:x:y"],
)
def test_garbage_in_the_header_is_no_address(garbage: str) -> None:
    assert client(("10.0.0.1",), "10.0.0.1", garbage) == "10.0.0.1"
    # What stands before it may be the client's own invention.
    assert client(("10.0.0.1",), "10.0.0.1", f"198.51.100.7, {garbage}") == "10.0.0.1"
    assert client(("10.0.0.1",), "10.0.0.1", f"{garbage}, 198.51.100.7") == "198.51.100.7"


@pytest.mark.parametrize(
    "hop", ["198.51.100.7:4711", "198.51.100.7", " 198.51.100.7\t", "::ffff:198.51.100.7"]
)
def test_a_port_or_another_way_to_write_it_makes_no_other_client(hop: str) -> None:
    assert client(("10.0.0.1",), "10.0.0.1", hop) == "198.51.100.7"


@pytest.mark.parametrize(
    "hop", ["[2001:db8::7]:4711", "[2001:db8::7]", "2001:DB8:0:0::7", "2001:db8::7%eth0"]
)
def test_an_ipv6_address_is_told_in_its_shortest_form(hop: str) -> None:
    assert client(("10.0.0.1",), "10.0.0.1", hop) == "2001:db8::7"


def test_whoever_connects_to_a_unix_socket_is_believed_only_where_that_is_named() -> None:
    assert client(("unix",), "", "198.51.100.7") == "198.51.100.7"
    assert client(("unix",), "", None) == "unix"
    assert client(("127.0.0.1",), "", "198.51.100.7") == "unix"


def test_a_proxy_on_this_machine_is_known_in_both_its_clothes() -> None:
    assert client(("127.0.0.1",), "::ffff:127.0.0.1", "198.51.100.7") == "198.51.100.7"


@pytest.mark.parametrize("name", ["proxy.local", "10.0.0.1/8", "*", "300.0.0.1"])
def test_what_is_no_address_cannot_be_trusted(name: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        Proxies((name,))


@pytest.mark.parametrize(
    ("address", "block"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("unix", "unix"),
    ],
)
def test_all_addresses_of_an_ipv6_block_count_as_one(address: str, block: str) -> None:
    assert block_of(address) == block


def test_a_proxy_that_nobody_named_is_told_of_once(caplog: pytest.LogCaptureFixture) -> None:
    proxies = Proxies()
    for peer in ("100.200.0.9", "127.0.0.1", "10.0.0.1"):
        proxies.client_of({"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": "198.51.100.7"})
    assert [record.getMessage().split()[0] for record in caplog.records] == ["127.0.0.1"]
    assert "SCOREKEEPER_TRUSTED_PROXIES" in caplog.text
    assert "198.51.100.7" not in caplog.text
