"""Tables, players, house rules and games over HTTP: what is made, listed, changed, and where it is found."""

from __future__ import annotations

import pytest

from scorekeeper.rules import PRESETS
from tests.api.at_the_table import Guest, HostOf, problem


def test_a_table_is_where_its_location_says(guest: Guest) -> None:
    response = guest.post("/v1/tables", {"name": "The Anchor"})
    created = response.get_json()
    host = Guest(guest.client, {"Authorization": f"Bearer {created['host_key']}"})
    assert response.status_code == 201
    assert host.get(response.headers["Location"]).get_json() == {
        name: created[name] for name in ("id", "name", "created_at")
    }


def test_the_keys_of_a_table_are_shown_once_and_never_cached(host: HostOf, guest: Guest) -> None:
    created = guest.post("/v1/tables", {"name": "The Anchor"})
    assert created.headers["Cache-Control"] == "no-store"
    assert created.get_json()["host_key"].startswith("sk_host_")
    assert "sk_" not in host.get(host.table).text


def test_a_table_may_come_with_its_first_game(guest: Guest) -> None:
    game = {"ruleset": {"preset": "chips"}, "seats": [{"name": "Red"}, {"name": "Blue"}]}
    created = guest.post("/v1/tables", {"name": "The Anchor", "game": game}).get_json()
    host = Guest(guest.client, {"Authorization": f"Bearer {created['host_key']}"})
    read = host.get(f"/v1/games/{created['game']['id']}").get_json()
    assert read == {name: created["game"][name] for name in read}


def test_a_table_is_renamed(host: HostOf) -> None:
    assert host.send("PATCH", host.table, {"name": "The Crown"}).get_json()["name"] == "The Crown"
    assert host.get(host.table).get_json()["name"] == "The Crown"


def test_a_player_is_added_renamed_archived_and_brought_back(host: HostOf) -> None:
    response = host.post(f"{host.table}/players", {"name": "Green"})
    player = response.headers["Location"]
    assert response.status_code == 201
    assert host.get(player).get_json() == response.get_json()
    assert host.send("PATCH", player, {"name": "Olive"}).get_json()["name"] == "Olive"
    assert host.send("PATCH", player, {"archived": True}).get_json()["archived"] is True
    assert host.get(f"{host.table}/players").get_json()["items"] == []
    listed = host.get(f"{host.table}/players?archived=true").get_json()["items"]
    assert [item["name"] for item in listed] == ["Olive"]
    assert host.send("PATCH", player, {"archived": False}).get_json()["archived"] is False


def test_a_name_is_one_active_players_whatever_its_case(host: HostOf) -> None:
    first = host.post(f"{host.table}/players", {"name": "Green"}).headers["Location"]
    told = problem(host.post(f"{host.table}/players", {"name": "GREEN"}), 409, "name-taken")
    assert told["errors"][0]["pointer"] == "/name"
    host.send("PATCH", first, {"archived": True})
    assert host.post(f"{host.table}/players", {"name": "GREEN"}).status_code == 201
    problem(host.send("PATCH", first, {"archived": False}), 409, "name-taken")


@pytest.mark.parametrize("body", [{}, {"archived": "true"}, {"name": None}, {"id": "player_x"}])
def test_a_player_is_changed_in_what_can_be_changed(host: HostOf, body: object) -> None:
    player = host.post(f"{host.table}/players", {"name": "Green"}).headers["Location"]
    assert host.send("PATCH", player, body).status_code == 422


def test_a_long_list_comes_in_pages(host: HostOf) -> None:
    names = [f"Player {number}" for number in range(7)]
    for name in names:
        host.post(f"{host.table}/players", {"name": name})
    found, cursor = [], ""
    while cursor is not None:
        page = host.get(f"{host.table}/players?limit=3{cursor and f'&cursor={cursor}'}").get_json()
        assert len(page["items"]) <= 3
        found += [item["name"] for item in page["items"]]
        cursor = page["next"]
    assert found == names


