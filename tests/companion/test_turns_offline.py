"""All turns without a network: those that the phone knows by itself, and that it says so."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.companion.hands import DARK, LIGHT, Hand, hand, keep_picture
from tests.companion.phones import new_table
from tests.companion.test_allowed import TAKE_BACK, sit_as
from tests.companion.test_for_everyone import barriers
from tests.support import LiveServer

ONLY_HERE = "These are the turns that this phone knows"
IS_THERE = """() => {
  const all = performance.getEntriesByType("resource");
  const came = all.filter(({ responseEnd }) => responseEnd).map(({ name }) => name);
  const parts = ["views/turns.js", "ui/menu.js", "ui/turns_here.js"];
  return parts.every((part) => came.some((name) => name.endsWith(part)));
}"""
"""What no view needs yet is fetched in spare time, before the network goes."""


def open_turns(thumb: Hand) -> None:
    thumb.page.locator('.bar [aria-label="Menu"]').tap()
    thumb.page.get_by_role("link", name="All turns").tap()
    thumb.page.wait_for_selector(".turns")


def told(thumb: Hand) -> list[str]:
    """Each turn in a line, the newest first."""
    return [re.sub(r"\s+", " ", line) for line in thumb.page.locator(".turn-line").all_inner_texts()]


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_what_was_played_last_and_what_waits_is_shown_with_its_rolls(
    browser: Browser, live_server: LiveServer, theme: str
) -> None:
    with hand(browser, live_server.url, theme=theme) as thumb:
        thumb.sit("five-rounds")
        thumb.roll(6, 5, 4, 1, 1, act="stand")
        thumb.roll(6, 5, 4, 2, 1, act="stand")
        thumb.wait_until_all_is_sent()
        thumb.page.wait_for_function(IS_THERE)
        thumb.lose_network()
        thumb.roll(6, 1, 1, 2, 2)
        thumb.roll(5, 4, 3, 3, act="stand")
        first = thumb.page.locator(".tray-who").inner_text().split()[-1]
        thumb.roll(6, 5, 1, 1, 2)
        open_turns(thumb)
        thumb.sees(ONLY_HERE)
        lines = told(thumb)
        assert len(lines) == 4
        assert first in lines[0]
        assert "still being played" in lines[0]
        assert [line.endswith(score) for line, score in zip(lines[1:], "632", strict=True)] == [True] * 3
        assert ["not sent yet" in line for line in lines] == [True, True, False, False]
        expect(thumb.page.locator(".card h2")).to_have_text(["Round 2", "Round 1"])
        keep_picture(thumb.page, f"turns-here-{theme}")
        assert barriers(thumb.page) == []
        thumb.page.locator('.turn-line[href$="/turns/3"]').tap()
        expect(thumb.page.locator(".turn-roll")).to_have_count(2)
        expect(thumb.page.locator(".turn-score")).to_have_text("6")
        thumb.sees(ONLY_HERE)
        for name in ("Dispute this turn", "Correct"):
            expect(thumb.page.get_by_role("button", name=name)).to_have_count(0)
        assert barriers(thumb.page) == []
        thumb.tap('.bar [aria-label="Back"]')
        expect(thumb.page.locator(".turn-line")).to_have_count(4)
        thumb.find_network()
        expect(thumb.page.locator(".turn-line small", has_text="not sent yet")).to_have_count(0)
        expect(thumb.page.locator("main")).not_to_contain_text(ONLY_HERE)
        expect(thumb.page.locator(".turn-line")).to_have_count(4)
        thumb.wait_until_all_is_sent()


def test_of_what_was_played_before_the_phone_was_there_the_scores_are_shown(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url, players=3)
    for seat, dice in ((1, [6, 5, 4, 4, 3]), (2, [6, 5, 4, 2, 1])):
        turn = {"seat": seat, "round": 1, "rolls": [{"dice": dice}], "stand": True}
        assert table.send("POST", "/turns", turn).status_code == 201
    with hand(browser, live_server.url) as thumb:
        sit_as(thumb, table, "scorer")
        # The last play it has asked for.
        expect(thumb.page.locator(".tray-word")).to_contain_text("Blue stands on 3")
        thumb.page.wait_for_function(IS_THERE)
        thumb.lose_network()
        thumb.roll(6, 5, 4, 1, 1)
        open_turns(thumb)
        thumb.sees(ONLY_HERE)
        lines = told(thumb)
        assert ["Green" in lines[0], "Blue" in lines[1], "Red" in lines[2]] == [True] * 3
        assert (lines[1].endswith("3"), lines[2].endswith("7")) == (True, True)
        expect(thumb.page.locator("a.turn-line")).to_have_count(2)
        thumb.find_network()
        expect(thumb.page.locator("a.turn-line")).to_have_count(3)
        thumb.wait_until_all_is_sent()


def test_an_undo_of_what_may_have_arrived_counts_as_what_waits_and_takes_no_other_turn(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("five-rounds")
        thumb.roll(6, 5, 4, 1, 1, act="stand")
        thumb.wait_until_all_is_sent()
        thumb.page.wait_for_function(IS_THERE)
        thumb.lose_network()
        with thumb.page.expect_event("requestfailed", lambda asked: asked.url.endswith("/batch")):
            thumb.roll(6, 5, 4, 2, 1, act="stand")
        thumb.tap(TAKE_BACK)
        thumb.sees("Taken back on this phone")
        thumb.sees("Play on: 1 entry waits.")
        expect(thumb.page.locator(".tray-who")).to_contain_text("Blue")
        open_turns(thumb)
        thumb.sees(ONLY_HERE)
        [line] = told(thumb)
        assert line.endswith("2")
        assert "not sent yet" not in line
        thumb.tap('.bar [aria-label="Back"]')
        thumb.find_network()
        expect(thumb.page.locator(".banner", has_text="wait")).to_have_count(0)
        thumb.wait_until_all_is_sent()


def test_a_turn_taken_back_is_not_shown_and_what_the_server_told_before_is(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("five-rounds")
        thumb.roll(6, 5, 4, 1, 1, act="stand")
        thumb.roll(6, 5, 4, 2, 1, act="stand")
        thumb.wait_until_all_is_sent()
        open_turns(thumb)
        expect(thumb.page.locator(".turn-line")).to_have_count(2)
        thumb.page.wait_for_function(IS_THERE)
        thumb.lose_network()
        thumb.sees(ONLY_HERE)
        expect(thumb.page.locator("a.turn-line")).to_have_count(2)
        thumb.tap('.bar [aria-label="Back"]')
        thumb.tap('.bar [aria-label="Take back the last entry"]')
        expect(thumb.page.locator(".tray-who")).to_contain_text("Blue")
        open_turns(thumb)
        expect(thumb.page.locator("a.turn-line")).to_have_count(1)
        thumb.find_network()
        thumb.wait_until_all_is_sent()
