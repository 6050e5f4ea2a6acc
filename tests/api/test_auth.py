"""A key opens its own table and nothing else."""

from __future__ import annotations

import pytest

from scorekeeper import ledger
from scorekeeper.storage.models import Key
from tests.api.at_the_table import ADMIN_KEY, Guest, HostOf, new_table, problem


@pytest.fixture
def furnished(host: HostOf) -> HostOf:
    """A table with a game, players and house rules."""
    host.open()
    host.post(f"{host.table}/rulesets", {"name": "Long", "ruleset": {"preset": "chips"}})
    return host


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


@pytest.mark.parametrize("scheme", ["Basic", "Foo", "Bearer Bearer"])
def test_the_admin_key_is_sent_as_a_bearer_s_and_in_no_other_way(operator: Guest, scheme: str) -> None:
    operator.send("PATCH", "/v1/admin/settings", {"table_creation": "closed"})
    other = Guest(operator.client, {"Authorization": f"{scheme} {ADMIN_KEY}"})
    problem(other.post("/v1/tables", {"name": "The Anchor"}), 403, "table-creation-closed")
    assert operator.post("/v1/tables", {"name": "The Anchor"}).status_code == 201


@pytest.mark.parametrize("path", ["", "/standings", "/log", "/rolls"])
def test_the_use_of_a_key_is_written_once_its_answer_is_sent(host: HostOf, path: str) -> None:
    game = host.open()
    ledger.note_uses()
    Key.update(last_used_at=1).execute()
    body = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]}
    response = host.post(game + path, body) if path == "/rolls" else host.get(game + path)
    assert response.status_code in (200, 201)
    assert Key.select(Key.last_used_at).scalar() == 1
    response.close()
    assert Key.select(Key.last_used_at).scalar() > 1
