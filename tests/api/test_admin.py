"""The operator's routes: for the admin key alone, and what is settled there holds everywhere."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from scorekeeper.ledger import settings
from tests.api.at_the_table import ADMIN_KEY, Guest, HostOf, new_table, pointers, problem

ROUTES = (
    ("GET", "/v1/admin/tables"),
    ("GET", "/v1/admin/tables/{table}"),
    ("PATCH", "/v1/admin/tables/{table}"),
    ("DELETE", "/v1/admin/tables/{table}"),
    ("GET", "/v1/admin/settings"),
    ("PATCH", "/v1/admin/settings"),
)


def test_every_route_of_the_operator_is_tried_here(app: Flask) -> None:
    there = {
        (method, rule.rule.replace("<table_id>", "{table}"))
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/v1/admin")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert there == set(ROUTES)


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_without_an_admin_key_there_is_nothing(
    app: Flask, host: HostOf, operator: Guest, method: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.config, "ADMIN_KEY_HASH", None)
    path = path.format(table=host.table_id)
    for asker in (Guest(host.client), host, operator):
        told = problem(asker.send(method, path, {"nonsense": 1}), 404, "not-found")
        assert told["detail"] == "There is nothing at this address."
        assert asker.client.open(path, method=method, data="{", headers=asker.headers).status_code == 404


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_nobody_else_is_let_in(guest: Guest, host: HostOf, method: str, path: str) -> None:
    path = path.format(table=host.table_id)
    response = guest.send(method, path, {"nonsense": 1})
    problem(response, 401, "key-missing")
    assert response.headers["WWW-Authenticate"].startswith("Bearer ")
    problem(host.send(method, path, {"nonsense": 1}), 401, "key-unknown")
    for key in (ADMIN_KEY[:-1], f"{ADMIN_KEY}x", ADMIN_KEY.upper(), "clé"):
        problem(guest.send(method, path, {}, authorization=f"Bearer {key}"), 401, "key-unknown")


def test_the_admin_key_opens_no_table(host: HostOf, operator: Guest) -> None:
    problem(operator.get(host.table), 401, "key-unknown")


def test_tables_are_listed_page_by_page(guest: Guest, operator: Guest) -> None:
    ids = [new_table(guest, f"Table {number}").table_id for number in range(3)]
    first = operator.get("/v1/admin/tables?limit=2").get_json()
    second = operator.get(f"/v1/admin/tables?limit=2&cursor={first['next']}").get_json()
    assert [table["id"] for table in (*first["items"], *second["items"])] == ids
    assert second["next"] is None
    problem(operator.get("/v1/admin/tables?cursor=%F0%9F%8E%B2"), 422, "invalid")


def test_a_disabled_table_says_why_to_everyone_and_changes_nothing(host: HostOf, operator: Guest) -> None:
    game = host.open()
    before = host.get(game).get_json()
    admin_path = f"/v1/admin/tables/{host.table_id}"
    told = operator.send("PATCH", admin_path, {"disabled": True, "reason": "Advertisements."}).get_json()
    assert told["disabled_reason"] == "Advertisements."
    roll = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]}
    for response in (
        host.get(host.table),
        host.get(game),
        host.get(f"{game}/standings"),
        host.get(f"{game}/log"),
        host.post(f"{game}/rolls", roll),
        host.post(f"{host.table}/players", {"nonsense": 1}),
        host.post(f"{host.table}/players", {"name": "Gold"}, idempotency_key="x"),
    ):
        refused = problem(response, 403, "table-disabled")
        assert refused["detail"] == "The operator of this server has closed this table: Advertisements."
    assert [table["id"] for table in operator.get("/v1/admin/tables?disabled=true").get_json()["items"]] == [
        host.table_id
    ]
    assert operator.send("PATCH", admin_path, {"disabled": False}).get_json()["disabled_at"] is None
    assert host.get(game).get_json() == before
    assert host.post(f"{game}/rolls", roll).status_code == 201


def test_another_tables_key_is_not_told_that_a_table_is_disabled(
    guest: Guest, host: HostOf, operator: Guest
) -> None:
    game = host.open()
    operator.send("PATCH", f"/v1/admin/tables/{host.table_id}", {"disabled": True})
    stranger = new_table(guest, "Next door")
    problem(stranger.get(host.table), 404, "not-found")
    problem(stranger.get(game), 404, "not-found")


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({}, ("/disabled", "required")),
        ({"disabled": "yes"}, ("/disabled", "invalid")),
        ({"disabled": False, "reason": "x"}, ("/reason", "invalid")),
        ({"disabled": True, "reason": ""}, ("/reason", "invalid")),
        ({"disabled": True, "reason": "\x1b[2J"}, ("/reason", "text-invalid")),
        ({"disabled": True, "name": "x"}, ("/name", "unknown-field")),
    ],
)
def test_what_is_done_to_a_table_is_said_exactly(
    host: HostOf, operator: Guest, body: dict[str, Any], wrong: tuple[str, str]
) -> None:
    response = operator.send("PATCH", f"/v1/admin/tables/{host.table_id}", body)
    assert wrong in pointers(problem(response, 422, wrong[1]))
    assert operator.get(f"/v1/admin/tables/{host.table_id}").get_json()["disabled_at"] is None


def test_a_table_that_is_not_there_is_not_found(operator: Guest) -> None:
    problem(operator.get("/v1/admin/tables/table_x"), 404, "not-found")
    problem(operator.send("PATCH", "/v1/admin/tables/table_x", {"disabled": True}), 404, "not-found")


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({}, ("", "invalid")),
        ({"table_creation": "ajar"}, ("/table_creation", "invalid")),
        ({"quotas": {"games_per_table": -1}}, ("/quotas/games_per_table", "invalid")),
        ({"quotas": {"games_per_table": 1.0}}, ("/quotas/games_per_table", "invalid")),
        ({"quotas": {"dice_per_table": 5}}, ("/quotas/dice_per_table", "unknown-field")),
    ],
)
def test_settings_are_said_exactly(operator: Guest, body: dict[str, Any], wrong: tuple[str, str]) -> None:
    before = operator.get("/v1/admin/settings").get_json()
    assert wrong in pointers(problem(operator.send("PATCH", "/v1/admin/settings", body), 422, wrong[1]))
    assert operator.get("/v1/admin/settings").get_json() == before


def test_every_quota_can_be_seen_and_set(operator: Guest) -> None:
    there = operator.get("/v1/admin/settings").get_json()["quotas"]
    assert tuple(there) == settings.QUOTAS
    wanted = {name: number for number, name in enumerate(there)}
    changed = operator.send("PATCH", "/v1/admin/settings", {"quotas": wanted}).get_json()
    assert changed["quotas"] == wanted
    none = dict.fromkeys(there)
    assert operator.send("PATCH", "/v1/admin/settings", {"quotas": none}).get_json()["quotas"] == none


def test_where_creation_is_closed_the_operator_alone_makes_tables(
    guest: Guest, host: HostOf, operator: Guest
) -> None:
    operator.send("PATCH", "/v1/admin/settings", {"table_creation": "closed"})
    told = problem(guest.post("/v1/tables", {"name": "Late"}), 403, "table-creation-closed")
    assert told["detail"] == "This server makes no new tables. Ask its operator."
    problem(host.post("/v1/tables", {"name": "Late"}), 403, "table-creation-closed")
    made = operator.post("/v1/tables", {"name": "Late"})
    assert made.status_code == 201
    assert host.open()
    assert len(operator.get("/v1/admin/tables").get_json()["items"]) == 2


def test_a_table_that_was_made_before_is_told_again_after_creation_closed(
    guest: Guest, operator: Guest
) -> None:
    key = "8e03978e-40d5-43e8-bc93-6894a57f9324"
    made = guest.post("/v1/tables", {"name": "Early"}, idempotency_key=key).get_json()
    operator.send("PATCH", "/v1/admin/settings", {"table_creation": "closed"})
    again = guest.post("/v1/tables", {"name": "Early"}, idempotency_key=key)
    assert (again.status_code, again.get_json()["id"]) == (201, made["id"])


def test_too_many_tables_of_one_address_are_too_many_for_today(guest: Guest, operator: Guest) -> None:
    operator.send("PATCH", "/v1/admin/settings", {"quotas": {"tables_per_address_per_day": 1}})
    new_table(guest)
    response = guest.post("/v1/tables", {"name": "Another"})
    told = problem(response, 429, "daily-quota-reached")
    assert told["quota"] == {"name": "tables_per_address_per_day", "most": 1}
    assert 1 <= int(response.headers["Retry-After"]) <= 24 * 60 * 60
    assert operator.post("/v1/tables", {"name": "Another"}).status_code == 201
    elsewhere = guest.client.post(
        "/v1/tables", json={"name": "Elsewhere"}, environ_base={"REMOTE_ADDR": "192.0.2.7"}
    )
    assert elsewhere.status_code == 201


@pytest.mark.parametrize(
    ("quota", "path", "body"),
    [
        ("games_per_table", "{table}/games", {"seats": [{"name": "Red"}, {"name": "Blue"}]}),
        ("players_per_table", "{table}/players", {"name": "Gold"}),
        ("house_rules_per_table", "{table}/rulesets", {"name": "Mine", "ruleset": {}}),
        ("keys_per_table", "{table}/keys", {"role": "scorer"}),
        ("keys_ever_per_table", "{table}/keys", {"role": "scorer"}),
        ("invites_per_table", "{table}/invites", {"role": "scorer"}),
        ("invites_ever_per_table", "{table}/invites", {"role": "scorer"}),
        ("entries_per_game", "{game}/rolls", {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]}),
    ],
)
def test_a_quota_that_is_reached_is_told_with_what_it_allows_and_nothing_is_stored(
    host: HostOf, operator: Guest, quota: str, path: str, body: dict[str, Any]
) -> None:
    game = host.open()
    admin_path = f"/v1/admin/tables/{host.table_id}"
    before = operator.get(admin_path).get_json()
    operator.send("PATCH", "/v1/admin/settings", {"quotas": {quota: 0}})
    told = problem(host.post(path.format(table=host.table, game=game), body), 409, "quota-reached")
    assert told["quota"] == {"name": quota, "most": 0}
    assert told["detail"].endswith("Nothing was stored.")
    assert operator.get(admin_path).get_json() == before
