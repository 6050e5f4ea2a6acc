from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scorekeeper import ledger, storage
from scorekeeper.live import Hub, Stream, follow_game, follow_table
from tests.databases import migrated
from tests.ledger.playing import At, open_table
from tests.streams import SECONDS, Told, events, pieces_of

Follow = Callable[..., Iterator[Told]]


@pytest.fixture
def ledger_file(tmp_path: Path) -> Iterator[str]:
    """An empty database that is connected and migrated."""
    with migrated(str(tmp_path / "ledger.db")) as url:
        yield url


@pytest.fixture
def at(ledger_file: str) -> At:
    """Red and Blue at a table, with a game by S0's rules."""
    return open_table({"preset": "first-to-three"}, "Red", "Blue")


@pytest.fixture
def hub(ledger_file: str) -> Iterator[Hub]:
    """A thread of streams of the test's own."""
    hub = Hub(streams=8, waiting=2)
    storage.tell_of_commits(hub.stir)
    yield hub
    hub.end(5)


@pytest.fixture
def follow(hub: Hub, at: At) -> Iterator[Follow]:
    """Follow the game, or the table: what is told, event by event."""
    sockets: list[socket.socket] = []

    def follow(cursor: int | None = None, *, table: bool = False) -> Iterator[Told]:
        ours, theirs = socket.socketpair()
        sockets.append(ours)
        hub.take(theirs, hub.reserve(stream_of(at, cursor, table=table)))
        return events(pieces_of(ours))

    yield follow
    for each in sockets:
        each.close()


def take(told: Iterator[Told], count: int) -> list[Told]:
    """The next so many events."""
    return [next(told) for _ in range(count)]


def until(holds: Callable[[], bool]) -> None:
    """Wait for what another thread is to do."""
    deadline = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def stream_of(at: At, cursor: int | None = None, *, table: bool = False) -> Stream:
    """The stream of the game, or of the table."""
    key = ledger.hash_key(at.host_key)
    return follow_table(key, at.author.table_id, cursor) if table else follow_game(key, at.game_id, cursor)
