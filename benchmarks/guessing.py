"""What it costs a table that plays that somebody tries ten thousand wrong codes, and what he gets by it.

A roll's latency alone, beside as many harmless requests, and beside the guesses: what they cost more than
harmless ones is the work of the limits.
"""

from __future__ import annotations

import http.client
import itertools
import json
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlsplit

from benchmarks.games import ProductGames
from benchmarks.servers import PRODUCT, serving
from benchmarks.streaming import Phone
from benchmarks.tables import table

GUESSES = 10_000
GUESSERS, THREADS = 2, 4
"""Processes that guess, and the connections of each."""
ROLLS_ALONE = 100
LIMITS = "writes=1000000/minute"
"""All as it is by default, but that the one table may play faster than people do."""
HEADS = ("a roll, beside", "requests", "a second", "median ms", "p95 ms", "ratio of medians")
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
RIGHT = "a right code, typed at the same address"


@dataclass
class Phase:
    """What was measured beside one kind of request."""

    name: str
    path: str
    seconds: float = 0.0
    statuses: Counter[int] = field(default_factory=Counter)
    rolls: list[float] = field(default_factory=list)


def guessing(rounds: int) -> str:
    """The comparison as a Markdown table, and what the guesses came to.

    rounds: how often each part is measured; the guesses are shared out among them.
    """
    phases = [Phase("nothing", ""), Phase("GET /healthz", "/healthz"), Phase("wrong codes", "/v1/join")]
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(PRODUCT, Path(folder), "guessing", {"SCOREKEEPER_LIMITS": LIMITS}) as url,
        ProcessPoolExecutor(GUESSERS, mp_context=get_context("spawn")) as pool,
    ):
        games = ProductGames(url)
        code, token = _invite(url, games)
        with closing(Phone(url, games)) as phone:
            for number in range(rounds):
                for phase in phases:
                    _measure(phase, url, phone, pool, number, GUESSES // rounds)
        afterwards = {RIGHT: _join(url, code), "the link, from there": _join(url, token)}
    lines = [f"{what}: {status}" for what, status in afterwards.items()]
    found = ", ".join(f"{count:,} × {status}" for status, count in sorted(phases[2].statuses.items()))
    rows = [_row(phase, phases[0]) for phase in phases]
    return "\n".join([table(HEADS, rows), "", f"The guesses: {found}.", *lines])


def _measure(
    phase: Phase, url: str, phone: Phone, pool: ProcessPoolExecutor, number: int, requests: int
) -> None:
    """Enter rolls while others ask."""
    if not phase.path:
        phase.rolls += [phone.roll() for _ in range(ROLLS_ALONE)]
        return
    share = requests // GUESSERS
    begun = time.perf_counter()
    asking = [
        pool.submit(ask, url, phase.path, (number * GUESSERS + guesser) * share, share)
        for guesser in range(GUESSERS)
    ]
    while not all(each.done() for each in asking):
        phase.rolls.append(phone.roll())
    phase.seconds += time.perf_counter() - begun
    for each in asking:
        phase.statuses += each.result()


def ask(url: str, path: str, first: int, requests: int) -> Counter[int]:
    """Send requests through several connections; how often each status came back."""
    share = requests // THREADS
    with ThreadPoolExecutor(THREADS) as threads:
        answers = threads.map(
            lambda thread: _ask_on_one(url, path, first + thread * share, share), range(THREADS)
        )
        return sum(answers, Counter())


def _ask_on_one(url: str, path: str, first: int, requests: int) -> Counter[int]:
    statuses: Counter[int] = Counter()
    with closing(http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)) as connection:
        for code in _codes(first, requests):
            if path == "/v1/join":
                body = json.dumps({"code": code}).encode()
                connection.request("POST", path, body, {"Content-Type": "application/json"})
            else:
                connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            statuses[answer.status] += 1
    return statuses


def _codes(first: int, count: int) -> Iterator[str]:
    """Codes that are well typed, all different."""
    return (
        "".join(letters)
        for letters in itertools.islice(itertools.product(LETTERS, repeat=6), first, first + count)
    )


def _invite(url: str, games: ProductGames) -> tuple[str, str]:
    """A code that is right, and the token of its link."""
    made = _post(url, f"/v1/tables/{games.table_id}/invites", {"role": "viewer"}, games.key)[1]
    return made["code"], made["url"].partition("#")[2]


def _join(url: str, code: str) -> int:
    return _post(url, "/v1/join", {"code": code})[0]


def _post(url: str, path: str, body: object, key: str = "") -> tuple[int, dict[str, str]]:
    with closing(http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)) as connection:
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
        connection.request("POST", path, json.dumps(body).encode(), headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())


def _row(phase: Phase, alone: Phase) -> list[str]:
    requests = sum(phase.statuses.values())
    middle = median(phase.rolls)
    return [
        phase.name,
        f"{requests:,}" if requests else "",
        f"{requests / phase.seconds:,.0f}" if requests else "",
        f"{1000 * middle:.1f}",
        f"{1000 * quantiles(phase.rolls, n=20)[-1]:.1f}",
        f"{middle / median(alone.rolls):.2f}",
    ]
