"""The process that works odds out: started when asked, one for each server, gone with it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any, cast

import pytest

from scorekeeper import rules
from scorekeeper.thinking import client, process, wire
from scorekeeper.thinking.asked import Unanswerable, advice_about, turn_about
from scorekeeper.thinking.desk import Desk
from scorekeeper.thinking.place import NoPlace, socket_of
from scorekeeper.thinking.shelf import BorrowedShelf
from tests.examples import house

TURN = turn_about(rules.Ruleset().turn)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server of the test's own: a process that does nothing, and the folder that its process uses."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    master = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    fresh = client._Server()
    monkeypatch.setattr(client, "_server", fresh)
    client.owned_by(master.pid)
    yield master.pid
    master.kill()
    master.wait(30)
    wait_until(lambda: not socket_of(master.pid).exists())


def wait_until(is_so: Any) -> None:
    deadline = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_the_process_is_started_by_the_first_question_and_answers(server: int) -> None:
    told = client.ask(TURN, 60)
    assert told is not None
    assert told["crew_by_roll"][0]["exact"] == "205/1296"
    assert (socket_of(server).parent.stat().st_mode & 0o777) == 0o700


def test_many_who_ask_first_start_one_process(server: int) -> None:
    with ThreadPoolExecutor(6) as askers:
        answers = list(askers.map(lambda _: client.ask(TURN, 60), range(6)))
    assert answers[0] is not None
    assert answers == [answers[0]] * 6


def test_a_process_that_was_killed_is_started_again(server: int) -> None:
    assert client.ask(TURN, 60)
    assert client._server.started is not None
    os.kill(client._server.started, signal.SIGKILL)
    os.waitpid(client._server.started, 0)
    assert client.ask(TURN, 60)


def test_who_asks_one_question_after_another_opens_one_line(
    server: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    connect = client._connected

    def connected(path: str) -> socket.socket | None:
        link = connect(path)
        if link is not None:
            opened.append(path)
        return link

    program = f"from scorekeeper.thinking import process; process.LINE_SECONDS = 600; process.main({server})"
    with subprocess.Popen([sys.executable, "-c", program]) as patient:
        wait_until(socket_of(server).exists)
        monkeypatch.setattr(client, "_connected", connected)
        with ThreadPoolExecutor(1) as other:
            answers = [client.ask(TURN, 60), client.ask(TURN, 60)]
            answers.append(other.submit(client.ask, TURN, 60).result())
        patient.kill()
    socket_of(server).unlink()
    assert answers == [answers[0]] * 3
    assert len(opened) == 2


def test_an_answer_that_came_too_late_is_not_taken_for_the_next_one(
    server: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = client.ask(TURN, 60)
    assert client._server.started is not None
    with monkeypatch.context() as impatient:
        impatient.setattr(client, "_GRACE_SECONDS", 0.2)
        os.kill(client._server.started, signal.SIGSTOP)
        assert client.ask(CHIPS, 0) is None
        os.kill(client._server.started, signal.SIGCONT)
    assert client.ask(TURN, 60) == told


def test_a_line_of_a_process_that_was_forked_since_is_not_used() -> None:
    line, (one, other) = client._Line(), socket.socketpair()
    with one, other:
        line.keep(one)
        line.opened_by = os.getppid()
        assert line.take() is None
        line.keep(one)
        assert line.take() is one
        assert line.take() is None
        line.keep(one)
        other.close()
        assert line.take() is None


def test_a_line_over_which_nothing_is_asked_is_hung_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "LINE_SECONDS", 0.05)
    desk, (one, other) = Desk(), socket.socketpair()
    talk = Thread(target=process._talk, args=(other, desk, BorrowedShelf()))
    with one:
        talk.start()
        assert wire.receive(one) is None
        talk.join(30)
        assert not talk.is_alive()
    desk.close()


def test_a_process_that_is_asked_over_lines_that_stay_open_does_not_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hours, (one, other) = count(step=3_600), socket.socketpair()
    looks: list[int] = []

    class Listener:
        def accept(self) -> Any:
            looks.append(len(looks))
            if len(looks) == 1:
                return other, None
            if len(looks) == 6:
                one.close()
            raise TimeoutError

    monkeypatch.setattr(process, "LINE_SECONDS", 60.0)
    monkeypatch.setattr(process.time, "monotonic", lambda: next(hours) / 3)
    monkeypatch.setattr(process.odds, "keep_on", lambda _: None)
    process._serve(cast("socket.socket", Listener()), os.getpid())
    assert len(looks) >= 6


class Killing:
    """Tables of a server whose process is killed while they are looked for, so often."""

    def __init__(self, kills: int) -> None:
        self.kills = kills

    def find(self, _name: str) -> str | None:
        if self.kills:
            self.kills -= 1
            assert client._server.started is not None
            os.kill(client._server.started, signal.SIGKILL)
            os.waitpid(client._server.started, 0)
        return None

    def keep(self, name: str, text: str) -> None:
        pass


CHIPS = advice_about(rules.start(rules.PRESETS["chips"].ruleset, 2, 1).state, "game")


def test_who_asks_a_process_that_ends_meanwhile_is_answered_by_the_next(server: int) -> None:
    told = client.ask(CHIPS, 60, Killing(1))
    assert told is not None
    assert told == client.ask(CHIPS, 60)


def test_who_asks_two_processes_that_end_asks_again_later(server: int) -> None:
    assert client.ask(CHIPS, 60, Killing(2)) is None
    assert client.ask(CHIPS, 60) is not None


def test_many_who_ask_a_process_that_is_killed_are_answered_or_ask_again(server: int) -> None:
    assert client.ask(TURN, 60)
    assert client._server.started is not None
    questions = [
        advice_about(rules.start(rules.PRESETS["first-to-three"].ruleset, seats, 1).state, "game")
        for seats in range(2, 7)
    ]
    with ThreadPoolExecutor(12) as askers:
        asked = [askers.submit(client.ask, question, 60) for question in questions * 2]
        time.sleep(0.05)
        os.kill(client._server.started, signal.SIGKILL)
        answers = [each.result() for each in asked]
    assert all(answer is None or answer["options"] for answer in answers)
    assert client.ask(questions[0], 60) is not None


def test_a_process_that_does_not_answer_or_does_not_start_is_asked_again_later(
    server: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "START_SECONDS", 0.2)
    with monkeypatch.context() as broken:
        broken.setattr(client.sys, "executable", "/bin/false")
        assert client.ask(TURN, 1) is None
    monkeypatch.setattr(client, "START_SECONDS", 30.0)
    assert client.ask(TURN, 60)
    assert client._server.started is not None
    monkeypatch.setattr(client, "_GRACE_SECONDS", 0.2)
    os.kill(client._server.started, signal.SIGSTOP)
    assert client.ask(CHIPS, 0.1) is None
    os.kill(client._server.started, signal.SIGCONT)


def test_the_process_ends_with_its_server(server: int) -> None:
    assert client.ask(TURN, 60)
    os.kill(server, signal.SIGKILL)
    os.waitpid(server, 0)
    wait_until(lambda: not socket_of(server).exists())


def test_what_has_no_answer_is_told(server: int) -> None:
    over = rules.play(rules.start(rules.Ruleset(), 2, 1).state, rules.Abandon()).state
    with pytest.raises(Unanswerable):
        client.ask(advice_about(over, "points"), 60)
    with pytest.raises(RuntimeError):
        client.ask({"about": "glory"}, 60)


def test_a_folder_that_others_may_write_to_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = tmp_path / f"scorekeeper-{os.getuid()}"
    folder.mkdir()
    folder.chmod(0o777)
    with pytest.raises(NoPlace):
        socket_of(1)


def test_a_value_that_is_too_long_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:

    monkeypatch.setattr(wire, "MOST_BYTES", 10)
    one, other = socket.socketpair()
    with one, other:
        wire.send(one, "x" * 11)
        with pytest.raises(OSError, match="no question"):
            wire.receive(other)


class Kept:
    """Tables that outlive a process; what was asked for and what was kept is noted."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.noted: list[str] = []

    def find(self, name: str) -> str | None:
        self.noted.append(f"find {name}")
        return self.texts.get(name)

    def keep(self, name: str, text: str) -> None:
        self.noted.append(f"keep {name}")
        self.texts[name] = text


