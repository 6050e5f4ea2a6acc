"""Load from wrk (of Debian), 16 clients that send one request after another.

Exceptions:

    LoadFailed     wrk is missing, or an answer was no success
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

CLIENTS = 16
FOLDER = Path(__file__).parent
GRACE_SECONDS = 60.0


class LoadFailed(RuntimeError):
    """There is no figure, and why."""


@dataclass(frozen=True)
class Load:
    """What to send.

    script: a Lua file of this folder. threads: wrk's, each of which has its own clients and Lua state.
    """

    url: str
    script: str = "report.lua"
    headers: Mapping[str, str] | None = None
    variables: Mapping[str, str] | None = None
    threads: int = 2


@dataclass(frozen=True)
class Figures:
    """What a run came to: answers in all and a second, and the latency in milliseconds."""

    requests: int
    per_second: float
    p50: float
    p99: float


def run(load: Load, seconds: int) -> Figures:
    """Put a server under load for some seconds. Raises LoadFailed."""
    wrk = shutil.which("wrk")
    if wrk is None:
        raise LoadFailed("wrk is not installed: apt-get install wrk")
    headers = [part for name, value in (load.headers or {}).items() for part in ("-H", f"{name}: {value}")]
    size = [f"-t{load.threads}", f"-c{CLIENTS}", f"-d{seconds}s", "--timeout", "30s"]
    finished = subprocess.run(
        [wrk, *size, "-s", str(FOLDER / load.script), *headers, load.url],
        env={**os.environ, **(load.variables or {})},
        capture_output=True,
        text=True,
        timeout=seconds + GRACE_SECONDS,
        check=False,
    )
    return _figures(load, finished)


def _figures(load: Load, finished: subprocess.CompletedProcess[str]) -> Figures:
    output = finished.stdout.strip()
    if finished.returncode or not output:
        raise LoadFailed(f"wrk failed at {load.url}: {finished.stderr.strip() or output}")
    report = json.loads(output.splitlines()[-1])
    if report["failed"] or not report["requests"]:
        raise LoadFailed(f"{report['failed']} requests to {load.url} failed of {report['requests']}")
    requests: int = report["requests"]
    return Figures(requests, requests / report["seconds"], report["p50_ms"], report["p99_ms"])
