"""What a stream is told: the whole state first, then what happened since.

A source is asked by the one thread that serves the streams. Streams that have been told the same are told the
same next: it is made once for all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from scorekeeper import ledger
from scorekeeper.ledger.canonical import compact
from scorekeeper.live.events import entry_event, event, reset_event
from scorekeeper.storage import pulses

MOST_MISSED: Final = 1_000
"""Who missed more entries of a game than that is told the whole game instead."""
MOST_MISSED_OF_TABLE: Final = 64
"""If more entries than that came at once at a table, its whole state is told instead."""
ENTRIES_AT_ONCE: Final = 16
"""So many entries are made ready for a stream at a time; the next when it has taken them."""
MOST_GAMES: Final = 20
"""The games that a table's state shows."""
UNKNOWN: Final = -1
"""A cursor that is no number."""

Cursor = int | None
"""The number that a client goes on after; None: it begins."""


class Frame(NamedTuple):
    """A piece of a stream. number: the counter up to which it tells; mark: what the source wants to know of
    whoever was told it."""

    text: bytes
    number: int
    mark: Any = None


class Source(Protocol):
    """A game or a table that streams follow."""

    def renew(self, number: int) -> None:
        """The counter has this value now: forget what was made ready before."""

    def begin(self, cursor: Cursor) -> Frame:
        """What somebody is told first who was told everything up to a cursor."""

    def go_on(self, number: int, mark: Any) -> Frame:
        """What somebody is told next who was told everything up to `number`, which is not the newest.

        Raises NotFound.
        """


class _Ready:
    """What was made ready since the counter moved last."""

    def __init__(self) -> None:
        self._frames: dict[object, Frame] = {}

    def clear(self) -> None:
        self._frames.clear()

    def get(self, asked: object, make: Callable[[], Frame]) -> Frame:
        frame = self._frames.get(asked)
        if frame is None:
            frame = self._frames[asked] = make()
        return frame


class GameSource:
    """A game. Its counter is its version, the number of its entries."""

    def __init__(self, table_id: str, game_id: str) -> None:
        self._table_id, self._game_id = table_id, game_id
        self._follower = ledger.Follower(table_id, game_id)
        self._ready = _Ready()
        self._number = 0

    def renew(self, number: int) -> None:
        """As Source."""
        self._number = number
        self._ready.clear()

    def begin(self, cursor: Cursor) -> Frame:
        """As Source."""
        if cursor is None:
            return self._whole()
        reason = self._lost(cursor)
        return Frame(b"", cursor) if reason is None else _again(reason, self._whole())

    def go_on(self, number: int, mark: Any) -> Frame:  # noqa: ARG002 a version says all
        """As Source."""
        return self._ready.get(number, lambda: self._entries(number))

    def _lost(self, cursor: int) -> str | None:
        """Why a cursor can't be gone on from; None if it can."""
        if cursor == UNKNOWN:
            return "unknown"
        if cursor > self._number:
            return "ahead"
        return "too-old" if self._number - cursor > MOST_MISSED else None

    def _whole(self) -> Frame:
        return self._ready.get("whole", self._make_whole)

    def _make_whole(self) -> Frame:
        version, game = ledger.game_now(self._table_id, self._game_id)
        return Frame(event("game", game, version), version)

    def _entries(self, number: int) -> Frame:
        if self._number - number > MOST_MISSED:
            return _again("too-old", self._whole())
        try:
            happened = self._follower.since(number, ENTRIES_AT_ONCE)
        except ledger.TooFarBack:
            return _again("too-old", self._whole())
        text = b"".join(entry_event(each, each.seq) for each in happened)
        return Frame(text, happened[-1].seq if happened else self._number)


@dataclass(frozen=True, eq=False)
class _Shown:
    """What whoever follows a table has been shown: the table (JSON text), and the version of each game."""

    table: str
    versions: dict[str, int]


class TableSource:
    """A table: its games in play and its newest game. Its counter is its pulse."""

    def __init__(self, table_id: str) -> None:
        self._table_id = table_id
        self._followers: dict[str, ledger.Follower] = {}
        self._ready = _Ready()
        self._number = 0

    def renew(self, number: int) -> None:
        """As Source."""
        self._number = number
        self._ready.clear()

    def begin(self, cursor: Cursor) -> Frame:
        """As Source. Only from the newest number can be gone on: which games had been seen at another one
        nobody knows any more, and the whole state is small."""
        if cursor is None:
            return self._whole()
        if cursor == self._number:
            shown = self._shown_at(cursor)
            if shown is not None:
                return Frame(b"", cursor, shown)
        reason = "unknown" if cursor == UNKNOWN else "ahead" if cursor > self._number else "too-old"
        return _again(reason, self._whole())

    def go_on(self, number: int, mark: Any) -> Frame:  # noqa: ARG002 what was shown says all
        """As Source."""
        return self._ready.get(mark, lambda: self._since(mark))

    def _shown_at(self, number: int) -> _Shown | None:
        """What there is to see at this number; None where it is not the newest any more."""
        shown = self._look()
        if pulses.counters((), (self._table_id,)).get(self._table_id) != number:
            return None
        return shown

    def _look(self) -> _Shown:
        return _Shown(
            compact(ledger.get_table(self._table_id)), ledger.versions_in_play(self._table_id, MOST_GAMES)
        )

    def _whole(self) -> Frame:
        return self._ready.get("whole", self._make_whole)

    def _make_whole(self) -> Frame:
        table = compact(ledger.get_table(self._table_id))
        games = ledger.games_in_play(self._table_id, MOST_GAMES)
        answers = ",".join(answer for _, answer in games.values())
        shown = _Shown(table, {game_id: version for game_id, (version, _) in games.items()})
        text = event("table", f'{{"table":{table},"games":[{answers}]}}', self._number)
        return Frame(text, self._number, shown)

    def _since(self, shown: _Shown) -> Frame:
        """The entries since then; the whole state where they are too many, or the table itself changed."""
        now = self._look()
        newest = pulses.counters(tuple(shown.versions), ()) | now.versions
        missing = {each: version - shown.versions.get(each, 0) for each, version in newest.items()}
        if now.table != shown.table or sum(missing.values()) > MOST_MISSED_OF_TABLE:
            return self._whole()
        try:
            happened = [
                each
                for game_id, count in missing.items()
                if count
                for each in self._follower(game_id).since(shown.versions.get(game_id, 0), count)
            ]
        except ledger.TooFarBack:
            return self._whole()
        happened.sort(key=lambda each: str(each.entry["recorded_at"]))
        self._followers = {game_id: self._follower(game_id) for game_id in now.versions}
        numbers = [None] * (len(happened) - 1) + [self._number]
        text = b"".join(map(entry_event, happened, numbers))
        return Frame(text, self._number, now)

    def _follower(self, game_id: str) -> ledger.Follower:
        known = self._followers.get(game_id)
        return known or self._followers.setdefault(game_id, ledger.Follower(self._table_id, game_id))


def _again(reason: str, whole: Frame) -> Frame:
    """The whole state for somebody who has lost the thread."""
    return whole._replace(text=reset_event(reason) + whole.text)
