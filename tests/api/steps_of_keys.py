"""Who may what at the table: keys for others, how long they last, and what is left when all are lost."""

from __future__ import annotations

from typing import Any

from tests.api.evening import Step
from tests.api.steps_of_tables import TABLE, no_key


def _of_key(operation: str, name: str, summary: str, key: str = "$scorer", **options: Any) -> Step:
    return Step(operation, name, summary, path={**TABLE, "key_id": key}, **options)


KEYS = (
    Step("read_own_key", "host", "The key of a host"),
    Step(
        "create_key",
        "scorer",
        "A phone that keeps score",
        path=TABLE,
        body={"role": "scorer", "name": "Bar tablet"},
        status=201,
        keeps={"scorer": "id", "scorer_key": "key"},
    ),
    Step(
        "create_key",
        "of-a-player",
        "Green's own phone, for Green's seat alone, for this evening",
        path=TABLE,
        body={"role": "scorer", "name": "Green's phone", "player_id": "$green", "expires_in": 18000},
        status=201,
        keeps={"greens_key": "key"},
    ),
    Step(
        "create_key",
        "viewer",
        "A screen on the wall",
        path=TABLE,
        body={"role": "viewer", "name": "The screen over the bar"},
        status=201,
        keeps={"viewer_key": "key"},
    ),
    Step(
        "create_key",
        "not-a-scorer",
        "Only scorers belong to a player",
        path=TABLE,
        body={"role": "viewer", "player_id": "$green"},
        status=422,
    ),
    Step("read_own_key", "scorer", "The key of a scorer", key="$scorer_key"),
    Step(
        "create_player",
        "not-allowed",
        "A scorer doesn't say who plays",
        path=TABLE,
        body={"name": "Gold"},
        key="$scorer_key",
        status=403,
    ),
    Step(
        "record_roll",
        "not-your-seat",
        "Green has no seat in this game",
        path={"game_id": "$mended"},
        body={"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]},
        key="$greens_key",
        status=403,
    ),
    Step("list_keys", "keys", "Who has a key", path=TABLE, query={"limit": "10"}),
    _of_key("read_key", "scorer", "One of them"),
    _of_key("change_key", "rename", "Another name", body={"name": "Kitchen tablet"}),
    _of_key("change_key", "expire", "For three hours from now", body={"expires_in": 10800}),
    _of_key("rotate_key", "rotate", "The key was seen by somebody", keeps={"new_scorer_key": "key"}),
    Step("read_own_key", "replaced", "The text from before", key="$scorer_key", status=401),
    _of_key("revoke_key", "revoke", "The tablet was lost", status=204),
    Step("read_own_key", "revoked", "Its key", key="$new_scorer_key", status=401),
    _of_key("rotate_key", "revoked", "What was revoked stays so", status=409),
    Step(
        "replace_recovery_code",
        "replace",
        "The note with the code was lost",
        path=TABLE,
        status=201,
        keeps={"recovery": "recovery_code"},
    ),
    no_key(
        "recover_table",
        "recover",
        "The phone with the host key was lost",
        body={"recovery_code": "$recovery", "name": "Red's new phone"},
        status=201,
        keeps={"host": "key_id", "host_key": "host_key"},
    ),
    no_key(
        "recover_table",
        "used-up",
        "A code works once",
        body={"recovery_code": "$recovery"},
        status=404,
    ),
)

LAST_HOST = (
    no_key(
        "create_table",
        "other-table",
        "Another table",
        body={"name": "Next door"},
        status=201,
        keeps={"other": "id", "other_key": "host_key"},
        is_shown=False,
    ),
    Step("read_own_key", "other", "Whose key", key="$other_key", keeps={"only_host": "id"}, is_shown=False),
    Step(
        "revoke_key",
        "last",
        "The last host key stays",
        path={"table_id": "$other", "key_id": "$only_host"},
        key="$other_key",
        status=409,
    ),
)
