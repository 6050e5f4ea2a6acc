"""A mistake is put right: taken back, corrected after a look at what changes, or disputed and ruled."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.companion.hands import Hand, hand, keep_picture
from tests.support import LiveServer


def test_the_last_entry_is_taken_back_by_one_tap(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.start("chips")
        thumb.roll(6, 5, 4, 3, 6, act="stand")
        before = thumb.where()
        thumb.tap('.bar [aria-label="Take back the last entry"]')
        thumb.page.wait_for_function(
            "(was) => document.querySelector('main').dataset.turn !== was", arg=before
        )
        expect(thumb.page.locator(".seat.current")).to_contain_text("Red")
        assert thumb.due() == 5


def open_turn(thumb: Hand, number: int) -> None:
    """The page of a turn, by the ways that a person takes."""
    thumb.page.locator('.bar [aria-label="Menu"]').tap()
    thumb.page.get_by_role("link", name="All turns").tap()
    thumb.page.locator(f'.turn-line[href$="/turns/{number}"]').tap()
    thumb.page.wait_for_selector(".turn-roll")


def test_a_correction_shows_before_and_after_first(
    browser: Browser, live_server: LiveServer, tmp_path: Path
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.start("five-rounds")
        thumb.roll(6, 5, 4, 3, 6, act="stand")
        thumb.sees("behind Red (9)")
        open_turn(thumb, 1)
        thumb.page.get_by_role("button", name="Correct").tap()
        dialog = thumb.page.locator("dialog")
        dialog.locator(".told-head .icon-button").tap()
        dialog.locator('.pad .key[data-face="1"]').tap()
        thumb.page.get_by_role("button", name="See what would change").tap()
        expect(dialog.locator(".change-table")).to_contain_text("total 9")
        expect(dialog.locator(".change-table")).to_contain_text("total 4")
        keep_picture(thumb.page, "before-and-after", tmp_path)
        thumb.page.get_by_role("button", name="Correct it").tap()
        expect(thumb.page.locator(".turn-score")).to_have_text("4")
        thumb.visit(f"play/{thumb.game_id}")
        thumb.sees("behind Red (4)")


def test_what_no_longer_fits_is_named_and_struck_out_only_when_asked(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.start("chips")
        thumb.roll(6, 5, 4, 3, 3, act="stand")
        thumb.roll(6, 5, 4, 3, 3, act="stand")
        thumb.roll(6, 5, 4, 1, 1, act="stand")
        open_turn(thumb, 1)
        thumb.page.get_by_role("button", name="Correct").tap()
        dialog = thumb.page.locator("dialog")
        dialog.locator(".told-head .icon-button").tap()
        dialog.locator('.pad .key[data-face="6"]').tap()
        thumb.page.get_by_role("button", name="See what would change").tap()
        expect(dialog.locator(".notice")).to_contain_text("1 later entry would no longer fit")
        thumb.page.get_by_role("button", name="See it with those struck out").tap()
        expect(dialog.locator(".changes .notice")).to_contain_text("1 later entry would not count any more")
        thumb.page.get_by_role("button", name="Correct it").tap()
        expect(thumb.page.locator(".turn-score")).to_have_text("9")
        thumb.forgive("409")


def test_a_disputed_turn_is_ruled_by_the_host(
    browser: Browser, live_server: LiveServer, tmp_path: Path
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.start("five-rounds")
        thumb.roll(6, 5, 4, 3, 6, act="stand")
        open_turn(thumb, 1)
        thumb.page.get_by_role("button", name="Dispute this turn").tap()
        dialog = thumb.page.locator("dialog")
        dialog.locator(".told-head .icon-button").first.tap()
        dialog.locator('.pad .key[data-face="2"]').tap()
        dialog.get_by_role("button", name="Dispute this turn").tap()
        expect(thumb.page.locator(".dispute")).to_contain_text("Legal: it scores 9")
        expect(thumb.page.locator(".dispute")).to_contain_text("Legal: it scores 5")
        thumb.page.get_by_role("button", name="Settle it").tap()
        thumb.choose("It was as claimed")
        thumb.page.get_by_role("button", name="See what would change").tap()
        keep_picture(thumb.page, "ruling", tmp_path)
        thumb.page.get_by_role("button", name="So be it").tap()
        expect(thumb.page.locator(".dispute")).to_contain_text("settled")
        thumb.page.get_by_role("link", name="Back").tap()
        thumb.sees("behind Red (5)")


def test_an_argument_is_settled_without_a_game_and_without_a_network(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.visit("settle")
        thumb.throw(5, 4, 3, 3, 1)
        thumb.page.locator(".told .die").first.tap()
        thumb.page.get_by_role("button", name="Ask the referee").tap()
        thumb.sees("That breaks the rules")
        thumb.sees("5 has to wait for the ship")
        thumb.page.context.set_offline(True)
        thumb.page.locator(".told .die").first.tap()
        thumb.page.get_by_role("button", name="Ask the referee").tap()
        thumb.sees("Legal so far; the turn is not over")
        thumb.page.context.set_offline(False)
        thumb.forgive("ERR_INTERNET_DISCONNECTED")
