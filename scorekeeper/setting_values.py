"""Values of settings, read from text.

Each reader raises ValidationError with the rest of a sentence that the variable's name begins: `must be …`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from environs import ValidationError

from scorekeeper.hosts import Hosts
from scorekeeper.policies import Policies, read_policies
from scorekeeper.proxies import UNIX, Proxies

ON, OFF = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
POSTGRESQL_SCHEMES = ("postgresql", "postgres")
_ORIGIN = re.compile(r"https?://(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?", re.ASCII)
SHORTEST_ADMIN_KEY = 32

Word = TypeVar("Word", bound=str)


@dataclass(frozen=True)
class Address:
    """Where the server listens: a host and a port (1 to 65535), or the path of a Unix socket."""

    host: str
    port: int
    socket: str | None = None

    def __str__(self) -> str:
        if self.socket is not None:
            return f"unix:{self.socket}"
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def read_address(text: str) -> Address:
    """HOST:PORT, [IPv6]:PORT or unix:PATH as an Address. Raises ValidationError with a sentence."""
    if text.startswith("unix:") and text != "unix:":
        return Address("", 0, socket=text.removeprefix("unix:"))
    parts = re.fullmatch(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<host>[^\s:/\[\]]+)):(?P<port>[0-9]{1,5})", text)
    if parts is None or not 1 <= int(parts["port"]) <= 65_535:
        raise ValidationError(f"must be HOST:PORT (as in 127.0.0.1:8000) or unix:PATH, not {text!r}")
    return Address(parts["six"] or parts["host"], int(parts["port"]))


def read_database(text: str) -> str:
    """A PostgreSQL URL, or the absolute path of a file."""
    scheme, separator, rest = text.partition("://")
    if separator and scheme in POSTGRESQL_SCHEMES:
        return f"postgresql://{rest}"
    if separator and scheme != "sqlite":
        raise ValidationError(f"must be a file, sqlite:///FILE or postgresql://…, not {scheme}://…")
    path = rest.removeprefix("/") if separator else text
    if path == ":memory:":
        raise ValidationError("must be a file: the server's processes can't share a database in memory")
    return str(Path(path).expanduser().absolute())


def read_public_url(text: str) -> str:
    url = urlsplit(text)
    if url.scheme not in ("http", "https") or not url.netloc or url.query or url.fragment:
        raise ValidationError(f"must be an address such as https://dice.example.org, not {text!r}")
    return text.rstrip("/")


def read_switch(text: str) -> bool:
    if text.lower() not in ON + OFF:
        raise ValidationError(f"must be true or false, not {text!r}")
    return text.lower() in ON


def whole_number(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = int(text) if re.fullmatch(r"[0-9]{1,9}", text) else -1
        if not low <= number <= high:
            raise ValidationError(f"must be a whole number from {low} to {high}, not {text!r}")
        return number

    return read


def one_of(values: tuple[Word, ...]) -> Callable[[str], Word]:
    """One of some words, in upper or lower case."""

    def read(text: str) -> Word:
        for value in values:
            if value.lower() == text.lower():
                return value
        raise ValidationError(f"must be one of {', '.join(values)}, not {text!r}")

    return read


def words(text: str) -> tuple[str, ...]:
    """What stands between commas and spaces."""
    return tuple(text.replace(",", " ").split())


def read_proxies(text: str) -> tuple[str, ...]:
    """Addresses, networks and `unix`, in a list."""
    names = words(text)
    try:
        Proxies(names)
    except ValueError as error:
        raise ValidationError(
            f"must be a list of addresses, networks (as in 10.0.0.0/8) and {UNIX!r}: {error}"
        ) from None
    return names


def read_hosts(text: str) -> tuple[str, ...]:
    """Host names, in a list."""
    names = words(text)
    try:
        Hosts(names)
    except ValueError as error:
        raise ValidationError(
            f"must be a list of host names (as in dice.example.org or *.example.org): {error}"
        ) from None
    return names


def read_origins(text: str) -> tuple[str, ...]:
    """Origins of pages, in a list."""
    origins = words(text)
    for origin in origins:
        if not _ORIGIN.fullmatch(origin.lower()):
            raise ValidationError(
                f"must be a list of origins such as https://scores.example.org, and {origin!r} is none"
            )
    return origins


def read_admin_key(text: str) -> str:
    """The SHA-256, in hex, of the operator's key. What was refused is not told: it may be nearly a key."""
    if not re.fullmatch(rf"[!-~]{{{SHORTEST_ADMIN_KEY},}}", text):
        raise ValidationError(
            f"must be at least {SHORTEST_ADMIN_KEY} visible ASCII characters without spaces, such as "
            "`openssl rand -hex 32` makes"
        )
    return sha256(text.encode()).hexdigest()


def read_limits(text: str) -> Policies:
    """`on`, `off`, or changes of the limits that there are."""
    try:
        return read_policies(text)
    except ValueError as error:
        raise ValidationError(f"must be on, off, or as in writes=1200/minute, open=off: {error}") from None
