"""`Idempotency-Key`: a write that is sent again is done once."""

from __future__ import annotations

import json
import re
from io import BytesIO
from typing import Any

import pytest
from flask import Flask, Request
from werkzeug.test import TestResponse

from scorekeeper import ledger, storage
from scorekeeper.api.document import openapi_document
from scorekeeper.ledger import once
from scorekeeper.storage.kept_answers import KeptAnswer
from scorekeeper.storage.models import Game, Player, Table
from tests.api.at_the_table import Guest, HostOf, new_table, problem
from tests.databases import in_threads

KEY = "8e03978e-40d5-43e8-bc93-6894a57f9324"
FIRST_ROLL = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1], "keep": [6]}
DAY = 24 * 60 * 60 * 1_000_000


def keyed(who: Guest, path: str, body: Any = None, key: str = KEY, method: str = "POST") -> TestResponse:
    return who.send(method, path, body, Idempotency_Key=key)


def is_replayed(response: TestResponse) -> bool:
    return response.headers.get("Idempotent-Replayed") == "true"


def kept() -> int:
    return int(KeptAnswer.select().count())


def same(first: TestResponse, second: TestResponse) -> bool:
    """Whether two answers say the same, but that one was given before, and counted again."""
    own = ("Idempotent-Replayed", "RateLimit")
    headers = [[pair for pair in each.headers if pair[0] not in own] for each in (first, second)]
    return (first.status_code, first.data, sorted(headers[0])) == (
        second.status_code,
        second.data,
        sorted(headers[1]),
    )


def test_a_write_that_is_sent_again_is_answered_as_the_first_time(host: HostOf) -> None:
    game = host.open()
    first, second = (keyed(host, f"{game}/rolls", FIRST_ROLL) for _ in range(2))
    assert (first.status_code, is_replayed(first)) == (201, False)
    assert is_replayed(second)
    assert same(first, second)
    assert second.headers["ETag"] == '"2"'
    assert second.get_json()["already_recorded"] is False
    assert host.get(game).get_json()["version"] == 2


def test_the_first_answer_stands_when_the_game_has_gone_on(host: HostOf) -> None:
    game = host.open()
    first = keyed(host, f"{game}/rolls", FIRST_ROLL)
    assert host.post(f"{game}/rolls", {"seat": 1, "roll": 2, "dice": [5, 4, 2, 2]}).status_code == 201
    assert same(keyed(host, f"{game}/rolls", FIRST_ROLL), first)


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/players", {"name": "Green"}, 201),
        ("PATCH", "", {"name": "The Mermaid"}, 200),
        ("POST", "/rulesets", {"name": "Ours", "ruleset": {"preset": "chips"}}, 201),
        ("POST", "/games", {"ruleset": {}, "seats": [{"name": "Red"}, {"name": "Blue"}]}, 201),
    ],
)
def test_every_write_of_a_table_can_be_sent_again(
    host: HostOf, method: str, path: str, body: Any, status: int
) -> None:
    first, second = (keyed(host, host.table + path, body, method=method) for _ in range(2))
    assert first.status_code == status
    assert is_replayed(second)
    assert same(first, second)


def test_what_is_gone_is_deleted_once(host: HostOf) -> None:
    saved = host.post(f"{host.table}/rulesets", {"name": "Ours", "ruleset": {}}).get_json()
    path = f"{host.table}/rulesets/{saved['id']}"
    first, second = (keyed(host, path, method="DELETE") for _ in range(2))
    assert (first.status_code, second.status_code) == (204, 204)
    assert is_replayed(second)
    assert second.data == b""
    problem(host.send("DELETE", path), 404, "not-found")


def test_a_second_game_is_not_opened_and_its_people_are_not_made_twice(host: HostOf) -> None:
    opening = {"ruleset": {"preset": "chips"}, "seats": [{"name": "Red"}, {"name": "Blue"}]}
    ids = {keyed(host, f"{host.table}/games", opening).get_json()["id"] for _ in range(3)}
    assert len(ids) == 1
    assert (Game.select().count(), Player.select().count()) == (1, 2)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/players", {"name": "Amber"}),
        ("POST", "/rulesets", {"name": "Green", "ruleset": {}}),
        ("PATCH", "", {"name": "Green"}),
    ],
)
def test_another_request_with_the_key_is_refused(host: HostOf, method: str, path: str, body: Any) -> None:
    keyed(host, f"{host.table}/players", {"name": "Green"})
    told = problem(keyed(host, host.table + path, body, method=method), 422, "idempotency-key-reused")
    assert "another method" in told["detail"]
    assert Player.select().count() == 1


