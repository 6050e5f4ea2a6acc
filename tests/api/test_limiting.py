"""Limits as the API applies them: who is counted by what, what is told, and who is never refused."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper import ledger
from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.policies import read_policies
from scorekeeper.storage import counting
from tests.api.at_the_table import Guest, HostOf, new_table, problem
from tests.databases import migrated

MakeApp = Callable[[str], Flask]
TURN = {"rolls": [{"dice": [6, 5, 4, 3, 2]}], "stand": True}
WRONG = {"Authorization": f"Bearer sk_host_{'x' * 43}"}


@pytest.fixture
def make_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeApp]:
    """Applications with limits, each on an empty database; the clock stands in the middle of a minute."""
    monkeypatch.setattr("scorekeeper.limits.leases.time", lambda: 1_800_000_020.0)

    with migrated(str(tmp_path / "a.db")) as database:
        yield lambda limits: create_app(Config(database, limits=read_policies(limits)))


def at(client: FlaskClient, address: str, *, key: str | None = None) -> Guest:
    """Somebody at an address."""
    client.environ_base["REMOTE_ADDR"] = address
    return Guest(client, None if key is None else {"Authorization": f"Bearer {key}"})


def refused(response: TestResponse, policy: str) -> dict[str, object]:
    """The problem of an answer that a limit refused, checked to be whole."""
    told = problem(response, 429, "rate-limited")
    wait = int(response.headers["Retry-After"])
    assert wait == told["retry_after"] >= 1
    assert response.headers["RateLimit"] == f'"{policy}";r=0;t={wait}'
    assert response.headers["RateLimit-Policy"].startswith(f'"{policy}";q=')
    assert response.headers["Cache-Control"] == "no-store"
    return told


def test_a_key_is_told_how_it_stands(make_app: MakeApp) -> None:
    host = new_table(Guest(make_app("on").test_client()))
    read = host.get(host.open())
    assert read.headers["RateLimit"] == '"reads";r=2999;t=40'
    assert read.headers["RateLimit-Policy"] == '"reads";q=3000;w=60'
    assert host.get(host.table).headers["RateLimit"] == '"reads";r=2998;t=40'
    assert host.open() is not None
    written = host.send("PATCH", host.table, {"name": "The Bell"})
    assert written.headers["RateLimit"] == '"writes";r=597;t=40'


def test_a_request_is_counted_once_however_often_its_key_is_looked_at(make_app: MakeApp) -> None:
    host = new_table(Guest(make_app("on").test_client()))
    body = {"ruleset": {"preset": "chips"}, "seats": [{"name": "Red"}, {"name": "Blue"}]}
    opened = host.post(f"{host.table}/games", body, idempotency_key="once")
    assert opened.headers["RateLimit"] == '"writes";r=599;t=40'
    wrong = host.post(f"{host.table}/games", {"seats": 1})
    assert wrong.headers["RateLimit"] == '"writes";r=598;t=40'


def test_a_key_that_asks_too_often_is_refused_and_told_for_how_long(make_app: MakeApp) -> None:
    host = new_table(Guest(make_app("reads=3/minute").test_client()))
    game = host.open()
    assert [host.get(game).status_code for _ in range(3)] == [200] * 3
    told = refused(host.get(game), "reads")
    assert told["detail"] == "This key asks too often. Wait 40 seconds, then try again."
    refused(host.get(host.table), "reads")
    refused(host.get(game, if_none_match='"1"'), "reads")


def test_a_refused_write_records_nothing(make_app: MakeApp) -> None:
    host = new_table(Guest(make_app("writes=1/minute").test_client()))
    game = host.open()
    before = host.get(game).data
    refused(host.post(f"{game}/rolls", {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]}), "writes")
    assert host.get(game).data == before


def test_each_key_has_a_limit_of_its_own(make_app: MakeApp) -> None:
    guest = Guest(make_app("reads=1/minute").test_client())
    for host in (new_table(guest), new_table(guest)):
        assert host.get(host.table).status_code == 200
        refused(host.get(host.table), "reads")


def test_what_needs_no_key_is_counted_by_address(make_app: MakeApp) -> None:
    client = make_app("open=20/minute").test_client()
    first = at(client, "192.0.2.7").post("/v1/referee/turns", TURN)
    assert first.headers["RateLimit"] == '"open";r=19;t=40'
    assert at(client, "192.0.2.7").get("/v1/rulesets").headers["RateLimit"] == '"open";r=18;t=40'
    assert at(client, "192.0.2.7").post("/v1/tables", {"name": "A"}).headers["RateLimit"] == '"open";r=8;t=40'
    # A table costs ten, and eight are left.
    problem(at(client, "192.0.2.7").post("/v1/tables", {"name": "B"}), 429, "rate-limited")
    assert at(client, "192.0.2.7").get("/v1/rulesets").status_code == 200
    assert at(client, "192.0.2.8").post("/v1/tables", {"name": "C"}).status_code == 201


def test_all_addresses_of_an_ipv6_block_are_counted_as_one(make_app: MakeApp) -> None:
    client = make_app("open=1/minute").test_client()
    assert at(client, "2001:db8::1").get("/v1/rulesets").status_code == 200
    refused(at(client, "2001:db8::ffff").get("/v1/rulesets"), "open")
    assert at(client, "2001:db8:0:1::1").get("/v1/rulesets").status_code == 200


def test_no_header_moves_a_client_to_another_address(make_app: MakeApp) -> None:
    guest = at(make_app("open=1/minute").test_client(), "192.0.2.7")
    assert guest.get("/v1/rulesets").status_code == 200
    refused(guest.get("/v1/rulesets", x_forwarded_for="192.0.2.99", forwarded="for=192.0.2.99"), "open")


def test_who_holds_a_key_is_not_refused_for_what_others_do_at_the_address(make_app: MakeApp) -> None:
    client = make_app("open=10/minute").test_client()
    host = new_table(at(client, "192.0.2.7"))
    refused(at(client, "192.0.2.7").post("/v1/referee/turns", TURN), "open")
    judged = host.post("/v1/referee/turns", TURN)
    assert judged.status_code == 200
    assert judged.headers["RateLimit"] == '"writes";r=599;t=40'
    refused(at(client, "192.0.2.7", key="sk_host_wrong").post("/v1/referee/turns", TURN), "open")
    refused(Guest(client, {"Authorization": "Basic x"}).get("/v1/rulesets"), "open")


def test_pages_and_health_are_never_counted(make_app: MakeApp) -> None:
    guest = Guest(make_app("open=1/minute").test_client())
    for path in ("/healthz", "/readyz", "/docs", "/openapi.json", "/problems", "/problems/rate-limited") * 2:
        response = guest.get(path)
        assert response.status_code == 200
        assert "RateLimit" not in response.headers


def test_keys_that_open_nothing_are_counted_by_address(make_app: MakeApp) -> None:
    client = make_app("failed-keys=5/day").test_client()
    host = new_table(at(client, "192.0.2.7"))
    for path in (f"{host.table}", "/v1/games/game_0", f"{host.table}/players", host.table, host.table):
        response = Guest(client, WRONG).get(path)
        problem(response, 401, "key-unknown")
        assert response.headers["RateLimit-Policy"] == '"failed-keys";q=5;w=86400'
    told = refused(Guest(client, WRONG).get(host.table), "failed-keys")
    assert "minutes, then try again" in str(told["detail"])
    assert "WWW-Authenticate" not in Guest(client, WRONG).get(host.table).headers


def test_a_valid_key_passes_from_an_address_that_is_refused(make_app: MakeApp) -> None:
    client = make_app("failed-keys=1/day").test_client()
    host = new_table(at(client, "192.0.2.7"))
    for _ in range(3):
        refused_or_unknown = Guest(client, WRONG).get(host.table).status_code
    assert refused_or_unknown == 429
    assert host.get(host.table).status_code == 200
    assert host.get(host.open()).status_code == 200


def test_recovery_codes_that_open_nothing_are_counted_too_and_a_right_one_passes(make_app: MakeApp) -> None:
    client = make_app("failed-keys=2/day").test_client()
    created = at(client, "192.0.2.7").post("/v1/tables", {"name": "The Anchor"}).get_json()
    wrong = {"recovery_code": f"sk_recovery_{'x' * 43}"}
    for _ in range(2):
        problem(Guest(client).post("/v1/recover", wrong), 404, "code-unknown")
    refused(Guest(client).post("/v1/recover", wrong), "failed-keys")
    right = Guest(client).post("/v1/recover", {"recovery_code": created["recovery_code"]})
    assert right.status_code == 201


def test_a_request_without_a_key_is_no_guess(make_app: MakeApp) -> None:
    guest = Guest(make_app("failed-keys=1/day").test_client())
    for _ in range(5):
        problem(guest.get("/v1/games/game_0"), 401, "key-missing")


def test_strangers_fill_no_memory_and_no_file_with_keys(make_app: MakeApp) -> None:
    client = make_app("failed-keys=off").test_client()
    for number in range(20):
        Guest(client, {"Authorization": f"Bearer sk_host_{number}"}).get("/v1/games/game_0/standings")
        Guest(client, {"Authorization": f"Bearer sk_host_{number}"}).get("/v1/tables/table_0")
    rows = counting._connections.ask("SELECT count(*) FROM limit_counts", ())
    assert rows == [(0,)]


@pytest.mark.parametrize("failing", ["add", "read", "add_within"])
def test_play_goes_on_when_nobody_can_count(make_app: MakeApp, failing: str) -> None:
    guest = Guest(make_app("on").test_client())
    with patch.object(counting, failing, side_effect=counting.CountsUnavailable):
        host = new_table(guest)
        game = host.open()
        assert host.post(f"{game}/rolls", {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]}).status_code == 201
        assert host.get(game).status_code == 200
        problem(Guest(guest.client, WRONG).get(host.table), 401, "key-unknown")


def test_without_limits_nothing_is_counted(make_app: MakeApp) -> None:
    guest = Guest(make_app("off").test_client())
    host = new_table(guest)
    for response in (host.get(host.table), host.get(host.open()), Guest(guest.client, WRONG).get(host.table)):
        assert "RateLimit" not in response.headers
    assert counting._connections.ask("SELECT count(*) FROM limit_counts", ()) == [(0,)]


def test_a_limit_can_be_off_alone(make_app: MakeApp) -> None:
    host = new_table(Guest(make_app("reads=off").test_client()))
    assert "RateLimit" not in host.get(host.open()).headers
    assert "RateLimit" in host.send("PATCH", host.table, {"name": "The Bell"}).headers


def test_a_page_of_another_origin_can_read_how_it_stands(make_app: MakeApp) -> None:
    host = new_table(Guest(make_app("reads=1/minute").test_client()))
    host.get(host.table)
    response = host.get(host.table, origin="https://scores.example.org")
    refused(response, "reads")
    exposed = response.headers["Access-Control-Expose-Headers"]
    assert {"RateLimit", "RateLimit-Policy", "Retry-After"} <= set(exposed.split(", "))


def test_every_operation_that_is_counted_says_so(app: Flask) -> None:
    from scorekeeper.api.document import openapi_document

    for path, methods in openapi_document(app)["paths"].items():
        for operation in methods.values():
            if not isinstance(operation, dict) or "responses" not in operation:
                continue
            is_counted = path.startswith("/v1") and not path.startswith("/v1/admin")
            assert is_counted <= ("429" in operation["responses"]), path
            for status, answer in operation["responses"].items():
                if is_counted and (status < "400" or status == "429"):
                    assert {"RateLimit", "RateLimit-Policy"} <= set(answer["headers"]), (path, status)
            if is_counted:
                assert "Retry-After" in operation["responses"]["429"]["headers"], path


def invited(host: HostOf, joins: int = 100) -> dict[str, str]:
    """A code to join the host's table by, and the token of its link."""
    made = host.post(f"{host.table}/invites", {"role": "scorer", "joins": joins}).get_json()
    with patch.object(ledger, "open_token", wraps=ledger.open_token) as opened:
        host.get(f"{host.table}/invites/{made['id']}/qr.svg")
    return {"code": made["code"], "token": ledger.open_token(*opened.call_args.args)}


