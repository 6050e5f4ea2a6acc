"""What the operator settles for the whole server, kept in the database so that every process follows.

A process reads it again when what it knows is older than `STALE_SECONDS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from time import monotonic
from typing import Any, Final, Literal

from scorekeeper import storage
from scorekeeper.ledger.canonical import canonical, parsed
from scorekeeper.ledger.creations import forget_past_days, today
from scorekeeper.ledger.ids import now
from scorekeeper.storage.operators import Setting
from scorekeeper.storage.queries import values

STALE_SECONDS: Final = 2.0
GREATEST_QUOTA: Final = 1_000_000_000
CREATION: Final = ("open", "closed")

TableCreation = Literal["open", "closed"]


@dataclass(frozen=True, slots=True)
class Quotas:
    """The most of everything; None: no limit. A table plays for years within the defaults."""

    tables_per_address_per_day: int | None = 500
    games_per_table: int | None = 20_000
    players_per_table: int | None = 1_000
    house_rules_per_table: int | None = 100
    keys_per_table: int | None = 200
    invites_per_table: int | None = 50
    keys_ever_per_table: int | None = 100_000
    invites_ever_per_table: int | None = 100_000
    entries_per_game: int | None = 50_000


QUOTAS: Final = tuple(quota.name for quota in fields(Quotas))


@dataclass(frozen=True, slots=True)
class Settings:
    """table_creation: `closed` lets the operator alone make tables."""

    table_creation: TableCreation = "open"
    quotas: Quotas = field(default_factory=Quotas)

    def to_json(self) -> dict[str, Any]:
        """As the API shows them."""
        return asdict(self)


class _Known:
    """What this process knows of one database's settings."""

    def __init__(self) -> None:
        self._settings = Settings()
        self._database: object = None
        self._until = 0.0
        self._day = 0

    def get(self) -> Settings:
        if monotonic() >= self._until or self._database is not storage.current_database():
            self.read()
        return self._settings

    def forget(self) -> None:
        """Read them anew when they are asked for next."""
        self._until = 0.0

    def read(self) -> Settings:
        """Read them anew; on a new day, let go of what was counted on the last one."""
        self._settings = read_settings()
        if self._database is not storage.current_database() or self._day != today():
            forget_past_days()
        self._database, self._day = storage.current_database(), today()
        self._until = monotonic() + STALE_SECONDS
        return self._settings


_known = _Known()
current = _known.get
"""The settings, at most STALE_SECONDS old."""


def read_settings() -> Settings:
    """The settings as the database has them now; a quota that nobody set has its default."""
    stored = {name: parsed(value) for name, value in values(Setting.select(Setting.name, Setting.value))}
    creation = stored.pop("table_creation", "open")
    return Settings(creation, Quotas(**{name: value for name, value in stored.items() if name in QUOTAS}))


def change_settings(
    *,
    table_creation: TableCreation | None = None,
    quotas: Mapping[str, int | None] | None = None,
    defaults: Iterable[str] = (),
) -> Settings:
    """Change some settings; the others stay as they are.

    quotas: by the names of QUOTAS, 0 to GREATEST_QUOTA each, None for no limit. defaults: settings that
    are to be as if nobody had set them. Raises ValueError for another name or value.
    """
    named = dict(quotas or {})
    for name, value in named.items():
        _require_quota(name, value)
    if table_creation not in (None, *CREATION):
        raise ValueError(f"table_creation is one of {', '.join(CREATION)}")
    wanted: dict[str, Any] = {**named, **({"table_creation": table_creation} if table_creation else {})}
    with storage.write():
        Setting.delete().where(Setting.name.in_([*wanted, *defaults])).execute()
        for name, value in wanted.items():
            Setting.insert(name=name, value=canonical(value), changed_at=now()).execute()
    _known.forget()
    return read_settings()


def _require_quota(name: str, value: int | None) -> None:
    if name not in QUOTAS:
        raise ValueError(f"there is no quota {name}")
    if value is not None and not (type(value) is int and 0 <= value <= GREATEST_QUOTA):
        raise ValueError(f"{name} is a whole number from 0 to {GREATEST_QUOTA:,}, or null for no limit")
