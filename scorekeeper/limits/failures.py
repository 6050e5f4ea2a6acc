"""Tight limits: every failure is counted where all processes see it, successes are not.

A sliding window, so that what was spent comes back little by little.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from time import monotonic, time
from typing import Final

from limits import RateLimitItem
from limits.strategies import SlidingWindowCounterRateLimiter

from scorekeeper.limits.sql_storage import SqlStorage
from scorekeeper.limits.standing import Standing
from scorekeeper.policies import Policy

MOST_REMEMBERED: Final = 10_000


class Failures:
    """One tight limit. Both questions raise CountsUnavailable where nobody can know."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._limiter = SlidingWindowCounterRateLimiter(SqlStorage())
        self._refused_until: dict[str, float] = {}

    def look(self, subject: str) -> Standing:
        """Whether the subject may fail once more, and so may try at all."""
        return self._judge(subject, self._limiter.test)

    def count(self, subject: str) -> Standing:
        """Count a failure of the subject; whether there was room for it."""
        return self._judge(subject, self._limiter.hit)

    def _judge(self, subject: str, ask: Callable[[RateLimitItem, str, str], bool]) -> Standing:
        """A subject that was refused is refused without any count until there is room again: who floods us
        costs no database."""
        refused_for = self._refused_until.get(subject, 0.0) - monotonic()
        if refused_for > 0:
            return Standing(self._policy, False, 0, ceil(refused_for))
        is_admitted = ask(self._policy.item, self._policy.name, subject)
        resets_at, remaining = self._limiter.get_window_stats(self._policy.item, self._policy.name, subject)
        standing = Standing(self._policy, is_admitted, remaining, max(1, ceil(resets_at - time())))
        if not is_admitted:
            self._remember(subject, standing.resets_in)
        return standing

    def _remember(self, subject: str, seconds: int) -> None:
        now = monotonic()
        if len(self._refused_until) >= MOST_REMEMBERED:
            self._refused_until = {name: until for name, until in self._refused_until.items() if until > now}
        if len(self._refused_until) < MOST_REMEMBERED:
            self._refused_until[subject] = now + seconds