def test_another_query_is_another_request(host: HostOf) -> None:
    game = host.open()
    assert keyed(host, f"{game}/rolls", FIRST_ROLL).status_code == 201
    problem(keyed(host, f"{game}/rolls?dry_run=false", FIRST_ROLL), 422, "idempotency-key-reused")


def test_the_same_body_written_otherwise_is_the_same_request(host: HostOf) -> None:
    path, headers = f"{host.table}/players", {**(host.headers or {}), "Idempotency-Key": KEY}
    answers = [
        host.client.post(path, data=body, content_type="application/json", headers=headers)
        for body in ('{"name":"Green"}', ' { "name" : "Gr\\u0065en" } ')
    ]
    assert same(*answers)


def test_what_was_refused_is_not_kept_and_may_be_sent_again(host: HostOf) -> None:
    game = host.open()
    wrong = {**FIRST_ROLL, "seat": 2}
    problem(keyed(host, f"{game}/rolls", wrong), 409, "not-your-turn")
    problem(keyed(host, f"{game}/rolls", {**FIRST_ROLL, "dice": [7, 1, 1, 1, 1]}), 422, "face-invalid")
    problem(keyed(host, f"{game}/rolls", {"seat": 1}), 422, "required")
    assert kept() == 0
    assert keyed(host, f"{game}/rolls", FIRST_ROLL).status_code == 201
    assert kept() == 1


def test_a_dry_run_is_not_kept(host: HostOf) -> None:
    game = host.open()
    dry = keyed(host, f"{game}/rolls?dry_run=true", FIRST_ROLL)
    assert (dry.status_code, dry.get_json()["dry_run"], kept()) == (200, True, 0)
    assert keyed(host, f"{game}/rolls", FIRST_ROLL).status_code == 201


