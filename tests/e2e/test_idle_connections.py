"""Those who connect and say nothing, and those who do not take what they asked for."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.support import HOST, LiveServer, serving

THREADS = 2
CONNECTIONS = 50


@pytest.fixture
def small_server(tmp_path: Path) -> Iterator[LiveServer]:
    variables = {
        "SCOREKEEPER_THREADS": str(THREADS),
        "GUNICORN_CMD_ARGS": f"--worker-connections {CONNECTIONS}",
    }
    with serving(tmp_path / "small.sqlite3", workers=1, environment=variables) as server:
        yield server


def connect(stack: ExitStack, server: LiveServer) -> socket.socket:
    return stack.enter_context(socket.create_connection((HOST, server.port), timeout=60))


def answered(server: LiveServer) -> float:
    """The seconds until a newcomer is answered."""
    began = time.monotonic()
    assert httpx.get(f"{server.url}/healthz", timeout=60, trust_env=False).status_code == 200
    return time.monotonic() - began


def test_who_says_nothing_takes_no_thread_and_no_place(small_server: LiveServer) -> None:
    with ExitStack() as stack:
        silent = [connect(stack, small_server) for _ in range(3 * CONNECTIONS)]
        # Each of them would have kept a thread for 5 seconds.
        assert answered(small_server) < 5
        # The one that has waited longest gave its place away.
        assert silent[0].recv(1) == b""


def test_a_kept_connection_gives_its_place_away_too(small_server: LiveServer) -> None:
    with ExitStack() as stack:
        for _ in range(2 * CONNECTIONS):
            phone = connect(stack, small_server)
            phone.sendall(b"GET /healthz HTTP/1.1\r\nHost: table\r\n\r\n")
            assert phone.recv(65_536).startswith(b"HTTP/1.1 200")
        assert answered(small_server) < 5


def test_a_worker_that_ends_does_not_wait_for_them(small_server: LiveServer) -> None:
    with ExitStack() as stack:
        connect(stack, small_server)
        answered(small_server)
        began = time.monotonic()
        small_server.process.terminate()
        small_server.process.wait(30)
        assert time.monotonic() - began < 9
