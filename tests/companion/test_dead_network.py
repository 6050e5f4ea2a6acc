"""A network that goes dead without a word: nothing arrives any more, and nobody hangs up. And one of a pub,
without TLS."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, expect

from tests.companion.browser import PUB
from tests.companion.hands import CUT_OFF, hand
from tests.companion.proxies import DeadNetwork
from tests.support import HOST, LiveServer

SENT_SECONDS = 20
"""So long the page waits for an answer to what it sends."""
SILENCE_SECONDS = 40
"""A stream that has been silent for so long is dead (docs/streams.md)."""


@pytest.fixture
def network(live_server: LiveServer) -> Iterator[DeadNetwork]:
    with closing(DeadNetwork(live_server.port)) as network:
        yield network


def test_what_is_entered_meanwhile_waits_is_told_and_is_sent_when_it_lives_again(
    browser: Browser, network: DeadNetwork
) -> None:
    with hand(browser, f"http://{HOST}:{network.port}") as thumb:
        thumb.page.clock.install()
        thumb.start()
        network.die()
        thumb.roll(6, 4, 3, 3, 1)
        thumb.roll(5, 4, 2, 2, act="again")
        expect(thumb.page.locator(".bank .brass")).to_have_count(3)
        banner = thumb.page.locator(".banner", has_text="The server does not answer")
        thumb.page.clock.fast_forward(SENT_SECONDS * 1_000)
        expect(banner).to_contain_text("2 entries")
        network.live()
        # The page has not been told that its stream is dead, and hears it by the silence.
        thumb.page.clock.fast_forward(SILENCE_SECONDS * 1_000)
        expect(banner).to_have_count(0)
        thumb.forgive(*CUT_OFF, "ERR_")


def test_at_an_address_without_tls_the_page_plays_and_follows_without_what_browsers_keep_from_it(
    browser: Browser, live_server: LiveServer
) -> None:
    url = live_server.url.replace(HOST, PUB)
    with hand(browser, url, kept=True) as thumb, hand(browser, url) as other:
        thumb.start()
        missing = "['serviceWorker' in navigator, 'wakeLock' in navigator, 'randomUUID' in crypto]"
        assert thumb.page.evaluate(f"[isSecureContext, ...{missing}]") == [False] * 4
        thumb.roll(6, 4, 3, 3, 1)
        table = thumb.kept()
        other.page.goto(f"{url}/watch/{table['id']}#{table['key']}")
        expect(other.page.locator(".bank .brass")).to_have_count(1)
        thumb.roll(5, 4, 2, 2, act="again")
        expect(other.page.locator(".bank .brass")).to_have_count(3)
