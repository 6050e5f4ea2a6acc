"""What is left out of Flask, and what is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask, Response, after_this_request, request, request_tearing_down
from flask.testing import FlaskClient

from scorekeeper.api.lean import LeanFlask


@pytest.fixture
def app() -> Flask:
    app = LeanFlask("lean")
    app.url_map.merge_slashes = False

    @app.get("/tables/<name>")
    def table(name: str) -> dict[str, str]:
        return {"name": name, "query": request.args.get("limit", ""), "root": request.root_path}

    return app


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


def test_a_route_is_found_by_its_path_in_any_script(client: FlaskClient) -> None:
    answer = client.get("/tables/żółw 🐢?limit=5").get_json()
    assert answer == {"name": "żółw 🐢", "query": "5", "root": ""}


def test_a_proxy_may_serve_it_below_a_path(client: FlaskClient) -> None:
    answer = client.get("/tables/red", environ_overrides={"SCRIPT_NAME": "/dice"}).get_json()
    assert answer == {"name": "red", "query": "", "root": "/dice"}


@pytest.mark.parametrize(
    "host", ["evil.example", "..", "a b", "x" * 300, "\N{LATIN SMALL LETTER SHARP S}:port"]
)
def test_what_the_host_header_claims_does_not_matter(client: FlaskClient, host: str) -> None:
    assert client.get("/tables/red", environ_overrides={"HTTP_HOST": host}).status_code == 200


def test_a_path_that_is_no_text_is_not_found_or_read_as_well_as_it_can_be(client: FlaskClient) -> None:
    assert client.get("/", environ_overrides={"PATH_INFO": "/tables/\xff"}).get_json()["name"] == "\ufffd"
    assert client.get("/", environ_overrides={"PATH_INFO": ""}).status_code == 404


def test_a_method_that_a_path_does_not_have_is_told_those_that_it_has(client: FlaskClient) -> None:
    refused = client.post("/tables/red")
    assert (refused.status_code, sorted(refused.allow or ())) == (405, ["GET", "HEAD", "OPTIONS"])


def test_no_cookie_is_read_or_set(client: FlaskClient) -> None:
    client.set_cookie("session", "forged")
    assert "Set-Cookie" not in client.get("/tables/red").headers


def test_hooks_and_signals_are_called_as_in_flask(app: Flask) -> None:
    called: list[str] = []

    @app.before_request
    def before() -> None:
        @after_this_request
        def after_this(response: Response) -> Response:
            called.append("after this")
            return response

        called.append("before")

    @app.after_request
    def after(response: Response) -> Response:
        called.append("after")
        return response

    @app.teardown_request
    def teardown(_failure: BaseException | None) -> None:
        called.append("teardown")

    app.test_client().get("/tables/red")
    assert called == ["before", "after this", "after", "teardown"]


def test_the_signal_at_a_requests_end_is_sent_where_somebody_listens(app: Flask) -> None:
    heard: list[object] = []

    def listen(sender: object, **_: object) -> None:
        heard.append(sender)

    with request_tearing_down.connected_to(listen, app):
        app.test_client().get("/tables/red")
    assert heard == [app]


def test_a_value_preprocessor_is_called(app: Flask) -> None:
    @app.url_value_preprocessor
    def shout(_endpoint: str | None, values: dict[str, str] | None) -> None:
        assert values is not None
        values["name"] = values["name"].upper()

    assert app.test_client().get("/tables/red").get_json()["name"] == "RED"