def wrong_codes(count: int) -> Iterator[str]:
    """Codes that are well typed and open nothing, all different."""
    return ("".join(letters) for letters in itertools.islice(itertools.product("XYZ23456", repeat=6), count))


def test_sixty_people_join_in_a_minute_by_the_right_code(make_app: MakeApp) -> None:
    client = make_app("on").test_client()
    host = new_table(at(client, "192.0.2.7"))
    code = invited(host)["code"]
    answers = [Guest(client).post("/v1/join", {"code": code}) for _ in range(60)]
    assert [answer.status_code for answer in answers] == [201] * 60
    assert answers[-1].headers["RateLimit"] == '"joins";r=240;t=40'


def test_those_who_join_are_counted_for_the_table_and_repeats_too(make_app: MakeApp) -> None:
    client = make_app("joins=3/minute").test_client()
    codes = [invited(new_table(at(client, "192.0.2.7")))["code"] for _ in range(2)]
    retry = "8e03978e-40d5-43e8-bc93-6894a57f9324"
    for number in range(3):
        answer = at(client, f"192.0.2.{number}").post("/v1/join", {"code": codes[0]}, idempotency_key=retry)
        assert (answer.status_code, answer.headers["RateLimit"]) == (201, f'"joins";r={2 - number};t=40')
    for headers in ({"idempotency_key": retry}, {}):
        told = refused(Guest(client).post("/v1/join", {"code": codes[0]}, **headers), "joins")
        assert str(told["detail"]).startswith("Very many people join this table just now.")
    assert Guest(client).post("/v1/join", {"code": codes[1]}).status_code == 201


