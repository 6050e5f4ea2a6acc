"""The storage that the library `limits` asks, on the counts that all processes share. It has none for SQL.

All methods raise CountsUnavailable where the counts can't be had.
"""

from __future__ import annotations

from math import ceil
from time import time

from limits.storage import SlidingWindowCounterSupport, Storage

from scorekeeper.storage import counting


class SqlStorage(Storage, SlidingWindowCounterSupport):
    """Windows are numbered since 1970, so that all processes speak of the same ones."""

    STORAGE_SCHEME = None

    @property
    def base_exceptions(self) -> type[Exception]:
        """What is raised where the counts can't be had."""
        return counting.CountsUnavailable

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count so many hits more in the window of `expiry` seconds; how many there are then."""
        window = int(time() // expiry)
        return counting.add(key, window, amount, (window + 1) * expiry)

    def get(self, key: str) -> int:
        """The hits in the window that is."""
        return counting.latest(key, int(time()))[0]

    def get_expiry(self, key: str) -> float:
        """When the window ends; now, where there were no hits in it."""
        return counting.latest(key, int(time()))[1] or time()

    def acquire_sliding_window_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count so many hits, unless there were more than the limit then; whether they were counted."""
        window = int(time() // expiry)
        previous, ttl, _, _ = self.get_sliding_window(key, expiry)
        most = ceil(limit + 1 - previous * ttl / expiry) - 1
        return counting.add_within(key, window, amount, (window + 2) * expiry, most)

    def get_sliding_window(self, key: str, expiry: int) -> tuple[int, float, int, float]:
        """The hits of the window before, the seconds for which they still weigh, and the same of this one."""
        now = time()
        window = int(now // expiry)
        previous, current = counting.read(key, window)
        left = (window + 1) * expiry - now
        return previous, left if previous else 0.0, current, left + expiry

    def clear(self, key: str) -> None:
        """Forget the hits of a key."""
        counting.forget(key)

    def clear_sliding_window(self, key: str, expiry: int) -> None:  # noqa: ARG002 (the library gives it)
        """Forget the hits of a key."""
        counting.forget(key)

    def reset(self) -> int | None:
        """Forget all hits."""
        counting.forget_all()
        return None

    def check(self) -> bool:
        """Whether the counts can be had."""
        try:
            counting.read("", 0)
        except counting.CountsUnavailable:
            return False
        return True