def test_the_next_process_is_brought_what_the_last_one_solved(server: int) -> None:
    kept, question = Kept(), advice_about(rules.start(rules.PRESETS["chips"].ruleset, 2, 1).state, "game")
    told = client.ask(question, 60, kept)
    assert {name.split()[0] for name in kept.noted} == {"find", "keep"}
    assert client._server.started is not None
    os.kill(client._server.started, signal.SIGKILL)
    os.waitpid(client._server.started, 0)
    kept.noted.clear()
    assert client.ask(question, 60, kept) == told
    assert sorted(kept.noted) == sorted(f"find {name}" for name in kept.texts)


def test_who_has_no_place_for_tables_is_answered_too(server: int) -> None:
    state = rules.start(rules.PRESETS["voyage"].ruleset, 2, 1).state
    assert client.ask(advice_about(state, "game"), 60)


@pytest.mark.parametrize(("seats", "rounds"), [(3, 12), (2, 100)])
def test_a_long_game_wants_each_table_once(server: int, seats: int, rounds: int) -> None:
    goal = {"kind": "highest_total", "rounds": rounds, "tie": "draw"}
    kept, ruleset = Kept(), house("five-rounds", goal=goal)
    question = advice_about(rules.start(ruleset, seats, 1).state, "game")
    told, asked = None, 0
    while told is None:
        told = client.ask(question, 60, kept)
        asked += 1
    looked_for = [text for text in kept.noted if text.startswith("find")]
    assert (asked, len(looked_for)) == (1, len(set(looked_for)))
    assert len(looked_for) <= rounds + 3


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process is not told so exactly")
def test_a_process_that_a_large_server_starts_has_not_grown_large() -> None:
    asked = "from scorekeeper.thinking.process import _megabytes; print(_megabytes())"
    server = (
        "import os, sys; large = bytearray(250_000_000)\n"
        f"os.waitpid(os.posix_spawn(sys.executable, [sys.executable, '-c', {asked!r}], os.environ), 0)"
    )
    told = subprocess.run([sys.executable, "-c", server], check=True, capture_output=True, text=True)
    assert 10 < float(told.stdout) < 200


def test_a_process_that_has_grown_large_ends_when_nothing_is_asked_and_the_next_one_answers(
    server: int,
) -> None:
    program = f"from scorekeeper.thinking import process; process.MOST_MEGABYTES = 1; process.main({server})"
    with subprocess.Popen([sys.executable, "-c", program]) as large:
        wait_until(socket_of(server).exists)
        assert client.ask(TURN, 60) is not None
        assert large.wait(30) == 0
    assert client.ask(TURN, 60) is not None
