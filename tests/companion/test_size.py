"""What a phone loads before somebody can play: all bytes on the wire, as Chromium counts them.

Headers, requests of the API and the stream are counted too; nothing was kept before. What the page fetches in
its spare time, once the first view stands, is not: there is no spare time here.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

from tests.companion.hands import hand
from tests.support import LiveServer

MOST_BYTES: Final = {"home": 70_000, "play": 78_000}
QUIET: Final = 600
"""Milliseconds in which nothing is heard any more."""
NO_SPARE_TIME: Final = "window.requestIdleCallback = () => 0;"


class Wire:
    """What a page receives, by the address that it comes from."""

    def __init__(self, page: Page) -> None:
        self.received: Counter[str] = Counter()
        self._addresses: dict[str, str] = {}
        self._page = page
        self._network = page.context.new_cdp_session(page)
        self._network.on("Network.requestWillBeSent", self._ask)
        self._network.on("Network.responseReceived", self._hear_head)
        self._network.on("Network.dataReceived", self._hear_data)
        self._network.on("Network.loadingFinished", self._hear_end)
        self._network.send("Network.enable")
        self._network.send("Network.clearBrowserCache")

    def wait(self) -> None:
        """Until nothing more comes."""
        before = -1
        while before != (before := self.received.total()):
            self._page.wait_for_timeout(QUIET)

    def _ask(self, told: dict[str, Any]) -> None:
        self._addresses[told["requestId"]] = told["request"]["url"]

    def _hear_head(self, told: dict[str, Any]) -> None:
        self._add(told["requestId"], told["response"]["encodedDataLength"])

    def _hear_data(self, told: dict[str, Any]) -> None:
        self._add(told["requestId"], told["encodedDataLength"])

    def _hear_end(self, told: dict[str, Any]) -> None:
        """The whole of it, in place of its parts."""
        self.received[told["requestId"]] = told["encodedDataLength"]

    def _add(self, request: str, count: int) -> None:
        self.received[request] += count

    def __str__(self) -> str:
        lines = [f"{count:6} {self._addresses.get(id_)}" for id_, count in self.received.most_common()]
        return "\n".join([f"{self.received.total()} in {len(lines)}", *lines])


@pytest.mark.parametrize(("view", "most"), MOST_BYTES.items())
def test_the_first_view_is_small_on_the_wire(
    browser: Browser, live_server: LiveServer, view: str, most: int
) -> None:
    with hand(browser, live_server.url) as thumb:
        path, ready = "", ".new .go button"
        if view == "play":
            thumb.start("chips", ("Red", "Blue"))
            path, ready = f"play/{thumb.game_id}", ".tray .thrown"
        thumb.page.goto("about:blank")
        thumb.page.add_init_script(NO_SPARE_TIME)
        wire = Wire(thumb.page)
        thumb.visit(path)
        thumb.page.wait_for_selector(ready)
        wire.wait()
        assert wire.received.total() < most, str(wire)
