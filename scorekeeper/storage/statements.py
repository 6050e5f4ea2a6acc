"""SQL compiled once from the models, for the two hot paths: record an entry; read a game or its standings.

Building a query costs more than running it. A `Statement` is built from the models at the first use with
named slots in the place of values, and is run with the values in the order of those names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from peewee import JOIN, Database, Query, Value, fn

from scorekeeper.storage import database as place
from scorekeeper.storage.models import (
    Entry,
    EntryText,
    Game,
    Key,
    Player,
    Round,
    Scorecard,
    Seating,
    Table,
    Turn,
)


class _Slot:
    """Stands in a query where a value will be."""

    def __init__(self, name: str) -> None:
        self.name = name


def slot(name: str) -> Any:
    """A named place for a value in a query."""
    return Value(_Slot(name), converter=False)


class Statement:
    """A query that is compiled once.

    build: makes the query with `slot(name)` for each value. names: the order of the parameters, checked
    when it is compiled, so that a change of the query can't quietly exchange two of them.
    """

    def __init__(self, build: Callable[[], Query], *names: str) -> None:
        self._build = build
        self._names = names
        self.compiled_for: type[Database] | None = None
        self._sql = ""
        _all.append(self)

    @property
    def sql(self) -> str:
        """The text for the kind of database that this process uses."""
        if self.compiled_for is not type(place.database()):
            self.compile()
        return self._sql

    def compile(self) -> None:
        sql, params = cast("tuple[str, list[_Slot]]", self._build().sql())
        names = tuple(param.name for param in params)
        if names != self._names:
            raise AssertionError(f"the statement takes {names}, declared are {self._names}")
        self._sql, self.compiled_for = sql, type(place.database())


_all: list[Statement] = []


def compile_all() -> None:
    """See that every statement is compiled for the kind of database that this process uses."""
    kind = type(place.database())
    for statement in _all:
        if statement.compiled_for is not kind:
            statement.compile()


_HOLDER: Final = (Key.id, Key.revoked_at, Key.expires_at, Key.last_used_at, Table.disabled_at)
"""Whether a key still opens anything, when it was seen, and whether its table is disabled."""

FIND_KEY: Final = Statement(
    lambda: (
        Key.select(*_HOLDER, Key.table, Key.role, Key.device, Key.player)
        .join(Table)
        .where(Key.hash == slot("hash"))
    ),
    "hash",
)
"""What _HOLDER is of a key; its table, role, device and player."""


def _key_that_opens() -> Any:
    """The key with this hash, if it opens this table. Both stay as they are for whoever holds or shares the
    table."""
    table = Table.select(Table.id).where((Table.id == slot("table")) & Table.disabled_at.is_null())
    is_open = Key.revoked_at.is_null() & (Key.expires_at.is_null() | (Key.expires_at > slot("moment")))
    return Key.select(Key.id).where((Key.table == table) & (Key.hash == slot("hash")) & is_open)


HOLD_KEY: Final = Statement(_key_that_opens, "table", "hash", "moment")
"""The key in whose name a transaction writes, asked for before all else; no row: it opens nothing."""

TOUCH_KEY: Final = Statement(
    lambda: Key.update({Key.last_used_at: slot("moment")}).where(
        (Key.id == slot("key")) & (Key.last_used_at.is_null() | (Key.last_used_at <= slot("since")))
    ),
    *("moment", "key", "since"),
)
"""Notes that a key was used, unless another process has done so meanwhile."""


def _hot_read(*columns: Any) -> Query:
    """One row if there is such a key: what _HOLDER is of it, its table, the game's table (null: no such
    game), version, status, columns.

    Columns of `Seating` are null where the reader knows this version.
    """
    is_news = Scorecard.version != slot("known")
    return (
        Key.select(*_HOLDER, Key.table, Scorecard.table_id, Scorecard.version, Scorecard.status, *columns)
        .join(Table)
        .switch(Key)
        .join(Scorecard, JOIN.LEFT_OUTER, on=(Scorecard.game == slot("game")))
        .join(Seating, JOIN.LEFT_OUTER, on=((Seating.game == Scorecard.game) & is_news))
        .where(Key.hash == slot("hash"))
    )


READ_GAME: Final = Statement(
    lambda: _hot_read(Seating.first, Scorecard.head, Seating.pinned, Seating.seats, Scorecard.moment),
    "game",
    "known",
    "hash",
)
READ_VERSION: Final = Statement(_hot_read, "game", "known", "hash")
READ_STANDINGS: Final = Statement(
    lambda: _hot_read(Seating.ranked, Scorecard.open_disputes), "game", "known", "hash"
)

LOOK_AT_GAME: Final = Statement(
    lambda: (
        Scorecard.select(Scorecard.table_id, Scorecard.head, Entry.seq)
        .join(
            Entry,
            JOIN.LEFT_OUTER,
            on=((Entry.game == Scorecard.game) & (Entry.entry_id == slot("entry_id"))),
        )
        .where(Scorecard.game == slot("game"))
    ),
    "entry_id",
    "game",
)
"""Table and head of a game, and the number of the entry that has this entry id already."""

LOAD_GAME: Final = Statement(
    lambda: (
        Scorecard.select(
            Scorecard.table_id,
            Scorecard.version,
            Scorecard.head,
            Scorecard.open_disputes,
            Scorecard.moment,
            Scorecard.state,
            Seating.seats,
            Seating.ranked,
            Seating.people,
            Game.series_id,
            Game.series_number,
            Game.ruleset,
            Game.entry,
            Game.created_at,
            Game.finished_at,
            Game.dice_set,
            Game.advice,
        )
        .join(Game)
        .switch(Scorecard)
        .join(Seating, on=(Seating.game == Scorecard.game))
        .where(Scorecard.game == slot("game"))
    ),
    "game",
)
"""All that is needed to judge the next entry of a game."""

_ADVANCED: Final = ("version", "head", "status", "moment", "state", "game", "was")


def _advance() -> Any:
    parts = {getattr(Scorecard, name): slot(name) for name in _ADVANCED[:-2]}
    return Scorecard.update(parts).where((Scorecard.game == slot("game")) & (Scorecard.head == slot("was")))


ADVANCE: Final = Statement(_advance, *_ADVANCED)
"""The guard of every entry: nobody recorded in between."""

ADVANCE_WITH_KEY: Final = Statement(
    lambda: _advance().where(fn.EXISTS(_key_that_opens())), *_ADVANCED, "table", "hash", "moment"
)
"""The same, and the key that makes the entry still opens the table."""

_ENTRY_COLUMNS: Final = (
    "game",
    "seq",
    "entry_id",
    "kind",
    "body",
    "recorded_at",
    "entered_at",
    "key",
    "prev_hash",
    "hash",
    "seat",
    "round",
    "turn",
    "place",
    "told",
)


def insert_into(model: Any, names: tuple[str, ...]) -> Callable[[], Query]:
    return lambda: cast("Query", model.insert({getattr(model, name): slot(name) for name in names}))


APPEND: Final = Statement(insert_into(Entry, _ENTRY_COLUMNS), *_ENTRY_COLUMNS)


def insert_row(model: Any, **values: Any) -> tuple[str, Sequence[object]]:
    """A statement that puts in one row, with its values: for what is written seldom."""
    sql, params = model.insert({getattr(model, name): value for name, value in values.items()}).sql()
    return sql, params


_TEXT_COLUMNS: Final = ("game", "seq", "field", "text", "salt", "player")
ADD_TEXT: Final = Statement(insert_into(EntryText, _TEXT_COLUMNS), *_TEXT_COLUMNS)

_PLAYER_COLUMNS: Final = ("id", "table", "name", "active_name", "created_at")
ADD_PLAYER: Final = Statement(insert_into(Player, _PLAYER_COLUMNS), *_PLAYER_COLUMNS)

_TURN_COLUMNS: Final = ("game", "number", "round", "roll_off", "seat", "body")
END_TURN: Final = Statement(insert_into(Turn, _TURN_COLUMNS), *_TURN_COLUMNS)

_ROUND_COLUMNS: Final = ("game", "number", "body", "last_seq", "state")
END_ROUND: Final = Statement(insert_into(Round, _ROUND_COLUMNS), *_ROUND_COLUMNS)

SET_STATUS: Final = Statement(
    lambda: Game.update({Game.status: slot("status"), Game.finished_at: slot("finished_at")}).where(
        Game.id == slot("game")
    ),
    "status",
    "finished_at",
    "game",
)

SET_SEATING: Final = Statement(
    lambda: Seating.update(
        {
            Seating.seats: slot("seats"),
            Seating.ranked: slot("ranked"),
            Seating.people: slot("people"),
        }
    ).where(Seating.game == slot("game")),
    "seats",
    "ranked",
    "people",
    "game",
)
