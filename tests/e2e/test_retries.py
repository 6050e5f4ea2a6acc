"""Answers that get lost, against a real server: whatever is sent again is recorded once."""

from __future__ import annotations

import json
import os
import signal
import socket
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import ledger
from scorekeeper.storage.models import Entry, Table
from tests.e2e.phone import Answer, Phone, ledger_of
from tests.e2e.writers import workers_of
from tests.support import HOST, LiveServer, serving

PHONES = 20
BUST = [1, 1, 2, 2, 3]
REPLAYED = "Idempotent-Replayed"


@pytest.fixture
def phone(live_server: LiveServer) -> Iterator[Phone]:
    """Somebody at a table of their own."""
    phone = Phone(live_server.port)
    yield phone
    phone.close()


@pytest.fixture
def game(phone: Phone) -> dict[str, Any]:
    return phone.open_game({"preset": "first-to-three"}, 2)


def new_id() -> str:
    return str(uuid.uuid4())


def bust_roll(number: int) -> dict[str, Any]:
    """A roll of two seats that never bank anything, so that they roll off for ever."""
    return {"seat": number // 3 % 2 + 1, "roll": number % 3 + 1, "dice": BUST}


def rolls_of(game: dict[str, Any]) -> str:
    return f"/v1/games/{game['id']}/rolls"


def version_of(phone: Phone, game: dict[str, Any]) -> int:
    return int(phone.send("GET", f"/v1/games/{game['id']}").body["version"])


def at_once(phone: Phone, send: Callable[[Phone], Answer]) -> list[Answer]:
    """The answers to so many phones of one table that send at the same time."""
    phones = [Phone(phone.port, phone.key) for _ in range(PHONES)]
    with ThreadPoolExecutor(PHONES) as pool:
        answers = list(pool.map(send, phones))
    for each in phones:
        each.close()
    return answers


def send_and_hang_up(phone: Phone, path: str, body: Any, **headers: str) -> None:
    """Send a whole request, and hang up without waiting for the answer."""
    data = json.dumps(body).encode()
    sent = {"Host": HOST, "Content-Type": "application/json", "Content-Length": str(len(data)), **headers}
    if phone.key:
        sent["Authorization"] = f"Bearer {phone.key}"
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in sent.items())
    with socket.create_connection((HOST, phone.port), timeout=60) as connection:
        connection.sendall(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + data)


def test_twenty_posts_with_one_idempotency_key_are_one_record(phone: Phone, game: dict[str, Any]) -> None:
    key, roll = new_id(), bust_roll(0)
    answers = at_once(phone, lambda each: each.send("POST", rolls_of(game), roll, Idempotency_Key=key))
    assert [answer.status for answer in answers] == [201] * PHONES
    assert all(answer.body == answers[0].body for answer in answers)
    assert len({answer.headers["ETag"] for answer in answers}) == 1
    assert [answer.headers.get(REPLAYED) for answer in answers].count("true") == PHONES - 1
    assert version_of(phone, game) == 2


def test_twenty_posts_with_one_entry_id_are_one_record(phone: Phone, game: dict[str, Any]) -> None:
    roll = {**bust_roll(0), "entry_id": new_id()}
    answers = at_once(phone, lambda each: each.send("POST", rolls_of(game), roll))
    assert sorted(answer.status for answer in answers) == [200] * (PHONES - 1) + [201]
    said = [{**answer.body, "already_recorded": None} for answer in answers]
    assert all(each == said[0] for each in said)
    assert version_of(phone, game) == 2


def test_twenty_who_open_a_game_with_one_key_open_one(phone: Phone, game: dict[str, Any]) -> None:
    key, path = new_id(), f"/v1/tables/{game['table_id']}/games"
    body = {"ruleset": {"preset": "chips"}, "seats": [{"name": "Green"}, {"name": "Amber"}]}
    answers = at_once(phone, lambda each: each.send("POST", path, body, Idempotency_Key=key))
    assert {answer.status for answer in answers} == {201}
    assert len({answer.body["id"] for answer in answers}) == 1
    assert len(phone.send("GET", path).body["items"]) == 2


def test_an_entry_that_was_undone_and_arrives_again_stays_undone(phone: Phone, game: dict[str, Any]) -> None:
    key, roll = new_id(), {**bust_roll(0), "entry_id": new_id()}
    first = phone.send("POST", rolls_of(game), roll, Idempotency_Key=key)
    assert phone.send("POST", f"/v1/games/{game['id']}/undo", {}).status == 201
    by_id = phone.send("POST", rolls_of(game), roll)
    assert (by_id.status, by_id.body["already_recorded"]) == (200, True)
    assert by_id.body["recorded"] == {**first.body["recorded"], "effective": False}
    assert by_id.body["turn"]["rolls"] == []
    in_batch = phone.send("POST", f"/v1/games/{game['id']}/batch", {"entries": [{"kind": "roll", **roll}]})
    (result,) = in_batch.body["results"]
    assert (result["status"], result["effective"]) == ("already_recorded", False)
    by_key = phone.send("POST", rolls_of(game), roll, Idempotency_Key=key)
    assert (by_key.body, by_key.headers[REPLAYED]) == (first.body, "true")
    now = phone.send("GET", f"/v1/games/{game['id']}").body
    assert (now["version"], now["turn"]["rolls"]) == (3, [])


