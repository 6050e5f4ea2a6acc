"""New processes in the place of the old ones (SIGHUP), and the end of the server, while phones connect."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.e2e.phone import Phone
from tests.e2e.writers import workers_of
from tests.support import HOST, serving

SECONDS = 20.0


class Caller(threading.Thread):
    """Somebody who connects afresh for every request, and notes what came of it."""

    def __init__(self, port: int, stop: threading.Event) -> None:
        super().__init__()
        self.came: list[object] = []
        self._port, self._stopped = port, stop

    def run(self) -> None:
        while not self._stopped.is_set():
            try:
                with closing(Phone(self._port)) as phone:
                    self.came.append(phone.send("GET", "/healthz").status)
            except OSError as error:
                self.came.append(repr(error))


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def is_refused(port: int) -> bool:
    try:
        socket.create_connection((HOST, port), timeout=SECONDS).close()
    except ConnectionRefusedError:
        return True
    return False


def test_a_reload_loses_nobody_who_connects_meanwhile(database_file: Path) -> None:
    with serving(database_file) as server, closing(Phone(server.port)) as kept:
        assert kept.send("GET", "/healthz").status == 200
        stop = threading.Event()
        callers = [Caller(server.port, stop) for _ in range(3)]
        for caller in callers:
            caller.start()
        processes = set(workers_of(server.pid))
        os.kill(server.pid, signal.SIGHUP)
        until(lambda: not processes & set(workers_of(server.pid)))
        stop.set()
        for caller in callers:
            caller.join(SECONDS)
        came = [each for caller in callers for each in caller.came]
    assert set(came) == {200}
    assert len(came) > 20


def test_a_server_that_ends_refuses_at_once_and_answers_what_was_asked(database_file: Path) -> None:
    with serving(database_file) as server, closing(Phone(server.port)) as phone:
        game = phone.open_game({"preset": "first-to-three"}, 2)
        path = f"/v1/games/{game['id']}/log?after=1&wait=30"
        phone.connection.request("GET", path, headers={"Authorization": f"Bearer {phone.key}"})
        time.sleep(0.3)
        os.kill(server.pid, signal.SIGTERM)
        assert phone.connection.getresponse().status == 200
        until(lambda: is_refused(server.port))
        assert server.process.wait(SECONDS) == 0
