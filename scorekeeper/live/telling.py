"""What the thread of the streams does, one turn after another."""

from __future__ import annotations

import logging
import math
import os
import selectors
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event
from time import monotonic
from typing import Final

from peewee import PeeweeException

from scorekeeper import ledger, storage
from scorekeeper.live.connections import Connection
from scorekeeper.live.follow import Stream
from scorekeeper.live.sources import Source
from scorekeeper.storage import pulses

LOOK_SECONDS: Final = 0.25
"""How long an entry of another process may go unseen."""
STIRRED_SECONDS: Final = 0.02
"""Commits of this process make the thread look again, but not more often than that."""
KEY_SECONDS: Final = 2.0
"""How long a key that was revoked may read on."""

_log = logging.getLogger("scorekeeper")


@dataclass(eq=False, slots=True)
class Waiting:
    """A request that waits until a stream's game has gone on from the version that it has seen."""

    stream: Stream
    seen: int
    is_over: Event = field(default_factory=Event)


Arrival = Connection | Waiting


@dataclass(eq=False, slots=True)
class _Watch:
    """A game or a table that is followed. number: its counter as it was seen last; None: not yet."""

    is_game: bool
    source: Source | None = None
    number: int | None = None
    connections: set[Connection] = field(default_factory=set)
    waiting: set[Waiting] = field(default_factory=set)


