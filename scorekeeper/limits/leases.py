"""Generous limits: each process takes hits from the shared count in blocks, and most hits cost no database.

The blocks of all processes together are never more than the limit. What a process took and did not need is
lost to the others until the window ends: less than a twentieth of the limit, and not `FIRST_BLOCK` more than
it has used itself, since its blocks grow with what it needs.
"""

from __future__ import annotations

from math import ceil
from threading import Lock
from time import time
from typing import Final

from scorekeeper.limits.standing import Standing
from scorekeeper.policies import Policy
from scorekeeper.storage import counting

FIRST_BLOCK: Final = 8
LARGEST_SHARE: Final = 20
"""A block is at most the limit divided by this."""


class _Lease:
    """What this process took of one subject's hits in one window."""

    __slots__ = ("block", "left", "lock", "shared_left", "taken", "window")

    def __init__(self, window: int, amount: int, block: int) -> None:
        self.window = window
        self.lock = Lock()
        self.taken = 0
        self.left = 0
        self.shared_left = amount
        self.block = block


class Leases:
    """One generous limit."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._amount, self._seconds = policy.amount, policy.seconds
        self._largest_block = max(1, policy.amount // LARGEST_SHARE)
        self._window = 0
        self._leases: dict[str, _Lease] = {}
        self._lock = Lock()

    def hit(self, subject: str, cost: int = 1) -> Standing:
        """Ask for so many hits of a subject, of which all or none are admitted.

        Where the shared count can't be had, this process counts for itself: play goes on.
        """
        now = time()
        window = int(now // self._seconds)
        lease = self._leases.get(subject)
        if lease is None or lease.window != window:
            lease = self._begin(subject, window)
        return self._hit(lease, subject, cost, now)

    def hit_again(self, subject: str) -> Standing | None:
        """Ask for a hit of a subject that has been here in this window; None for another one."""
        now = time()
        lease = self._leases.get(subject)
        if lease is None or lease.window != now // self._seconds:
            return None
        return self._hit(lease, subject, 1, now)

    def _hit(self, lease: _Lease, subject: str, cost: int, now: float) -> Standing:
        with lease.lock:
            while lease.left < cost and lease.shared_left > 0:
                self._take(subject, lease, cost - lease.left)
            is_admitted = lease.left >= cost
            if is_admitted:
                lease.left -= cost
            remaining = lease.left + lease.shared_left
        resets_in = max(1, ceil((lease.window + 1) * self._seconds - now))
        return Standing(self._policy, is_admitted, remaining, resets_in)

    def _begin(self, subject: str, window: int) -> _Lease:
        """The lease of a subject's first hit in a window."""
        with self._lock:
            # A thread that comes a little late counts in the window that is; a clock set back begins afresh.
            is_first = not self._window - 1 <= window <= self._window
            if is_first:
                # What is forgotten here bounds the memory: it holds the subjects of one window.
                self._window, self._leases = window, {}
            lease = self._leases.get(subject)
            if lease is None:
                lease = _Lease(self._window, self._amount, min(FIRST_BLOCK, self._largest_block))
                self._leases[subject] = lease
        if is_first:
            self._sweep(window)
        return lease

    def _sweep(self, window: int) -> None:
        try:
            counting.sweep(window * self._seconds)
        except counting.CountsUnavailable:
            return

    def _take(self, subject: str, lease: _Lease, needed: int) -> None:
        """Take a block from the shared count, or what is left of it."""
        size = max(needed, lease.block)
        before = self._count(subject, lease, size) - size
        granted = min(size, max(0, self._amount - before))
        lease.taken += granted
        lease.left += granted
        lease.shared_left = max(0, self._amount - before - size)
        lease.block = min(2 * lease.block, self._largest_block)

    def _count(self, subject: str, lease: _Lease, size: int) -> int:
        """How many are taken then, by all processes; by this one alone where nobody knows."""
        ends_at = (lease.window + 1) * self._seconds
        try:
            return counting.add(f"{self._policy.name} {subject}", lease.window, size, ends_at)
        except counting.CountsUnavailable:
            return lease.taken + size
