"""Streams of a real server: several processes, networks that break, and the end of the server."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.e2e.cutting import play_a_table_and_cut, play_and_cut, problems, problems_of_table
from tests.e2e.phone import Phone
from tests.streams import Reader, Told
from tests.support import LiveServer, serving

SECONDS = 10.0
FIRST = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1], "keep": [6]}


class Table(Phone):
    """A phone with a game, which can be followed."""

    def __post_init__(self) -> None:
        super().__post_init__()
        opened = self.open_game({"preset": "first-to-three"}, 2)
        self.game = self.send("GET", f"/v1/games/{opened['id']}").body

    def follow(self, *, table: bool = False) -> Reader:
        path = f"/v1/tables/{self.game['table_id']}" if table else f"/v1/games/{self.game['id']}"
        return Reader(self.port, f"{path}/stream", {"Authorization": f"Bearer {self.key}"})

    def roll(self) -> None:
        assert self.send("POST", f"/v1/games/{self.game['id']}/rolls", FIRST).status == 201


@pytest.fixture
def small(database_file: Path) -> Iterator[LiveServer]:
    """A server of one process with two threads that serves four streams."""
    settings = {"SCOREKEEPER_THREADS": "2", "SCOREKEEPER_STREAMS": "4"}
    with serving(database_file, workers=1, environment=settings) as server:
        yield server


def test_a_reader_who_is_cut_again_and_again_misses_nothing_and_hears_nothing_twice(tmp_path: Path) -> None:
    reader, log = play_and_cut(tmp_path, entries=250, cuts=40)
    assert problems(reader.told, log) == []
    assert reader.cuts >= 25


def test_who_follows_a_table_and_is_cut_again_and_again_misses_nothing_of_any_game(tmp_path: Path) -> None:
    reader, logs = play_a_table_and_cut(tmp_path, entries=90, cuts=25, games=3)
    assert problems_of_table(reader.told, logs) == []
    assert reader.cuts >= 10
    assert len(logs) >= 6


def test_streams_take_no_thread_from_those_who_write(small: LiveServer) -> None:
    with closing(Table(small.port)) as table, ExitStack() as stack:
        readers = [stack.enter_context(table.follow(table=number % 2 == 1)) for number in range(4)]
        for reader in readers:
            assert reader.next().id == 1
        table.roll()
        assert [reader.next().data["game"]["version"] for reader in readers] == [2] * 4


def test_past_the_bound_a_stream_is_refused_until_another_one_ends(small: LiveServer) -> None:
    with closing(Table(small.port)) as table, ExitStack() as stack:
        readers = [stack.enter_context(table.follow()) for _ in range(4)]
        assert [reader.next().name for reader in readers] == ["game"] * 4
        with table.follow() as refused:
            assert refused.status == 503
            assert "Retry-After: " in refused.head
        readers[0].cut()
        _until_there_is_a_place(table)


def _until_there_is_a_place(table: Table) -> None:
    deadline = time.monotonic() + SECONDS
    while True:
        with table.follow() as reader:
            if reader.status == 200:
                return
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_an_answer_that_goes_on_says_nothing_of_its_length(small: LiveServer) -> None:
    with closing(Table(small.port)) as table, table.follow() as reader:
        head = reader.head.lower()
    assert "connection: close" in head
    assert "content-length" not in head
    assert "transfer-encoding" not in head


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_the_end_of_a_process_ends_its_streams_before_all_else(database_file: Path, how: int) -> None:
    with serving(database_file) as server, closing(Table(server.port)) as table, ExitStack() as stack:
        readers = [stack.enter_context(table.follow(table=number % 2 == 1)) for number in range(20)]
        for reader in readers:
            reader.next()
        os.kill(server.pid, how)
        assert [[*reader.told] for reader in readers] == [[Told("end", None, {"reason": "restart"})]] * 20


def test_who_waits_for_an_entry_is_answered_when_it_comes_whatever_process_it_came_to(
    database_file: Path,
) -> None:
    with serving(database_file) as server, closing(Table(server.port)) as table, ExitStack() as stack:
        path = f"/v1/games/{table.game['id']}/log?after=1&wait=30"
        waiting = [stack.enter_context(closing(Phone(server.port, table.key))) for _ in range(3)]
        for phone in waiting:
            phone.connection.request("GET", path, headers={"Authorization": f"Bearer {table.key}"})
        time.sleep(0.2)
        table.roll()
        for phone in waiting:
            assert b'"seq":2' in phone.connection.getresponse().read()
