"""The storage on shared counts does what the library's own storage in memory does."""

from __future__ import annotations

import random
import time
from unittest.mock import patch

import pytest
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter, SlidingWindowCounterRateLimiter

from scorekeeper.limits.sql_storage import SqlStorage
from scorekeeper.storage import counting
from tests.limits.conftest import Clock


@pytest.fixture
def in_memory(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> MemoryStorage:
    """The library's own, without its thread that sweeps."""
    monkeypatch.setattr(time, "time", clock)
    monkeypatch.setattr(MemoryStorage, "_MemoryStorage__schedule_expiry", lambda _: None)
    return MemoryStorage()


@pytest.mark.parametrize("seed", range(8))
def test_a_sliding_window_is_judged_as_in_memory(
    counts: str, clock: Clock, in_memory: MemoryStorage, seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311 (a test's)
    item = parse("20/minute")
    ours, theirs = (SlidingWindowCounterRateLimiter(storage) for storage in (SqlStorage(), in_memory))
    for _ in range(300):
        # Never a round number: at the edge of a hit, they may differ by an error of rounding.
        clock.advance(chance.choice((0, 0, 0.2371, 1.5113, 7.7519, 40.0777)))
        cost = chance.choice((1, 1, 1, 3))
        assert ours.test(item, "red", cost=cost) == theirs.test(item, "red", cost=cost)
        assert ours.hit(item, "red", cost=cost) == theirs.hit(item, "red", cost=cost)
        told, expected = (each.get_window_stats(item, "red") for each in (ours, theirs))
        assert told.remaining == expected.remaining
        assert told.reset_time == pytest.approx(expected.reset_time, abs=1e-3)


def test_a_fixed_window_is_counted(counts: str, clock: Clock) -> None:
    limiter, item = FixedWindowRateLimiter(SqlStorage()), parse("3/minute")
    assert [limiter.hit(item, "red") for _ in range(4)] == [True, True, True, False]
    assert limiter.get_window_stats(item, "red") == (clock.now + 60, 0)
    assert limiter.get_window_stats(item, "blue") == (clock.now, 3)
    clock.advance(60)
    assert limiter.test(item, "red")
    assert limiter.hit(item, "red", cost=3)
    limiter.clear(item, "red")
    assert limiter.test(item, "red", cost=3)


def test_what_was_counted_can_be_forgotten(counts: str, clock: Clock) -> None:
    storage = SqlStorage()
    limiter, item = SlidingWindowCounterRateLimiter(storage), parse("1/minute")
    for forget in (lambda: limiter.clear(item, "red"), storage.reset):
        assert limiter.hit(item, "red")
        assert not limiter.hit(item, "red")
        forget()
    assert limiter.hit(item, "red")


def test_it_says_whether_it_can_be_had(counts: str) -> None:
    assert SqlStorage().check()
    with patch.object(counting, "read", side_effect=counting.CountsUnavailable):
        assert not SqlStorage().check()
