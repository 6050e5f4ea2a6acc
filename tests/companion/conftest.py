"""One browser for all tests of the phone page of a process, and a page with its modules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.companion.browser import chromium, modules_at


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium that all tests of this process share; each opens a context of its own."""
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def modules(browser: Browser) -> Iterator[Page]:
    """An empty page from which the modules can be imported; there is no server behind it."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(modules_at(context))
    yield page
    context.close()
