"""A seat that the computer plays: its dice are entered or thrown by the server, and it decides."""

from __future__ import annotations

from typing import Any

import httpx
from playwright.sync_api import Browser, expect

from tests.companion.hands import Hand, hand
from tests.support import LiveServer


def open_with_computer(thumb: Hand, dice: str) -> None:
    """A game against the computer, at the table of this phone."""
    thumb.start("chips")
    table = thumb.kept()
    seats: list[dict[str, Any]] = [{"name": "Teal", "computer": {"dice": dice}}, {"name": "Red"}]
    made = httpx.post(
        f"{thumb.url}/v1/tables/{table['id']}/games",
        json={"ruleset": {"preset": "chips"}, "seats": seats},
        headers={"Authorization": f"Bearer {table['key']}"},
        trust_env=False,
    ).json()
    thumb.visit(f"play/{made['id']}")
    thumb.page.wait_for_selector(".pad")
    thumb.sees("(computer)")


def test_the_computers_dice_are_entered_and_it_decides(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        open_with_computer(thumb, "table")
        thumb.throw(6, 5, 4, 6, 6)
        expect(thumb.page.locator(".acts .act")).to_have_count(1)
        thumb.act("computer")
        expect(thumb.page.locator(".seat.current")).to_contain_text("Red")
        thumb.sees("12")


def test_the_server_throws_where_that_was_agreed(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        open_with_computer(thumb, "server")
        assert thumb.due() == 0
        for _ in range(3):
            if "Teal" in thumb.page.locator(".seat.current").inner_text():
                thumb.act("throw")
        expect(thumb.page.locator(".seat.current")).to_contain_text("Red")
