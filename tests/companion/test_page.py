"""The page as it is served: one shell for every address, a strict policy, and not much to fetch."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient

from scorekeeper.app import create_app
from scorekeeper.companion.files import languages, modules_of, page_files, release
from scorekeeper.companion.routes import VIEWS
from scorekeeper.config import Config

ADDRESSES = [re.sub(r"<[^>]+>", "some-id", view) for view in VIEWS]

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    database = tmp_path_factory.mktemp("unused") / "unused.sqlite3"
    return create_app(Config(database=str(database))).test_client()


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_shows_the_page(client: FlaskClient, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 200
    assert response.content_type == "text/html; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache"
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


@pytest.mark.parametrize("address", [*ADDRESSES, "/play/some-id/what%20else", "/new?table=id&a=%C3%A4%26"])
def test_every_address_is_asked_for_again_at_the_same_address(client: FlaskClient, address: str) -> None:
    response = client.post(address)
    assert response.status_code == 303
    assert urljoin(address, response.headers["Location"]) == address


@pytest.mark.parametrize("address", ADDRESSES)
def test_everything_that_the_page_loads_is_there_and_of_this_server(
    client: FlaskClient, address: str
) -> None:
    html = client.get(address).text
    assert "//" not in html.replace("<!doctype html>", "")
    assert re.findall(r"<script(?![^>]* src=)", html) == []
    assert not re.search(r"\s(style|on\w+)=", html)
    depth = address.count("/") - 1
    for link in re.findall(r'(?:src|href)="([^"]+)"', html):
        assert link.startswith("../" * depth)
        assert client.get("/" + link[3 * depth :]).status_code == 200, link


def test_no_other_address_is_the_pages(client: FlaskClient) -> None:
    assert client.get("/nothing-here").status_code == 404
    assert client.get("/docs").text.count("swagger") > 0


@pytest.mark.parametrize(
    "address", ["/nothing-here", "/nonsense/x", "/play/", "/docs/x", "/problems/x", "/app/x/y.js"]
)
def test_an_unknown_address_has_a_way_home_in_a_browser_and_a_problem_elsewhere(
    client: FlaskClient, address: str
) -> None:
    shown = client.get(address, headers={"Accept": BROWSER})
    assert (shown.status_code, shown.content_type) == (404, "text/html; charset=utf-8")
    assert shown.headers["Content-Security-Policy"] == client.get("/docs").headers["Content-Security-Policy"]
    for link in re.findall(r'href="([^"]+)"', shown.text):
        assert client.get(urljoin(address, link)).status_code == 200, link
    assert {urljoin(address, home) for home in re.findall(r'<a href="([^"]+)"', shown.text)} == {"/"}
    for accept in ("*/*", "application/json"):
        told = client.get(address, headers={"Accept": accept})
        assert (told.status_code, told.content_type) == (404, "application/problem+json")
    api = client.get("/v1/nonsense", headers={"Accept": BROWSER})
    assert (api.status_code, api.content_type) == (404, "application/problem+json")


@pytest.mark.parametrize("view", ["", "play"])
def test_the_shell_names_every_module_of_the_first_view(client: FlaskClient, view: str) -> None:
    html = client.get("/play/some-id" if view else "/").text
    links = re.findall(r'(?:src|href)="(?:\.\./)*app/[^/]+/([^"]+)"', html)
    assert {*modules_of(view)} <= {*links}


def test_the_languages_are_the_catalogues_that_there_are(client: FlaskClient) -> None:
    assert languages() == {"de": "Deutsch", "en": "English"}
    assert 'data-languages="{&quot;de&quot;: &quot;Deutsch&quot;' in client.get("/").text


def test_the_page_can_be_installed(client: FlaskClient) -> None:
    response = client.get("/manifest.webmanifest")
    assert response.content_type == "application/manifest+json"
    manifest = json.loads(response.text)
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        found = client.get(f"/{icon['src']}")
        assert (found.status_code, found.content_type) == (200, icon["type"])


def test_the_service_worker_keeps_every_file_of_this_release(client: FlaskClient) -> None:
    response = client.get("/service-worker.js")
    assert response.headers["Cache-Control"] == "no-cache"
    assert "connect-src 'self'" in response.headers["Content-Security-Policy"]
    told = json.loads(response.text.split("\n", 1)[0].removeprefix("self.SHELL = ").rstrip(";"))
    assert told["release"] == release()
    assert {*told["files"], "service-worker.js"} == page_files().keys()


def test_comments_are_left_out_of_a_module_that_is_sent_alone_and_lines_stay_where_they_are() -> None:
    source = Path(__file__).parents[2] / "scorekeeper" / "companion" / "static" / "sync" / "table.js"
    served = page_files()["sync/table.js"].body.decode()
    assert served.count("\n") == source.read_text().count("\n")
    assert "@param" not in served
    assert "@type" not in served
    assert "export function openTable" in served
