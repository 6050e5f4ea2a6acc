"""The host names that are answered."""

from __future__ import annotations

import pytest

from scorekeeper.hosts import MOST_REMEMBERED, Hosts


def test_without_a_list_every_host_is_answered() -> None:
    assert Hosts().are_any
    assert Hosts().include("anything at all")
    assert Hosts().include("")


@pytest.mark.parametrize(
    "header",
    ["dice.example.org", "DICE.Example.org", "dice.example.org:8000", "dice.example.org.", "[::1]:80"],
)
def test_a_host_of_the_list_is_answered_at_any_port_and_however_it_is_written(header: str) -> None:
    hosts = Hosts(("Dice.example.org", "[::1]"))
    assert hosts.include(header)
    assert hosts.include(header)


@pytest.mark.parametrize(
    "header",
    [
        "",
        "example.org",
        "dice.example.org.evil.example",
        "evil.example/dice.example.org",
        "dice.example.org:80:80",
        "dice.example.org@evil.example",
        "dicexexample.org",
        "a.dice.example.org",
        "dice.example.org\n",
        "\u0131ce.example.org",
        ":8000",
    ],
)
def test_another_host_is_not(header: str) -> None:
    assert not Hosts(("dice.example.org",)).include(header)


def test_a_star_stands_for_one_label() -> None:
    hosts = Hosts(("*.example.org", "10.0.0.*"))
    assert hosts.include("dice.example.org")
    assert hosts.include("10.0.0.7:8000")
    assert not hosts.include("example.org")
    assert not hosts.include(".example.org")
    assert not hosts.include("a.b.example.org")
    assert not hosts.include("[::1].example.org")


def test_strangers_cannot_fill_the_memory() -> None:
    hosts = Hosts(("*.example.org",))
    for number in range(2 * MOST_REMEMBERED):
        assert hosts.include(f"t{number}.example.org")
    assert len(hosts._known) == MOST_REMEMBERED


@pytest.mark.parametrize("pattern", ["", "https://a", "a:80", "a b", "-", "a..b", "*a", "é.example"])
def test_what_is_no_host_name_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="is no host name"):
        Hosts((pattern,))
