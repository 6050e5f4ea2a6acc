"""Generous limits: shared by all processes, and most hits cost no database."""

from __future__ import annotations

import random
from unittest.mock import patch

import pytest
from limits import parse

from scorekeeper.limits.leases import FIRST_BLOCK, LARGEST_SHARE, Leases
from scorekeeper.policies import Policy
from scorekeeper.storage import counting
from tests.databases import in_threads
from tests.limits.conftest import Clock


def policy(limit: str = "600/minute") -> Policy:
    return Policy("writes", parse(limit))


def admitted(leases: Leases, hits: int, subject: str = "red") -> int:
    return sum(leases.hit(subject).is_admitted for _ in range(hits))


def test_as_many_hits_are_admitted_as_the_limit_says(counts: str, clock: Clock) -> None:
    assert admitted(Leases(policy()), 700) == 600


def test_everybody_has_a_limit_of_their_own(counts: str, clock: Clock) -> None:
    leases = Leases(policy("20/minute"))
    assert [admitted(leases, 30, subject) for subject in ("red", "blue")] == [20, 20]


def test_a_new_window_begins_afresh(counts: str, clock: Clock) -> None:
    leases = Leases(policy("20/minute"))
    assert admitted(leases, 30) == 20
    clock.advance(59)
    refused = leases.hit("red")
    assert (refused.is_admitted, refused.remaining, refused.resets_in) == (False, 0, 1)
    clock.advance(1)
    assert admitted(leases, 30) == 20


def test_the_hits_that_are_left_are_told(counts: str, clock: Clock) -> None:
    leases = Leases(policy("20/minute"))
    clock.advance(12.5)
    assert [leases.hit("red").remaining for _ in range(21)] == [*range(19, -1, -1), 0]
    assert leases.hit("red").resets_in == 48
    assert leases.hit("red").told == '"writes";r=0;t=48'


def test_most_hits_cost_no_database(counts: str, clock: Clock) -> None:
    leases = Leases(policy())
    with patch.object(counting, "add", wraps=counting.add) as add:
        admitted(leases, 600)
        assert add.call_count <= LARGEST_SHARE + 3
        admitted(leases, 600)
        assert add.call_count <= LARGEST_SHARE + 4


def test_a_few_hits_take_a_small_block(counts: str, clock: Clock) -> None:
    admitted(Leases(policy()), 3)
    assert counting.read("writes red", int(clock.now // 60))[1] == FIRST_BLOCK


def test_a_small_limit_is_counted_hit_by_hit(counts: str, clock: Clock) -> None:
    processes = [Leases(policy("10/minute")) for _ in range(4)]
    assert sum(process.hit("red").is_admitted for _ in range(10) for process in processes) == 10


@pytest.mark.parametrize("seed", range(5))
def test_processes_together_never_admit_more_and_hold_back_little(
    counts: str, clock: Clock, seed: int
) -> None:
    # Each Leases is what one process has.
    chance = random.Random(seed)  # noqa: S311 (a test's)
    processes = [Leases(policy()) for _ in range(4)]
    weights = [chance.random() ** 3 for _ in processes]
    taken = [0] * 4
    for _ in range(500):
        (number,) = chance.choices(range(4), weights)
        taken[number] += processes[number].hit("red").is_admitted
    last = max(range(4), key=lambda number: taken[number])
    taken[last] += admitted(processes[last], 700)
    held = [
        min(600 // LARGEST_SHARE - 1, FIRST_BLOCK - 1 + taken[number])
        for number in range(4)
        if number != last
    ]
    assert 600 - sum(held) <= sum(taken) <= 600


def test_threads_together_get_exactly_the_limit(counts: str) -> None:
    leases = Leases(policy("1000/day"))
    assert sum(in_threads(8, lambda _: admitted(leases, 200))) == 1000


def test_a_hit_that_costs_more_is_admitted_whole_or_not_at_all(counts: str, clock: Clock) -> None:
    leases = Leases(policy("25/minute"))
    assert [leases.hit("red", 10).is_admitted for _ in range(3)] == [True, True, False]
    assert admitted(leases, 10) == 5


def test_only_who_was_here_lately_is_counted_without_being_looked_up(counts: str, clock: Clock) -> None:
    leases = Leases(policy("20/minute"))
    assert leases.hit_again("red") is None
    leases.hit("red")
    again = leases.hit_again("red")
    assert again is not None
    assert again.remaining == 18
    clock.advance(60)
    assert leases.hit_again("red") is None


def test_who_left_is_forgotten(counts: str, clock: Clock) -> None:
    leases = Leases(policy())
    for number in range(100):
        leases.hit(f"guest {number}")
    clock.advance(60)
    leases.hit("red")
    assert len(leases._leases) == 1
    assert counting.read("writes guest 7", int(clock.now // 60)) == (0, 0)


def test_a_clock_that_was_wrong_locks_nobody_out(counts: str, clock: Clock) -> None:
    leases = Leases(policy("20/minute"))
    clock.advance(86_400)
    assert admitted(leases, 30) == 20
    clock.advance(-86_400)
    assert admitted(leases, 30) == 20
    # A thread that is a little late is counted in the window that is.
    clock.advance(60)
    assert admitted(leases, 5) == 5
    clock.advance(-0.5)
    assert admitted(leases, 30) == 15


def test_without_the_shared_count_each_process_counts_for_itself(counts: str, clock: Clock) -> None:
    processes = [Leases(policy()) for _ in range(2)]
    assert admitted(processes[0], 100) == 100
    with patch.object(counting, "add", side_effect=counting.CountsUnavailable):
        assert [admitted(process, 700) for process in processes] == [500, 600]
    clock.advance(60)
    assert admitted(processes[0], 700) == 600
