"""What a phone says happened last: of entries that waited, of those of others, of those of another tab."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect

from tests.companion.browser import quiet
from tests.companion.hands import CUT_OFF, Hand, hand
from tests.companion.test_together import invite
from tests.support import LiveServer

HAS_PARTS = """() => ["notices.js", "amendments.js", "last_turn.js"].every((part) =>
  performance.getEntriesByType("resource").some((file) => file.name.endsWith(part) && file.responseEnd))"""
"""The parts that come in spare time are there, before the network goes."""
MAY_BE_DEAF = """
window.BroadcastChannel = class extends BroadcastChannel {
  addEventListener(type, hear) {
    super.addEventListener(type, (event) => window.isDeaf || hear(event));
  }
};
"""
"""A tab that can be kept from hearing of other tabs for a moment, as where both are tapped at once."""
MAY_COMPLAIN = (*CUT_OFF, "409")


@contextmanager
def two_phones(browser: Browser, url: str, preset: str) -> Iterator[tuple[Hand, Hand]]:
    """A host's phone and another one that keeps score, both in the same game."""
    with hand(browser, url) as host, hand(browser, url) as scorer:
        host.start(preset)
        game = host.game_id
        code, _ = invite(host, "scorer")
        host.visit(f"play/{game}")
        scorer.visit("join")
        scorer.page.get_by_label("Code", exact=True).fill(code)
        scorer.page.get_by_role("button", name="Join").tap()
        for phone in (host, scorer):
            phone.page.wait_for_selector(".pad")
            phone.page.wait_for_function(HAS_PARTS)
            phone.forgive(*MAY_COMPLAIN)
        yield host, scorer


