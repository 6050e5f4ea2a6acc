"""Writers that play against a real server all at once: in processes, in threads, while the server is killed.

race            what two processes do that enter the same roll at the same moment
Writer          somebody who plays as fast as the server answers, and notes what it confirmed
workers_of      the process ids of a server's workers
"""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any, NamedTuple

from tests.e2e.phone import Answer, Phone

RACE_SECONDS = 60.0
RETRY_SECONDS = 30.0


class Finish(NamedTuple):
    """How a race ended for one of the racers: the status, the dice sent, and the answer."""

    status: int
    dice: list[int]
    body: dict[str, Any]


def dice_for(race: int, racer: int) -> list[int]:
    """Five dice that bank nothing; in every second race the two racers throw different ones."""
    return [1, 2, 3, 1 + race % 3, 1 + (racer if race % 2 else 0)]


def race(port: int, key: str, game_id: str, racer: int, races: int, gate: Barrier) -> list[Finish]:
    """Enter the next roll of a game at the same moment as the other racer, again and again."""
    finishes = []
    with closing(Phone(port, key)) as phone:
        for number in range(races):
            due = phone.send("GET", f"/v1/games/{game_id}").body["next"]
            body = {**place_of(due), "dice": dice_for(number, racer)}
            gate.wait(RACE_SECONDS)
            answer = phone.send("POST", f"/v1/games/{game_id}/rolls", body)
            finishes.append(Finish(answer.status, body["dice"], answer.body))
            # Nobody asks what is due before both are answered.
            gate.wait(RACE_SECONDS)
    return finishes


def place_of(due: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a roll that say where it belongs."""
    return {name: due[name] for name in ("seat", "round", "roll_off", "roll")}


@dataclass
class Writer:
    """Somebody who plays alone at a table, roll by roll. Every roll banks nothing, so the game never ends.

    Attributes:
        confirmed: the dice that the server said it recorded, by `seq`.
        statuses: the status of every answer.
    """

    port: int
    is_stubborn: bool = False
    game_id: str = ""
    confirmed: dict[int, list[int]] = field(default_factory=dict)
    statuses: list[int] = field(default_factory=list)
    broken: list[Exception] = field(default_factory=list)

    def sit_down(self) -> None:
        self.phone = Phone(self.port)
        game = self.phone.open_game({"preset": "first-to-three"}, 2)
        self.game_id, self.due = game["id"], game["next"]

    def play(self, rolls: int = 10**6, stop: threading.Event | None = None) -> None:
        """Enter so many rolls, or until told to stop. A stubborn writer sends again when a connection breaks;
        another one ends there."""
        for number in range(rolls):
            if stop is not None and stop.is_set():
                return
            body = {**place_of(self.due), "dice": dice_for(number, 0)}
            answer = self._send(body)
            if answer is None:
                return
            self.statuses.append(answer.status)
            if answer.status not in (200, 201):
                return
            self.confirmed[answer.body["recorded"]["seq"]] = body["dice"]
            self.due = answer.body["next"]

    def _send(self, body: dict[str, Any]) -> Answer | None:
        deadline = time.monotonic() + RETRY_SECONDS
        while time.monotonic() < deadline:
            try:
                return self.phone.send("POST", f"/v1/games/{self.game_id}/rolls", body)
            except (OSError, http.client.HTTPException) as error:
                self.broken.append(error)
                self.phone.close()
                if not self.is_stubborn:
                    return None
                time.sleep(0.02)
        return None


def workers_of(pid: int) -> list[int]:
    """The children of a process."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue  # it has just ended
            if int(parent) == pid:
                found.append(int(folder.name))
    return found