def test_house_rules_are_saved_replaced_played_and_forgotten(host: HostOf) -> None:
    saved = host.post(
        f"{host.table}/rulesets",
        {"name": "Short", "ruleset": {"preset": "five-rounds", "turn": {"rolls": 2}}},
    )
    where = saved.headers["Location"]
    assert host.get(where).get_json() == saved.get_json()
    assert saved.get_json()["ruleset"]["turn"]["rolls"] == 2
    body = {"ruleset": {"saved": "short", "turn": {"rolls": 1}}, "seats": [{"name": "Red"}, {"name": "Blue"}]}
    game = host.post(f"{host.table}/games", body).get_json()
    assert game["ruleset"]["turn"]["rolls"] == 1
    assert game["ruleset"]["goal"] == saved.get_json()["ruleset"]["goal"]
    replaced = host.send("PUT", where, {"name": "Longer", "ruleset": {"preset": "chips"}}).get_json()
    assert (replaced["name"], replaced["ruleset"]["stakes"]["chips"]) == ("Longer", 5)
    assert host.get(f"/v1/games/{game['id']}").get_json()["ruleset"] == game["ruleset"]
    gone = host.send("DELETE", where)
    assert (gone.status_code, gone.data) == (204, b"")
    problem(host.get(where), 404, "not-found")
    problem(host.send("DELETE", where), 404, "not-found")


def test_house_rules_that_make_no_sense_are_not_saved(host: HostOf) -> None:
    body = {"name": "Odd", "ruleset": {"preset": "chips", "stakes": {"ante": 2, "chips": 5}}}
    told = problem(host.post(f"{host.table}/rulesets", body), 422, "chips-not-multiple-of-ante")
    assert told["errors"][0]["pointer"] == "/ruleset/stakes/chips"
    assert host.get(f"{host.table}/rulesets").get_json()["items"] == []


def test_the_presets_are_listed_and_read_one_by_one(guest: Guest) -> None:
    listed = guest.get("/v1/rulesets").get_json()
    assert [item["name"] for item in listed["items"]] == list(PRESETS)
    for item in listed["items"]:
        assert guest.get(f"/v1/rulesets/{item['name']}").get_json() == item
        checked = guest.post("/v1/rulesets/check", {"preset": item["name"]}).get_json()
        assert checked == {"ruleset": item["ruleset"], "sentences": item["sentences"]}


def test_house_rules_are_refused_with_every_reason_at_once(guest: Guest) -> None:
    body = {
        "seats": {"min": 3, "max": 2},
        "stakes": {"per": "game"},
        "round": {"tie": "carry"},
        "turn": {"rolls": 0},
    }
    told = guest.post("/v1/rulesets/check", body).get_json()
    assert {error["code"] for error in told["errors"]} == {
        "seats-min-above-max",
        "tie-carry-with-game-stakes",
        "out-of-range",
    }


def test_games_are_listed_newest_first_and_by_status(host: HostOf) -> None:
    first, second = host.open(), host.open("chips")
    host.post(f"{first}/abandon")
    listed = host.get(f"{host.table}/games").get_json()["items"]
    assert [f"/v1/games/{item['id']}" for item in listed] == [second, first]
    abandoned = host.get(f"{host.table}/games?status=abandoned").get_json()["items"]
    assert [f"/v1/games/{item['id']}" for item in abandoned] == [first]
    problem(host.get(f"{host.table}/games?status=lost"), 422, "invalid")


def test_a_new_game_is_where_its_location_says(host: HostOf) -> None:
    body = {"ruleset": {"preset": "voyage"}, "seats": [{"name": "Red"}, {"name": "Blue"}]}
    response = host.post(f"{host.table}/games", body)
    assert response.headers["ETag"] == '"1"'
    assert host.get(response.headers["Location"]).get_json()["id"] == response.get_json()["id"]


