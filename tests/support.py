"""What tests share: tools that may be missing, free ports, a real server.

needs(tool)      skip a test, with the reason, where a program is not installed; fail it in CI
free_port()      a port of the loopback address that stays ours while the server starts
http             asks a server
serving(...)     `scorekeeper serve` as its own process, on loopback, ended by its process id
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

HOST = "127.0.0.1"
REPOSITORY = Path(__file__).parent.parent
SETTINGS = ("SCOREKEEPER_", "DATABASE_URL", "PUBLIC_URL", "GUNICORN_")
LIMITS = "open=off, failed-keys=off, failed-codes=off, all-failed-codes=off"
"""The limits of a test's server: the tests come from one address, and make more mistakes than a pub."""
START_SECONDS = 120.0
STOP_SECONDS = 30.0
http = httpx.Client(trust_env=False, timeout=30, limits=httpx.Limits(max_keepalive_connections=0))
"""Asks servers, each time by a connection of its own. One for all tests: what TLS would need takes a third of
a second to read."""


def needs(tool: str) -> str:
    """The path of a program that a test can't do without.

    Where it is missing the test is skipped with the reason; in CI, which installs everything, it fails.
    """
    path = shutil.which(tool)
    if path is None:
        missing(f"{tool} is not installed here")
    assert path is not None
    return path


def missing(reason: str) -> None:
    """Skip the test that asks, or fail it in CI (`CI=true`), where nothing may be missing."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{reason}, and CI is to run every test")
    pytest.skip(reason)


@contextmanager
def free_port() -> Iterator[int]:
    """A port that nobody else is given while the context lasts.

    The socket is bound but does not listen: the server, which sets SO_REUSEPORT, can bind beside it, and no
    other test that asks the system for a free port gets the same one.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as reserved:
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        reserved.bind((HOST, 0))
        yield reserved.getsockname()[1]


@dataclass(frozen=True)
class LiveServer:
    """A running server: its address, its SQLite file, its process, where its output goes, its user's home."""

    url: str
    port: int
    database: Path
    process: subprocess.Popen[bytes]
    output: Path
    home: Path

    @property
    def pid(self) -> int:
        return self.process.pid


@contextmanager
def serving(
    database: Path, *, workers: int = 2, environment: dict[str, str] | None = None
) -> Iterator[LiveServer]:
    """A real server on an SQLite file, from `scorekeeper serve` to its end by SIGTERM.

    environment: further variables, such as {"SCOREKEEPER_SYNCHRONOUS": "NORMAL"}. Fails with the server's own
    output where it does not come up.
    """
    with free_port() as port:
        command = [sys.executable, "-m", "scorekeeper", "serve", "--bind", f"{HOST}:{port}"]
        options = ["--database", str(database), "--workers", str(workers)]
        with running(command + options, port, database, environment or {}) as server:
            yield server


@contextmanager
def running(
    command: list[str], port: int, database: Path, environment: dict[str, str], folder: Path = REPOSITORY
) -> Iterator[LiveServer]:
    """Any command that starts a server on that port of loopback, from its readiness to its end by SIGTERM."""
    output, home = database.with_suffix(".output"), database.with_suffix(".home")
    home.mkdir(exist_ok=True)
    with output.open("wb") as stream:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=clean_environment()
            | {"HOME": str(home), "XDG_RUNTIME_DIR": str(home), "SCOREKEEPER_LIMITS": LIMITS}
            | environment,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
        )
    server = LiveServer(f"http://{HOST}:{port}", port, database, process, output, home)
    try:
        _wait_until_ready(server)
        yield server
    finally:
        _end(process)


def clean_environment() -> dict[str, str]:
    """This process's environment without what somebody has set for a server of their own."""
    return {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}


def _wait_until_ready(server: LiveServer) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if server.process.poll() is not None:
            break
        try:
            if http.get(f"{server.url}/readyz", timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    pytest.fail(f"the server did not come up:\n{server.output.read_text(errors='replace')}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the server by its process id, gently first."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(STOP_SECONDS)
