"""The pages: documentation without a network, and nothing that a strict policy forbids."""

from __future__ import annotations

import re

import pytest

from tests.api.at_the_table import Guest, problem

PAGES = ("/docs", "/problems", "/problems/dice-count")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_a_strict_policy(guest: Guest, path: str) -> None:
    headers = guest.get(path, accept="text/html").headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "camera=()" in headers["Permissions-Policy"]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_needs_nobody_elses_server_and_has_no_script_inside(guest: Guest, path: str) -> None:
    page = guest.get(path, accept="text/html").text
    assert "//" not in re.sub(r"<!doctype[^>]*>", "", page)
    assert re.findall(r"<script(?![^>]* src=)", page) == []
    assert " style=" not in page
    assert not re.search(r"\son\w+=", page)


def test_everything_that_a_page_loads_is_there(guest: Guest) -> None:
    for path in PAGES:
        base = path.rpartition("/")[0]
        for link in re.findall(r'(?:src|href)="([^"]+)"', guest.get(path, accept="text/html").text):
            where = f"{base}/{link}".replace("/problems/../", "/")
            assert guest.get(where).status_code == 200, where


@pytest.mark.parametrize("name", ["index.html", "..%2f__init__.py", "swagger-ui.js", "pages.py"])
def test_no_other_file_is_served(guest: Guest, name: str) -> None:
    problem(guest.get(f"/docs/{name}"), 404, "not-found")
