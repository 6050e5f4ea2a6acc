"""Many who write at once: an entry is recorded once, and none that was confirmed is ever lost."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from scorekeeper import ledger
from scorekeeper.storage.models import Entry
from scorekeeper.storage.queries import rows
from tests.e2e.phone import Phone, ledger_of
from tests.e2e.writers import Finish, Writer, dice_for, race, workers_of
from tests.support import LiveServer, serving

RACES = 200
WRITERS = 16


@contextmanager
def sitting(server: LiveServer, count: int, is_stubborn: bool = False) -> Iterator[list[Writer]]:
    """So many writers, each with a game of its own."""
    writers = [Writer(server.port, is_stubborn) for _ in range(count)]
    try:
        for writer in writers:
            writer.sit_down()
        yield writers
    finally:
        for writer in writers:
            writer.phone.close()


def start(
    writers: list[Writer], rolls: int = 10**6, stop: threading.Event | None = None
) -> list[threading.Thread]:
    threads = [threading.Thread(target=writer.play, args=(rolls, stop)) for writer in writers]
    for thread in threads:
        thread.start()
    return threads


def join(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.join(90)
        assert not thread.is_alive()


def wait_for_rolls(writers: list[Writer], rolls: int) -> None:
    """Until every writer has so many rolls confirmed."""
    deadline = time.monotonic() + 60
    while min(len(writer.confirmed) for writer in writers) < rolls:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def recorded_dice(game_id: str) -> dict[int, list[int]]:
    """The dice of every entry but the opening, by `seq`."""
    entries = rows(Entry.select(Entry.seq, Entry.body).where((Entry.game == game_id) & (Entry.seq > 1)))
    return {entry["seq"]: json.loads(entry["body"])["dice"] for entry in entries}


@pytest.fixture(scope="module")
def finishes(live_server: LiveServer) -> list[tuple[Finish, Finish]]:
    """Two processes that entered the same roll at once, 200 times; the games' log is checked on the way."""
    with closing(Phone(live_server.port)) as phone:
        game = phone.open_game({"preset": "first-to-three"}, 2)
    # Not forked: this process has threads and connections of its own.
    context = multiprocessing.get_context("spawn")
    with context.Manager() as manager, ProcessPoolExecutor(2, mp_context=context) as pool:
        gate = manager.Barrier(2)
        racers = [
            pool.submit(race, live_server.port, phone.key, game["id"], racer, RACES, gate) for racer in (0, 1)
        ]
        first, second = (racer.result(timeout=240) for racer in racers)
    with ledger_of(live_server.database):
        assert ledger.verify_game(game["id"]) == ()
        assert len(recorded_dice(game["id"])) == RACES
    return list(zip(first, second, strict=True))


def test_a_roll_that_two_processes_enter_at_once_is_recorded_once(
    finishes: list[tuple[Finish, Finish]],
) -> None:
    assert len(finishes) == RACES
    for number, pair in enumerate(finishes):
        assert sorted(finish.status for finish in pair) == ([201, 409] if number % 2 else [200, 201])
    versions = [max(finish.body["version"] for finish in pair) for pair in finishes]
    assert versions == list(range(2, RACES + 2))


def test_whoever_enters_the_same_dice_second_is_told_that_they_are_there(
    finishes: list[tuple[Finish, Finish]],
) -> None:
    for number, pair in enumerate(finishes):
        if number % 2:
            continue
        second, first = sorted(pair)
        assert second.dice == first.dice
        assert (second.body["already_recorded"], first.body["already_recorded"]) == (True, False)
        assert second.body["recorded"] == first.body["recorded"]
        assert second.body["head"] == first.body["head"]
        assert second.body["result"] == first.body["result"]


def test_whoever_enters_other_dice_second_is_shown_both(finishes: list[tuple[Finish, Finish]]) -> None:
    for number, pair in enumerate(finishes):
        if number % 2 == 0:
            continue
        first, second = sorted(pair)
        assert first.dice != second.dice
        assert second.body["code"] == "already-recorded"
        assert second.body["recorded"]["dice"] == first.dice
        assert second.body["recorded"]["seq"] == first.body["recorded"]["seq"]
        assert second.body["sent"]["dice"] == second.dice


def test_each_process_is_the_first_at_times(finishes: list[tuple[Finish, Finish]]) -> None:
    """Else there was no race."""
    firsts = [finish.status == 201 for finish, _ in finishes]
    assert 0 < sum(firsts) < RACES


def test_sixteen_writers_on_sixteen_games_lose_nothing(live_server: LiveServer) -> None:
    with sitting(live_server, WRITERS) as writers:
        join(start(writers, rolls=30))
    for writer in writers:
        assert writer.statuses == [201] * 30
        assert writer.broken == []
    with ledger_of(live_server.database):
        for writer in writers:
            assert ledger.verify_game(writer.game_id) == ()
            assert recorded_dice(writer.game_id) == writer.confirmed
            assert list(writer.confirmed.values()) == [dice_for(number, 0) for number in range(30)]
    said = live_server.output.read_text(errors="replace")
    assert "locked" not in said
    assert "Traceback" not in said


def test_a_worker_that_is_killed_loses_nothing_that_was_confirmed(database_file: Path) -> None:
    stop = threading.Event()
    with serving(database_file) as server, sitting(server, 4, is_stubborn=True) as writers:
        threads = start(writers, stop=stop)
        for rolls in (10, 30, 50):
            wait_for_rolls(writers, rolls)
            os.kill(workers_of(server.pid)[0], signal.SIGKILL)
        wait_for_rolls(writers, 70)
        stop.set()
        join(threads)
        assert server.process.poll() is None
    with ledger_of(database_file):
        for writer in writers:
            assert set(writer.statuses) <= {200, 201}
            # Who sent again was told what is there: each roll is recorded once.
            assert recorded_dice(writer.game_id) == writer.confirmed
            assert ledger.verify_game(writer.game_id) == ()
    assert any(writer.broken for writer in writers)


def test_a_server_that_is_killed_loses_nothing_that_was_confirmed(database_file: Path) -> None:
    with serving(database_file) as server, sitting(server, 4) as writers:
        threads = start(writers)
        wait_for_rolls(writers, 25)
        for pid in (server.pid, *workers_of(server.pid)):
            os.kill(pid, signal.SIGKILL)
        join(threads)
        server.process.wait(30)
    assert all(writer.broken for writer in writers)
    with serving(database_file) as server, ledger_of(database_file):
        for writer in writers:
            recorded = recorded_dice(writer.game_id)
            assert ledger.verify_game(writer.game_id) == ()
            assert set(writer.statuses) == {201}
            assert {seq: recorded.get(seq) for seq in writer.confirmed} == writer.confirmed
            # The one roll that was under way is there whole, or not at all.
            assert len(recorded) - len(writer.confirmed) in (0, 1)
            assert_play_goes_on(server, writer)


def assert_play_goes_on(server: LiveServer, writer: Writer) -> None:
    """The game goes on where it was."""
    with closing(Phone(server.port, writer.phone.key)) as writer.phone:
        writer.due = writer.phone.send("GET", f"/v1/games/{writer.game_id}").body["next"]
        writer.play(rolls=3)
    assert writer.statuses[-3:] == [201] * 3
