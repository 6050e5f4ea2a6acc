"""How the page's files are served: compressed once, and kept by browsers for ever."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorekeeper.app import create_app
from scorekeeper.companion.files import page_files, release
from scorekeeper.config import Config

MODULE = f"/app/{release()}/vendor/preact.js"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    return create_app(
        Config(database=str(tmp_path_factory.mktemp("unused") / "unused.sqlite3"))
    ).test_client()


def test_a_file_of_this_release_is_kept_for_ever(client: FlaskClient) -> None:
    response = client.get(MODULE)
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert response.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_a_page_of_another_release_gets_what_is_here_and_keeps_nothing(client: FlaskClient) -> None:
    response = client.get("/app/0123456789abcdef/vendor/preact.js")
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "no-cache"


def test_a_file_is_sent_compressed_to_whom_that_suits(client: FlaskClient) -> None:
    plain = client.get(MODULE)
    packed = client.get(MODULE, headers={"Accept-Encoding": "gzip, br"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    assert {plain.headers["Vary"], packed.headers["Vary"]} == {"Accept-Encoding"}
    assert plain.headers["ETag"] != packed.headers["ETag"]


def test_a_file_that_the_browser_has_is_not_sent_again(client: FlaskClient) -> None:
    tag = client.get(MODULE).headers["ETag"]
    again = client.get(MODULE, headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize(
    "path", ["vendor/preact.d.ts", "vendor/LICENSE.htm", "nothing.js", "../files.py", "..%2ffiles.py"]
)
def test_nothing_else_is_served(client: FlaskClient, path: str) -> None:
    assert client.get(f"/app/{release()}/{path}").status_code == 404


def test_every_module_is_served_by_its_own_path() -> None:
    static = Path(__file__).parents[2] / "scorekeeper" / "companion" / "static"
    modules = {str(path.relative_to(static)) for path in static.rglob("*.js")}
    assert modules <= page_files().keys()