@pytest.mark.parametrize("known_by", ["entry_id", "Idempotency-Key", "place"])
def test_a_connection_cut_after_the_request_is_sent_and_a_retry_are_one_record(
    phone: Phone, game: dict[str, Any], known_by: str
) -> None:
    for number in range(12):
        roll = bust_roll(number) | ({"entry_id": new_id()} if known_by == "entry_id" else {})
        roll |= {"round": 1, "roll_off": number // 6} if known_by == "place" else {}
        headers = {known_by: new_id()} if known_by == "Idempotency-Key" else {}
        send_and_hang_up(phone, rolls_of(game), roll, **headers)
        # Half of the time the retry comes before the first is answered, else long after.
        time.sleep(0.1 * (number % 2))
        retry = phone.send("POST", rolls_of(game), roll, **headers)
        assert retry.status in (200, 201), retry.body
        assert retry.body["recorded"]["seq"] == number + 2
    # What was cut off has arrived by now, or never will.
    time.sleep(0.5)
    assert version_of(phone, game) == 13


def test_a_table_whose_answer_was_lost_is_not_made_twice(live_server: LiveServer) -> None:
    stranger, key = Phone(live_server.port), {"Idempotency-Key": new_id()}
    body = {"name": f"The Anchor of {key['Idempotency-Key']}"}
    send_and_hang_up(stranger, "/v1/tables", body, **key)
    time.sleep(0.5)
    created = stranger.send("POST", "/v1/tables", body, **key)
    assert (created.status, created.headers[REPLAYED]) == (201, "true")
    stranger.key = created.body["host_key"]
    assert stranger.send("GET", f"/v1/tables/{created.body['id']}").status == 200
    stranger.close()
    with ledger_of(live_server.database):
        assert Table.select().where(Table.name == body["name"]).count() == 1


def test_a_batch_of_fifty_whose_answer_was_lost_is_fifty_records(phone: Phone, game: dict[str, Any]) -> None:
    path = f"/v1/games/{game['id']}/batch"
    body = {"entries": [{"kind": "roll", **bust_roll(n), "entry_id": new_id()} for n in range(50)]}
    send_and_hang_up(phone, path, body)
    again = phone.send("POST", path, body)
    time.sleep(0.5)
    assert again.status == 200
    assert len({result["status"] for result in again.body["results"]}) == 1
    assert [result["seq"] for result in again.body["results"]] == list(range(2, 52))
    assert version_of(phone, game) == 51
    third = phone.send("POST", path, body)
    assert {result["status"] for result in third.body["results"]} == {"already_recorded"}
    assert third.body["head"] == again.body["head"]


def test_a_server_that_is_killed_answers_again_what_it_had_answered(database_file: Path) -> None:
    answered: list[tuple[dict[str, Any], str, Answer]] = []
    with serving(database_file) as server:
        phone = Phone(server.port)
        game = phone.open_game({"preset": "first-to-three"}, 2)
        for number in range(20):
            roll, key = bust_roll(number), new_id()
            answered.append((roll, key, phone.send("POST", rolls_of(game), roll, Idempotency_Key=key)))
        # The last one is under way when the server dies.
        last, last_key = bust_roll(20), new_id()
        send_and_hang_up(phone, rolls_of(game), last, **{"Idempotency-Key": last_key})
        for pid in (server.pid, *workers_of(server.pid)):
            os.kill(pid, signal.SIGKILL)
        server.process.wait(30)
        phone.close()
    with serving(database_file) as server:
        again = Phone(server.port, phone.key)
        for roll, key, first in answered:
            answer = again.send("POST", rolls_of(game), roll, Idempotency_Key=key)
            assert (answer.status, answer.body, answer.headers[REPLAYED]) == (201, first.body, "true")
        answer = again.send("POST", rolls_of(game), last, Idempotency_Key=last_key)
        assert (answer.status, answer.body["recorded"]["seq"]) == (201, 22)
        assert version_of(again, game) == 22
        again.close()
    with ledger_of(database_file):
        assert Entry.select().where(Entry.game == game["id"]).count() == 22
        assert ledger.verify_game(game["id"]) == ()


def test_a_batch_that_is_cut_short_by_a_kill_is_there_whole_or_not_at_all(database_file: Path) -> None:
    with serving(database_file) as server:
        phone = Phone(server.port)
        game = phone.open_game({"preset": "first-to-three"}, 2)
        body = {"entries": [{"kind": "roll", **bust_roll(n), "entry_id": new_id()} for n in range(200)]}
        send_and_hang_up(phone, f"/v1/games/{game['id']}/batch", body)
        time.sleep(0.05)
        for pid in (server.pid, *workers_of(server.pid)):
            os.kill(pid, signal.SIGKILL)
        server.process.wait(30)
        phone.close()
    with serving(database_file) as server:
        again = Phone(server.port, phone.key)
        assert version_of(again, game) in (1, 201)
        answer = again.send("POST", f"/v1/games/{game['id']}/batch", body)
        assert len({result["status"] for result in answer.body["results"]}) == 1
        assert version_of(again, game) == 201
        again.close()
