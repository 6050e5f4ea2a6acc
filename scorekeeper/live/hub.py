"""The thread that serves all streams of a process.

It looks at the counters of what is followed, all of them in one statement: a few times a second while there
is somebody to tell, and at once when this process has committed something. A counter that moved means that
there is news in the database; it is read, and written to those who follow it. No socket is ever waited for,
and nothing is kept of what was told.

    a request   ─ take(socket, place) ──▶┐
    a request   ─ wait_for(game) ───────▶├─▶ the thread ─▶ counters, news ─▶ sockets
    any commit  ─ stir() ───────────────▶┘
"""

from __future__ import annotations

import logging
import os
import socket
from collections import deque
from contextlib import suppress
from threading import Lock, Thread

from scorekeeper import storage
from scorekeeper.live.connections import Connection
from scorekeeper.live.follow import Stream
from scorekeeper.live.shares import Place, Places, StreamsFull
from scorekeeper.live.telling import Arrival, Teller, Waiting

_log = logging.getLogger("scorekeeper")


class Hub:
    """All streams of this process, and all its requests that wait for an entry."""

    def __init__(self, streams: int, waiting: int) -> None:
        """How many of each there may be at a time."""
        self.limit(streams, waiting)
        self._lock = Lock()
        self._thread: Thread | None = None
        self._teller: Teller | None = None
        self._inbox: deque[Arrival] = deque()
        self._bell = self._rope = -1
        self.is_ending = False

    def limit(self, streams: int, waiting: int) -> None:
        """As the constructor, for a hub that is not in use yet."""
        self._places, self._seats = Places(streams), Places(max(waiting, 1))

    def reserve(self, stream: Stream) -> Place:
        """A place for a stream, which `take` serves; whoever does not come to that leaves it. Raises
        StreamsFull."""
        if self.is_ending:
            raise StreamsFull
        return self._places.take(stream)

    def take(self, sock: socket.socket, place: Place) -> None:
        """Serve a stream on a socket, which is the hub's from now on. Raises OSError where the socket is
        closed already."""
        try:
            connection = Connection(sock, place)
        except OSError:
            place.leave()
            raise
        self._put(connection)

    def wait_for(self, stream: Stream, seen: int, seconds: float) -> None:
        """Return when the stream's game has another version than `seen`, its key opens it no more, the time
        is over, or the server ends.

        Raises StreamsFull where too many wait already.
        """
        seat = self._seats.take(stream)
        waiting = Waiting(stream, seen)
        try:
            self._put(waiting)
            waiting.is_over.wait(seconds)
        finally:
            waiting.is_over.set()
            seat.leave()

    def stir(self) -> None:
        """Something was committed by this process. Costs next to nothing while nobody follows anything."""
        teller = self._teller
        if teller is not None and teller.is_followed and not teller.is_stirred:
            teller.is_stirred = True
            self._ring()

    def end(self, seconds: float = 0.0) -> None:
        """End all streams and all waiting, for good; wait so long for it to be done."""
        self.is_ending = True
        thread = self._thread
        if thread is not None and thread.is_alive():
            self._ring()
            thread.join(seconds)

    def _put(self, arrival: Arrival) -> None:
        with self._lock:
            if not self.is_ending:
                self._inbox.append(arrival)
                if self._thread is None:
                    self._begin()
                self._ring()
                return
        _turn_away(arrival)

    def _begin(self) -> None:
        self._bell, self._rope = os.pipe()
        os.set_blocking(self._bell, False)
        os.set_blocking(self._rope, False)
        self._teller = Teller(self._bell)
        self._thread = Thread(target=self._serve, args=(self._teller,), name="streams", daemon=True)
        self._thread.start()

    def _ring(self) -> None:
        # Where the pipe is full of rings, one more says nothing new.
        with suppress(OSError):
            os.write(self._rope, b"!")

    def _serve(self, teller: Teller) -> None:
        try:
            while not self.is_ending:
                teller.rest()
                while self._inbox:
                    teller.admit(self._inbox.popleft())
                teller.tell()
        except Exception:  # noqa: BLE001 whoever comes next is served by another thread
            _log.exception("the thread of the streams failed")
        finally:
            storage.close()
            with self._lock:
                teller.end()
                while self._inbox:
                    _turn_away(self._inbox.popleft())
                os.close(self._bell)
                os.close(self._rope)
                # Not before: whoever ends the process waits for this thread.
                self._thread = self._teller = None


def _turn_away(arrival: Arrival) -> None:
    if isinstance(arrival, Waiting):
        arrival.is_over.set()
    else:
        arrival.end("restart")


hub = Hub(streams=256, waiting=16)
"""The one of this process."""
storage.tell_of_commits(hub.stir)
