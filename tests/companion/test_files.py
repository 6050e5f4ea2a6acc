"""How the page's files are served: compressed once, and kept by browsers for ever."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorekeeper.app import create_app
from scorekeeper.companion.files import joined_looks, page_files, release
from scorekeeper.config import Config

MODULE = f"/app/{release()}/vendor/preact.js"
OF_ANOTHER_RELEASE = "/app/0123456789abcdef/vendor/preact.js"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    return create_app(
        Config(database=str(tmp_path_factory.mktemp("unused") / "unused.sqlite3"))
    ).test_client()


def test_a_file_of_this_release_is_kept_for_ever(client: FlaskClient) -> None:
    response = client.get(MODULE)
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "max-age=31536000, immutable"
    assert response.headers["Content-Type"] == "text/javascript"
    assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_a_page_of_another_release_gets_what_is_here_and_keeps_nothing(client: FlaskClient) -> None:
    response = client.get(OF_ANOTHER_RELEASE)
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "no-cache"


def test_a_file_is_sent_compressed_to_whom_that_suits(client: FlaskClient) -> None:
    plain = client.get(MODULE)
    packed = client.get(MODULE, headers={"Accept-Encoding": "gzip, br"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    assert {plain.headers["Vary"], packed.headers["Vary"]} == {"Accept-Encoding"}


def test_a_file_that_may_change_is_not_sent_again_to_a_browser_that_has_it(client: FlaskClient) -> None:
    tag = client.get(OF_ANOTHER_RELEASE).headers["ETag"]
    again = client.get(OF_ANOTHER_RELEASE, headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    packed = client.get(OF_ANOTHER_RELEASE, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["ETag"] != tag


def test_a_script_is_sent_with_no_header_that_nobody_needs(client: FlaskClient) -> None:
    """There are dozens before somebody can play."""
    response = client.get(MODULE, headers={"Accept-Encoding": "gzip", "Origin": "http://localhost"})
    assert {*response.headers.keys()} - {"Date"} == {
        "Content-Type", "Content-Length", "Content-Encoding", "Cache-Control", "Vary",
        "X-Content-Type-Options",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["", "views", "wall"])
def test_stylesheets_that_come_together_are_one_file(name: str) -> None:
    joined = page_files()[joined_looks(name)].body.decode()
    for part in (".unseen", ".waiting-die", ".die.landing", ".tray", *([".wall"] if name == "wall" else [])):
        assert part in joined
    assert "looks/base.css" not in page_files()


@pytest.mark.parametrize(
    "path", ["vendor/preact.d.ts", "vendor/LICENSE.htm", "nothing.js", "../files.py", "..%2ffiles.py"]
)
def test_nothing_else_is_served(client: FlaskClient, path: str) -> None:
    assert client.get(f"/app/{release()}/{path}").status_code == 404


def test_every_module_is_served_by_its_own_path() -> None:
    static = Path(__file__).parents[2] / "scorekeeper" / "companion" / "static"
    modules = {str(path.relative_to(static)) for path in static.rglob("*.js")}
    assert modules <= page_files().keys()
