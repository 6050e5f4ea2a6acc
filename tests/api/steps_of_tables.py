"""The evening before the first roll: house rules, the referee, a table and its people."""

from __future__ import annotations

from typing import Any

from tests.api.evening import Step

TABLE = {"table_id": "$table"}
GAME = {"game_id": "$game"}


def no_key(*args: Any, **options: Any) -> Step:
    return Step(*args, key=None, **options)


RULES = (
    no_key("list_rulesets", "presets", "All presets"),
    no_key("read_preset", "first-to-three", "The race for three rounds", path={"name": "first-to-three"}),
    no_key("read_preset", "unknown", "No such preset", path={"name": "last-to-three"}, status=404),
    no_key(
        "check_ruleset",
        "carry",
        "The chips game, where a tied round leaves the pot",
        body={"preset": "chips", "round": {"tie": "carry"}},
    ),
    no_key(
        "check_ruleset",
        "no-stakes",
        "The last with chips, without chips",
        body={"preset": "chips", "stakes": None},
        status=422,
    ),
    no_key(
        "judge_one_roll",
        "first-roll",
        "A first roll that banks the ship alone: the 4 has to wait for the captain",
        body={"dice": [6, 4, 3, 3, 1]},
    ),
    no_key(
        "judge_one_roll",
        "one-cargo-die",
        "A cargo re-roll of one die, where the house rules allow it",
        body={
            "ruleset": {"preset": "voyage"},
            "rolls_used": 1,
            "banked": [6, 5, 4],
            "cargo": [2, 6],
            "dice": [5],
            "hold": 6,
        },
    ),
    no_key("judge_one_roll", "seven", "A die that shows a seven", body={"dice": [7, 4, 3, 3, 1]}, status=422),
    no_key(
        "judge_whole_turn",
        "example-turn",
        "Ship first, captain and crew together, and a cargo of nine",
        body={
            "ruleset": {"preset": "first-to-three"},
            "rolls": [
                {"dice": [6, 4, 3, 3, 1], "keep": [6]},
                {"dice": [5, 4, 2, 2], "keep": [5, 4]},
                {"dice": [6, 3]},
            ],
            "stand": True,
        },
    ),
    no_key(
        "judge_whole_turn",
        "captain-too-soon",
        "A captain without a ship",
        body={"rolls": [{"dice": [5, 4, 3, 3, 1], "keep": [5]}, {"dice": [6, 5, 4, 4]}]},
    ),
)

TABLES = (
    no_key(
        "create_table",
        "with-a-game",
        "A table and its first game in one call",
        body={
            "name": "The Anchor",
            "game": {"ruleset": {"preset": "first-to-three"}, "seats": [{"name": "Red"}, {"name": "Blue"}]},
        },
        status=201,
    ),
    no_key(
        "create_table",
        "table",
        "A table",
        body={"name": "Friday at the Anchor"},
        status=201,
        keeps={"table": "id", "key": "host_key"},
    ),
    no_key("create_table", "no-name", "A table without a name", body={}, status=422),
    no_key("create_table", "empty-name", "A name that can't be seen", body={"name": " "}, status=422),
    Step("read_table", "table", "The table", path=TABLE),
    no_key("read_table", "no-key", "Without a key", path=TABLE, status=401),
    Step("change_table", "rename", "Another name", path=TABLE, body={"name": "Saturday at the Anchor"}),
    Step(
        "create_player",
        "green",
        "Somebody new",
        path=TABLE,
        body={"name": "Green"},
        status=201,
        keeps={"green": "id"},
    ),
    Step(
        "create_player", "taken", "A name that somebody has", path=TABLE, body={"name": "GREEN"}, status=409
    ),
    Step(
        "create_player",
        "amber",
        "Somebody else",
        path=TABLE,
        body={"name": "Amber"},
        status=201,
        keeps={"amber": "id"},
        is_shown=False,
    ),
    Step("list_players", "players", "All who play", path=TABLE, query={"limit": "10"}),
    Step("read_player", "green", "One of them", path={**TABLE, "player_id": "$green"}),
    Step(
        "change_player",
        "rename",
        "Another name",
        path={**TABLE, "player_id": "$amber"},
        body={"name": "Ambér 🌊"},
    ),
    Step(
        "change_player",
        "archive",
        "Somebody who does not come any more",
        path={**TABLE, "player_id": "$amber"},
        body={"archived": True},
    ),
    Step(
        "save_house_rules",
        "short",
        "A short evening",
        path=TABLE,
        status=201,
        keeps={"ruleset": "id"},
        body={
            "name": "Short evening",
            "ruleset": {
                "preset": "five-rounds",
                "goal": {"kind": "highest_total", "rounds": 1, "tie": "draw"},
            },
        },
    ),
    Step("list_house_rules", "saved", "What the table has saved", path=TABLE),
    Step("read_house_rules", "short", "One of them", path={**TABLE, "ruleset_id": "$ruleset"}),
    Step(
        "replace_house_rules",
        "shorter",
        "Two rolls a turn",
        path={**TABLE, "ruleset_id": "$ruleset"},
        body={
            "name": "Shorter evening",
            "ruleset": {
                "preset": "five-rounds",
                "turn": {"rolls": 2},
                "goal": {"kind": "highest_total", "rounds": 1, "tie": "draw"},
            },
        },
    ),
)