def test_keys_of_different_tables_have_nothing_to_do_with_each_other(host: HostOf, guest: Guest) -> None:
    other = new_table(guest)
    answers = [keyed(who, f"{who.table}/players", {"name": "Green"}) for who in (host, other)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert not any(map(is_replayed, answers))


def test_who_has_no_key_is_told_so_whatever_was_kept(host: HostOf, guest: Guest) -> None:
    keyed(host, f"{host.table}/players", {"name": "Green"})
    problem(keyed(guest, f"{host.table}/players", {"name": "Green"}), 401, "key-missing")
    problem(keyed(new_table(guest), f"{host.table}/players", {"name": "Green"}), 404, "not-found")


def test_a_body_that_cannot_be_read_is_refused_before_anything_kept_is_looked_at(host: HostOf) -> None:
    path, headers = f"{host.table}/players", {**(host.headers or {}), "Idempotency-Key": KEY}
    keyed(host, path, {"name": "Green"})
    for body, kind, status, code in (
        ("{", "application/json", 400, "not-json"),
        ('{"name":"Green"}', "text/plain", 415, "content-type"),
    ):
        problem(host.client.post(path, data=body, content_type=kind, headers=headers), status, code)


def test_a_body_that_does_not_arrive_whole_is_not_acted_on(host: HostOf) -> None:
    def break_off(*_: object, **__: object) -> bytes:
        raise OSError("the phone is gone")

    with BytesIO(b'{"name":"Green"}') as body, pytest.MonkeyPatch.context() as patch:
        patch.setattr(Request, "get_data", break_off)
        headers = {**(host.headers or {}), "Idempotency-Key": KEY}
        path, kind = f"{host.table}/players", "application/json"
        problem(
            host.client.post(path, headers=headers, input_stream=body, content_type=kind), 400, "bad-request"
        )
    assert (Player.select().count(), kept()) == (0, 0)


def test_the_kept_answer_comes_before_the_version_that_is_asked_for(host: HostOf) -> None:
    game = host.open()
    send = {"Idempotency_Key": KEY, "If_Match": '"1"'}
    first, second = (host.post(f"{game}/rolls", FIRST_ROLL, **send) for _ in range(2))
    assert same(first, second)
    problem(host.post(f"{game}/rolls", {**FIRST_ROLL, "roll": 2}, If_Match='"1"'), 412, "version-mismatch")


def test_another_key_for_the_same_entry_id_finds_it_recorded(host: HostOf) -> None:
    game, entry = host.open(), {**FIRST_ROLL, "entry_id": KEY}
    first = keyed(host, f"{game}/rolls", entry, key="a")
    second = keyed(host, f"{game}/rolls", entry, key="b")
    assert second.status_code == 200
    assert second.get_json()["already_recorded"] is True
    assert second.get_json()["recorded"] == first.get_json()["recorded"]
    assert same(keyed(host, f"{game}/rolls", entry, key="b"), second)


@pytest.mark.parametrize("key", ["", " ", "a b", "ä", "x" * 256, "tab\there"])
def test_a_key_of_other_characters_is_refused(host: HostOf, key: str) -> None:
    problem(keyed(host, f"{host.table}/players", {"name": "Green"}, key), 400, "idempotency-key-invalid")
    assert Player.select().count() == 0


@pytest.mark.parametrize("key", ["1", "x" * 255, '"8e03978e-40d5-43e8-bc93-6894a57f9324"', "~!@#$%^&*()[]{}"])
def test_any_visible_ascii_is_a_key_with_quotes_or_without(host: HostOf, key: str) -> None:
    answers = [keyed(host, f"{host.table}/players", {"name": "Green"}, key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert is_replayed(answers[1])


def test_an_answer_is_kept_for_a_day(host: HostOf, monkeypatch: pytest.MonkeyPatch) -> None:
    start = once.now()
    keyed(host, f"{host.table}/players", {"name": "Green"})
    monkeypatch.setattr(once, "now", lambda: start + DAY - 1)
    assert is_replayed(keyed(host, f"{host.table}/players", {"name": "Green"}))
    monkeypatch.setattr(once, "now", lambda: start + DAY + 60_000_000)
    problem(keyed(host, f"{host.table}/players", {"name": "Green"}), 409, "name-taken")
    other = keyed(host, f"{host.table}/players", {"name": "Amber"})
    assert (other.status_code, is_replayed(other)) == (201, False)


def test_writes_remove_what_was_kept_long_enough(host: HostOf, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(6):
        keyed(host, f"{host.table}/players", {"name": f"P{number}"}, key=f"k{number}")
    assert kept() == 6
    start = once.now()
    monkeypatch.setattr(once, "now", lambda: start + DAY)
    keyed(host, f"{host.table}/players", {"name": "Green"}, key="new")
    assert kept() == 3
    keyed(host, f"{host.table}/players", {"name": "Amber"}, key="newer")
    assert kept() == 2


def rename(host: HostOf, number: int) -> TestResponse:
    return keyed(host, host.table, {"name": f"Table {number}"}, key=f"k{number}", method="PATCH")


def test_of_the_answers_of_one_credential_the_newest_are_kept(
    host: HostOf, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(once, "MOST_KEPT", 5)
    monkeypatch.setattr(once, "AT_ONCE", 2)
    other = new_table(guest)
    rename(other, 0)
    counts = [kept() - 1 for number in range(20) if rename(host, number)]
    assert max(counts) == 7
    assert counts[-1] >= 5
    assert is_replayed(rename(host, 15))
    assert not is_replayed(rename(host, 0))
    # What one credential sends costs another none of its answers.
    assert is_replayed(rename(other, 0))


def refused_batch(host: HostOf, game: str, number: int, entries: int = 60) -> TestResponse:
    refused = [
        {"kind": "stand", "seat": 2, "roll": 1, "entry_id": f"019c1a00-0000-4000-8000-{number:06d}{each:06d}"}
        for each in range(entries)
    ]
    return keyed(host, f"{game}/batch", {"entries": refused, "on_refusal": "continue"}, key=f"k{number}")


def bytes_kept() -> int:
    return sum(len(body.encode()) for (body,) in KeptAnswer.select(KeptAnswer.body).tuples())


def test_batches_that_record_nothing_do_not_fill_the_database_with_their_answers(
    host: HostOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = host.open()
    first = refused_batch(host, game, 0)
    assert first.status_code == 200, first.text[:300]
    assert {result["status"] for result in first.get_json()["results"]} == {"refused"}
    one = len(first.data)
    assert one > once.SMALL
    monkeypatch.setattr(once, "MOST_BYTES", 3 * one + 100)
    for number in range(1, 8):
        refused_batch(host, game, number)
        assert bytes_kept() <= once.MOST_BYTES
    assert kept() == 3
    assert [is_replayed(refused_batch(host, game, number)) for number in (7, 6, 5, 1)] == [True] * 3 + [False]
    assert host.get(game).get_json()["version"] == 1


def test_the_last_answer_is_kept_however_long_it_is(host: HostOf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(once, "MOST_BYTES", 1_000)
    game = host.open()
    for number in range(3):
        refused_batch(host, game, number)
    assert kept() == 1
    assert is_replayed(refused_batch(host, game, 2))


def test_the_tables_of_strangers_push_no_answer_of_one_another_out(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("MOST_KEPT", "AT_ONCE", "MOST_BYTES", "SMALL"):
        monkeypatch.setattr(once, limit, 1)
    for number in range(6):
        assert keyed(guest, "/v1/tables", NEW_TABLE, f"{KEY}{number}").status_code == 201
    assert is_replayed(keyed(guest, "/v1/tables", NEW_TABLE, f"{KEY}0"))


def test_what_a_revoked_key_was_answered_is_forgotten(host: HostOf) -> None:
    given = host.post(f"{host.table}/keys", {"role": "scorer"}).get_json()
    phone = HostOf(host.client, {"Authorization": f"Bearer {given['key']}"}, host.table_id)
    keyed(phone, f"{host.open()}/rolls", FIRST_ROLL)
    keyed(host, f"{host.table}/players", {"name": "Green"})
    assert kept() == 2
    assert host.send("DELETE", f"{host.table}/keys/{given['id']}").status_code == 204
    assert kept() == 1


def test_twenty_at_once_with_one_key_are_one_record_and_say_the_same(app: Flask, host: HostOf) -> None:
    game = host.open()

    def send(_: int) -> TestResponse:
        return keyed(HostOf(app.test_client(), host.headers, host.table_id), f"{game}/rolls", FIRST_ROLL)

    answers = in_threads(20, send)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.data for answer in answers}) == 1
    assert sum(map(is_replayed, answers)) == 19
    assert host.get(game).get_json()["version"] == 2


def test_twenty_at_once_with_one_entry_id_are_one_record_and_say_the_same(app: Flask, host: HostOf) -> None:
    game = host.open()
    entry = {**FIRST_ROLL, "entry_id": KEY}

    def send(_: int) -> TestResponse:
        return HostOf(app.test_client(), host.headers, host.table_id).post(f"{game}/rolls", entry)

    answers = in_threads(20, send)
    assert sorted(answer.status_code for answer in answers) == [200] * 19 + [201]
    said = [
        {name: part for name, part in answer.get_json().items() if name != "already_recorded"}
        for answer in answers
    ]
    assert all(each == said[0] for each in said)
    assert host.get(game).get_json()["version"] == 2


def test_a_failure_after_the_record_takes_the_record_back(
    host: HostOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = host.open()

    def fail(*_: Any) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(once, "keep", fail)
        problem(keyed(host, f"{game}/rolls", FIRST_ROLL), 500, "internal-error")
    assert (host.get(game).get_json()["version"], kept()) == (1, 0)
    assert keyed(host, f"{game}/rolls", FIRST_ROLL).status_code == 201
    assert ledger.verify_game(game.rpartition("/")[2]) == ()


NEW_TABLE = {
    "name": "The Anchor",
    "game": {"ruleset": {"preset": "chips"}, "seats": [{"name": "Red"}, {"name": "Blue"}]},
}


def without_secrets(response: TestResponse) -> dict[str, Any]:
    return {
        name: part for name, part in response.get_json().items() if name not in ("host_key", "recovery_code")
    }


def test_a_table_that_is_asked_for_again_is_the_same_with_fresh_secrets(guest: Guest) -> None:
    first, second = (keyed(guest, "/v1/tables", NEW_TABLE) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert (is_replayed(first), is_replayed(second)) == (False, True)
    assert without_secrets(first) == without_secrets(second)
    assert first.headers["Location"] == second.headers["Location"]
    assert (Table.select().count(), Game.select().count(), Player.select().count()) == (1, 1, 2)
    old, new = first.get_json(), second.get_json()
    assert not {old["host_key"], old["recovery_code"]} & {new["host_key"], new["recovery_code"]}
    path = f"/v1/tables/{old['id']}"
    problem(guest.get(path, Authorization=f"Bearer {old['host_key']}"), 401, "key-unknown")
    assert guest.get(path, Authorization=f"Bearer {new['host_key']}").status_code == 200
    row = Table.select().where(Table.id == old["id"]).get()
    assert row.recovery_hash == ledger.hash_key(new["recovery_code"])


def test_the_game_of_a_table_that_is_asked_for_again_is_shown_as_it_was_created(guest: Guest) -> None:
    first = keyed(guest, "/v1/tables", NEW_TABLE).get_json()
    owner = HostOf(guest.client, {"Authorization": f"Bearer {first['host_key']}"}, first["id"])
    roll = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]}
    assert owner.post(f"/v1/games/{first['game']['id']}/rolls", roll).status_code == 201
    assert keyed(guest, "/v1/tables", NEW_TABLE).get_json()["game"] == first["game"]


def test_no_secret_of_a_table_is_kept(guest: Guest, app: Flask) -> None:
    answers = [keyed(guest, "/v1/tables", NEW_TABLE).get_json() for _ in range(2)]
    stored = json.dumps(list(KeptAnswer.select().dicts()))
    assert answers[0]["id"] in stored
    assert not re.search("sk_", stored)
    assert KEY not in stored


@pytest.mark.parametrize("key", ["x" * 21, "1", "1" * 22, "ab" * 30])
def test_the_key_of_a_creation_is_one_that_nobody_guesses(guest: Guest, key: str) -> None:
    problem(keyed(guest, "/v1/tables", NEW_TABLE, key), 422, "idempotency-key-short")
    assert Table.select().count() == 0


def test_another_table_with_the_key_is_refused(guest: Guest) -> None:
    keyed(guest, "/v1/tables", NEW_TABLE)
    problem(keyed(guest, "/v1/tables", {"name": "The Mermaid"}), 422, "idempotency-key-reused")


def test_a_table_that_was_refused_may_be_asked_for_again(guest: Guest) -> None:
    problem(keyed(guest, "/v1/tables", {"name": " "}), 422, "name-empty")
    problem(
        keyed(guest, "/v1/tables", {**NEW_TABLE, "game": {**NEW_TABLE["game"], "seats": [{"name": "Red"}]}}),
        422,
        "seat-count",
    )
    assert (kept(), Table.select().count()) == (0, 0)
    assert keyed(guest, "/v1/tables", NEW_TABLE).status_code == 201


def test_a_table_whose_first_key_was_revoked_is_not_handed_out_again(guest: Guest) -> None:
    first = keyed(guest, "/v1/tables", NEW_TABLE).get_json()
    with storage.write():
        storage.execute("UPDATE keys SET revoked_at = 1", ())
    problem(keyed(guest, "/v1/tables", NEW_TABLE), 404, "not-found")
    problem(
        guest.get(f"/v1/tables/{first['id']}", authorization=f"Bearer {first['host_key']}"),
        401,
        "key-revoked",
    )


def test_twenty_at_once_that_ask_for_one_table_make_one(app: Flask) -> None:
    answers = in_threads(20, lambda _: keyed(Guest(app.test_client()), "/v1/tables", NEW_TABLE))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.get_json()["id"] for answer in answers}) == 1
    assert Table.select().count() == 1
    keys = [answer.get_json()["host_key"] for answer in answers]
    client = Guest(app.test_client())
    tried = [client.get("/v1/tables/x", authorization=f"Bearer {key}").get_json()["code"] for key in keys]
    assert tried.count("key-unknown") == 19
    assert tried.count("not-found") == 1


def test_the_document_has_the_header_at_every_write_and_nowhere_else(app: Flask) -> None:
    document = openapi_document(app)
    keyless = {"check_ruleset", "judge_one_roll", "judge_whole_turn", "ask_advice"}  # they write nothing
    # A ticket is a secret, which is not kept; one more for a minute harms nobody.
    keyless |= {"create_game_ticket", "create_table_ticket"}
    # What is said again changes nothing more, and some of it takes several transactions.
    keyless |= {"disable_table", "change_settings", "delete_table", "delete_any_table"}
    keyless |= {"erase_names", "erase_player"}
    # A ticket is for a minute, advice is not recorded.
    keyless |= {"create_game_ticket", "create_table_ticket", "ask_advice"}
    for methods in document["paths"].values():
        for method, operation in methods.items():
            if not isinstance(operation, dict) or "operationId" not in operation:
                continue
            sent = {
                parameter.get("$ref", "").rpartition("/")[2] for parameter in operation.get("parameters", ())
            }
            is_write = method != "get" and operation["operationId"] not in keyless
            assert bool(sent & {"IdempotencyKey", "CreationKey", "SecretsKey"}) is is_write, operation[
                "operationId"
            ]
            replayed = [
                status
                for status, answer in operation["responses"].items()
                if "Idempotent-Replayed" in answer.get("headers", {})
            ]
            assert bool(replayed) is is_write
