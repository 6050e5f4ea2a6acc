"""A key opens its own table and nothing else."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.api.at_the_table import Guest, HostOf, new_table, pointers, problem

GUARDED = (
    ("GET", "{table}"),
    ("PATCH", "{table}"),
    ("GET", "{table}/players"),
    ("POST", "{table}/players"),
    ("GET", "{table}/players/{player}"),
    ("PATCH", "{table}/players/{player}"),
    ("GET", "{table}/rulesets"),
    ("POST", "{table}/rulesets"),
    ("GET", "{table}/rulesets/{ruleset}"),
    ("PUT", "{table}/rulesets/{ruleset}"),
    ("DELETE", "{table}/rulesets/{ruleset}"),
    ("GET", "{table}/games"),
    ("POST", "{table}/games"),
    ("GET", "{game}"),
    ("GET", "{game}/standings"),
    ("GET", "{game}/rounds"),
    ("GET", "{game}/turns"),
    ("POST", "{game}/turns"),
    ("GET", "{game}/turns/1"),
    ("GET", "{game}/log"),
    ("POST", "{game}/start-rolls"),
    ("POST", "{game}/rolls"),
    ("POST", "{game}/stand"),
    ("POST", "{game}/abandon"),
    ("POST", "{game}/rematch"),
    ("POST", "{game}/seats"),
    ("PATCH", "{game}/seats/1"),
    ("POST", "{game}/seats/1/leave"),
    ("POST", "{game}/seats/1/defer"),
    ("POST", "{game}/batch"),
    ("GET", "{game}/export"),
    ("GET", "{table}/dice"),
    ("GET", "{game}/dice"),
    ("POST", "{game}/undo"),
    ("POST", "{game}/redo"),
    ("POST", "{game}/corrections"),
    ("GET", "{game}/disputes"),
    ("POST", "{game}/disputes"),
    ("GET", "{game}/disputes/1"),
    ("POST", "{game}/disputes/1/ruling"),
    ("POST", "{game}/disputes/1/withdraw"),
)
BODIES = {
    "{table}": {"name": "Mine now"},
    "{table}/players": {"name": "Green"},
    "{table}/players/{player}": {"name": "Green"},
    "{table}/rulesets": {"name": "Short", "ruleset": {}},
    "{table}/rulesets/{ruleset}": {"name": "Short", "ruleset": {}},
    "{table}/games": {"seats": [{"name": "Red"}, {"name": "Blue"}]},
    "{game}/turns": {"seat": 1, "round": 1, "rolls": [{"dice": [6, 5, 4, 3, 3]}], "stand": True},
    "{game}/start-rolls": {"seat": 1, "attempt": 1, "dice": [1, 2, 3]},
    "{game}/rolls": {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]},
    "{game}/stand": {"seat": 1, "roll": 1},
    "{game}/seats": {"name": "Green"},
    "{game}/seats/1": {"name": "Rot"},
    "{game}/batch": {
        "entries": [
            {"kind": "stand", "seat": 1, "roll": 1, "entry_id": "019c1a00-0000-4000-8000-000000000002"}
        ]
    },
    "{game}/undo": {"target": {"seq": 2}},
    "{game}/redo": {"target": {"seq": 2}},
    "{game}/corrections": {"drop": {"seq": 2}},
    "{game}/disputes": {"turn": 1, "words": "No."},
    "{game}/disputes/1/ruling": {"decision": "stands"},
    "{game}/disputes/1/withdraw": {"reason": "Yes."},
}


def _path(host: HostOf, path: str) -> str:
    player = host.get(f"{host.table}/players").get_json()["items"][0]["id"]
    ruleset = host.get(f"{host.table}/rulesets").get_json()["items"][0]["id"]
    game = host.get(f"{host.table}/games").get_json()["items"][0]["id"]
    return path.format(table=host.table, player=player, ruleset=ruleset, game=f"/v1/games/{game}")


@pytest.fixture
def furnished(host: HostOf) -> HostOf:
    """A table with a game, players and house rules."""
    host.open()
    host.post(f"{host.table}/rulesets", {"name": "Long", "ruleset": {"preset": "chips"}})
    return host


def test_every_guarded_route_is_tried_here(app: Flask) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if {"table_id", "game_id"} & rule.arguments]
    routes = sum(len((rule.methods or set()) - {"HEAD", "OPTIONS"}) for rule in rules)
    assert routes == len(GUARDED)


@pytest.mark.parametrize(("method", "path"), GUARDED)
def test_nothing_of_a_table_opens_without_a_key(
    furnished: HostOf, guest: Guest, method: str, path: str
) -> None:
    response = guest.send(method, _path(furnished, path), BODIES.get(path))
    problem(response, 401, "key-missing")
    assert response.headers["WWW-Authenticate"].startswith("Bearer ")


@pytest.mark.parametrize(("method", "path"), GUARDED)
def test_another_tables_key_finds_nothing(furnished: HostOf, guest: Guest, method: str, path: str) -> None:
    stranger = new_table(guest, "Next door")
    problem(stranger.send(method, _path(furnished, path), BODIES.get(path)), 404, "not-found")


@pytest.mark.parametrize(("method", "path"), GUARDED)
def test_a_key_that_no_table_has_opens_nothing(
    furnished: HostOf, guest: Guest, method: str, path: str
) -> None:
    stranger = Guest(guest.client, {"Authorization": "Bearer sk_host_nobody"})
    response = stranger.send(method, _path(furnished, path), BODIES.get(path))
    problem(response, 401, "key-unknown")
    assert 'error="invalid_token"' in response.headers["WWW-Authenticate"]


@pytest.mark.parametrize(
    ("method", "path"),
    [(method, path) for method, path in GUARDED if path in BODIES and method not in ("GET", "DELETE")],
)
def test_a_stranger_is_not_told_what_is_wrong_with_the_body(
    furnished: HostOf, guest: Guest, method: str, path: str
) -> None:
    stranger = new_table(guest, "Next door")
    where = _path(furnished, path)
    problem(guest.send(method, where, {"nonsense": 1}), 401, "key-missing")
    problem(stranger.send(method, where, {"nonsense": 1}), 404, "not-found")
    told = furnished.send(method, where, {"nonsense": 1}).get_json()
    assert ("/nonsense", "unknown-field") in pointers(told)


def test_what_is_not_json_is_refused_before_the_key_is_asked_for(guest: Guest) -> None:
    problem(guest.send_text("/v1/games/game_x/rolls", "{"), 400, "not-json")
    problem(guest.send_text("/v1/games/game_x/rolls", "{}", "text/plain"), 415, "content-type")


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic dXNlcjpwdw==", "sk_host_x", "Bearer\t"])
def test_only_a_bearer_key_is_a_key(host: HostOf, guest: Guest, header: str) -> None:
    problem(guest.get(host.table, authorization=header), 401, "key-missing")


def test_the_word_bearer_may_be_written_in_any_case(host: HostOf, guest: Guest) -> None:
    key = (host.headers or {})["Authorization"].removeprefix("Bearer ")
    assert guest.get(host.table, authorization=f"bearer {key}").status_code == 200


def test_a_player_of_another_table_is_not_found_at_ones_own(furnished: HostOf, guest: Guest) -> None:
    stranger = new_table(guest, "Next door")
    player = furnished.get(f"{furnished.table}/players").get_json()["items"][0]["id"]
    problem(stranger.get(f"{stranger.table}/players/{player}"), 404, "not-found")


@pytest.mark.parametrize("game_id", ["game_x", "x" * 500, "%00", "%F0%9F%8E%B2", "game_%E2%80%AE", "..%2f"])
def test_an_id_of_no_game_is_not_found(host: HostOf, game_id: str) -> None:
    problem(host.get(f"/v1/games/{game_id}"), 404, "not-found")
