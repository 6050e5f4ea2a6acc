"""What a stream is told: the whole state first, then what happened since.

A source is asked by the one thread that serves the streams. Streams that have been told the same are told the
same next: it is made once for all of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final, NamedTuple

from scorekeeper import ledger, storage
from scorekeeper.ledger import Follower, Happened, TooFarBack
from scorekeeper.ledger.canonical import compact
from scorekeeper.live.events import entry_event, event, reset_event
from scorekeeper.storage import pulses
from scorekeeper.storage.pulses import Noted

MOST_MISSED: Final = 1_000
"""Who missed more entries than that is told the whole state instead."""
ENTRIES_AT_ONCE: Final = 16
"""So many entries are made ready for a stream at a time; the next when it has taken them."""
MOST_GAMES: Final = 20
"""The games that a table's state shows, and those of which it is remembered where their telling stands."""
UNKNOWN: Final = -1
"""A cursor that is no number."""

Cursor = int | None
"""The number that a client goes on after; None: it begins."""


class Frame(NamedTuple):
    """A piece of a stream. number: the counter up to which it tells."""

    text: bytes
    number: int


class Source(ABC):
    """A game or a table that streams follow, each of which has a counter."""

    def __init__(self) -> None:
        self._number = 0
        self._ready: dict[object, Frame] = {}

    def renew(self, number: int) -> None:
        """The counter has this value now: forget what was made ready before."""
        self._number = number
        self._ready.clear()

    def begin(self, cursor: Cursor) -> Frame:
        """What somebody is told first who was told everything up to a cursor. Raises NotFound."""
        if cursor is None:
            return self._whole()
        reason = self._lost(cursor)
        return Frame(b"", cursor) if reason is None else self._again(reason)

    def go_on(self, number: int) -> Frame:
        """What somebody is told next who was told everything up to `number`, which is not the newest.

        Raises NotFound.
        """
        return self._once(number, lambda: self._since_or_again(number))

    @abstractmethod
    def _make_whole(self) -> Frame:
        """The whole state."""

    @abstractmethod
    def _since(self, number: int) -> Frame | None:
        """The next piece; None where it is not known any more. Raises TooFarBack."""

    def _since_or_again(self, number: int) -> Frame:
        if self._lost(number) is None:
            try:
                frame = self._since(number)
            except TooFarBack:
                frame = None
            if frame is not None:
                return frame
        return self._again("too-old")

    def _lost(self, cursor: int) -> str | None:
        """Why a cursor can't be gone on from; None if it can."""
        if cursor == UNKNOWN:
            return "unknown"
        if cursor > self._number:
            return "ahead"
        return "too-old" if self._number - cursor > MOST_MISSED else None

    def _again(self, reason: str) -> Frame:
        """The whole state for somebody who has lost the thread."""
        whole = self._whole()
        return Frame(reset_event(reason) + whole.text, whole.number)

    def _whole(self) -> Frame:
        return self._once("whole", self._make_whole)

    def _once(self, asked: object, make: Callable[[], Frame]) -> Frame:
        """What is made once until the counter moves."""
        frame = self._ready.get(asked)
        if frame is None:
            frame = self._ready[asked] = make()
        return frame


class GameSource(Source):
    """A game. Its counter is its version, the number of its entries."""

    def __init__(self, table_id: str, game_id: str) -> None:
        super().__init__()
        self._table_id, self._game_id = table_id, game_id
        self._follower = Follower(table_id, game_id)

    def _make_whole(self) -> Frame:
        version, game = ledger.game_now(self._table_id, self._game_id)
        return Frame(event("game", game, version), version)

    def _since(self, number: int) -> Frame:
        happened = self._follower.since(number, ENTRIES_AT_ONCE)
        text = b"".join(entry_event(each, each.seq) for each in happened)
        return Frame(text, happened[-1].seq if happened else self._number)


class TableSource(Source):
    """A table: all its games, and the table itself. Its counter is its pulse."""

    def __init__(self, table_id: str) -> None:
        super().__init__()
        self._table_id = table_id
        self._followers: OrderedDict[str, Follower] = OrderedDict()

    def _make_whole(self) -> Frame:
        state = self._look()
        return Frame(_table_event(state.table, state.games, state.number), state.number)

    def _since(self, number: int) -> Frame | None:
        noted = pulses.noted_after(self._table_id, number, ENTRIES_AT_ONCE)
        if not noted:
            return None
        happened = self._happened(noted)
        text = b"".join(
            self._table_at(each.number)
            if each.game_id is None
            else entry_event(happened[each.game_id, each.seq], each.number)
            for each in noted
        )
        return Frame(text, noted[-1].number)

    def _happened(self, noted: list[Noted]) -> dict[tuple[str, int | None], Happened]:
        """The entries that are meant, by game and number. Of each game they follow one another."""
        of_games = sorted((each.game_id, each.seq) for each in noted if each.game_id and each.seq)
        return {
            (game_id, entry.seq): entry
            for game_id, group in groupby(of_games, key=lambda each: each[0])
            for entry in self._entries(game_id, [seq for _, seq in group])
        }

    def _entries(self, game_id: str, numbers: list[int]) -> list[Happened]:
        return self._follower(game_id).since(numbers[0] - 1, len(numbers))

    def _follower(self, game_id: str) -> Follower:
        follower = self._followers.setdefault(game_id, Follower(self._table_id, game_id))
        self._followers.move_to_end(game_id)
        if len(self._followers) > MOST_GAMES:
            self._followers.popitem(last=False)
        return follower

    def _look(self, after: int | None = None) -> _State:
        """The table and its games as they are now. after: a number of its pulse, for what happened since."""
        with storage.snapshot():
            number = pulses.counters((), (self._table_id,)).get(self._table_id)
            if number is None:
                raise ledger.NotFound("table", self._table_id)
            later = [] if after is None else pulses.noted_after(self._table_id, after, number - after)
            table = compact(ledger.get_table(self._table_id))
            games = ledger.games_in_play(self._table_id, MOST_GAMES)
        return _State(number, table, {game_id: text for game_id, (_, text) in games.items()}, later)

    def _table_at(self, number: int) -> bytes:
        """The table, which was changed at this number, with its games as they were then: what came later is
        told later."""
        state = self._look(after=number)
        first = {each.game_id: each.seq for each in reversed(state.later)}
        games = dict(self._games_at(state.games, first))
        return _table_event(state.table, games, number)

    def _games_at(
        self, games: dict[str, str], first: dict[str | None, int | None]
    ) -> Iterator[tuple[str, str]]:
        """The games without what begins with these entries."""
        for game_id, text in games.items():
            version = (first.get(game_id) or 0) - 1
            if version < 0:
                yield game_id, text
            elif version > 0:
                yield game_id, self._entries(game_id, [version])[0].game


class _State(NamedTuple):
    """A table (JSON text) at a number of its pulse, the answers of its games, and what happened since another
    number."""

    number: int
    table: str
    games: dict[str, str]
    later: list[Noted]


def _table_event(table: str, games: dict[str, str], number: int) -> bytes:
    return event("table", f'{{"table":{table},"games":[{",".join(games.values())}]}}', number)
