"""A page with the modules of the phone page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.companion.browser import modules_at


@pytest.fixture(scope="module")
def modules(browser: Browser) -> Iterator[Page]:
    """An empty page from which the modules can be imported; there is no server behind it."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(modules_at(context))
    yield page
    context.close()
