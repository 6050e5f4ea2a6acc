"""A reader whose connection is cut again and again, while others play.

python -m tests.e2e.cutting 1000 100      so many entries, and at least so many cuts
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.e2e.phone import Phone
from tests.e2e.writers import Writer
from tests.streams import Reader, Told
from tests.support import serving

FAST = {"SCOREKEEPER_SYNCHRONOUS": "NORMAL", "SCOREKEEPER_LIMITS": "off"}
_SECONDS = 240.0
"""No test waits longer, whatever goes wrong."""
_BYTES_OF_AN_EVENT = 2_600


class CutReader:
    """Follows a game over a network that breaks at random, in the middle of an event too.

    told: every event that arrived whole. cuts: how often the connection was cut.
    """

    def __init__(self, port: int, game_id: str, key: str, seed: int) -> None:
        self.told: list[Told] = []
        self.cuts = 0
        self._port, self._path = port, f"/v1/games/{game_id}/stream"
        self._key, self._dice = key, random.Random(seed)  # noqa: S311 when it is cut is no secret

    @property
    def last(self) -> int:
        """The newest cursor."""
        return max((each.id for each in self.told if each.id is not None), default=0)

    def follow(self, entries: int, cuts: int) -> None:
        """Until the game has so many entries."""
        often, deadline = max(1, entries // cuts), time.monotonic() + _SECONDS
        while self.last < entries:
            assert time.monotonic() < deadline, f"told up to {self.last}"
            budget = self._dice.randint(1, 2 * often * _BYTES_OF_AN_EVENT)
            headers = {"Authorization": f"Bearer {self._key}"}
            if self.told:
                headers["Last-Event-ID"] = str(self.last)
            with Reader(self._port, self._path, headers) as reader:
                self.told += reader.some(budget, seconds=self._dice.uniform(0.01, 0.3))
            self.cuts += 1


def play_and_cut(folder: Path, entries: int, cuts: int) -> tuple[CutReader, list[dict[str, Any]]]:
    """What a reader was told who was cut so often, and the game's log."""
    with serving(folder / "scorekeeper.sqlite3", environment=FAST) as server:
        writer = Writer(server.port)
        writer.sit_down()
        reader = CutReader(server.port, writer.game_id, writer.phone.key, seed=entries)
        playing = threading.Thread(target=writer.play, args=(entries - 1,))
        playing.start()
        reader.follow(entries, cuts)
        playing.join(60)
        with closing(writer.phone):
            return reader, log_of(writer.phone, writer.game_id)


def log_of(phone: Phone, game_id: str) -> list[dict[str, Any]]:
    """The whole log, page by page."""
    log: list[dict[str, Any]] = []
    while page := phone.send("GET", f"/v1/games/{game_id}/log?limit=100&after={len(log)}").body["items"]:
        log += page
    return log


def problems(told: list[Told], log: list[dict[str, Any]]) -> list[str]:
    """What is wrong with what was told, if anything is."""
    first, *entries = told
    found = [f"an event {each.name}" for each in entries if each.name != "entry"]
    seen = list(range(1, first.data["version"] + 1)) + [each.id for each in entries]
    if seen != [entry["seq"] for entry in log]:
        found.append(f"told {len(seen)} of {len(log)} entries, or not in their order")
    true = {entry["seq"]: (entry, entry["hash"]) for entry in log}
    return found + [
        f"entry {each.id} is not what the log says"
        for each in entries
        if true.get(each.id or 0) != (each.data["entry"], each.data["game"]["head"])
    ]


if __name__ == "__main__":
    wanted, least = map(int, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        reader, log = play_and_cut(Path(folder), wanted, least)
    print(f"{len(log)} entries, {len(reader.told)} events, {reader.cuts} cuts")  # noqa: T201
    sys.exit("\n".join(problems(reader.told, log)) or 0)
