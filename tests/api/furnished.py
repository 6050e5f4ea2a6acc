"""A table with something of everything, and everybody who comes to it: what access is tried with.

furnish         the table, its games, its keys
taken_back      whatever is written meanwhile is gone afterwards
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from werkzeug.test import TestResponse

from scorekeeper import storage
from scorekeeper.ledger.keys import add_key
from scorekeeper.storage.models import Key
from tests.api.access_samples import Sample
from tests.api.at_the_table import Guest, HostOf, new_table, operator_of

SEATS: Final = {"red": 1, "blue": 2, "green": None}
"""The seat of each player in the furnished games."""
FIXED: Final = {"seat": "1", "number": "1", "dispute": "1", "name": "first-to-three"}
"""The parts of paths that are the same at every table."""


@dataclass(frozen=True)
class Furnished:
    """A table with games, and the keys that are tried."""

    ids: Mapping[str, str]
    keys: Mapping[str, Guest]

    @property
    def host(self) -> Guest:
        return self.keys["host"]

    def ask(
        self,
        who: str,
        method: str,
        path: str,
        sample: Sample,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> TestResponse:
        """An operation's request, made by somebody."""
        named = {**self.ids, **{name: part.format(**self.ids) for name, part in sample.path.items()}}
        sent = self._filled(sample.body) if body is None else body
        return self.keys[who].send(method, path.format(**named), sent, **(headers or {}))

    def _filled(self, body: Any) -> Any:
        """A body with the furnished table's own where it names it."""
        if not isinstance(body, dict):
            return body
        return {name: self.ids.get(str(value).strip("{}"), value) for name, value in body.items()}

    def prepare(self, who: str, sample: Sample) -> None:
        """Enter what has to be there first."""
        for path, body in sample.before:
            response = self.keys[who].post("/v1/games/" + path.format(**self.ids), body)
            assert response.status_code == 201, response.text


def furnish(host: HostOf, guest: Guest) -> Furnished:
    """A table with something of everything."""
    games = _games(host)
    host.post(f"{host.table}/players", {"name": "Green"})
    players = {row["name"]: row["id"] for row in host.get(f"{host.table}/players").get_json()["items"]}
    keys = _keys(host, guest, players)
    ids = {**games, **FIXED, **_belongings(host), "table_id": host.table_id, "player_id": players["Green"]}
    return Furnished({**ids, "game_id": games["game"]}, {"host": host, "nobody": guest, **keys})


def _games(host: HostOf) -> dict[str, str]:
    """The ids of the table's games, by what they are for."""
    games = {
        "game": host.open(entry="dice_or_score"),
        "rolling": host.open("critters"),
        "crewed": host.open(),
        "played": host.open(),
        "over": host.open(),
    }
    turn = {"seat": 1, "round": 1, "rolls": [{"dice": [6, 5, 4, 3, 3]}], "stand": True}
    for game, path, body in (
        ("crewed", "rolls", {"seat": 1, "roll": 1, "dice": [6, 5, 4, 3, 3]}),
        ("played", "turns", turn),
        ("played", "disputes", {"turn": 1, "words": "It was dark."}),
        ("over", "abandon", {}),
    ):
        assert host.post(f"{games[game]}/{path}", body).status_code == 201
    coral = {"name": "Coral", "computer": {"dice": "server"}}
    seats = [coral, {"name": "Red"}, {"name": "Blue"}]
    thrown = host.post(f"{host.table}/games", {"ruleset": {"preset": "chips"}, "seats": seats})
    games["throwing"] = thrown.get_json()["id"]
    return {name: path.rpartition("/")[2] for name, path in games.items()}


def _belongings(host: HostOf) -> dict[str, str]:
    """What else there is one of: house rules, an invite, a key that nobody uses, the recovery code."""
    rules = host.post(f"{host.table}/rulesets", {"name": "Long", "ruleset": {"preset": "chips"}})
    invite = host.post(f"{host.table}/invites", {"role": "viewer"}).get_json()
    return {
        "ruleset_id": rules.get_json()["id"],
        "invite_id": invite["id"],
        "code": invite["code"],
        "key_id": host.post(f"{host.table}/keys", {"role": "viewer"}).get_json()["id"],
        "recovery_code": host.post(f"{host.table}/recovery-code").get_json()["recovery_code"],
    }


def _keys(host: HostOf, guest: Guest, players: Mapping[str, str]) -> dict[str, Guest]:
    def holder(role: str, device: str, player_id: str | None = None, **state: int) -> Guest:
        with storage.write():
            new = add_key(host.table_id, role, device, player_id=player_id)
            if state:
                Key.update(**state).where(Key.id == new.author.key_id).execute()
        return Guest(guest.client, {"Authorization": f"Bearer {new.text}"})

    return {
        "scorer": holder("scorer", "Phone"),
        **{name: holder("scorer", name, players[name.title()]) for name in SEATS},
        "viewer": holder("viewer", "Wall"),
        "operator": operator_of(guest),
        "stranger": new_table(guest, "Next door"),
        "revoked": holder("host", "Lost", revoked_at=1),
        "expired": holder("host", "Lent", expires_at=1),
        "unknown": Guest(guest.client, {"Authorization": "Bearer sk_host_nobody"}),
        "malformed": Guest(guest.client, {"Authorization": "Basic dXNlcjpwdw=="}),
    }


class _TakenBack(Exception):
    """Ends a transaction whose writes are not to stay."""


@contextmanager
def taken_back() -> Iterator[None]:
    """Whatever is written meanwhile is gone afterwards."""
    with suppress(_TakenBack), storage.write():
        yield
        raise _TakenBack
