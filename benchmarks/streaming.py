"""What streams cost those who write: a roll's latency with none, with a hundred idle ones (each of a game of
its own), and with as many, some of which follow the very game.

A table and a key have a part of a process's streams each, so the games are those of several tables.
"""

from __future__ import annotations

import http.client
import json
import selectors
import socket
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import cycle, islice
from pathlib import Path
from statistics import median, quantiles
from threading import Event, Thread
from urllib.parse import urlsplit

from benchmarks.games import ProductGames, roll_at
from benchmarks.servers import PRODUCT, serving
from benchmarks.tables import table

STREAMS = 100
TABLES = 8
AT_THE_GAME = 24
"""Fewer than one key may hold open in one process, should all of them come to the same."""
ROLLS = 150
"""Rolls of one phone in each part of a round."""
HEADS = ("a roll, while there are", "median ms", "p95 ms", "ratio of medians")


class Phone:
    """One phone, which enters roll after roll in a game of its own."""

    def __init__(self, url: str, games: ProductGames) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
        self._headers = {"Authorization": f"Bearer {games.key}", "Content-Type": "application/json"}
        self.path = games.open()
        self._number = 0

    def roll(self) -> float:
        """Enter the next roll; the seconds that it took."""
        body = json.dumps(roll_at(self._number)).encode()
        begun = time.perf_counter()
        self._connection.request("POST", f"{self.path}/rolls", body, self._headers)
        answer = self._connection.getresponse()
        answer.read()
        took = time.perf_counter() - begun
        if answer.status != 201:
            raise RuntimeError(f"a roll was answered {answer.status}")
        self._number += 1
        return took

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


@contextmanager
def followed(url: str, games: Sequence[tuple[str, str]]) -> Iterator[None]:
    """While a stream follows each of some games, told by path and key; each has begun."""
    with ExitStack() as stack:
        readers = [stack.enter_context(closing(_begin(url, path, key))) for path, key in games]
        done = Event()
        reading = Thread(target=_read, args=(readers, done))
        reading.start()
        try:
            yield
        finally:
            done.set()
            reading.join()


def _read(readers: list[socket.socket], done: Event) -> None:
    """Take what is told, as phones do."""
    with selectors.DefaultSelector() as selector:
        for reader in readers:
            selector.register(reader, selectors.EVENT_READ)
        while not done.is_set():
            for key, _ in selector.select(0.05):
                if not key.fileobj.recv(65_536):  # type: ignore[union-attr]
                    raise RuntimeError("a stream has ended")


def _begin(url: str, path: str, key: str) -> socket.socket:
    place = urlsplit(url)
    sock = socket.create_connection((place.hostname, place.port), timeout=60)
    head = f"GET {path}/stream HTTP/1.1\r\nHost: {place.netloc}\r\nAuthorization: Bearer {key}\r\n\r\n"
    sock.sendall(head.encode())
    text = b""
    while b"\nevent: game\n" not in text:
        piece = sock.recv(65_536)
        if not piece:
            raise RuntimeError(text.decode())
        text += piece
    return sock


def streaming(rounds: int) -> str:
    """The figures as a Markdown table; the parts are measured in turns, so that what else the machine does
    falls on all alike."""
    alone, idle = "no stream", f"{STREAMS} idle streams"
    busy = f"{STREAMS} streams, {AT_THE_GAME} of them of its game"
    parts: dict[str, list[list[float]]] = {alone: [], idle: [], busy: []}
    with tempfile.TemporaryDirectory() as folder, serving(PRODUCT, Path(folder), "product") as url:
        tables = cycle([ProductGames(url) for _ in range(TABLES)])
        others = [(games.open(), games.key) for games in islice(tables, STREAMS)]
        games = ProductGames(url)
        with closing(Phone(url, games)) as phone:
            its_own = [(phone.path, games.key)] * AT_THE_GAME
            for _ in range(rounds):
                for part, followers in (
                    (alone, []),
                    (idle, others),
                    (busy, its_own + others[AT_THE_GAME:]),
                ):
                    with followed(url, followers):
                        phone.roll()
                        parts[part].append([phone.roll() for _ in range(ROLLS)])
    return table(HEADS, [_row(name, times, parts[alone]) for name, times in parts.items()])


def _row(name: str, times: list[list[float]], alone: list[list[float]]) -> tuple[str, ...]:
    ratios = [median(part) / median(without) for part, without in zip(times, alone, strict=True)]
    every = sorted(took for part in times for took in part)
    return (
        name,
        f"{median(every) * 1000:.2f}",
        f"{quantiles(every, n=20)[18] * 1000:.2f}",
        f"{median(ratios):.2f}",
    )
