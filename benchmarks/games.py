"""Games for a benchmark, opened at a server over its API or at the handler written by hand."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from benchmarks.load import CLIENTS
from scorekeeper.demo.server import Server

NEVER_ENDING = {
    "preset": "first-to-three",
    "round": {"tie": "carry"},
    "opener": {"next_round": "same"},
}
"""House rules under which seats that throw the same dice play on for ever."""
SEATS = ("Red", "Blue", "Green")
DICE = ([6, 4, 3, 3, 1], [5, 4, 2, 1], [3, 2])
"""The rolls of every turn, as in rolls.lua."""
OPENING = {"ruleset": NEVER_ENDING, "seats": [{"name": name} for name in SEATS]}


def roll_at(number: int) -> dict[str, Any]:
    """The body of a game's roll, numbered from 0."""
    turn, roll = divmod(number, len(DICE))
    round_, seat = divmod(turn, len(SEATS))
    return {"seat": seat + 1, "roll": roll + 1, "round": round_ + 1, "dice": DICE[roll]}


class ProductGames:
    """A table of the product, and games of it."""

    def __init__(self, url: str) -> None:
        self.server = Server(url)
        table = self.server.post("/v1/tables", {"name": "Benchmark"})
        self.table_id, self.key = table["id"], table["host_key"]

    def open(self) -> str:
        """The path of a new game."""
        game = self.server.post(f"/v1/tables/{self.table_id}/games", OPENING, self.key)
        return f"/v1/games/{game['id']}"

    def read(self, path: str) -> Any:
        """A game."""
        return self.server.get(path, self.key)


class HandGames:
    """Games of the handler written by hand, which has the same paths below /games."""

    key = ""

    def __init__(self, url: str) -> None:
        self.server = Server(url)

    def open(self) -> str:
        """The path of a new game."""
        path = f"/games/{uuid4()}"
        self.server.post(path, {})
        return path

    def read(self, path: str) -> Any:
        """A game."""
        return self.server.get(path)


def open_games(games: ProductGames | HandGames) -> list[str]:
    """The paths of new games, one for each client."""
    return [games.open() for _ in range(CLIENTS)]


def rolls_recorded(games: ProductGames | HandGames, paths: list[str]) -> int:
    """How many rolls the games hold; a game's opening is its first version."""
    return sum(games.read(path)["version"] - 1 for path in paths)
