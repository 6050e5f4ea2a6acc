"""What advice costs those who write: a roll's latency while nobody asks, and while somebody asks without
pause for advice on the very game, which is new after every roll; and how long advice itself takes, with 8
seats."""

from __future__ import annotations

import http.client
import json
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median, quantiles
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

from benchmarks.games import ProductGames
from benchmarks.servers import PRODUCT, serving
from benchmarks.streaming import Phone
from benchmarks.tables import table

ROLLS = 150
"""Rolls of one phone in each part of a round."""
QUESTIONS = 300
SEATS = 8
HEADS = ("a roll, while", "median ms", "p95 ms", "ratio of medians")


class Asker:
    """Somebody who asks one question after another over one connection."""

    def __init__(self, url: str, key: str | None = None) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
        self._headers = {"Authorization": f"Bearer {key}"} if key else {"Content-Type": "application/json"}
        self.asked = 0

    def ask(self, path: str, body: Any = None) -> float:
        """Ask until it is answered; the seconds that it took."""
        text = None if body is None else json.dumps(body).encode()
        begun = time.perf_counter()
        status = 202
        while status == 202:
            self._connection.request("GET" if text is None else "POST", path, text, self._headers)
            answer = self._connection.getresponse()
            answer.read()
            status = answer.status
        if status != 200:
            raise RuntimeError(f"a question was answered {status}")
        self.asked += 1
        return time.perf_counter() - begun

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


@contextmanager
def asked_about(url: str, path: str, key: str) -> Iterator[Asker]:
    """While advice on a game is asked for without pause."""
    done = Event()
    with closing(Asker(url, key)) as asker:

        def go_on() -> None:
            while not done.is_set():
                asker.ask(f"{path}/advice")

        thread = Thread(target=go_on)
        thread.start()
        try:
            yield asker
        finally:
            done.set()
            thread.join()


def advising(rounds: int) -> str:
    """The figures as a Markdown table and a line; the parts are measured in turns."""
    alone: list[list[float]] = []
    advised: list[list[float]] = []
    asked = 0
    with tempfile.TemporaryDirectory() as folder, serving(PRODUCT, Path(folder), "product") as url:
        games = ProductGames(url)
        with closing(Phone(url, games)) as phone:
            with asked_about(url, phone.path, games.key):
                phone.roll()
            for _ in range(rounds):
                alone.append([phone.roll() for _ in range(ROLLS)])
                with asked_about(url, phone.path, games.key) as asker:
                    phone.roll()
                    advised.append([phone.roll() for _ in range(ROLLS)])
                asked += asker.asked
        with closing(Asker(url)) as asker:
            took = _questions(asker)
    rows = [
        _row("nobody asks", alone, alone),
        _row("advice on its game is asked for without pause", advised, alone),
    ]
    usual, slow = median(took) * 1000, quantiles(took, n=20)[18] * 1000
    line = f"{asked:,} times asked meanwhile. Advice with {SEATS} seats: {usual:.1f} ms, p95 {slow:.1f} ms."
    return f"{table(HEADS, rows)}\n\n{line}"


def _questions(asker: Asker) -> list[float]:
    """Questions about a round of many seats, each another one, when the first is answered."""
    seats: list[dict[str, Any]] = [{} for _ in range(SEATS)]
    took = []
    for number in range(QUESTIONS + 1):
        scores = [number % 11 + 2, *[0] * (number % 6)]
        turn = {
            "rolls_used": 1 + number % 2,
            "banked": [6, 5, 4],
            "cargo": [1 + number % 6, 1 + number // 6 % 6],
        }
        body = {
            "ruleset": {"preset": "chips"},
            "objective": "round",
            "seats": seats,
            "scores": scores,
            "turn": turn,
        }
        took.append(asker.ask("/v1/odds/advice", body))
    return took[1:]


def _row(name: str, times: list[list[float]], alone: list[list[float]]) -> tuple[str, ...]:
    ratios = [median(part) / median(without) for part, without in zip(times, alone, strict=True)]
    every = sorted(took for part in times for took in part)
    return (
        name,
        f"{median(every) * 1000:.2f}",
        f"{quantiles(every, n=20)[18] * 1000:.2f}",
        f"{median(ratios):.2f}",
    )
