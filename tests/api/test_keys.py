"""Keys over HTTP: what is told, to whom, and how it is sent again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from scorekeeper import storage
from tests.api.at_the_table import Guest, HostOf, pointers, problem

RETRY = "8e03978e-40d5-43e8-bc93-6894a57f9324"


def give(host: HostOf, **wish: Any) -> dict[str, Any]:
    response = host.post(f"{host.table}/keys", wish)
    assert response.status_code == 201, response.text
    given: dict[str, Any] = response.get_json()
    assert response.headers["Location"] == f"{host.table}/keys/{given['id']}"
    assert response.headers["Cache-Control"] == "no-store"
    return given


def holder_of(host: HostOf, key: str) -> HostOf:
    return replace(host, headers={"Authorization": f"Bearer {key}"})


def test_a_key_is_told_once_and_listed_without_its_text(host: HostOf) -> None:
    given = give(host, role="scorer", name="Bar tablet")
    text = given.pop("key")
    listed = host.get(f"{host.table}/keys")
    assert listed.get_json()["items"][1] == {**given, "last_used_at": None}
    assert text not in listed.text
    assert host.get(f"{host.table}/keys/{given['id']}").get_json() == given
    assert holder_of(host, text).get("/v1/key").get_json() == {
        "id": given["id"],
        "table": {"id": host.table_id, "name": "The Anchor"},
        "name": "Bar tablet",
        "role": "scorer",
        "player_id": None,
        "expires_at": None,
    }


def test_a_viewers_key_comes_with_the_page_for_the_wall(app: Flask, host: HostOf) -> None:
    app.config["LINK_BASE"], before = "https://dice.example.org", app.config["LINK_BASE"]
    try:
        given = give(host, role="viewer")
        rotated = host.post(f"{host.table}/keys/{given['id']}/rotate", host="evil.example").get_json()
    finally:
        app.config["LINK_BASE"] = before
    place = f"https://dice.example.org/watch/{host.table_id}"
    assert given["watch_url"] == f"{place}#{given['key']}"
    assert rotated["watch_url"] == f"{place}#{rotated['key']}"
    assert rotated["key"] != given["key"]
    assert "watch_url" not in give(host, role="scorer")


@pytest.mark.parametrize(
    ("wish", "pointer", "code"),
    [
        ({}, "/role", "required"),
        ({"role": "dealer"}, "/role", "invalid"),
        ({"role": "scorer", "name": " "}, "/name", "name-empty"),
        ({"role": "scorer", "expires_in": 59}, "/expires_in", "invalid"),
        ({"role": "scorer", "expires_in": 10**9}, "/expires_in", "invalid"),
        ({"role": "scorer", "expires_in": True}, "/expires_in", "invalid"),
        ({"role": "scorer", "expires_in": None}, "/expires_in", "invalid"),
        ({"role": "scorer", "player_id": "player_x"}, "/player_id", "player-unknown"),
        ({"role": "viewer", "player_id": "player_x"}, "/player_id", "invalid"),
        ({"role": "scorer", "hash": "x"}, "/hash", "unknown-field"),
    ],
)
def test_what_is_wrong_with_a_key_is_told(host: HostOf, wish: Any, pointer: str, code: str) -> None:
    assert pointers(problem(host.post(f"{host.table}/keys", wish), 422, code)) == [(pointer, code)]
    assert len(host.get(f"{host.table}/keys").get_json()["items"]) == 1


@pytest.mark.parametrize(
    "change", [{}, {"role": "host"}, {"name": None}, {"expires_in": 1}, {"player_id": "x"}]
)
def test_a_change_changes_the_name_or_the_end(host: HostOf, change: Any) -> None:
    given = give(host, role="scorer", name="Bar tablet", expires_in=60)
    response = host.send("PATCH", f"{host.table}/keys/{given['id']}", change)
    assert response.status_code == 422
    unchanged = {name: given[name] for name in given if name != "key"}
    assert host.get(f"{host.table}/keys/{given['id']}").get_json() == unchanged
    changed = host.send("PATCH", f"{host.table}/keys/{given['id']}", {"expires_in": None, "name": "Ours"})
    assert (changed.get_json()["name"], changed.get_json()["expires_at"]) == ("Ours", None)


def test_a_host_who_revokes_the_own_key_is_out(host: HostOf) -> None:
    other = holder_of(host, give(host, role="host")["key"])
    own = host.get("/v1/key").get_json()["id"]
    assert host.send("DELETE", f"{host.table}/keys/{own}").status_code == 204
    problem(host.get(host.table), 401, "key-revoked")
    last = other.get("/v1/key").get_json()["id"]
    problem(other.send("DELETE", f"{host.table}/keys/{last}"), 409, "last-host-key")
    problem(other.send("PATCH", f"{host.table}/keys/{last}", {"expires_in": 60}), 409, "last-host-key")
    assert other.get(host.table).status_code == 200


def test_no_key_is_kept_for_a_request_that_comes_again(host: HostOf) -> None:
    wish, path = {"role": "scorer"}, f"{host.table}/keys"
    first = host.post(path, wish, idempotency_key=RETRY)
    again = host.post(path, wish, idempotency_key=RETRY)
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert first.get_json()["id"] == again.get_json()["id"]
    problem(holder_of(host, first.get_json()["key"]).get("/v1/key"), 401, "key-unknown")
    assert holder_of(host, again.get_json()["key"]).get("/v1/key").status_code == 200
    problem(host.post(path, {"role": "viewer"}, idempotency_key=RETRY), 422, "idempotency-key-reused")
    problem(host.post(path, wish, idempotency_key="two words"), 400, "idempotency-key-invalid")
    kept = str(storage.fetch_all("SELECT body, headers FROM idempotency_keys", ()))
    assert first.get_json()["id"] in kept
    assert "sk_" not in kept


@pytest.mark.parametrize("path", ["/keys/{spare}/rotate", "/recovery-code"])
def test_a_secret_that_is_replaced_again_is_another_one(host: HostOf, path: str) -> None:
    where = host.table + path.format(spare=give(host, role="scorer")["id"])
    first, again = (host.post(where, idempotency_key=RETRY) for _ in range(2))
    assert again.headers["Idempotent-Replayed"] == "true"
    assert first.get_json() != again.get_json()
    assert "sk_" not in str(storage.fetch_all("SELECT * FROM idempotency_keys", ()))


def test_a_lost_host_key_is_recovered_with_the_code(guest: Guest) -> None:
    created = guest.post("/v1/tables", {"name": "The Anchor"})
    assert created.headers["Cache-Control"] == "no-store"
    told = created.get_json()
    sent = {"recovery_code": f" {told['recovery_code']} ", "name": "Red's new phone"}
    recovered = guest.post("/v1/recover", sent, idempotency_key=RETRY)
    assert recovered.status_code == 201
    assert recovered.headers["Cache-Control"] == "no-store"
    assert recovered.get_json()["table"] == {"id": told["id"], "name": "The Anchor"}
    again = guest.post("/v1/recover", sent, idempotency_key=RETRY)
    assert again.headers["Idempotent-Replayed"] == "true"
    problem(guest.post("/v1/recover", sent), 404, "code-unknown")
    host = HostOf(guest.client, {"Authorization": f"Bearer {again.get_json()['host_key']}"}, told["id"])
    assert host.get("/v1/key").get_json()["name"] == "Red's new phone"
    problem(guest.post("/v1/recover", sent, idempotency_key="short"), 422, "idempotency-key-short")


def test_no_answer_shows_a_key_or_what_is_kept_of_one(host: HostOf) -> None:
    game = host.open()
    key = give(host, role="scorer", name="Bar tablet")
    scorer = holder_of(host, key["key"])
    assert scorer.post(f"{game}/rolls", {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]}).status_code == 201
    host.post(f"{game}/disputes", {"turn": 1, "words": "No."})
    hashes = [row[0] for row in storage.fetch_all("SELECT hash FROM keys", ())]
    hashes += [row[0] for row in storage.fetch_all("SELECT recovery_hash FROM tables", ())]
    assert len(hashes) == 3
    for path in (game, *(f"{game}/{part}" for part in ("log", "export", "turns", "rounds", "disputes"))):
        for reader in (host, scorer):
            text = reader.get(path).text
            assert "sk_" not in text, path
            assert not any(known in text for known in hashes), path
    for path in ("", "/players", "/games", "/keys", "/rulesets", "/export"):
        text = host.get(host.table + path).text
        assert "sk_" not in text, path
        assert not any(known in text for known in hashes), path
