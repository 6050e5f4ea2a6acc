"""A game of Red and Blue that is to be mended, and whoever else has a key of the table.

Mended          the game; `roll`, `turn` enter, `post` and `get` send, `unchanged` holds that nothing changed
scorer_of       a scorer of the same table
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.test import TestResponse

from scorekeeper import storage
from scorekeeper.ledger.keys import add_key
from tests.api.at_the_table import HostOf

DIFFERS = frozenset({"head", "last_entry", "dry_run", "finished_at"})
"""What a dry run tells otherwise than what is recorded."""


@dataclass(frozen=True)
class Mended:
    """A game, and who plays it."""

    host: HostOf
    path: str

    def get(self, path: str = "") -> Any:
        """What is there now."""
        return self.host.get(self.path + path).get_json()

    def send(self, path: str, body: Any = None, **headers: str) -> TestResponse:
        """A POST, and whatever it is answered."""
        return self.host.post(f"{self.path}/{path}", body, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> dict[str, Any]:
        """A POST that records something."""
        response = self.send(path, body, **headers)
        assert response.status_code == 201, response.text
        answer: dict[str, Any] = response.get_json()
        assert response.headers["ETag"] == f'"{answer["version"]}"'
        return answer

    def roll(self, seat: int, roll: int, *dice: int, **more: Any) -> dict[str, Any]:
        return self.post("rolls", {"seat": seat, "roll": roll, "dice": list(dice), **more})

    def turn(self, seat: int, round_number: int, cargo: int, **more: Any) -> dict[str, Any]:
        """A whole turn of one roll that scores 2 to 12."""
        dice = [6, 5, 4, cargo // 2, cargo - cargo // 2]
        body = {"seat": seat, "round": round_number, "rolls": [{"dice": dice}], "stand": True}
        return self.post("turns", {**body, **more})

    def example_turn(self) -> None:
        """Red's first turn, entries 2 to 4: a cargo of nine."""
        self.roll(1, 1, 6, 4, 3, 3, 1, keep=[6])
        self.roll(1, 2, 5, 4, 2, 2, keep=[5, 4])
        self.roll(1, 3, 6, 3)

    def by(self, somebody: HostOf) -> Mended:
        """The same game for somebody else."""
        return replace(self, host=somebody)

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Nothing of the game changes: not its tag, its head, its log, its disputes."""
        before = self._all()
        yield
        assert self._all() == before

    def _all(self) -> list[tuple[bytes, str]]:
        paths = ("", "/standings", "/rounds", "/turns", "/log", "/disputes")
        answers = [self.host.get(self.path + path) for path in paths]
        return [(answer.data, answer.headers["ETag"]) for answer in answers]

    def dry_and_real(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Judge something, then record it: the answers say the same, and the first records nothing."""
        body = {**body, "entry_id": body.get("entry_id", "0b8f5f6e-3c1a-4b5e-9d57-0d3f5a1c2b4d")}
        with self.unchanged():
            dry = self.send(f"{path}?dry_run=true", body)
        assert dry.status_code == 200, dry.text
        judged, real = dry.get_json(), self.post(path, body)
        assert (judged["dry_run"], real["dry_run"]) == (True, False)
        assert _comparable(judged) == _comparable(real)
        return real


def _comparable(answer: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in answer.items() if name not in DIFFERS}
    dispute = kept.get("dispute")
    if dispute is not None:
        for part in ("opened", "ruling", "withdrawal"):
            if dispute[part]:
                dispute[part] = {**dispute[part], "recorded_at": None}
    return kept


def scorer_of(host: HostOf, device: str) -> HostOf:
    """Somebody who keeps score with a key of their own."""
    with storage.write():
        _, key = add_key(host.table_id, "scorer", device)
    return replace(host, headers={"Authorization": f"Bearer {key}"})
