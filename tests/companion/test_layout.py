"""The smallest phone shows a whole game without scrolling: nothing is cut, covered or pushed aside."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.companion.hands import DARK, LIGHT, TELEVISION, Hand, hand, keep_picture
from tests.companion.test_for_everyone import at_table, lit, twice_the_size
from tests.companion.test_looks import HIDDEN, OVERLAP
from tests.support import LiveServer

NAMES = ("Red", "Blue-Maximiliana", "שלום עולם")
LOCALES = ("en-GB", "de-DE")
OUTSIDE = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  return [...document.querySelectorAll(".felt *")].filter((each) => each.checkVisibility())
    .filter((each) => !each.closest(".unseen")).filter((each) => {
      const { left, right, bottom } = each.getBoundingClientRect();
      return left < felt.left || right > felt.right || bottom > felt.bottom;
    }).map((each) => each.outerHTML.slice(0, 90));
}"""
"""What on the felt does not lie on it."""
LINES = """(selector) => [...document.querySelectorAll(selector)].filter((each) => {
  const words = document.createRange();
  words.selectNodeContents(each);
  return new Set([...words.getClientRects()].map(({ bottom }) => Math.round(bottom / 8))).size > 1;
}).map((each) => each.textContent)"""
"""What is written in more than one line."""
TOUCHING = """() => {
  const tags = [...document.querySelectorAll(".die-tag")].map((each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    return words.getBoundingClientRect();
  });
  return tags.slice(1).filter(({ left }, at) => left < tags[at].right + 2).map(({ left }) => left);
}"""
"""The words below dice that lie on those before them."""
SHOW_HINTS = """async () => {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const { openStore } = await import(loaded.find((name) => name.endsWith("/sync/store.js")));
  await (await openStore({ name: "scorekeeper" })).setSetting("hint", true);
}"""


def fits(page: Page, name: str) -> list[Any]:
    """What is wrong with a game on this screen, by day and in the evening."""
    wrong: list[Any] = []
    for theme in (DARK, LIGHT):
        lit(page, theme)
        wrong += page.evaluate(HIDDEN, [".bar", ".felt", ".seats", ".acts", ".key"])
        wrong += page.evaluate(OUTSIDE)
        wrong += page.evaluate(OVERLAP, [".hand", ".felt"])
        wrong += page.evaluate(OVERLAP, [".banner:first-child", ".seat, .bar-title"])
        wrong += page.evaluate(
            LINES, ".thrown-score:not(.none), .die-tag, .slot-title, .tray-who .name, .seat .name"
        )
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        keep_picture(page, f"{name}-{theme}")
        if wide > 0:
            wrong.append(f"{wide} too wide")
    return wrong


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("width", [320, 360])
def test_a_game_with_long_names_and_a_banner_fits(
    browser: Browser, live_server: LiveServer, locale: str, width: int
) -> None:
    with hand(browser, live_server.url, size=(width, 640), locale=locale) as thumb:
        thumb.start("chips", NAMES)
        expect(thumb.page.locator(".banner")).to_be_visible()
        assert fits(thumb.page, f"opened-{locale}-{width}") == []
        thumb.throw(6, 5, 4, 6, 5)
        expect(thumb.page.locator(".die-tag")).to_have_count(3)
        assert thumb.page.evaluate(TOUCHING) == []
        assert fits(thumb.page, f"thrown-{locale}-{width}") == []
        thumb.act("stand")
        expect(thumb.page.locator(".leads .thrown-score")).to_have_text("11")
        assert fits(thumb.page, f"stood-{locale}-{width}") == []


@pytest.mark.parametrize("locale", LOCALES)
def test_a_computer_and_a_hint_leave_room_for_what_happened(
    browser: Browser, live_server: LiveServer, locale: str
) -> None:
    with hand(browser, live_server.url, locale=locale) as thumb:
        thumb.start("first-to-three")
        thumb.page.evaluate(SHOW_HINTS)
        computer = {"dice": "server"}
        seats = [{"name": "Red"}, *({"name": name, "computer": computer} for name in ("Teal", "Computer 2"))]
        thumb.visit(f"play/{thumb.opens(ruleset={'preset': 'first-to-three'}, seats=seats)}")
        thumb.page.wait_for_selector(".tray")
        expect(thumb.page.locator(".seat .computer")).to_have_count(2)
        thumb.roll(6, 5, 4, 6, 5, act="stand")
        thumb.act("throw")
        expect(thumb.page.locator(".computer-threw")).to_be_visible()
        thumb.page.wait_for_timeout(500)
        assert fits(thumb.page, f"computer-{locale}") == []


@pytest.mark.parametrize("locale", LOCALES)
def test_at_twice_the_text_size_no_word_lies_on_another(
    browser: Browser, live_server: LiveServer, locale: str
) -> None:
    with hand(browser, live_server.url, service_workers="block", locale=locale) as thumb:
        thumb.start("chips", NAMES)
        twice_the_size(thumb.page)
        thumb.page.reload()
        thumb.throw(6, 5, 4, 6, 1)
        expect(thumb.page.locator(".die-tag")).to_have_count(3)
        keep_picture(thumb.page, f"twice-tags-{locale}")
        assert thumb.page.evaluate(TOUCHING) == []
        assert thumb.page.evaluate(OVERLAP, [".die-tag > *", ".tray-beat, .tray-tie, .bank"]) == []
        thumb.forgive("Service Worker registration blocked")


def wall_says(wall: Hand) -> tuple[str, bool]:
    """The sentence on the wall, and whether all of it is seen."""
    told = wall.page.locator(".wall-told")
    return told.inner_text(), told.evaluate("(each) => each.scrollHeight <= each.clientHeight + 1")


def test_the_wall_tells_its_news_in_full_and_from_the_start_in_every_language(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as host:
        host.start("chips", NAMES)
        host.roll(6, 5, 4, 6, 5, act="stand")
        table = host.kept()
        with hand(browser, live_server.url, size=TELEVISION, locale="de-DE") as wall:
            wall.visit(f"watch/{table['id']}#{table['key']}")
            expect(wall.page.locator(".wall-told")).to_contain_text("Red: ")
            for cargo in (2, 3):
                host.roll(6, 5, 4, 1, cargo, act="stand")
            expect(wall.page.locator(".wall-told")).to_contain_text("Runde 2 beginnt")
            assert wall_says(wall)[1], wall_says(wall)
            near = """() => [...document.querySelectorAll(".standing")].map((each) => {
              const words = document.createRange();
              words.selectNodeContents(each.querySelector(".name"));
              const chip = each.querySelector(".token").getBoundingClientRect();
              return words.getBoundingClientRect().left - chip.right;
            })"""
            assert max(wall.page.evaluate(near)) < 30
            keep_picture(wall.page, "wall-news")


def test_an_invite_for_one_player_shows_nothing_to_scan_before_it_is_known_for_whom(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.start("chips")
        at_table("Invite others", "img.qr")(thumb, "")
        thumb.page.locator("label").filter(has_text="enter for one player").click()
        expect(thumb.page.locator(".qr-place, .code-shown")).to_have_count(0)
        thumb.page.get_by_label("For whom?").select_option("Red")
        expect(thumb.page.locator("img.qr")).to_be_visible()
