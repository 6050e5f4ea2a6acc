"""What a table takes along, and what it has deleted for good."""

from __future__ import annotations

import json
from unittest.mock import patch

import pytest

from scorekeeper.ledger import table_export
from tests.api.at_the_table import Guest, HostOf, new_table, pointers, problem


def key_of(host: HostOf) -> str:
    return (host.headers or {})["Authorization"].removeprefix("Bearer ")


def test_an_export_has_everything_that_the_table_s_own_routes_show(host: HostOf) -> None:
    games = [host.open(), host.open("voyage")]
    host.post(f"{games[0]}/rolls", {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]})
    host.post(f"{host.table}/rulesets", {"name": "Short", "ruleset": {"preset": "chips"}})
    gold = host.post(f"{host.table}/players", {"name": "Gold"}).get_json()
    host.send("PATCH", f"{host.table}/players/{gold['id']}", {"archived": True})
    response = host.get(f"{host.table}/export")
    assert response.headers["Cache-Control"] == "private, no-store"
    told = response.get_json()
    assert told["table"] == host.get(host.table).get_json()
    assert [player["name"] for player in told["players"]] == ["Red", "Blue", "Gold"]
    assert told["rulesets"] == host.get(f"{host.table}/rulesets").get_json()["items"]
    assert told["games"] == [host.get(f"{game}/export").get_json() for game in games]


def test_an_export_holds_no_key(host: HostOf) -> None:
    host.open()
    assert key_of(host) not in host.get(f"{host.table}/export").text


def test_an_empty_table_is_exported_too(host: HostOf) -> None:
    told = host.get(f"{host.table}/export").get_json()
    assert (told["players"], told["rulesets"], told["games"]) == ([], [], [])


def test_an_export_of_many_games_has_each_of_them_once(host: HostOf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_export, "_PAGE", 2)
    games = [host.open().rpartition("/")[2] for _ in range(5)]
    told = host.get(f"{host.table}/export").get_json()
    assert [export["game"]["id"] for export in told["games"]] == games


def test_an_export_is_sent_as_it_is_read(host: HostOf) -> None:
    for _ in range(3):
        host.open()
    with patch.object(table_export, "export_game", wraps=table_export.export_game) as exported:
        parts = table_export.export_table(host.table_id)
        told = next(parts)
        assert exported.call_count == 0
        while exported.call_count < 2:
            told += next(parts)
        assert exported.call_count == 2
        assert len(json.loads(told + "".join(parts))["games"]) == 3


def test_an_export_may_be_asked_for_without_its_body(host: HostOf) -> None:
    response = host.send("HEAD", f"{host.table}/export")
    assert (response.status_code, response.data) == (200, b"")


def test_a_deleted_table_is_gone_with_its_key(host: HostOf, guest: Guest) -> None:
    game = host.open()
    response = host.send("DELETE", host.table, {"name": "The Anchor"})
    assert (response.status_code, response.data) == (204, b"")
    for path in (host.table, game, f"{game}/standings", f"{host.table}/export"):
        problem(host.get(path), 401, "key-unknown")
    problem(new_table(guest, "Next door").get(game), 404, "not-found")


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({}, ("/name", "required")),
        ({"name": "the anchor"}, ("/name", "name-mismatch")),
        ({"name": ""}, ("/name", "name-empty")),
        ({"name": "The Anchor", "sure": True}, ("/sure", "unknown-field")),
    ],
)
def test_a_table_is_deleted_by_its_name_alone(
    host: HostOf, operator: Guest, body: dict[str, object], wrong: tuple[str, str]
) -> None:
    for asker, path in ((host, host.table), (operator, f"/v1/admin/tables/{host.table_id}")):
        assert wrong in pointers(problem(asker.send("DELETE", path, body), 422, wrong[1]))
    assert host.get(host.table).status_code == 200


def test_without_a_body_nothing_is_deleted(host: HostOf) -> None:
    problem(host.send("DELETE", host.table), 415, "content-type")
    assert host.get(host.table).status_code == 200


def test_the_operator_deletes_a_table_that_is_disabled(host: HostOf, operator: Guest) -> None:
    path = f"/v1/admin/tables/{host.table_id}"
    operator.send("PATCH", path, {"disabled": True})
    problem(host.send("DELETE", host.table, {"name": "The Anchor"}), 403, "table-disabled")
    assert operator.send("DELETE", path, {"name": "The Anchor"}).status_code == 204
    problem(operator.get(path), 404, "not-found")
    problem(operator.send("DELETE", path, {"name": "The Anchor"}), 404, "not-found")


def test_names_are_forgotten_and_the_game_is_kept(host: HostOf) -> None:
    game = host.open()
    host.post(f"{game}/rolls", {"seat": 1, "roll": 1, "dice": [6, 5, 4, 3, 3], "stand": True})
    before = host.get(game)
    erased = host.post(f"{host.table}/erase-names", {"name": "The Anchor"})
    assert (erased.status_code, erased.get_json()) == (200, {"players": 2, "games": 1, "texts": 2})
    after = host.get(game, if_none_match=before.headers["ETag"])
    assert after.status_code == 200
    assert after.headers["ETag"] != before.headers["ETag"]
    for path in (game, f"{game}/standings", f"{game}/log", f"{game}/export", f"{host.table}/export"):
        text = host.get(path).text
        assert "Player 1" in text
        assert '"Red"' not in text
        assert "Red " not in text
    assert after.get_json()["seats"][0]["rounds_won"] == before.get_json()["seats"][0]["rounds_won"]


def test_one_player_is_forgotten(host: HostOf) -> None:
    game = host.open()
    player = host.get(game).get_json()["seats"][1]["player_id"]
    path = f"{host.table}/players/{player}"
    told = problem(host.post(f"{path}/erase", {"name": "Red"}), 422, "name-mismatch")
    assert pointers(told) == [("/name", "name-mismatch")]
    assert host.post(f"{path}/erase", {"name": "Blue"}).get_json() == {"players": 1, "games": 1, "texts": 1}
    assert [seat["name"] for seat in host.get(game).get_json()["seats"]] == ["Red", "Player 1"]
    assert host.get(path).get_json()["name"] == "Player 1"
    problem(host.post(f"{host.table}/players/player_x/erase", {"name": "Blue"}), 404, "not-found")