def test_a_rematch_is_the_next_game_of_the_series_and_asked_again_the_same(host: HostOf) -> None:
    game = host.open()
    problem(host.post(f"{game}/rematch"), 409, "game-unfinished")
    host.post(f"{game}/abandon", {"reason": "Last orders."})
    again = host.post(f"{game}/rematch")
    assert again.status_code == 201
    assert again.get_json()["series"] == {"id": host.get(game).get_json()["series"]["id"], "number": 2}
    repeated = host.post(f"{game}/rematch", {})
    assert (repeated.status_code, repeated.get_json()["already_recorded"]) == (200, True)
    assert repeated.headers["Location"] == again.headers["Location"]


def test_an_entry_id_makes_a_late_repeat_harmless(host: HostOf) -> None:
    game = host.open()
    body = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1], "entry_id": "019C1A00-0000-4000-8000-0000000000A1"}
    first = host.post(f"{game}/rolls", body)
    assert first.get_json()["recorded"]["entry_id"] == body["entry_id"].lower()
    assert host.post(f"{game}/rolls", body).get_json()["already_recorded"] is True
    other = {**body, "dice": [6, 5, 3, 3, 1]}
    told = problem(host.post(f"{game}/rolls", other), 409, "already-recorded")
    assert told["recorded"]["dice"] == [6, 4, 3, 3, 1]
    assert told["sent"]["dice"] == [6, 5, 3, 3, 1]
    assert told["next"] == host.get(game).get_json()["next"]


def test_a_seat_that_is_not_there_is_not_found_by_its_address_and_refused_in_a_body(host: HostOf) -> None:
    game = host.open()
    for method, path, body in (
        ("POST", "/seats/3/leave", None),
        ("POST", "/seats/3/defer", None),
        ("PATCH", "/seats/3", {"name": "Green"}),
    ):
        problem(host.send(method, game + path, body), 404, "seat-unknown")
    problem(host.post(f"{game}/seats/0/leave"), 404, "not-found")
    told = problem(
        host.post(f"{game}/rolls", {"seat": 3, "roll": 1, "dice": [6, 4, 3, 3, 1]}), 422, "seat-unknown"
    )
    assert told["errors"][0]["pointer"] == "/seat"


def test_a_seat_is_renamed_and_handed_over(host: HostOf) -> None:
    game = host.open()
    green = host.post(f"{host.table}/players", {"name": "Green"}).get_json()
    renamed = host.send("PATCH", f"{game}/seats/1", {"name": "Reddest"}).get_json()
    assert renamed["seats"][0]["name"] == "Reddest"
    taken_over = host.send("PATCH", f"{game}/seats/2", {"player_id": green["id"]}).get_json()
    assert (taken_over["seats"][1]["name"], taken_over["seats"][1]["player_id"]) == ("Green", green["id"])
    problem(host.send("PATCH", f"{game}/seats/1", {"name": "Red", "player_id": green["id"]}), 422, "invalid")
    problem(host.send("PATCH", f"{game}/seats/1", {"player_id": green["id"]}), 422, "player-seated")


def test_turns_and_log_are_asked_for_in_part(host: HostOf) -> None:
    game = host.open()
    for seat in (1, 2):
        turn = {"seat": seat, "round": 1, "rolls": [{"dice": [6, 5, 4, seat, seat]}], "stand": True}
        assert host.post(f"{game}/turns", turn).status_code == 201
    assert [turn["seat"] for turn in host.get(f"{game}/turns?seat=2").get_json()["items"]] == [2]
    assert [turn["seat"] for turn in host.get(f"{game}/turns?round=1").get_json()["items"]] == [1, 2]
    assert [entry["kind"] for entry in host.get(f"{game}/log").get_json()["items"]] == [
        "open",
        "turn",
        "turn",
    ]
    assert len(host.get(f"{game}/log?kind=turn&seat=1").get_json()["items"]) == 1
    problem(host.get(f"{game}/turns/3"), 404, "not-found")
    problem(host.get(f"{game}/log?kind=thrown"), 422, "invalid")
