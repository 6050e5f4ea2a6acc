"""What advice costs those who write: a roll's latency while nobody asks, and while somebody asks for advice
on the very game, which is new after every roll; and how long advice itself takes, with 8 seats.

Whoever asks without pause takes a part of a small machine whatever is asked, as does the server that speaks
HTTP with them: that part is measured too, with a question that is only answered."""

from __future__ import annotations

import http.client
import json
import multiprocessing
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlsplit

from benchmarks.games import ProductGames
from benchmarks.servers import PRODUCT, serving
from benchmarks.streaming import Phone
from benchmarks.tables import table

ROLLS = 150
"""Rolls of one phone in each part of a round."""
PACE = 25
"""Questions a second of the phones that pause: so many phones, each of which looks once a second."""
QUESTIONS = 300
SEATS = 8
HEADS = ("a roll, while", "median ms", "p95 ms", "ratio of medians", "answers a roll")


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
def asked_about(url: str, path: str, key: str, pause: float = 0.0) -> Iterator[Synchronized[int]]:
    """While something is asked for, by a process of its own, as by another phone: a thread would take its
    turns from the one whose rolls are timed. pause: seconds between two questions. Yields how often it was
    answered."""
    context = multiprocessing.get_context("spawn")
    answered, done = context.Value("i", 0), context.Event()
    asker = context.Process(target=_ask_on, args=(url, path, key, pause, answered, done))
    asker.start()
    try:
        while not answered.value:
            time.sleep(0.01)
        yield answered
    finally:
        done.set()
        asker.join()


def _ask_on(url: str, path: str, key: str, pause: float, answered: Synchronized[int], done: Event) -> None:
    with closing(Asker(url, key)) as asker:
        while not done.is_set():
            asker.ask(path)
            answered.value = asker.asked
            if pause:
                done.wait(pause)


def advising(rounds: int) -> str:
    """The figures as a Markdown table and a line; the parts are measured in turns. What a question costs that
    is only answered, and what the simplest reading does, is there to compare with."""
    nothing, part_of = "nobody asks", "{} asked for without pause"
    asked_for = {
        f"{PACE} phones ask for advice on its game, each once a second": ("{game}/advice", 1 / PACE),
        part_of.format("advice on its game is"): ("{game}/advice", 0.0),
        part_of.format("its standings are"): ("{game}/standings", 0.0),
        part_of.format("only an answer (/healthz) is"): ("/healthz", 0.0),
    }
    parts: dict[str, list[list[float]]] = {nothing: [], **{part: [] for part in asked_for}}
    asked = dict.fromkeys(asked_for, 0)
    with tempfile.TemporaryDirectory() as folder, serving(PRODUCT, Path(folder), "product") as url:
        games = ProductGames(url)
        with closing(Phone(url, games)) as phone:
            with asked_about(url, f"{phone.path}/advice", games.key):
                phone.roll()
            for _ in range(rounds):
                parts[nothing].append([phone.roll() for _ in range(ROLLS)])
                for part, (path, pause) in asked_for.items():
                    with asked_about(url, path.format(game=phone.path), games.key, pause) as answered:
                        phone.roll()
                        before = answered.value
                        parts[part].append([phone.roll() for _ in range(ROLLS)])
                        asked[part] += answered.value - before
        with closing(Asker(url)) as asker:
            took = _questions(asker)
    rows = [_row(part, times, asked.get(part, 0), parts[nothing]) for part, times in parts.items()]
    usual, slow = median(took) * 1000, quantiles(took, n=20)[18] * 1000
    line = f"Advice with {SEATS} seats: {usual:.1f} ms, p95 {slow:.1f} ms."
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


def _row(name: str, times: list[list[float]], asked: int, alone: list[list[float]]) -> tuple[str, ...]:
    """A row of the table. asked: how many answers others had meanwhile."""
    ratios = [median(part) / median(without) for part, without in zip(times, alone, strict=True)]
    every = sorted(took for part in times for took in part)
    return (
        name,
        f"{median(every) * 1000:.2f}",
        f"{quantiles(every, n=20)[18] * 1000:.2f}",
        f"{median(ratios):.2f}",
        f"{asked / len(every):.1f}",
    )
