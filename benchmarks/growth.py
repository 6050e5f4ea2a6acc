"""What a cold read and a roll cost as a game and a file grow.

The application is called in this process, without a socket, so that nothing hides a difference. *Cold* means
a new connection to the file, whose pages are not in the process's memory, and a game that it has not kept.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from unittest.mock import patch

from flask import Flask

from benchmarks.filling import Game, fill, play_games
from benchmarks.games import roll_at
from benchmarks.servers import LIMITS
from benchmarks.tables import table
from benchmarks.wsgi_call import Request, call
from scorekeeper import storage
from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.ledger import boards
from scorekeeper.policies import read_policies

FEW = 10
SAMPLES = 200
AIM = 1.25
HEADS = ("", "event {few}", "event {events:,}", "ratio", "{games:,} games", "ratio", "aim")


Measure = Callable[[Flask, "File"], float]


@dataclass
class File:
    """A database and the games in it that are measured, one after another."""

    path: Path
    games: list[Game]
    turn: int = 0

    def next_game(self) -> Game:
        self.turn += 1
        return self.games[self.turn % len(self.games)]


def growth(games: int, events: int) -> str:
    """The comparison as a Markdown table.

    games: how many the large file has; events: the length of the long game.
    """
    with tempfile.TemporaryDirectory() as folder:
        files = _files(Path(folder), games, events)
        application = create_app(Config(str(files[0].path), limits=read_policies(LIMITS)))
        rows = [_row(name, measure, application, files) for name, measure in MEASURES.items()]
    heads = [head.format(few=FEW, events=events, games=games) for head in HEADS]
    return table(heads, rows)


def _files(folder: Path, games: int, events: int) -> tuple[File, File, File]:
    """A file of few short games, one with a long game, and one with many short ones."""
    few, long, many = (folder / f"{name}.sqlite3" for name in ("few", "long", "many"))
    short_games = play_games(few, FEW, FEW)
    long_games = play_games(long, 1, events)
    play_games(long, FEW - 1, FEW)
    return File(few, short_games), File(long, long_games), File(many, fill(few, many, short_games, games))


def _row(name: str, measure: Measure, application: Flask, files: tuple[File, File, File]) -> tuple[str, ...]:
    """The medians of many samples, taken from the files in turns."""
    samples: list[list[float]] = [[] for _ in files]
    for _ in range(SAMPLES):
        for file, seconds in zip(files, samples, strict=True):
            seconds.append(measure(application, file))
    few, long, many = (median(seconds) * 1e6 for seconds in samples)
    return (
        name,
        f"{few:,.0f} µs",
        f"{long:,.0f} µs",
        f"{long / few:.2f}",
        f"{many:,.0f} µs",
        f"{many / few:.2f}",
        f"≤ {AIM}",
    )


def _cold_read(application: Flask, file: File) -> float:
    game = file.next_game()
    with _connected(file):
        return _timed(application, Request("GET", game.path, game.key))


def _cold_roll(application: Flask, file: File) -> float:
    game = file.next_game()
    with _connected(file), patch.object(boards, "_kept", type(boards._kept)()):
        return _timed(application, _next_roll(game))


def _roll(application: Flask, file: File, synchronous: str = "FULL") -> float:
    """A roll in a game that has had one just now."""
    game = file.next_game()
    with _connected(file, synchronous):
        _timed(application, _next_roll(game))
        return _timed(application, _next_roll(game))


def _roll_without_disk(application: Flask, file: File) -> float:
    return _roll(application, file, "OFF")


MEASURES: dict[str, Measure] = {
    "GET /v1/games/{id}, cold": _cold_read,
    "a roll, cold": _cold_roll,
    "a roll": _roll,
    "a roll, without the disk": _roll_without_disk,
}


@contextmanager
def _connected(file: File, synchronous: str = "FULL") -> Iterator[None]:
    """The file is this process's database, with no connection to it yet; none is left behind."""
    storage.connect(str(file.path), synchronous=synchronous)
    try:
        yield
    finally:
        storage.close()


def _next_roll(game: Game) -> Request:
    request = Request("POST", f"{game.path}/rolls", game.key, roll_at(game.rolls))
    game.rolls += 1
    return request


def _timed(application: Flask, request: Request) -> float:
    """Seconds until the answer is there. Raises RuntimeError for one that is no success."""
    environ = request.environ()
    began = time.perf_counter()
    status, answer = call(application, environ)
    seconds = time.perf_counter() - began
    if not status.startswith("20"):
        raise RuntimeError(f"{request.path}: {status} {answer.decode()}")
    return seconds