def test_recoveries_are_counted_for_the_table(make_app: MakeApp) -> None:
    client = make_app("recoveries=2/minute").test_client()
    created = at(client, "192.0.2.7").post("/v1/tables", {"name": "The Anchor"}).get_json()
    code = created["recovery_code"]
    for _ in range(2):
        code = Guest(client).post("/v1/recover", {"recovery_code": code}).get_json()["recovery_code"]
    refused(at(client, "192.0.2.8").post("/v1/recover", {"recovery_code": code}), "recoveries")
    assert ledger.recover(code).table["id"] == created["id"]


RETRY = "8e03978e-40d5-43e8-bc93-6894a57f9324"


def test_whoever_was_expelled_keeps_nobody_from_joining_by_sending_again(make_app: MakeApp) -> None:
    client = make_app("joins=2/minute, failed-keys=4/day").test_client()
    host = new_table(at(client, "192.0.2.7"))
    token, phone = invited(host)["token"], at(client, "192.0.2.9")
    joined = phone.post("/v1/join", {"code": token}, idempotency_key=RETRY).get_json()
    host.send("DELETE", f"{host.table}/keys/{joined['id']}")
    for _ in range(4):
        problem(phone.post("/v1/join", {"code": token}, idempotency_key=RETRY), 404, "code-unknown")
    refused(phone.post("/v1/join", {"code": token}, idempotency_key=RETRY), "failed-keys")
    assert Guest(client).post("/v1/join", {"code": token}).status_code == 201