class Teller:
    """Tells everybody what happened. All but the constructor is for one thread.

    is_stirred: set by other threads; this process has committed something.
    """

    def __init__(self, bell: int) -> None:
        """bell: the descriptor of a pipe that is readable when somebody has arrived, or something was
        committed."""
        self.connections: set[Connection] = set()
        self.is_stirred = False
        self._bell = bell
        self._watches: dict[str, _Watch] = {}
        self._selector = selectors.DefaultSelector()
        self._selector.register(bell, selectors.EVENT_READ)
        self._looked = self._asked = -math.inf
        self._is_busy = False

    @property
    def is_followed(self) -> bool:
        """Whether anybody follows anything."""
        return bool(self._watches)

    def admit(self, arrival: Arrival) -> None:
        """Somebody new, who is to be told what there is now."""
        self._looked = -math.inf
        if isinstance(arrival, Waiting):
            self._watch(arrival.stream).waiting.add(arrival)
            return
        stream = arrival.stream
        watch = self._watch(stream)
        if watch.source is None:
            watch.source, watch.number = stream.source(), None
        watch.connections.add(arrival)
        self.connections.add(arrival)
        if arrival.is_open:
            self._selector.register(arrival.sock, selectors.EVENT_READ, arrival)

    def _watch(self, stream: Stream) -> _Watch:
        return self._watches.setdefault(stream.followed, _Watch(is_game=stream.game_id is not None))

    def rest(self) -> None:
        """Wait until there is something to do, and take what sockets have to say."""
        for key, events in self._selector.select(self._seconds_to_rest()):
            if key.data is None:
                with suppress(BlockingIOError):
                    os.read(self._bell, 4_096)
            else:
                if events & selectors.EVENT_READ:
                    key.data.listen()
                if events & selectors.EVENT_WRITE:
                    key.data.send()

    def tell(self) -> None:
        """Tell those who follow something what is new of it."""
        now, self._is_busy = monotonic(), False
        try:
            if now >= self._looks_at():
                self._look(now)
            if now - self._asked >= KEY_SECONDS:
                self._ask_keys(now)
            for watch in list(self._watches.values()):
                for connection in list(watch.connections):
                    self._attend(watch, connection, now)
        except PeeweeException as error:
            # Everybody stays, and is told when the database is there again.
            _log.warning("the streams can't have the database: %s", error)
            storage.close()
            self._is_busy = False

    def end(self) -> None:
        """Let everybody go."""
        for connection in self.connections:
            connection.end("restart")
        for watch in self._watches.values():
            _release(watch.waiting)
        self.connections.clear()
        self._watches.clear()
        self._selector.close()

    def _seconds_to_rest(self) -> float | None:
        if not self._watches:
            return None
        return 0.0 if self._is_busy else max(0.0, self._looks_at() - monotonic())

    def _looks_at(self) -> float:
        return self._looked + (STIRRED_SECONDS if self.is_stirred else LOOK_SECONDS)

    def _look(self, now: float) -> None:
        """Look at the counters of all that is followed."""
        self.is_stirred, self._looked = False, now
        games = [followed for followed, watch in self._watches.items() if watch.is_game]
        tables = [followed for followed, watch in self._watches.items() if not watch.is_game]
        numbers = pulses.counters(games, tables)
        for followed, watch in list(self._watches.items()):
            self._turn(watch, numbers.get(followed))
            watch.waiting = {waiting for waiting in watch.waiting if not waiting.is_over.is_set()}
            if not watch.connections and not watch.waiting:
                del self._watches[followed]

    def _turn(self, watch: _Watch, number: int | None) -> None:
        """A counter as it is now; None: what it counted is gone."""
        if number is None:
            self._end(watch.connections, "gone")
        elif number != watch.number and watch.source is not None:
            watch.source.renew(number)
        watch.number = number
        _release(waiting for waiting in watch.waiting if waiting.seen != number)

    def _ask_keys(self, now: float) -> None:
        """End the streams of keys that open them no more, and let go of those who wait with one."""
        self._asked = now
        waiting = [each for watch in self._watches.values() for each in watch.waiting]
        everybody: list[Arrival] = [*self.connections, *waiting]
        streams = {_opened_by(each): each.stream for each in everybody}
        over = {key for key, stream in streams.items() if not stream.is_allowed()}
        if over:
            self._end({each for each in self.connections if _opened_by(each) in over}, "key")
            _release(each for each in waiting if _opened_by(each) in over)

    def _attend(self, watch: _Watch, connection: Connection, now: float) -> None:
        """Tell one reader the next piece, if it has taken the last one."""
        connection.keep_alive(now)
        if connection.is_open and not connection.pending and _is_behind(connection, watch):
            try:
                self._tell_next(watch, connection)
            except ledger.NotFound:
                connection.end("gone")
            except PeeweeException:
                raise
            except Exception:  # noqa: BLE001 the others read on
                _log.exception("the stream of %s failed", connection.stream.followed)
                connection.close()
        if connection.is_open:
            self._listen_for(connection)
            self._is_busy = self._is_busy or (not connection.pending and _is_behind(connection, watch))
        else:
            self._drop(watch, connection)

    def _tell_next(self, watch: _Watch, connection: Connection) -> None:
        assert watch.source is not None
        if connection.number is None:
            frame = watch.source.begin(connection.stream.cursor)
        else:
            frame = watch.source.go_on(connection.number)
        connection.number = frame.number
        connection.tell(frame.text)

    def _listen_for(self, connection: Connection) -> None:
        """Hear when its socket takes more, while there is more for it."""
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if connection.pending else 0)
        if self._selector.get_key(connection.sock).events != wanted:
            self._selector.modify(connection.sock, wanted, connection)

    def _end(self, connections: Iterable[Connection], reason: str) -> None:
        for connection in list(connections):
            self._selector.unregister(connection.sock)
            connection.end(reason)
            self._forget(self._watches[connection.stream.followed], connection)

    def _drop(self, watch: _Watch, connection: Connection) -> None:
        with suppress(KeyError, ValueError):
            self._selector.unregister(connection.sock)
        connection.close()
        self._forget(watch, connection)

    def _forget(self, watch: _Watch, connection: Connection) -> None:
        watch.connections.discard(connection)
        self.connections.discard(connection)


def _is_behind(connection: Connection, watch: _Watch) -> bool:
    """Whether there is something that it was not told."""
    return watch.number is not None and (connection.number is None or connection.number < watch.number)


def _opened_by(each: Arrival) -> tuple[str, str]:
    """The key that somebody reads with, and the table that it is to open."""
    return each.stream.key_hash, each.stream.table_id


def _release(waiting: Iterable[Waiting]) -> None:
    for each in waiting:
        each.is_over.set()
