"""How a turn and a game end, on every screen at the table; and the game after it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect

from tests.companion.hands import TELEVISION, Hand, hand
from tests.companion.test_for_everyone import seen_by_day_and_night
from tests.companion.test_together import invite
from tests.support import LiveServer

OVER = """() => [document.documentElement, ...document.querySelectorAll(".wall .felt, .wall aside")]
  .filter((each) => each.scrollHeight > each.clientHeight + 1)
  .map((each) => each.className || each.tagName)"""
"""What of a wall does not fit on its screen."""


@contextmanager
def wall_of(browser: Browser, host: Hand) -> Iterator[Hand]:
    """A television that shows the host's table."""
    table = host.kept()
    with hand(browser, host.url, size=TELEVISION) as wall:
        wall.visit(f"watch/{table['id']}#{table['key']}")
        wall.page.wait_for_selector(".wall .bank")
        yield wall


def test_the_dice_that_end_a_turn_stay_on_the_wall_until_the_next_roll(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as host:
        host.sit("five-rounds", ("Red", "Blue"))
        with wall_of(browser, host) as wall:
            page = wall.page
            host.roll(6, 5, 3, 3, 1)
            expect(page.locator(".bank .brass")).to_have_count(2)
            host.roll(4, 3, 6, act="stand")
            expect(page.locator(".last-score")).to_contain_text("Red")
            expect(page.locator(".last-score b")).to_have_text("9")
            expect(page.locator(".wall-thrown .die")).to_have_count(3)
            expect(page.locator(".wall-thrown .brass")).to_have_count(1)
            expect(page.locator(".slot-cargo")).to_contain_text("9")
            expect(page.locator(".wall-now h2")).to_contain_text("Blue")
            assert seen_by_day_and_night(wall, "wall-turn-over") == []
            assert page.evaluate(OVER) == []
            page.reload()
            expect(page.locator(".last-score b")).to_have_text("9")
            expect(page.locator(".wall-thrown .die")).to_have_count(3)
            host.roll(6, 1, 1, 1, 2)
            expect(page.locator(".last-score")).to_have_count(0)
            expect(page.locator(".wall-thrown .die")).to_have_count(5)
            host.roll(1, 1, 1, 2)
            host.roll(1, 1, 1, 3)
            expect(page.locator(".last-score")).to_contain_text("bust")


def finish(host: Hand) -> None:
    """A whole game in four rolls; Red wins it."""
    host.sit("critters", ("Red", "Blue"))
    for dice in ((6, 6, 6), (1, 1, 1), (6, 5, 4, 3, 6)):
        host.roll(*dice)


def test_the_end_of_a_game_shows_who_won_by_which_dice_and_the_next_game_is_told_to_all(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as host, hand(browser, live_server.url) as guest:
        finish(host)
        game = host.game_id
        _, link = invite(host, "viewer")
        host.visit(f"play/{game}")
        guest.visit(link.removeprefix(live_server.url).lstrip("/"))
        guest.page.get_by_role("button", name="Join").tap()
        guest.page.wait_for_selector(".tray")
        with wall_of(browser, host) as wall:
            asked: list[str] = []
            wall.page.on("request", lambda request: asked.append(request.url))
            host.roll(6, 5, 4, 1, 1)
            for screen in (host, guest, wall):
                expect(screen.page.locator(".ended-who")).to_have_text("Red wins")
                expect(screen.page.locator(".last-score")).to_contain_text("Blue")
                expect(screen.page.locator(".last-score b")).to_have_text("2")
            for phone in (host, guest):
                expect(phone.page.locator(".last-word .die")).to_have_count(5)
                expect(phone.page.locator(".last-word .brass")).to_have_count(3)
                expect(phone.page.locator(".ended-standings .standing")).to_have_count(2)
            expect(wall.page.locator(".wall-thrown .die")).to_have_count(5)
            assert seen_by_day_and_night(host, "over-host") == []
            assert seen_by_day_and_night(wall, "wall-over") == []
            assert wall.page.evaluate(OVER) == []
            guest.page.reload()
            expect(guest.page.locator(".last-word .die")).to_have_count(5)
            expect(guest.page.get_by_role("button", name="Play again")).to_have_count(0)

            host.page.get_by_role("button", name="Play again").tap()
            expect(guest.page.locator(".next-game")).to_contain_text("Game 2 has begun")
            expect(guest.page.locator("#spoken")).to_have_text("Game 2 has begun.")
            expect(wall.page.locator(".wall-now")).to_be_visible()
            assert [url for url in asked if "/games?" in url] == []
            assert seen_by_day_and_night(guest, "over-next") == []
            guest.visit(f"play/{game}/turns")
            expect(guest.page.locator(".next-game")).to_contain_text("Game 2 has begun")
            guest.page.get_by_role("link", name="Go there").tap()
            expect(guest.page.locator(".ended-who")).to_have_count(0)
            expect(guest.page.locator(".tray")).to_be_visible()
            assert guest.game_id != game