def test_what_a_host_has_replaced_is_sent_again_for_the_address_alone(make_app: MakeApp) -> None:
    client = make_app("recoveries=2/minute, failed-keys=3/day").test_client()
    created = at(client, "192.0.2.7").post("/v1/tables", {"name": "The Anchor"}).get_json()
    host = HostOf(client, {"Authorization": f"Bearer {created['host_key']}"}, created["id"])
    thief, sent = at(client, "192.0.2.9"), {"recovery_code": created["recovery_code"]}
    assert thief.post("/v1/recover", sent, idempotency_key=RETRY).status_code == 201
    code = host.post(f"{host.table}/recovery-code").get_json()["recovery_code"]
    for _ in range(2):
        problem(thief.post("/v1/recover", sent, idempotency_key=RETRY), 409, "secrets-replaced")
    other = {**sent, "name": "Another phone"}
    problem(thief.post("/v1/recover", other, idempotency_key=RETRY), 422, "idempotency-key-reused")
    refused(thief.post("/v1/recover", sent, idempotency_key=RETRY), "failed-keys")
    assert Guest(client).post("/v1/recover", {"recovery_code": code}).status_code == 201


def test_another_text_of_a_key_begins_no_new_budget(make_app: MakeApp) -> None:
    guest = Guest(make_app("writes=4/minute, reads=2/minute").test_client())
    host = new_table(guest)
    game, key_id = host.open(), host.get("/v1/key").get_json()["id"]
    rotated = host.post(f"{host.table}/keys/{key_id}/rotate")
    assert rotated.headers["RateLimit"] == '"writes";r=2;t=40'
    again = Guest(guest.client, {"Authorization": f"Bearer {rotated.get_json()['key']}"})
    assert again.get(game).headers["RateLimit"] == '"reads";r=0;t=40'
    refused(again.get(game), "reads")


def test_the_text_of_a_key_from_before_uses_nothing_up(make_app: MakeApp) -> None:
    guest = Guest(make_app("reads=4/minute").test_client())
    host = new_table(guest)
    game, key_id = host.open(), host.get("/v1/key").get_json()["id"]
    assert host.get(game).headers["RateLimit"] == '"reads";r=2;t=40'
    key = host.post(f"{host.table}/keys/{key_id}/rotate").get_json()["key"]
    for _ in range(8):
        problem(host.get(game), 401, "key-unknown")
    again = Guest(guest.client, {"Authorization": f"Bearer {key}"})
    assert again.get(game).status_code == 200


