"""A mistake is mended and an argument settled by two phones at a real server; the log proves it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from scorekeeper import ledger
from tests.e2e.phone import Answer, Phone, ledger_of
from tests.support import LiveServer

RACE = {"preset": "first-to-three", "goal": {"kind": "rounds_won", "rounds": 1}}
"""One round, and level leaders roll off."""


class Table:
    """A game of Red and Blue, and their two phones."""

    def __init__(self, server: LiveServer) -> None:
        self.server, self.red, self.blue = server, Phone(server.port), Phone(server.port)
        self.game: dict[str, Any] = self.red.open_game(RACE, 2)
        self.blue.key = self.red.key
        self.path = f"/v1/games/{self.game['id']}"

    def post(self, phone: Phone, path: str, body: Any = None) -> dict[str, Any]:
        """Record something; the game after it."""
        answer = phone.send("POST", f"{self.path}/{path}", body)
        assert answer.status == 201, answer.body
        game: dict[str, Any] = answer.body
        return game

    def refused(self, phone: Phone, path: str, body: Any) -> Answer:
        """Send something that is refused and changes nothing, as the other phone sees it."""
        before = self.get()
        answer = phone.send("POST", f"{self.path}/{path}", body)
        assert answer.status >= 400, answer.body
        assert self.get() == before
        return answer

    def get(self, path: str = "") -> Any:
        """What the other phone reads."""
        answer = self.blue.send("GET", f"{self.path}{path}")
        assert answer.status == 200, answer.body
        return answer.body

    def turn(self, phone: Phone, seat: int, dice: list[int], **more: Any) -> dict[str, Any]:
        body = {"seat": seat, "round": 1, "rolls": [{"dice": dice}], "stand": True}
        return self.post(phone, "turns", {**body, **more})

    def require_sound(self) -> None:
        """The chain holds, what is stored is what a replay gives, and all reads are of one game."""
        game, log = self.get(), self.get("/log")["items"]
        assert [item["seq"] for item in log] == list(range(1, game["version"] + 1))
        assert all(item["prev_hash"] == before["hash"] for before, item in pairwise(log))
        assert log[-1]["hash"] == game["head"]
        assert self.get("/standings")["winners"] == game["winners"]
        with ledger_of(self.server.database):
            assert ledger.verify_game(self.game["id"]) == ()


@pytest.fixture
def table(live_server: LiveServer) -> Iterator[Table]:
    """Red's first turn is over, roll by roll: a cargo of nine, entries 2 to 4."""
    table = Table(live_server)
    for number, (dice, keep) in enumerate((([6, 4, 3, 3, 1], [6]), ([5, 4, 2, 2], [5, 4]), ([6, 3], [])), 1):
        table.post(table.red, "rolls", {"seat": 1, "roll": number, "dice": dice, "keep": keep})
    yield table
    table.red.close()
    table.blue.close()


def test_a_mistake_is_mended(table: Table) -> None:
    table.turn(table.blue, 2, [6, 5, 4, 2, 2])
    table.require_sound()
    reopened = table.post(table.red, "undo")
    assert (reopened["status"], reopened["next"]["seat"]) == ("playing", 2)
    tied = table.turn(table.blue, 2, [6, 5, 4, 5, 4])
    assert tied["next"]["roll_off"] == 1
    table.turn(table.red, 1, [6, 5, 4, 1, 1], roll_off=1)

    correction = {"replace": {"seq": 4, "dice": [6, 1]}}
    told = table.refused(table.red, "corrections", correction).body
    assert told["code"] == "later-entries-conflict"
    assert [entry["seq"] for entry in told["conflicts"]] == [8]
    correction |= {"on_conflict": "void_following", "reason": "The die leant on a glass."}
    before = table.get()
    dry = table.red.send("POST", f"{table.path}/corrections?dry_run=true", correction).body
    assert table.get() == before
    mended = table.post(table.red, "corrections", correction)
    assert mended["changes"] == {**dry["changes"], "entries": mended["changes"]["entries"]}
    assert (mended["status"], mended["winners"]) == ("finished", [2])

    log = {item["seq"]: item for item in table.get("/log")["items"]}
    assert [seq for seq, item in log.items() if not item["effective"]] == [5, 8]
    assert (log[8]["voided_by"], log[8]["voided_because"]) == (9, "The die leant on a glass.")
    table.require_sound()


def test_an_argument_is_settled(table: Table) -> None:
    seen = {"seat": 2, "round": 1, "roll": 1, "dice": [6, 5, 4, 4, 4], "stand": True}
    assert table.post(table.blue, "rolls", seen)["winners"] == [1]
    told = table.refused(table.red, "rolls", {**seen, "dice": [6, 5, 4, 4, 6]}).body
    assert told["code"] == "already-recorded"
    entry, dice = {"seq": told["recorded"]["seq"]}, told["sent"]["dice"]
    opened = table.post(table.red, "disputes", {"entry": entry, "claim": {"roll": 1, "dice": dice}})
    assert (opened["status"], opened["winners"], opened["provisional"]) == ("finished", [1], True)
    verdicts = (opened["dispute"][name]["score"] for name in ("recorded_verdict", "claim_verdict"))
    assert list(verdicts) == [8, 10]
    table.require_sound()

    ruling = {"decision": "corrected", "reason": "Red has the better eyes."}
    settled = table.post(table.blue, "disputes/1/ruling", ruling)
    assert (settled["status"], settled["winners"], settled["provisional"]) == ("finished", [2], False)
    assert table.refused(table.red, "disputes/1/ruling", ruling).body["code"] == "already-ruled"
    assert table.get("/disputes/1") == settled["dispute"]
    table.require_sound()
