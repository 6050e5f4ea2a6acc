"""The vectors' 48 games, entered over HTTP at a real server on an SQLite file, compared after each action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from scorekeeper import ledger
from tests.e2e.phone import Answer, Phone, ledger_of, place_now
from tests.support import LiveServer
from tests.vectors import action_of, games, house_rules_of

GAMES = games()
REFUSED = {404, 409, 422}


@pytest.fixture
def phone(live_server: LiveServer) -> Iterator[Phone]:
    phone = Phone(live_server.port)
    yield phone
    phone.close()


@pytest.mark.parametrize("vector", GAMES, ids=[game["id"] for game in GAMES])
def test_a_game_over_http_stands_right_after_every_action(
    vector: dict[str, Any], phone: Phone, live_server: LiveServer
) -> None:
    game = phone.open_game(house_rules_of(vector), vector["players"], entry=vector["entry"])
    rolled: Counter[tuple[Any, ...]] = Counter()
    turn_score = None
    for number, step in enumerate(vector["steps"]):
        action = step["action"]
        place = place_now(game, action.get("seat"), rolled)
        answer = phone.enter(game, action_of(action), place)
        if "refused" in step:
            assert answer.status in REFUSED, (number, answer)
            assert step["refused"] in answer.codes, (number, answer)
            assert_nothing_changed(phone, game, answer)
        else:
            assert answer.status == 201, (number, answer)
            assert_one_entry_more(game, answer)
            game, result = answer.body, answer.body["result"]
            if action["do"] == "roll":
                rolled[(place.round, place.roll_off, action["seat"])] += 1
            turn_score = turn_score if result["turn_score"] is None else result["turn_score"]
        assert view(game) == step["after"], number
        assert turn_score == step["turn_score"], number
    assert (game["status"] == "finished") == vector["finished"]
    with ledger_of(live_server.database):
        assert ledger.verify_game(game["id"]) == ()


def assert_one_entry_more(game: Mapping[str, Any], answer: Answer) -> None:
    after = answer.body
    assert after["version"] == game["version"] + 1 == after["recorded"]["seq"]
    assert after["head"] != game["head"]
    assert answer.headers["ETag"] == f'"{after["version"]}"'
    assert (after["already_recorded"], after["dry_run"]) == (False, False)


def assert_nothing_changed(phone: Phone, game: Mapping[str, Any], refusal: Answer) -> None:
    assert refusal.body.get("version", game["version"]) == game["version"]
    tag = f'"{game["version"]}"'
    now = phone.send("GET", f"/v1/games/{game['id']}", if_none_match=tag)
    assert (now.status, now.headers["ETag"]) == (304, tag)


def view(game: Mapping[str, Any]) -> dict[str, Any]:
    """What a vector says of a game `after` an action, read off the API's answer."""
    in_round = game["round"] or {"number": 0, "roll_off": 0, "opener": None, "pot": 0}
    seats = game["seats"]
    return {
        "round": in_round["number"],
        "roll_off": in_round["roll_off"],
        "opener": in_round["opener"],
        "to_move": game["next"]["seat"],
        "pot": in_round["pot"],
        "finished": game["status"] == "finished",
        "winners": game["winners"],
        "rounds_won": [seat["rounds_won"] for seat in seats],
        "totals": [seat["total"] for seat in seats],
        "chips": [seat["chips"] for seat in seats] if game["ruleset"]["stakes"] else None,
        "status": [seat["status"] for seat in seats],
    }
