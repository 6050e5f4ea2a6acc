"""The page behind nginx as the docs have it: over TLS, installed, with no server; and its streams."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Browser, Page, expect

from tests.companion.hands import CUT_OFF, Hand, hand
from tests.companion.proxies import DICE, chromium_that_trusts, nginx
from tests.support import HOST, free_port, running

SECONDS = 60.0
INCOGNITO = "in-incognito"
"""A test's window is always one, where nothing can be installed; it must be all that is in the way."""
ROLLS = ([6, 4, 3, 3, 1], [5, 4, 2, 2])


def test_over_tls_the_page_installs_follows_live_and_opens_with_no_server(
    browser: Browser, tmp_path: Path
) -> None:
    with free_port() as port, free_port() as tls_port:
        url, direct = f"https://{DICE}:{tls_port}", f"http://{HOST}:{port}"
        command = [sys.executable, "-m", "scorekeeper", "serve", "--bind", f"{HOST}:{port}"]
        command += ["--database", str(tmp_path / "a.sqlite3"), "--workers", "1"]
        told = {"PUBLIC_URL": url, "SCOREKEEPER_TRUSTED_PROXIES": HOST}
        with (
            nginx(tmp_path, tls_port, port),
            chromium_that_trusts(tmp_path, browser) as trusting,
            hand(trusting, url, kept=True) as thumb,
        ):
            with running(command, port, tmp_path / "a.sqlite3", told):
                thumb.start()
                installs(thumb.page)
                follows(thumb, direct)
            plays_with_no_server(thumb)
            with running(command, port, tmp_path / "a.sqlite3", told):
                assert dice_there(thumb, direct) == [*ROLLS]
            thumb.forgive(*CUT_OFF, "502", "ERR_", "incomplete")


def asked(thumb: Hand, url: str, **body: object) -> httpx.Response:
    """What another phone with the same key is answered, which needs no proxy."""
    key = {"Authorization": f"Bearer {thumb.kept()['key']}"}
    method = "POST" if body else "GET"
    return httpx.request(method, url, json=body or None, headers=key, trust_env=False)


def dice_there(thumb: Hand, direct: str) -> list[list[int]]:
    """What is recorded, once there is as much as was rolled."""
    deadline = time.monotonic() + SECONDS
    while True:
        log = asked(thumb, f"{direct}/v1/games/{thumb.game_id}/log").json()["items"]
        if len(log) > len(ROLLS):
            return [entry["body"]["dice"] for entry in log[1:]]
        assert time.monotonic() < deadline
        time.sleep(0.1)


def installs(page: Page) -> None:
    """Everything is there that a browser asks for before it installs a page."""
    has = "[isSecureContext, 'wakeLock' in navigator, 'randomUUID' in crypto, 'locks' in navigator]"
    assert page.evaluate(has) == [True] * 4
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    protocol = page.context.new_cdp_session(page)
    manifest = protocol.send("Page.getAppManifest")
    told = manifest["manifest"]
    assert (manifest["errors"], told["name"]) == ([], "Ship, Captain and Crew")
    assert told["startUrl"] == told["scope"] == f"https://{urlsplit(page.url).netloc}/"
    errors = protocol.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in errors] == [INCOGNITO]


def follows(thumb: Hand, direct: str) -> None:
    """nginx hands on the entry of another phone when it comes, and gathers nothing."""
    roll = {"seat": 1, "round": 1, "roll": 1, "dice": ROLLS[0]}
    assert asked(thumb, f"{direct}/v1/games/{thumb.game_id}/rolls", **roll).status_code == 201
    expect(thumb.page.locator(".bank .brass")).to_have_count(1)


def plays_with_no_server(thumb: Hand) -> None:
    """nginx says 502; the page opens as it is kept, and what is entered waits."""
    thumb.page.reload()
    expect(thumb.page.locator(".bank .brass")).to_have_count(1)
    thumb.roll(*ROLLS[1], act="again")
    expect(thumb.page.locator(".bank .brass")).to_have_count(3)
    thumb.visit("")
    thumb.page.wait_for_selector("main")
    thumb.page.go_back()
    expect(thumb.page.locator(".bank .brass")).to_have_count(3)
