"""Servers on loopback, each a gunicorn with the product's settings, ended by their process id.

Exceptions:

    ServerFailed     a server that does not come up; its output is the text
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

HOST = "127.0.0.1"
WORKERS = 2
LIMITS = ", ".join(f"{name}=1000000000/minute" for name in ("reads", "writes", "open"))
"""All is counted, and nobody is ever refused: no table plays as fast as these do."""
START_SECONDS = 60.0
STOP_SECONDS = 20.0
PRODUCT = ("-m", "scorekeeper", "serve")
REPOSITORY = Path(__file__).parent.parent


class ServerFailed(RuntimeError):
    """A server did not come up."""


def bare(application: str) -> tuple[str, ...]:
    """What Python is to run to serve an application of ours, such as `benchmarks.bare:app`."""
    return ("-m", "gunicorn", "-c", "python:scorekeeper.gunicorn_settings", application)


@contextmanager
def serving(
    program: tuple[str, ...], folder: Path, name: str, variables: Mapping[str, str] | None = None
) -> Iterator[str]:
    """The URL of a server while the context lasts.

    program: PRODUCT or bare(...). folder: where its database (`<name>.sqlite3`) and its output go.
    variables: for its environment. Raises ServerFailed.
    """
    port, output = _free_port(), folder / f"{name}.output"
    settings = {
        "SCOREKEEPER_BIND": f"{HOST}:{port}",
        "SCOREKEEPER_DATABASE": str(folder / f"{name}.sqlite3"),
        "SCOREKEEPER_WORKERS": str(WORKERS),
        "SCOREKEEPER_LIMITS": LIMITS,
    }
    environment = {**_clean(os.environ), **settings, **(variables or {})}
    with output.open("wb") as stream:
        process = subprocess.Popen(
            [sys.executable, *program],
            cwd=REPOSITORY,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_until_open(process, port, output)
        yield f"http://{HOST}:{port}"
    finally:
        _end(process)


def _clean(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment without what somebody has set for a server of their own."""
    ours = ("SCOREKEEPER_", "DATABASE_URL", "PUBLIC_URL", "GUNICORN_", "BENCHMARK_")
    return {name: value for name, value in environment.items() if not name.startswith(ours)}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_open(process: subprocess.Popen[bytes], port: int, output: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            socket.create_connection((HOST, port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise ServerFailed(output.read_text(errors="replace"))


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(STOP_SECONDS)
