"""Tight limits: each failure counts, for all processes, and what was spent comes back little by little."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from limits import parse

from scorekeeper.limits import CountsUnavailable
from scorekeeper.limits.failures import MOST_REMEMBERED, Failures
from scorekeeper.policies import Policy
from scorekeeper.storage import counting
from tests.databases import in_threads
from tests.limits.conftest import Clock


def failures(limit: str = "30 per 10 minutes") -> Failures:
    return Failures(Policy("failed-codes", parse(limit)))


def counted(process: Failures, times: int, subject: str = "192.0.2.7") -> int:
    return sum(process.count(subject).is_admitted for _ in range(times))


def test_so_many_failures_are_admitted_and_no_more(counts: str, clock: Clock) -> None:
    process = failures()
    assert counted(process, 100) == 30
    assert not process.look("192.0.2.7").is_admitted
    assert process.look("192.0.2.8").is_admitted


def test_looking_counts_nothing(counts: str, clock: Clock) -> None:
    process = failures()
    assert all(process.look("192.0.2.7").remaining == 30 for _ in range(50))


def test_processes_together_admit_exactly_the_limit(counts: str, clock: Clock) -> None:
    processes = [failures() for _ in range(4)]
    assert sum(counted(process, 10) for process in processes) == 30
    assert [process.look("192.0.2.7").is_admitted for process in processes] == [False] * 4


def test_threads_together_admit_exactly_the_limit(counts: str) -> None:
    process = failures("100/day")
    assert sum(in_threads(8, lambda _: counted(process, 50))) == 100


def test_what_was_spent_comes_back_little_by_little(counts: str, clock: Clock) -> None:
    process = failures()
    clock.advance(1)
    assert counted(process, 31) == 30
    refused = process.count("192.0.2.7")
    assert (refused.remaining, refused.resets_in) == (0, 599)
    clock.advance(599.01)
    assert counted(process, 31) == 1
    clock.advance(300)
    assert 13 <= counted(process, 31) <= 16


def test_who_waits_as_long_as_was_told_is_admitted_once_more(counts: str, clock: Clock) -> None:
    process = failures()
    for _ in range(10):
        clock.advance(17.3)
        standing = process.count("192.0.2.7")
        for _ in range(40):
            standing = process.count("192.0.2.7")
        assert not standing.is_admitted
        clock.advance(standing.resets_in)
        assert process.look("192.0.2.7").is_admitted


def test_whoever_floods_us_costs_no_database(counts: str, clock: Clock) -> None:
    process = failures()
    counted(process, 31)
    with patch.object(counting, "_connections") as connections:
        assert counted(process, 1000) == 0
        assert not process.look("192.0.2.7").is_admitted
    assert connections.mock_calls == []


def test_the_memory_for_those_who_were_refused_is_bounded(counts: str, clock: Clock) -> None:
    process = failures()
    for number in range(MOST_REMEMBERED + 5):
        process._remember(f"guest {number}", 10)
    assert len(process._refused_until) == MOST_REMEMBERED
    clock.advance(11)
    process._remember("one more", 10)
    assert set(process._refused_until) == {"one more"}


def test_where_nobody_can_know_that_is_said(counts: str) -> None:
    with patch.object(counting, "read", side_effect=CountsUnavailable), pytest.raises(CountsUnavailable):
        failures().look("192.0.2.7")
