"""What a server needs of the machine."""

from __future__ import annotations

import resource

import pytest

from scorekeeper import server
from scorekeeper.server import (
    FILES_OF_A_PROCESS,
    FILES_OF_A_THREAD,
    IDLE_CONNECTIONS,
    connections_of_a_process,
)


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """What the system allows, and what was asked of it."""
    asked = [(1_024, 4_096)]
    monkeypatch.setattr(server.resource, "getrlimit", lambda _: asked[-1])
    monkeypatch.setattr(server.resource, "setrlimit", lambda _, limits: asked.append(limits))
    return asked


def test_a_process_may_open_as_many_files_as_its_connections_need(limits: list[tuple[int, int]]) -> None:
    assert connections_of_a_process(32, 256) == 32 + IDLE_CONNECTIONS
    needed = 32 * FILES_OF_A_THREAD + 256 + FILES_OF_A_PROCESS + IDLE_CONNECTIONS
    assert limits[1:] == [(needed, 4_096)]


def test_where_the_system_allows_less_there_are_fewer_idle_ones(limits: list[tuple[int, int]]) -> None:
    limits[0] = (1_024, 1_024)
    assert connections_of_a_process(32, 256) == 32 + 1_024 - 32 * FILES_OF_A_THREAD - 256 - FILES_OF_A_PROCESS
    assert len(limits) == 1


def test_every_thread_has_room_for_one_that_waits(limits: list[tuple[int, int]]) -> None:
    assert connections_of_a_process(1_000, 10_000) == 2_000


def test_where_nothing_is_bounded_nothing_is_asked(limits: list[tuple[int, int]]) -> None:
    limits[0] = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    assert connections_of_a_process(32, 256) == 32 + IDLE_CONNECTIONS
    assert len(limits) == 1