def test_wrong_codes_are_refused_before_they_are_looked_up(make_app: MakeApp) -> None:
    client = make_app("failed-codes=3/day, open=off").test_client()
    host = new_table(at(client, "192.0.2.7"))
    invite = invited(host)
    for code in wrong_codes(3):
        problem(Guest(client).post("/v1/join", {"code": code}), 404, "code-unknown")
    with patch.object(ledger, "join", wraps=ledger.join) as join:
        told = refused(Guest(client).post("/v1/join", {"code": invite["code"]}), "failed-codes")
        assert "the link and the QR code still work" in str(told["detail"])
        join.assert_not_called()
    # The link opens the table from there, and the code does from elsewhere.
    assert Guest(client).post("/v1/join", {"code": invite["token"]}).status_code == 201
    assert at(client, "192.0.2.8").post("/v1/join", {"code": invite["code"]}).status_code == 201


def test_guesses_from_everywhere_close_the_codes_and_not_the_links(make_app: MakeApp) -> None:
    client = make_app("all-failed-codes=5/day").test_client()
    invite = invited(new_table(at(client, "192.0.2.7")))
    for number, code in enumerate(wrong_codes(5)):
        problem(at(client, f"198.51.100.{number}").post("/v1/join", {"code": code}), 404, "code-unknown")
    refused(at(client, "203.0.113.9").post("/v1/join", {"code": invite["code"]}), "all-failed-codes")
    assert at(client, "203.0.113.9").post("/v1/join", {"code": invite["token"]}).status_code == 201


def test_a_wrong_token_is_a_secret_that_opens_nothing_and_no_guess(make_app: MakeApp) -> None:
    client = make_app("failed-codes=1/day, failed-keys=2/day").test_client()
    invite = invited(new_table(at(client, "192.0.2.7")))
    for text in ("x" * 22, "A7K2M"):
        answer = Guest(client).post("/v1/join", {"code": text})
        assert answer.headers["RateLimit-Policy"] == '"failed-keys";q=2;w=86400'
        problem(answer, 404, "code-unknown")
    refused(Guest(client).post("/v1/join", {"code": "y" * 22}), "failed-keys")
    assert Guest(client).post("/v1/join", {"code": invite["code"]}).status_code == 201


def test_a_joining_that_is_sent_again_is_answered_whatever_was_guessed(make_app: MakeApp) -> None:
    client = make_app("failed-codes=1/day").test_client()
    code = invited(new_table(at(client, "192.0.2.7")))["code"]
    retry = "8e03978e-40d5-43e8-bc93-6894a57f9324"
    assert Guest(client).post("/v1/join", {"code": code}, idempotency_key=retry).status_code == 201
    problem(Guest(client).post("/v1/join", {"code": next(wrong_codes(1))}), 404, "code-unknown")
    refused(Guest(client).post("/v1/join", {"code": code}), "failed-codes")
    again = Guest(client).post("/v1/join", {"code": code}, idempotency_key=retry)
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (201, "true")


def test_where_nobody_knows_how_many_were_wrong_no_code_is_tried(make_app: MakeApp) -> None:
    client = make_app("on").test_client()
    host = new_table(at(client, "192.0.2.7"))
    invite = invited(host)
    with patch.object(counting, "read", side_effect=counting.CountsUnavailable):
        problem(Guest(client).post("/v1/join", {"code": invite["code"]}), 503, "busy")
        assert Guest(client).post("/v1/join", {"code": invite["token"]}).status_code == 201
        assert host.get(host.open()).status_code == 200


def test_who_floods_an_address_keeps_nobody_there_from_joining_by_a_link(make_app: MakeApp) -> None:
    client = make_app("open=11/minute").test_client()
    created = at(client, "192.0.2.7").post("/v1/tables", {"name": "The Anchor"}).get_json()
    host = HostOf(client, {"Authorization": f"Bearer {created['host_key']}"}, created["id"])
    invite = invited(host)
    assert Guest(client).get("/v1/rulesets").status_code == 200
    refused(Guest(client).get("/v1/rulesets"), "open")
    for text in (invite["token"], invite["code"]):
        assert Guest(client).post("/v1/join", {"code": text}).status_code == 201
    recovery = {"recovery_code": created["recovery_code"]}
    assert Guest(client).post("/v1/recover", recovery).status_code == 201


def test_a_thousand_guesses_get_nowhere(make_app: MakeApp) -> None:
    """The whole of it, with real servers and ten thousand: `python -m benchmarks guessing`."""
    # Of a day, so that no window ends meanwhile.
    client = make_app("failed-codes=30/day").test_client()
    host = new_table(at(client, "192.0.2.7"))
    code = invited(host)["code"]
    statuses = [Guest(client).post("/v1/join", {"code": wrong}).status_code for wrong in wrong_codes(1000)]
    assert statuses == [404] * 30 + [429] * 970
    assert Guest(client).post("/v1/join", {"code": code}).status_code == 429
    assert host.get(host.open()).status_code == 200
