"""What a real server writes, with everything logged that can be: whole lines, and no secret."""

from __future__ import annotations

import re
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.support import HOST, LiveServer, serving
from tests.test_cli import eventually

ADMIN_KEY = 'the-operator-of-this-server-"holds"-this-key'
LOUD = {
    "SCOREKEEPER_LOG_LEVEL": "debug",
    "SCOREKEEPER_ACCESS_LOG": "true",
    "SCOREKEEPER_ADMIN_KEY": ADMIN_KEY,
    "SCOREKEEPER_MAX_BODY": "4096",
}
REQUEST = "8e03978e-40d5-43e8-bc93-6894a57f9324"
FORGED = "[2026-01-31] [1] [ERROR] forged"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    folder = tmp_path_factory.mktemp("loud")
    with serving(folder / "scorekeeper.sqlite3", workers=1, environment=LOUD) as server:
        yield server


@pytest.fixture
def client(server: LiveServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        yield client


def send_raw(server: LiveServer, request: bytes) -> bytes:
    """The answer to bytes that no client would send."""
    with socket.create_connection((HOST, server.port), timeout=60) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        parts = []
        while part := connection.recv(65_536):
            parts.append(part)
    return b"".join(parts)


def test_no_secret_is_in_a_log(server: LiveServer, client: httpx.Client) -> None:
    made = client.post("/v1/tables", json={"name": "The Anchor"}, headers={"Idempotency-Key": REQUEST}).json()
    key, code = made["host_key"], made["recovery_code"]
    table, bearer = f"/v1/tables/{made['id']}", {"Authorization": f"Bearer {key}"}
    admin = {"Authorization": f"Bearer {ADMIN_KEY}"}
    for secret in (key, code, ADMIN_KEY):
        client.get(f"{table}?key={secret}", headers=bearer)
        client.get("/v1/rulesets", headers={"Referer": f"http://x/?{secret}", "User-Agent": f"x {key}"})
        client.get("/v1/rulesets", headers={"Authorization": f"Basic {secret}"})
        client.get(table, headers={"Authorization": f"Bearer {secret}"})
        client.post("/v1/tables", json={"name": secret, "x": secret}, headers=bearer)
        client.post(
            "/v1/tables", content=f'{{"name": "{secret}', headers={"Content-Type": "application/json"}
        )
        client.post("/v1/tables", json={"name": "x" * 5_000 + secret})
        client.get("/v1/admin/settings", headers={"Authorization": f"Bearer {secret}"})
        send_raw(server, f"GET / HTTP/1.1\r\nAuthorization : Bearer {key}\r\n\r\n".encode())
        send_raw(server, f"GET / HTTP/1.1\r\nBad\x01Header: Bearer {secret}\r\n\r\n".encode())
        send_raw(server, f"POST /v1/tables HTTP/1.1\r\nContent-Length: 99\r\n\r\n{secret}".encode())
    invite = client.post(f"{table}/invites", json={"role": "scorer"}, headers=bearer).json()
    token = invite["url"].partition("#")[2]
    for said in (invite["code"], invite["code"].lower(), token):
        client.post("/v1/join", json={"code": said})
        client.post("/v1/join", json={"code": f"{said}x", "name": "Phone"})
        client.post("/v1/join", json={"code": [said], said: 1})
        client.get(f"/v1/join?code={said}")
        client.get(f"/v1/join/{said}")
        client.get(f"/join/{said}", headers={"Referer": f"http://x/join/{said}"})
    for path in (f"/v1/games/{key}", f"/v1/tables/{code}", f"/{key}", f"/problems/{key}"):
        client.get(path, headers=bearer)
    client.get(
        f"/v1/games/{ADMIN_KEY}", headers={"User-Agent": ADMIN_KEY, "Referer": f"http://x/{ADMIN_KEY}"}
    )
    client.patch("/v1/admin/settings", json={"table_creation": "open"}, headers=admin)
    client.request("DELETE", table, json={"name": "The Anchor"}, headers=bearer)
    eventually(lambda: '"DELETE /v1/tables' in server.output.read_text())
    written = server.output.read_text()
    assert written.count("/v1/tables") > 10
    assert '"GET /v1/tables' in written
    of_the_invite = (invite["code"], invite["code"].lower(), token)
    for secret in (key, code, key[8:], code[12:], ADMIN_KEY, REQUEST, *of_the_invite):
        assert secret not in written


def test_nobody_writes_a_line_of_a_log_or_steers_a_terminal(server: LiveServer, client: httpx.Client) -> None:
    before = len(server.output.read_text().splitlines())
    quoted = "".join(f"%{byte:02x}" for byte in f"\r\n{FORGED}\x1b[2J".encode())
    paths = [f"/{quoted}", f"/v1/tables/{quoted}", f"/v1/games/x?{quoted}"]
    for path in paths:
        client.get(path, headers={"Referer": f"http://x/{quoted}"})
    for header in (b"User-Agent: \x1b[2J\x9b2J\xe2\x80\xae" + FORGED.encode(), b"Referer: \x1b]0;x\x07"):
        send_raw(
            server, b"GET /v1/rulesets HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + header + b"\r\n\r\n"
        )
    # A name in Basic that would begin a line.
    client.get("/v1/rulesets", headers={"Authorization": "Basic eApbMjAyNl0gW0VSUk9SXSBmb3JnZWQ6"})
    send_raw(server, b"GET /\x1b[2J HTTP/1.1\r\n\r\n")
    send_raw(server, b"\x1b[2J\n" + FORGED.encode() + b"\n\r\n\r\n")
    eventually(lambda: len(server.output.read_text().splitlines()) >= before + 6)
    lines = server.output.read_text().splitlines()[before:]
    for line in lines:
        assert line.isprintable(), line
        assert not line.startswith(FORGED)
        assert re.match(r"\[\d{4}-|127\.0\.0\.1 |    |Traceback", line), line


def test_the_log_says_what_was_asked_and_how_it_went(server: LiveServer, client: httpx.Client) -> None:
    client.get("/v1/rulesets/chips?limit=1")
    told = r'^127\.0\.0\.1 - - \[[^]]+\] "GET /v1/rulesets/chips\?… HTTP/1\.1" 422 \d+ '
    # The line is written when the answer is on its way.
    eventually(lambda: bool(re.search(told, server.output.read_text(), re.MULTILINE)))


def test_a_failure_is_told_with_its_traceback_and_to_the_client_without(database_file: Path) -> None:
    with serving(database_file, workers=1, environment=LOUD) as server:
        with httpx.Client(base_url=server.url, trust_env=False) as client:
            created = client.post("/v1/tables", json={"name": "The Anchor"}).json()
            with closing(sqlite3.connect(database_file)) as connection:
                connection.execute("ALTER TABLE players RENAME TO people")
            bearer = {"Authorization": f"Bearer {created['host_key']}"}
            answer = client.get(f"/v1/tables/{created['id']}/players", headers=bearer)
        written = server.output.read_text()
    assert (answer.status_code, "no such table" in answer.text) == (503, False)
    assert "can't have the database: no such table: players" in written
    assert created["host_key"] not in written
