"""Chromium for the tests of the phone page: the system's own, driven by Playwright.

chromium()          a browser for as long as the context lasts; skipped where none is installed
ask(page, ...)      what a function in the page makes of a value
modules_at(...)     the page's modules at any origin, just as the server sends them
quiet(page)         fails if the page complains: an error in the console, an exception nobody caught
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Route, expect, sync_playwright

from scorekeeper.companion.files import page_files
from tests.support import needs

MODULES: Final = "/modules-under-test"
ORIGIN: Final = "http://companion.test"
PUB: Final = "pub.test"
"""A name for this machine that no browser takes for safe, as `http://192.168…` in a pub is not."""
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--host-resolver-rules=MAP {PUB} 127.0.0.1",
    # A page that a test answers comes from no address, and may not ask this machine; from a server it may.
    # Nor does anybody type into the address bar, whose list is a page of its own for each window.
    "--disable-features=LocalNetworkAccessChecks,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
)


expect.set_options(timeout=30_000)
"""What is expected is there as soon as it can be; a busy machine may take a while. As long as a tap waits."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless Chromium: its shell without windows where that is installed, which takes three quarters of
    the time, though it installs no page."""
    path = shutil.which("chromium-headless-shell") or needs("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def modules_at(context: BrowserContext, origin: str = ORIGIN) -> str:
    """Serve the modules below `origin`, whatever else is there, and an empty page to import them from.

    Returns the address of that page. `origin` may be that of a running server: the modules reach its API.
    """
    context.route(f"{origin}{MODULES}/**", _from_folder)
    return f"{origin}{MODULES}/"


def ask(page: Page, function: str, value: Any = None) -> Any:
    """What a function of the page makes of a value. Both travel as JSON text, many times as fast as by
    Playwright's own way of taking values apart."""
    call = f"async (text) => JSON.stringify(await ({function})(JSON.parse(text)) ?? null)"
    return json.loads(page.evaluate(call, json.dumps(value)))


def _from_folder(route: Route) -> None:
    name = urlsplit(route.request.url).path.removeprefix(MODULES).strip("/")
    if not name:
        route.fulfill(body="<!doctype html><title>Modules</title>", content_type="text/html")
        return
    file = page_files().get(name)
    if file is None:
        route.fulfill(status=404)
    else:
        route.fulfill(body=file.body, content_type=file.content_type)


@contextmanager
def quiet(page: Page) -> Iterator[list[str]]:
    """Whatever the page complains of while the context lasts must be nothing.

    Yields the list that complaints are put into, so that a test can take out those that it provokes.
    """
    complaints: list[str] = []

    def hear_console(message: Any) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.type}: {message.text}")

    def hear_exception(error: Any) -> None:
        complaints.append(f"exception: {error}")

    page.on("console", hear_console)
    page.on("pageerror", hear_exception)
    yield complaints
    page.remove_listener("console", hear_console)
    page.remove_listener("pageerror", hear_exception)
    assert complaints == [], complaints
