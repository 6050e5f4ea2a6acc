"""The settings of a running Scorekeeper, read from the environment.

Every setting has one variable. The command line's options are laid over the environment before it is read, so
that there is one way in and the worker processes see what the command saw. `docs/configuration.md` lists them
all; a test holds that list whole.

Exceptions:

    ConfigRefused     one or more variables hold a value that can't be used
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeVar, cast, get_args
from urllib.parse import urlsplit

from environs import Env, EnvValidationError
from platformdirs import user_data_dir

from scorekeeper.own_address import EVERY_ADDRESS, own_address
from scorekeeper.policies import DEFAULTS, Policies
from scorekeeper.setting_values import (
    Address,
    one_of,
    read_address,
    read_admin_key,
    read_database,
    read_hosts,
    read_limits,
    read_origins,
    read_proxies,
    read_public_url,
    read_switch,
    whole_number,
)

Synchronous = Literal["NORMAL", "FULL", "EXTRA"]
LogLevel = Literal["debug", "info", "warning", "error", "critical"]
SYNCHRONOUS: tuple[Synchronous, ...] = get_args(Synchronous)
LOG_LEVELS: tuple[LogLevel, ...] = get_args(LogLevel)
REFUSED_EXIT_CODE = 2

Value = TypeVar("Value")


class ConfigRefused(Exception):
    """Settings that can't be used.

    problems: one sentence for each variable, its name first.
    """

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True)
class Config:
    """What an operator can choose, in the order of the documentation."""

    database: str = field(repr=False)
    """The path of an SQLite file (absolute), or a postgresql:// URL, which may hold a password."""
    bind: str = "127.0.0.1:8000"
    """HOST:PORT, [IPv6]:PORT or unix:PATH."""
    workers: int = 1
    """Processes, 1 to 64. `read_config` takes as many as there are cores, 4 at most."""
    threads: int = 32
    """Threads of each process, 1 to 1,000."""
    streams: int = 256
    """The most streams of each process, 0 to 10,000. One costs no thread."""
    synchronous: Synchronous = "FULL"
    """SQLite's durability: FULL outlives a power cut, NORMAL may lose the last moments."""
    public_url: str | None = None
    """The address that people use where a proxy stands in front, without a slash at its end."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of the proxies whose X-Forwarded-For is believed, and `unix`."""
    hosts: tuple[str, ...] = ()
    """The host names that are answered; all where there are none."""
    origins: tuple[str, ...] = ()
    """The origins whose pages may read the answers; any where there are none."""
    limits: Policies = DEFAULTS
    """How much may be done in what time."""
    max_body: int = 131_072
    """The largest request body, in bytes; 1,024 to 16,777,216."""
    log_level: LogLevel = "warning"
    access_log: bool = False
    admin_key_hash: str | None = field(default=None, repr=False)
    """The SHA-256, in hex, of the operator's key; None: there is none. The key itself is not kept."""

    @property
    def is_embedded(self) -> bool:
        """Whether the database is a file of our own (SQLite) and not a server's."""
        return not self.database.startswith("postgresql://")

    @property
    def database_shown(self) -> str:
        """The database as it may be printed or logged: never with its password."""
        if self.is_embedded:
            return self.database
        url = urlsplit(self.database)
        return f"{url.scheme}://{url.netloc.rpartition('@')[2]}{url.path}"

    @property
    def address(self) -> Address:
        return read_address(self.bind)

    @property
    def url(self) -> str | None:
        """Where a browser finds the server, that of another machine too where it listens at all addresses;
        None for a Unix socket without a public address."""
        if self.public_url is not None:
            return self.public_url
        address = self.address
        if address.socket is not None:
            return None
        host = own_address(address.host) if address.host in EVERY_ADDRESS else address.host
        return f"http://{Address(host, address.port)}"


def read_config() -> Config:
    """The settings as the environment has them.

    Raises ConfigRefused with a sentence for every variable that can't be used.
    """
    env = _environment()
    config = _read(env)
    try:
        env.seal()
    except EnvValidationError as error:
        raise ConfigRefused(_sentences(cast("Mapping[str, list[str]]", error.error_messages))) from None
    return config


def read_config_or_exit() -> Config:
    """`read_config` for a program: what is refused is printed to stderr and the exit code is 2."""
    try:
        return read_config()
    except ConfigRefused as refused:
        for problem in refused.problems:
            sys.stderr.write(f"scorekeeper: {problem}\n")
        raise SystemExit(REFUSED_EXIT_CODE) from None


def variable_names() -> tuple[str, ...]:
    """The names of all variables that `read_config` looks at."""
    env = _environment()
    _read(env)
    return tuple(env.dump())


def _environment() -> Env:
    env = Env(eager=False)
    env.add_parser("setting", lambda text, read: read(text))
    return env


def _read(env: Env) -> Config:
    """The settings, with a harmless value in the place of each that was refused: `seal` tells of those."""
    return Config(
        database=_read_database_setting(env),
        bind=_setting(env, "SCOREKEEPER_BIND", Config.bind, lambda text: str(read_address(text))),
        workers=_setting(env, "SCOREKEEPER_WORKERS", _default_workers(), whole_number(1, 64)),
        threads=_setting(env, "SCOREKEEPER_THREADS", Config.threads, whole_number(1, 1_000)),
        streams=_setting(env, "SCOREKEEPER_STREAMS", Config.streams, whole_number(0, 10_000)),
        synchronous=_setting(env, "SCOREKEEPER_SYNCHRONOUS", Config.synchronous, one_of(SYNCHRONOUS)),
        public_url=_setting(env, "PUBLIC_URL", Config.public_url, read_public_url),
        trusted_proxies=_setting(env, "SCOREKEEPER_TRUSTED_PROXIES", Config.trusted_proxies, read_proxies),
        hosts=_setting(env, "SCOREKEEPER_HOSTS", Config.hosts, read_hosts),
        origins=_setting(env, "SCOREKEEPER_ORIGINS", Config.origins, read_origins),
        limits=_setting(env, "SCOREKEEPER_LIMITS", Config.limits, read_limits),
        max_body=_setting(env, "SCOREKEEPER_MAX_BODY", Config.max_body, whole_number(1_024, 16_777_216)),
        log_level=_setting(env, "SCOREKEEPER_LOG_LEVEL", Config.log_level, one_of(LOG_LEVELS)),
        access_log=_setting(env, "SCOREKEEPER_ACCESS_LOG", Config.access_log, read_switch),
        admin_key_hash=_setting(env, "SCOREKEEPER_ADMIN_KEY", Config.admin_key_hash, read_admin_key),
    )


def _setting(env: Env, variable: str, default: Value, read: Callable[[str], Value]) -> Value:
    """One variable, read by `read`. Unset and empty mean the default, as does, for now, a refused one."""
    value = env.setting(variable, "", read=lambda text: read(text) if text else default)
    return default if value is None else cast("Value", value)


def _read_database_setting(env: Env) -> str:
    anywhere = str(Path(user_data_dir("scorekeeper", appauthor=False), "scorekeeper.sqlite3"))
    database_url = _setting(env, "DATABASE_URL", anywhere, read_database)
    return _setting(env, "SCOREKEEPER_DATABASE", database_url, read_database)


def _default_workers() -> int:
    """One process for each core that we may use, 4 at most: beyond that the database is what waits."""
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return min(cores, 4)


def _sentences(problems: Mapping[str, list[str]]) -> tuple[str, ...]:
    return tuple(f"{variable} {sentence}" for variable, told in problems.items() for sentence in told)
