"""Somebody at the table with a phone: a kept-alive connection to a real server, and a table's key.

Phone            sends requests; `enter` sends an entry that the rules know to where it belongs
request_for      the address and the body of such an entry
place_now        where an entry of a seat belongs, as somebody would see it who looks at the game
ledger_of        the server's database, read by this process
"""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scorekeeper import rules, storage
from scorekeeper.rules import Input, Place, Thrown
from tests.examples import NAMES
from tests.support import HOST

TIMEOUT = 60.0


@dataclass(frozen=True)
class Answer:
    """What the server said."""

    status: int
    headers: Mapping[str, str]
    body: Any

    @property
    def codes(self) -> set[str]:
        """The code of a problem, and those of all its errors."""
        return {self.body["code"], *(error["code"] for error in self.body.get("errors", ()))}


@dataclass
class Phone:
    """A connection of one person; not to be shared between threads."""

    port: int
    key: str | None = None
    connection: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.connection = http.client.HTTPConnection(HOST, self.port, timeout=TIMEOUT)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """A request and its answer. Raises OSError or HTTPException where the connection breaks."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.key:
            sent["Authorization"] = f"Bearer {self.key}"
        data = None
        if body is not None:
            sent["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        self.connection.request(method, path, data, sent)
        response = self.connection.getresponse()
        read = response.read()
        return Answer(response.status, response.headers, json.loads(read) if read else None)

    def open_game(self, ruleset: Mapping[str, Any], seats: int, **more: Any) -> dict[str, Any]:
        """A table of one's own, whose key this phone has from now on, and its first game."""
        sitting = [{"name": name_of(number)} for number in range(1, seats + 1)]
        game = {"ruleset": ruleset, "seats": sitting, **more}
        created = self.send("POST", "/v1/tables", {"name": "The Anchor", "game": game})
        assert created.status == 201, created.body
        self.key = created.body["host_key"]
        opened: dict[str, Any] = created.body["game"]
        return opened

    def enter(self, game: Mapping[str, Any], entry: Input, place: Place) -> Answer:
        """Make an entry that says where it belongs."""
        path, body = request_for(entry, place, len(game["seats"]))
        return self.send("POST", f"/v1/games/{game['id']}{path}", body)

    def close(self) -> None:
        self.connection.close()


def name_of(seat: int) -> str:
    """Who sits on a seat."""
    return NAMES[seat - 1] if seat <= len(NAMES) else f"Player {seat}"


def place_now(game: Mapping[str, Any], seat: object, rolled: Mapping[tuple[Any, ...], int]) -> Place:
    """Where the next roll of a seat belongs.

    rolled: how many rolls each seat has taken in each pass, by round, roll-off and seat. A seat that is not
    to move says the number that its roll would have.
    """
    now = game["next"]
    if now["action"] == "start_roll":
        return Place(roll=now["attempt"])
    in_round = game["round"] or {"number": 1, "roll_off": 0}
    key = (in_round["number"], in_round["roll_off"], seat)
    roll = now["roll"] if seat == now["seat"] else rolled.get(key, 0) + 1
    return Place(in_round["number"], in_round["roll_off"], roll)


def request_for(entry: Input, place: Place, seats: int) -> tuple[str, dict[str, Any] | None]:
    """The rest of the address behind a game's, and the body; `seats` counts the seats so far."""
    return _REQUESTS[type(entry)](entry, place, seats)


def _turn_body(entry: rules.WholeTurn | rules.Score, place: Place) -> dict[str, Any]:
    return {"seat": entry.seat, "round": place.round, "roll_off": place.roll_off}


def _roll_body(entry: rules.Roll | rules.Stand, place: Place) -> dict[str, Any]:
    return {"seat": entry.seat, "roll": place.roll, "round": place.round, "roll_off": place.roll_off}


def _thrown_body(thrown: Thrown) -> dict[str, Any]:
    body: dict[str, Any] = {"dice": list(thrown.dice)}
    if thrown.keep is not None:
        body["keep"] = list(thrown.keep)
    if thrown.hold is not None:
        body["hold"] = thrown.hold
    return body


def _stand_body(stand: bool) -> dict[str, Any]:
    return {"stand": True} if stand else {}


def _stands_on(place: Place) -> Place:
    """A stand names the roll before the one that would come next."""
    return Place(place.round, place.roll_off, max(1, (place.roll or 1) - 1))


Request = Callable[[Any, Place, int], tuple[str, dict[str, Any] | None]]

_REQUESTS: dict[type, Request] = {
    rules.StartRoll: lambda entry, place, _: (
        "/start-rolls",
        {"seat": entry.seat, "attempt": place.roll, "dice": list(entry.dice)},
    ),
    rules.Roll: lambda entry, place, _: (
        "/rolls",
        {**_roll_body(entry, place), **_thrown_body(entry.thrown), **_stand_body(entry.stand)},
    ),
    rules.Stand: lambda entry, place, _: ("/stand", _roll_body(entry, _stands_on(place))),
    rules.WholeTurn: lambda entry, place, _: (
        "/turns",
        {
            **_turn_body(entry, place),
            "rolls": [_thrown_body(thrown) for thrown in entry.rolls],
            **_stand_body(entry.stand),
        },
    ),
    rules.Score: lambda entry, place, _: ("/turns", {**_turn_body(entry, place), "score": entry.score}),
    rules.Join: lambda _entry, _place, seats: ("/seats", {"name": name_of(seats + 1)}),
    rules.Leave: lambda entry, _place, _: (f"/seats/{entry.seat}/leave", None),
    rules.Defer: lambda entry, _place, _: (f"/seats/{entry.seat}/defer", None),
    rules.Abandon: lambda _entry, _place, _: ("/abandon", None),
}


@contextmanager
def ledger_of(database: Path) -> Iterator[None]:
    """Read a server's database with the ledger, in this process."""
    storage.connect(str(database))
    try:
        yield
    finally:
        storage.close()
