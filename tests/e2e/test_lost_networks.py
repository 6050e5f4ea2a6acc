"""Phones that lose the network in the middle of a request."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from scorekeeper.patience import ARRIVAL_SECONDS
from tests.support import HOST, LiveServer, serving

THREADS = 2
HALF_SENT = (
    b"GET /v1/rul",
    b"POST /v1/tables HTTP/1.1\r\nHost: table\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100\r\n\r\n{",
)


@pytest.fixture
def small_server(tmp_path: Path) -> Iterator[LiveServer]:
    with serving(
        tmp_path / "small.sqlite3", workers=1, environment={"SCOREKEEPER_THREADS": str(THREADS)}
    ) as server:
        yield server


def test_requests_that_never_arrive_whole_give_their_threads_back(small_server: LiveServer) -> None:
    with ExitStack() as phones:
        for number in range(2 * THREADS):
            phone = phones.enter_context(socket.create_connection((HOST, small_server.port)))
            phone.sendall(HALF_SENT[number % len(HALF_SENT)])
        began = time.monotonic()
        url = f"{small_server.url}/healthz"
        assert httpx.get(url, timeout=10 * ARRIVAL_SECONDS, trust_env=False).status_code == 200
        assert time.monotonic() - began < 5 * ARRIVAL_SECONDS


def test_a_body_that_is_too_large_to_be_read_ends_the_connection(live_server: LiveServer) -> None:
    with httpx.Client(base_url=live_server.url, trust_env=False, timeout=60) as phone:
        answer = phone.post("/v1/tables", json={"name": "x" * 1_000_000})
        assert (answer.status_code, answer.headers["Connection"]) == (413, "close")
        assert phone.get("/healthz").headers["Connection"] == "keep-alive"


@pytest.mark.parametrize("chunks", [b"zz\r\nabc\r\n0\r\n\r\n", b"3\r\nabcdef\r\n0\r\n\r\n"])
def test_chunks_that_are_none_are_a_bad_request(live_server: LiveServer, chunks: bytes) -> None:
    with socket.create_connection((HOST, live_server.port), timeout=60) as phone:
        phone.sendall(
            b"POST /v1/tables HTTP/1.1\r\nHost: table\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + chunks
        )
        answer = b"".join(iter(lambda: phone.recv(65_536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b" 400 " in head.splitlines()[0]
    assert json.loads(body)["code"] == "bad-request"


def test_what_the_server_refuses_before_it_is_read_has_the_headers_of_every_answer(
    live_server: LiveServer,
) -> None:
    with socket.create_connection((HOST, live_server.port), timeout=60) as phone:
        phone.sendall(b"GET /v1/rulesets HTTP/1.1\r\nHost: table\r\nX: " + b"x" * 70_000 + b"\r\n\r\n")
        answer = b"".join(iter(lambda: phone.recv(65_536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b" 431 " in head.splitlines()[0]
    assert json.loads(body)["code"] == "bad-request"
    assert {b"X-Content-Type-Options: nosniff", b"Access-Control-Allow-Origin: *"} <= set(head.splitlines())


def test_no_answer_tells_the_version_of_the_server(live_server: LiveServer) -> None:
    for path in ("/healthz", "/v1/nowhere", "/docs"):
        server = httpx.get(f"{live_server.url}{path}", trust_env=False).headers.get("Server", "")
        assert not any(letter.isdigit() for letter in server)
