"""The evening when the network goes away: requests are sent again, and entries sent later, together."""

from __future__ import annotations

from typing import Any

from tests.api.evening import Step
from tests.api.steps_of_tables import TABLE, no_key

RETRIED = {"game_id": "$retried"}
RETRY_KEY = "8e03978e-40d5-43e8-bc93-6894a57f9324"
"""A key that a phone made up."""
CREATION_KEY = "6f1e37a2-97c5-4bcb-9d2b-0e5a2c7a9b11"


def _player(name: str, summary: str, player: str, **options: Any) -> Step:
    headers = {"Idempotency-Key": options.pop("key", RETRY_KEY)}
    return Step("create_player", name, summary, path=TABLE, headers=headers, body={"name": player}, **options)


def _new_table(name: str, summary: str, key: str, **options: Any) -> Step:
    body = {"name": "The Mermaid"}
    return no_key("create_table", name, summary, headers={"Idempotency-Key": key}, body=body, **options)


def _batch(name: str, summary: str, entries: list[Any], **options: Any) -> Step:
    return Step("record_batch", name, summary, path=RETRIED, body={"entries": entries}, **options)


def _roll(number: int, roll: int, dice: list[int], **more: Any) -> dict[str, Any]:
    entry_id = f"019c1a00-0000-4000-8000-{number:012d}"
    return {"kind": "roll", "seat": 1, "roll": roll, "dice": dice, "entry_id": entry_id, **more}


_OFFLINE = [_roll(1, 1, [6, 4, 3, 3, 1], keep=[6]), _roll(2, 2, [5, 4, 2, 2], round=1, roll_off=0)]

RETRIES = (
    _player("with-a-key", "A request that can be sent again", "Indigo", status=201),
    _player("sent-again", "The same request: nobody is added twice", "Indigo", status=201),
    _player("other-request", "Another request with the same key", "Violet", status=422),
    _player("no-such-key", "A key with a space in it", "Violet", key="not a key", status=400),
    _new_table("with-a-key", "A table that can be asked for again", CREATION_KEY, status=201),
    _new_table("sent-again", "The same table, with fresh secrets", CREATION_KEY, status=201),
    _new_table("short-key", "A key that somebody could guess", "1", status=422),
    Step(
        "open_game",
        "offline",
        "A game in a cellar without a network",
        path=TABLE,
        status=201,
        keeps={"retried": "id"},
        body={"ruleset": {"preset": "first-to-three"}, "seats": [{"name": "Red"}, {"name": "Blue"}]},
        is_shown=False,
    ),
    _batch("offline", "Two rolls that were made offline", _OFFLINE),
    _batch(
        "with-a-gap",
        "The same and more: before Blue's roll, Red's stand is missing",
        [*_OFFLINE, _roll(4, 1, [6, 5, 3, 1, 1], seat=2), _roll(5, 2, [4, 6, 6], seat=2)],
    ),
    _batch(
        "unreadable",
        "An entry without an id",
        [{"kind": "roll", "seat": 1, "roll": 3, "dice": [6, 6]}],
        status=422,
    ),
    Step("export_game", "export", "A game, whole", path=RETRIED),
)
