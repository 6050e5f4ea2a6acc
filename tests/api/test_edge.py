"""What every request passes and every answer carries."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper import ledger
from scorekeeper.app import create_app
from scorekeeper.config import Config
from tests.api.at_the_table import Guest, HostOf, problem

PAGE = "https://scores.example.org"
TOLD = {"ETag", "Location", "Link", "Retry-After", "RateLimit", "RateLimit-Policy", "Idempotent-Replayed"}


def client_of(folder: Path, **settings: object) -> FlaskClient:
    return create_app(Config(database=str(folder / "x.sqlite3"), **settings)).test_client()  # type: ignore[arg-type]


def preflight(client: FlaskClient, path: str = "/v1/tables", **asked: str) -> TestResponse:
    headers = {"Origin": PAGE, "Access-Control-Request-Method": "POST"}
    named = {f"Access-Control-Request-{name.replace('_', '-')}": value for name, value in asked.items()}
    return client.options(path, headers={**headers, **named})


def answers(guest: Guest, host: HostOf, **headers: str) -> dict[int, TestResponse]:
    """An answer of every kind, by its status."""
    game = host.open()
    with patch.object(ledger, "get_table", side_effect=ZeroDivisionError):
        failed = host.get(host.table, **headers)
    told = [
        guest.get("/v1/rulesets", **headers),
        host.get(game, if_none_match='"1"', **headers),
        guest.get(game, **headers),
        guest.get("/v1/nowhere", **headers),
        guest.send("DELETE", "/v1/tables", **headers),
        guest.post("/v1/tables", {"name": "x" * 200_000}, **headers),
        guest.get("/docs", **headers),
        failed,
    ]
    return {response.status_code: response for response in told}


def test_every_answer_can_be_read_by_a_page_of_any_origin(guest: Guest, host: HostOf) -> None:
    found = answers(guest, host, origin=PAGE)
    assert set(found) == {200, 304, 401, 404, 405, 413, 500}
    for response in found.values():
        assert response.headers.getlist("Access-Control-Allow-Origin") == ["*"]
        assert set(response.headers["Access-Control-Expose-Headers"].split(", ")) == TOLD
        assert "Access-Control-Allow-Credentials" not in response.headers


def test_every_answer_says_that_it_is_what_it_says(guest: Guest, host: HostOf) -> None:
    for response in answers(guest, host).values():
        assert response.headers.getlist("X-Content-Type-Options") == ["nosniff"]
        assert response.headers.getlist("Access-Control-Allow-Origin") == ["*"]
        assert "Access-Control-Expose-Headers" not in response.headers
        assert "Strict-Transport-Security" not in response.headers


def test_a_page_may_ask_to_send_a_key_and_whatever_else_the_api_reads(guest: Guest) -> None:
    wanted = "authorization,content-type,idempotency-key,if-match,if-none-match,last-event-id,x-other"
    response = preflight(guest.client, Headers=wanted)
    assert (response.status_code, response.data) == (204, b"")
    allowed = response.headers["Access-Control-Allow-Headers"]
    assert allowed == ", ".join(wanted.split(",")[:-1])
    assert set(response.headers["Access-Control-Allow-Methods"].split(", ")) == {
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE",
    }  # fmt: skip
    assert int(response.headers["Access-Control-Max-Age"]) >= 600
    assert "Access-Control-Allow-Private-Network" not in response.headers


def test_what_is_not_there_is_told_by_the_request_itself(guest: Guest) -> None:
    assert preflight(guest.client, "/v1/nowhere").status_code == 204
    problem(guest.post("/v1/nowhere", {}, origin=PAGE), 404, "not-found")


def test_a_page_of_the_internet_may_ask_a_server_in_the_pub(guest: Guest) -> None:
    response = preflight(guest.client, Private_Network="true")
    assert response.headers["Access-Control-Allow-Private-Network"] == "true"


def test_a_long_list_of_headers_is_answered_too(guest: Guest) -> None:
    response = preflight(guest.client, Headers=",".join(["authorization", *["x-other"] * 500]))
    assert response.headers["Access-Control-Allow-Headers"] == "authorization"


def test_with_a_list_only_its_origins_are_allowed(tmp_path: Path) -> None:
    client = client_of(tmp_path, origins=("https://Scores.example.org", "http://[::1]:5173"))
    for origin in (PAGE, "http://[::1]:5173"):
        response = client.get("/v1/rulesets", headers={"Origin": origin})
        assert response.headers["Access-Control-Allow-Origin"] == origin
        assert response.headers["Vary"] == "Origin"
    for origin in ("https://evil.example", f"{PAGE}.evil.example", f"{PAGE}:8443", "null", "", f"{PAGE}\n"):
        response = client.get("/v1/rulesets", environ_overrides={"HTTP_ORIGIN": origin})
        assert "Access-Control-Allow-Origin" not in response.headers
        assert response.headers["Vary"] == "Origin"
    assert client.get("/v1/rulesets").headers["Vary"] == "Origin"
    assert preflight(client).headers["Access-Control-Allow-Origin"] == PAGE


def test_https_is_insisted_on_where_people_use_it(tmp_path: Path) -> None:
    client = client_of(tmp_path, public_url="https://dice.example.org")
    assert client.get("/v1/nowhere").headers["Strict-Transport-Security"] == "max-age=31536000"
    client = client_of(tmp_path, public_url="http://dice.local")
    assert "Strict-Transport-Security" not in client.get("/v1/nowhere").headers


def test_a_page_keeps_its_window_to_itself_where_people_use_https(tmp_path: Path) -> None:
    headers = client_of(tmp_path, public_url="https://dice.example.org").get("/").headers
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    # A browser would complain of it in its console.
    assert (
        "Cross-Origin-Opener-Policy"
        not in client_of(tmp_path, public_url="http://dice.local").get("/").headers
    )


def test_an_image_that_somebody_opens_can_do_nothing(app: Flask) -> None:
    icon = app.test_client().get("/docs/favicon-32x32.png")
    assert "default-src 'none'" in icon.headers["Content-Security-Policy"]
    assert "sandbox" in icon.headers["Content-Security-Policy"]
    assert len(app.test_client().get("/docs").headers.getlist("Content-Security-Policy")) == 1


def test_an_unknown_host_is_refused(tmp_path: Path) -> None:
    client = client_of(tmp_path, hosts=("dice.example.org",), public_url="https://dice.example.org")
    response = client.get("/v1/rulesets", headers={"Host": "evil.example"})
    assert (response.status_code, response.content_type) == (421, "application/problem+json")
    told = response.get_json()
    assert told["type"] == "https://dice.example.org/problems/host-unknown"
    assert "evil" not in response.text
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert preflight(client).status_code == 421
    assert client.head("/v1/rulesets", headers={"Host": "evil.example"}).data == b""


def test_a_known_host_is_answered_and_health_under_every_name(tmp_path: Path) -> None:
    client = client_of(tmp_path, hosts=("dice.example.org",))
    assert client.get("/v1/rulesets", headers={"Host": "dice.example.org:8000"}).status_code == 200
    assert client.get("/healthz", headers={"Host": "10.0.0.7"}).status_code == 200
    assert client.get("/readyz", headers={"Host": "10.0.0.7"}).status_code == 503


@pytest.mark.parametrize("path", ["/healthz/", "//healthz", "/v1/healthz"])
def test_nothing_else_passes_for_health(tmp_path: Path, path: str) -> None:
    client = client_of(tmp_path, hosts=("dice.example.org",))
    assert client.get(path, headers={"Host": "10.0.0.7"}).status_code == 421
