"""The end of a table, and what the operator of the server does meanwhile."""

from __future__ import annotations

from typing import Any

from tests.api.evening import Step

TABLE = {"table_id": "$table"}


def by_operator(*args: Any, **options: Any) -> Step:
    return Step(*args, key="$operator", **options)


_GAME = {"ruleset": {"preset": "voyage"}, "seats": [{"name": "Red"}, {"name": "Blue"}]}

OPERATORS = (
    Step(
        "create_table",
        "short-lived",
        "A table for one evening",
        body={"name": "For one evening", "game": _GAME},
        status=201,
        key=None,
        keeps={"short_lived": "id", "short_key": "host_key", "short_red": "game.seats.0.player_id"},
        is_shown=False,
    ),
    Step(
        "create_table",
        "another",
        "Another one",
        body={"name": "For one evening"},
        status=201,
        key=None,
        keeps={"other": "id"},
        is_shown=False,
    ),
    by_operator("list_all_tables", "tables", "Every table of the server", query={"limit": "10"}),
    by_operator("inspect_table", "table", "One of them", path=TABLE),
    Step("list_all_tables", "no-operator", "With the key of a table", status=401),
    Step(
        "export_table",
        "table",
        "Everything that is kept of a table",
        path={"table_id": "$short_lived"},
        key="$short_key",
    ),
    Step(
        "erase_player",
        "red",
        "One player is forgotten",
        path={"table_id": "$short_lived", "player_id": "$short_red"},
        body={"name": "Red"},
        key="$short_key",
    ),
    Step(
        "erase_names",
        "all",
        "Everybody is forgotten, and the game is kept",
        path={"table_id": "$short_lived"},
        body={"name": "For one evening"},
        key="$short_key",
    ),
    Step(
        "delete_table",
        "slip",
        "A slip of the finger",
        path={"table_id": "$short_lived"},
        body={"name": "Friday"},
        status=422,
        key="$short_key",
    ),
    Step(
        "delete_table",
        "delete",
        "The table is gone for good",
        path={"table_id": "$short_lived"},
        body={"name": "For one evening"},
        status=204,
        key="$short_key",
    ),
    by_operator(
        "delete_any_table",
        "delete",
        "By the operator",
        path={"table_id": "$other"},
        body={"name": "For one evening"},
        status=204,
    ),
    by_operator(
        "disable_table",
        "disable",
        "Nobody plays at the table for now",
        path=TABLE,
        body={"disabled": True, "reason": "It is used to send advertisements."},
    ),
    Step("read_table", "disabled", "A table that the operator has closed", path=TABLE, status=403),
    by_operator("disable_table", "enable", "The table is open again", path=TABLE, body={"disabled": False}),
    by_operator("read_settings", "settings", "What holds for every table"),
    by_operator(
        "change_settings",
        "closed",
        "No new tables, and no end of house rules",
        body={"table_creation": "closed", "quotas": {"house_rules_per_table": None, "players_per_table": 3}},
    ),
    Step("create_table", "closed", "Where no tables are made", body={"name": "Late"}, status=403, key=None),
    Step("create_player", "no-room", "A player too many", path=TABLE, body={"name": "Plum"}, status=409),
    by_operator(
        "change_settings",
        "open",
        "All as it was",
        body={"table_creation": "open", "quotas": {"house_rules_per_table": 100, "players_per_table": 1000}},
    ),
)
