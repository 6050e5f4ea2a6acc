"""Who records goes before who asks about odds.

A roll takes about a millisecond, and so does an answer about odds that is known already. The threads of a
process share one interpreter: whoever asks without pause would have every roll there take twice as long. So
while something is recorded, questions about odds begin one after another with a pause between them; while
nothing is, they do not wait.

Exceptions:

    NoPlace     more wait than may
"""

from __future__ import annotations

import mmap
import time
from collections.abc import Callable
from threading import BoundedSemaphore, Lock
from typing import Final

QUIET_SECONDS: Final = 0.01
"""So long after somebody has come to record, nobody records: a roll takes less, and the next comes later."""
PAUSE_SECONDS: Final = 0.025
"""Where it does not get quiet, the next question begins after so long."""
_LOOK_SECONDS: Final = 0.005


class NoPlace(Exception):
    """More wait in this process than may."""


class RightOfWay:
    """Which of two gives way, for the processes that are forked after it was made: what is recorded in one of
    them is known in all, since they share the machine."""

    def __init__(
        self,
        places: int,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """places: how many may wait in a process. clock: in seconds, the same for all processes."""
        self.limit(places)
        self._clock, self._sleep = clock, sleep
        self._line = Lock()
        # Written and read as one machine word; whoever reads an old one waits a moment too long or too short.
        self._recorded_at = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("d")

    def limit(self, places: int) -> None:
        """Have so many wait at most, from now on. With 0 nobody waits: where a process has few threads, who
        waits would keep one from those who record."""
        self._places = BoundedSemaphore(places) if places else None

    def record(self) -> None:
        """Say that somebody has come to record."""
        self._recorded_at[0] = self._clock()

    def give_way(self) -> None:
        """Wait until it is quiet or one's turn. Raises NoPlace."""
        places = self._places
        if places is None or self._is_quiet():
            return
        if not places.acquire(blocking=False):
            raise NoPlace
        try:
            with self._line:
                self._wait()
        finally:
            places.release()

    def _wait(self) -> None:
        latest = self._clock() + PAUSE_SECONDS
        while not self._is_quiet() and self._clock() < latest:
            self._sleep(_LOOK_SECONDS)

    def _is_quiet(self) -> bool:
        # A value from after now is no news: clocks that differ must not make anybody wait.
        return not 0 <= self._clock() - self._recorded_at[0] < QUIET_SECONDS


right_of_way: Final = RightOfWay(0)
"""This server's."""