def whole_turns(phone: Hand, *scores: int) -> None:
    """A turn of one roll for each of these scores, in the tab that is seen: others hardly draw a frame."""
    phone.page.bring_to_front()
    for score in scores:
        phone.roll(6, 5, 4, score // 2, score - score // 2, act="stand")


def last_turn(phone: Hand) -> tuple[str, list[str]]:
    """What the end of a game shows of its last turn: its score, and the faces of its dice."""
    expect(phone.page.locator(".last-score b")).to_be_visible()
    dice = phone.page.locator(".last-word .dice-row").get_attribute("aria-label") or ""
    return phone.page.locator(".last-score b").inner_text(), dice.split(": ")[-1].split(", ")


def test_the_end_shows_the_last_turn_though_an_earlier_one_is_heard_of_and_put_right_after_it(
    browser: Browser, live_server: LiveServer
) -> None:
    with two_phones(browser, live_server.url, "five-rounds") as (host, scorer):
        whole_turns(host, 4, 4, 4, 4, 4, 4, 4)
        expect(scorer.page.locator(".seat.current")).to_contain_text("Blue")
        for phone in (host, scorer):
            phone.lose_network()
        whole_turns(scorer, 12)
        whole_turns(host, 3, 5, 7)
        assert last_turn(host) == ("7", ["6", "5", "4", "3", "4"])
        scorer.find_network()
        scorer.wait_until_all_is_sent()
        host.find_network()
        conflict = host.page.locator(".conflict")
        conflict.get_by_role("button", name="Mine counts: correct it").tap()
        expect(conflict).to_have_count(0)
        expect(host.page.locator(".ended-who")).to_have_text("Blue wins")
        expect(host.page.locator(".banner.grave")).to_have_count(0)
        host.page.wait_for_timeout(500)
        assert last_turn(host) == ("7", ["6", "5", "4", "3", "4"])
        expect(host.page.locator("#spoken")).to_contain_text("Blue wins the game.")


@contextmanager
def tab_of(phone: Hand) -> Iterator[Hand]:
    """Another tab of the same phone, with the same game open."""
    page = phone.page.context.new_page()
    page.add_init_script(MAY_BE_DEAF)
    with quiet(page) as complaints:
        page.goto(phone.page.url)
        page.wait_for_selector(".pad")
        page.wait_for_function(HAS_PARTS)
        tab = Hand(page, phone.url, complaints, forgiven=MAY_COMPLAIN)
        yield tab
        tab.settle()


def test_the_end_shows_the_last_turn_that_another_tab_of_the_phone_has_entered(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as phone:
        phone.start("five-rounds")
        phone.forgive(*MAY_COMPLAIN)
        with tab_of(phone) as other:
            phone.lose_network()
            whole_turns(other, 4, 3)
            expect(phone.page.locator(".seat.current")).to_contain_text("Red")
            whole_turns(phone, 4, 5, 4, 5, 4, 5, 4, 6)
            other.page.bring_to_front()
            expect(other.page.locator(".ended-who")).to_have_text("Blue wins")
            assert last_turn(other) == last_turn(phone) == ("6", ["6", "5", "4", "3", "3"])


def test_a_roll_that_another_phone_entered_too_is_not_told_after_what_came_later(
    browser: Browser, live_server: LiveServer
) -> None:
    with two_phones(browser, live_server.url, "first-to-three") as (host, scorer):
        scorer.lose_network()
        whole_turns(scorer, 4, 3)
        expect(scorer.page.locator("#spoken")).to_contain_text("Blue")
        told = scorer.page.locator(".tray-word").inner_text()
        spoken = scorer.page.locator("#spoken").inner_text()
        whole_turns(host, 4)
        host.wait_until_all_is_sent()
        scorer.find_network()
        scorer.sees("The same roll had been entered already")
        expect(host.page.locator("#spoken")).to_contain_text("Blue")
        expect(scorer.page.locator("#spoken")).to_have_text(spoken)
        expect(scorer.page.locator(".tray-word")).to_have_text(told)


def test_what_was_put_in_the_place_of_another_roll_is_what_is_told_last(
    browser: Browser, live_server: LiveServer
) -> None:
    with two_phones(browser, live_server.url, "first-to-three") as (host, scorer):
        host.lose_network()
        whole_turns(host, 4)
        whole_turns(scorer, 6)
        scorer.wait_until_all_is_sent()
        host.find_network()
        conflict = host.page.locator(".conflict")
        conflict.get_by_role("button", name="Mine counts: correct it").tap()
        for place in (".tray-word", "#spoken"):
            expect(host.page.locator(place)).to_contain_text("corrected")
        for phone in (host, scorer):
            expect(phone.page.locator(".tray-word")).to_contain_text("It is now 6, 5, 4, 2, 2")
        told = scorer.page.locator(".tray-word").inner_text()
        assert "An entry of Red (round 1) is corrected." in told
        for phone in (host, scorer):
            phone.page.reload()
            expect(phone.page.locator(".tray-word")).to_have_text(told)


def test_a_roll_that_another_tab_was_faster_with_is_told_and_its_dice_are_kept(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as phone:
        phone.start("first-to-three")
        phone.forgive(*MAY_COMPLAIN)
        with tab_of(phone) as other:
            phone.lose_network()
            other.throw(6, 5, 4, 6, 6)
            other.page.evaluate("window.isDeaf = true")
            phone.page.bring_to_front()
            phone.throw(6, 5, 4, 2, 2)
            phone.act("stand")
            other.page.bring_to_front()
            other.act("stand")
            other.page.evaluate("window.isDeaf = false")
            expect(other.page.locator(".banners")).to_contain_text("Another tab of this phone was faster.")
            expect(other.page.locator(".banners")).to_contain_text("6, 5, 4, 6, 6")
            expect(phone.page.locator(".seat.current")).to_contain_text("Blue")
            expect(other.page.locator(".seat.current")).to_contain_text("Blue")
            phone.tap(".bar .icon-button[aria-label='Take back the last entry']")
            expect(other.page.locator(".thrown .die:not(.empty)")).to_have_count(5)
            expect(phone.page.locator(".thrown .die:not(.empty)")).to_have_count(0)


def test_what_was_missed_after_something_was_taken_back_is_told_in_the_language_of_the_phone(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as host, hand(browser, live_server.url, locale="de-DE") as other:
        host.start("first-to-three")
        table, game = host.kept(), f"play/{host.game_id}"
        other.visit(f"watch/{table['id']}#{table['key']}")
        other.page.wait_for_selector(".wall")
        other.visit(game)
        other.page.wait_for_selector(".tray")
        other.page.wait_for_function(HAS_PARTS)
        other.forgive(*MAY_COMPLAIN)
        other.lose_network()
        whole_turns(host, 4)
        host.tap(".bar .icon-button[aria-label='Take back the last entry']")
        expect(host.page.locator(".seat.current")).to_contain_text("Red")
        whole_turns(host, 5)
        expect(host.page.locator("#spoken")).to_contain_text("Red scores 5.")
        other.find_network()
        spoken = other.page.locator("#spoken")
        expect(spoken).to_contain_text("Red bekommt 5.")
        assert "scores" not in spoken.inner_text()
