"""A reader whose connection is cut again and again, while others play.

python -m tests.e2e.cutting 1000 100      so many entries of one game, and at least so many cuts
python -m tests.e2e.cutting 1000 100 4    the same for the stream of a table with so many games at once, in
                                          which others are opened and put right and the table is renamed
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
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
_MEDDLE_SECONDS = 0.05
Log = list[dict[str, Any]]


class CutReader:
    """Follows a game or a table over a network that breaks at random, in the middle of an event too.

    told: every event that arrived whole. cuts: how often the connection was cut.
    """

    def __init__(self, port: int, path: str, key: str, seed: int) -> None:
        self.told: list[Told] = []
        self.cuts = 0
        self._port, self._path = port, f"{path}/stream"
        self._key, self._dice = key, random.Random(seed)  # noqa: S311 when it is cut is no secret

    @property
    def last(self) -> int:
        """The newest cursor."""
        return max((each.id for each in self.told if each.id is not None), default=0)

    def follow(self, often: int, is_done: Callable[[], bool]) -> None:
        """Until that is so. often: the entries between two cuts, about."""
        deadline = time.monotonic() + _SECONDS
        while not is_done():
            assert time.monotonic() < deadline, f"told up to {self.last}"
            budget = self._dice.randint(1, 2 * often * _BYTES_OF_AN_EVENT)
            headers = {"Authorization": f"Bearer {self._key}"}
            if self.told:
                headers["Last-Event-ID"] = str(self.last)
            with Reader(self._port, self._path, headers) as reader:
                self.told += reader.some(budget, seconds=self._dice.uniform(0.01, 0.3))
            self.cuts += 1


def play_and_cut(folder: Path, entries: int, cuts: int) -> tuple[CutReader, Log]:
    """What a reader of a game was told who was cut so often, and the game's log."""
    with serving(folder / "scorekeeper.sqlite3", environment=FAST) as server:
        writer = Writer(server.port)
        writer.sit_down()
        with closing(writer.phone) as phone:
            reader = CutReader(server.port, f"/v1/games/{writer.game_id}", str(phone.key), seed=entries)
            playing = threading.Thread(target=writer.play, args=(entries - 1,))
            playing.start()
            reader.follow(max(1, entries // cuts), lambda: reader.last >= entries)
            playing.join(60)
            return reader, log_of(phone, writer.game_id)


def play_a_table_and_cut(
    folder: Path, entries: int, cuts: int, games: int
) -> tuple[CutReader, dict[str, Log]]:
    """What a reader of a table was told who was cut so often, and the logs of all its games.

    entries: of all the games that are played at once; what is done beside them comes on top.
    """
    with serving(folder / "scorekeeper.sqlite3", environment=FAST) as server:
        first = Writer(server.port)
        first.sit_down()
        with ExitStack() as stack:
            phone = stack.enter_context(closing(first.phone))
            writers = [first, *(sit_beside(first) for _ in range(games - 1))]
            for writer in writers[1:]:
                stack.enter_context(closing(writer.phone))
            path = f"/v1/tables/{table_of(first)}"
            reader = CutReader(server.port, path, str(phone.key), seed=entries)
            playing = [threading.Thread(target=writer.play, args=(entries // games,)) for writer in writers]
            for thread in playing:
                thread.start()
            meddling = stack.enter_context(closing(Phone(server.port, phone.key)))
            meddler = threading.Thread(target=meddle, args=(meddling, path, playing))
            meddler.start()
            often = max(1, entries // cuts)
            reader.follow(often, lambda: not meddler.is_alive())
            listed = phone.send("GET", f"{path}/games?limit=100").body["items"]
            logs = {game["id"]: log_of(phone, game["id"]) for game in listed}
            newest = number_of(server.port, path, str(phone.key))
            reader.follow(often, lambda: reader.last >= newest)
            return reader, logs


def sit_beside(first: Writer) -> Writer:
    """Another writer at the same table, with a game of its own."""
    phone = Phone(first.port, first.phone.key)
    game = open_another(phone, f"/v1/tables/{table_of(first)}")
    writer = Writer(first.port, game_id=game["id"])
    writer.phone, writer.due = phone, game["next"]
    return writer


def meddle(phone: Phone, path: str, playing: list[threading.Thread]) -> None:
    """While others play: open a game, end it, put it right when it is over, rename the table; and again."""
    number = 0
    while number < 3 or (number < 90 and any(thread.is_alive() for thread in playing)):
        number += 1
        game = f"/v1/games/{open_another(phone, path)['id']}"
        roll = {"seat": 1, "round": 1, "roll_off": 0, "roll": 1, "dice": [6, 1, 1, 1, 2]}
        right = {"reason": "It was a 3.", "replace": {"seq": 2, "dice": [6, 1, 1, 1, 3]}}
        steps = (("rolls", roll), ("abandon", None), ("corrections", right))
        for step, body in steps:
            assert phone.send("POST", f"{game}/{step}", body).status == 201
        assert phone.send("PATCH", path, {"name": f"The Anchor {number}"}).status == 200
        time.sleep(_MEDDLE_SECONDS)
    for thread in playing:
        thread.join(_SECONDS)


def open_another(phone: Phone, path: str) -> dict[str, Any]:
    """Another game at a table."""
    game = {"ruleset": {"preset": "first-to-three"}, "seats": [{"name": "Green"}, {"name": "Gold"}]}
    opened = phone.send("POST", f"{path}/games", game)
    assert opened.status == 201, opened.body
    body: dict[str, Any] = opened.body
    return body


def table_of(writer: Writer) -> str:
    """The id of the table where somebody plays."""
    return str(writer.phone.send("GET", f"/v1/games/{writer.game_id}").body["table_id"])


def number_of(port: int, path: str, key: str) -> int:
    """The newest number of a table."""
    with Reader(port, f"{path}/stream", {"Authorization": f"Bearer {key}"}) as reader:
        number = reader.next().id
    assert number is not None
    return number


def log_of(phone: Phone, game_id: str) -> Log:
    """The whole log, page by page."""
    log: Log = []
    while page := phone.send("GET", f"/v1/games/{game_id}/log?limit=100&after={len(log)}").body["items"]:
        log += page
    return log


def problems(told: list[Told], log: Log) -> list[str]:
    """What is wrong with what was told of a game, if anything is."""
    first, *entries = told
    found = [f"an event {each.name}" for each in entries if each.name != "entry"]
    return found + _problems_of_game(first.data["version"], entries, log)


def problems_of_table(told: list[Told], logs: dict[str, Log]) -> list[str]:
    """What is wrong with what was told of a table, if anything is."""
    first, *events = told
    found = [f"an event {each.name}" for each in events if each.name not in ("entry", "table")]
    numbers = [each.id for each in told]
    if numbers != list(range(numbers[0] or 0, (numbers[0] or 0) + len(numbers))):
        found.append("the numbers do not go on by one")
    begun = {game["id"]: game["version"] for game in first.data["games"]}
    for game_id, log in logs.items():
        entries = [each for each in events if each.name == "entry" and each.data["game"]["id"] == game_id]
        found += _problems_of_game(begun.get(game_id, 0), entries, log)
    return found + _steps_back(told)


def _problems_of_game(begun: int, entries: list[Told], log: Log) -> list[str]:
    """begun: the version that the first event showed; 0: the game was opened later."""
    found = []
    seen = list(range(1, begun + 1)) + [each.data["entry"]["seq"] for each in entries]
    if seen != [entry["seq"] for entry in log]:
        found.append(f"told {len(seen)} of {len(log)} entries, or not in their order")
    hashes = {entry["seq"]: entry["hash"] for entry in log}
    for each in entries:
        seq, game = each.data["entry"]["seq"], each.data["game"]
        if {hashes.get(seq)} != {each.data["entry"]["hash"], game["head"]} or game["version"] != seq:
            found.append(f"entry {seq} is not what the log says")
    return found


def _steps_back(told: list[Told]) -> list[str]:
    """Where a game was shown older than it had been shown before."""
    seen: dict[str, int] = {}
    found = []
    for each in told:
        shown = each.data["games"] if each.name == "table" else [each.data["game"]]
        found += [f"back at event {each.id}" for game in shown if game["version"] < seen.get(game["id"], 0)]
        seen |= {game["id"]: game["version"] for game in shown}
    return found


def main(wanted: int, least: int, games: int = 0) -> str:
    """Play and cut; what is wrong, if anything is."""
    with tempfile.TemporaryDirectory() as folder:
        if games:
            reader, logs = play_a_table_and_cut(Path(folder), wanted, least, games)
            count, found = sum(map(len, logs.values())), problems_of_table(reader.told, logs)
        else:
            reader, log = play_and_cut(Path(folder), wanted, least)
            count, found = len(log), problems(reader.told, log)
    print(f"{count} entries, {len(reader.told)} events, {reader.cuts} cuts")  # noqa: T201
    return "\n".join(found)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])) or 0)
