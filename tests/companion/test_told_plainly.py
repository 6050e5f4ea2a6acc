"""What can't be done is told at once, and nothing is offered that does not help."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, expect

from tests.companion.hands import DARK, LIGHT, TELEVISION, Hand, hand, keep_picture
from tests.companion.phones import Table, new_table
from tests.companion.test_allowed import TAKE_BACK, sit_as
from tests.companion.test_for_everyone import barriers, lit
from tests.companion.test_layout import LOW, OUTSIDE
from tests.companion.test_looks import OVERLAP
from tests.companion.test_size import NO_SPARE_TIME
from tests.support import LiveServer


def test_an_analysis_that_is_refused_shows_the_refusal_alone(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url, advice="forbidden")
    with hand(browser, live_server.url) as thumb:
        thumb.forgive("403", "409")
        sit_as(thumb, table, "host")
        thumb.visit(f"play/{table.game_id}/analysis")
        expect(thumb.page.locator(".notice")).to_contain_text("played without advice")
        expect(thumb.page.locator("main")).not_to_contain_text("being worked out")
        expect(thumb.page.get_by_role("button", name="Try again")).to_have_count(0)


def test_a_rematch_without_a_network_is_refused_at_once_and_not_opened_later(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url)
    assert table.send("POST", "/abandon", {}).status_code == 201
    with hand(browser, live_server.url) as thumb:
        sit_as(thumb, table, "host")
        again = thumb.page.get_by_role("button", name="Play again")
        expect(again).to_be_visible()
        asked: list[str] = []
        thumb.page.on("request", lambda it: asked.append(it.url) if it.url.endswith("/rematch") else None)
        thumb.lose_network()
        again.tap()
        expect(thumb.page.locator(".notice")).to_contain_text("No new game was opened: The phone can’t reach")
        expect(again).not_to_have_attribute("aria-disabled", "true")
        assert len(asked) == 1
        thumb.find_network()
        # Whatever would be done by itself when the network is back is done before a page is drawn anew.
        thumb.page.reload()
        expect(again).to_be_visible()
        assert len(asked) == 1
        again.tap()
        thumb.page.wait_for_selector(".pad")


@pytest.mark.parametrize(
    ("role", "name", "told"),
    [
        ("viewer", None, "You look on here."),
        ("scorer", None, "You keep score here."),
        ("scorer", "Blue", "You enter for Blue here."),
    ],
)
def test_who_may_open_no_games_is_told_so_instead_of_asked(
    browser: Browser, live_server: LiveServer, role: str, name: str | None, told: str
) -> None:
    table = new_table(live_server.url)
    with hand(browser, live_server.url, theme=DARK if name else LIGHT) as thumb:
        sit_as(thumb, table, role, name)
        thumb.visit(f"new?table={table.id}")
        thumb.sees(f"{told} Only a host opens games at this table")
        expect(thumb.page.locator("main form")).to_have_count(0)
        assert barriers(thumb.page) == []
        keep_picture(thumb.page, f"new-host-only-{role}")
        thumb.page.get_by_role("link", name="The table").tap()
        expect(thumb.page).to_have_url(f"{thumb.url}/table/{table.id}")


def test_a_new_game_at_a_table_without_a_key_is_not_opened_at_another_one(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url)
    with hand(browser, live_server.url) as thumb:
        thumb.visit(f"new?table={table.id}")
        thumb.sees("This phone has no key for that")
        expect(thumb.page.locator("main form")).to_have_count(0)


STAKES = {"preset": "chips", "stakes": {"ante": 1, "chips": 2, "per": "round"}}
LONG = ("Red", "Blue-Maximiliana the Great of Sea", "Green")


def open_game(thumb: Hand, names: tuple[str, ...] = LONG, **game: Any) -> None:
    """Another game at the phone's table, opened by a program."""
    thumb.visit(f"play/{thumb.opens(seats=[{'name': name} for name in names], **game)}")
    thumb.page.wait_for_selector(".pad")


@pytest.mark.parametrize(
    ("locale", "won", "tied", "out"),
    [
        (
            "en-GB",
            "Blue-Maximiliana the Great of Sea wins the round and the pot of 3 chips.",
            "are tied, and nobody wins the round; the pot of 2 chips stays.",
            "cannot pay the next ante",
        ),
        (
            "de-DE",
            "Blue-Maximiliana the Great of Sea gewinnt die Runde und den Pott von 3 Chips.",
            "sind gleichauf, niemand gewinnt die Runde; der Pott von 2 Chips bleibt.",
            "nicht zahlen",
        ),
    ],
    ids=["en", "de"],
)
@pytest.mark.parametrize("size", LOW, ids="{0[0]}x{0[1]}".format)
def test_how_a_staked_round_has_ended_stands_on_the_felt(
    browser: Browser,
    live_server: LiveServer,
    size: tuple[int, int],
    locale: str,
    won: str,
    tied: str,
    out: str,
) -> None:
    with hand(browser, live_server.url, size=size, has_touch=True, is_mobile=True, locale=locale) as thumb:
        thumb.sit()
        word, carry = thumb.page.locator(".tray-word"), {**STAKES, "round": {"tie": "carry"}}

        def fits(name: str) -> None:
            told = word.inner_text()
            thumb.page.reload()
            expect(word).to_have_text(told)
            for theme in (DARK, LIGHT):
                lit(thumb.page, theme)
                keep_picture(thumb.page, f"ends-{name}-{locale}-{size[0]}-{theme}")
                assert thumb.page.evaluate(OUTSIDE) == []
                assert thumb.page.evaluate(OVERLAP, [".hand", ".tray-word"]) == []

        open_game(thumb, ruleset=STAKES)
        for cargo in (2, 6, 3):
            thumb.roll(6, 5, 4, 1, cargo, act="stand")
        expect(word).to_contain_text(won)
        fits("won")
        thumb.throw(6)
        expect(word).to_contain_text(won)
        thumb.page.locator(".acts .icon-button, .acts button").first.tap()
        for cargo in (3, 2, 6):
            thumb.roll(6, 5, 4, 1, cargo, act="stand")
        expect(word).to_contain_text(won.replace(LONG[1], LONG[0]))
        expect(word).to_contain_text(out)
        fits("out")
        open_game(thumb, LONG[:2], ruleset=carry)
        for _ in range(2):
            thumb.roll(6, 5, 4, 1, 2, act="stand")
        expect(word).to_contain_text(tied)
        fits("tied")


AMENDMENTS_ARE_THERE = """() =>
  performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/ui/amendments.js"))"""
HEAR = """() => {
  window.heard = [];
  const place = document.getElementById("spoken");
  new MutationObserver(() => window.heard.push(place.textContent.trim()))
    .observe(place, { childList: true, characterData: true, subtree: true });
}"""
NOTHING = "Red banked nothing"


def test_the_same_thing_twice_is_spoken_twice_and_stands_in_two_lines(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url)
    with (
        hand(browser, live_server.url, size=(1280, 800)) as desk,
        hand(browser, live_server.url, size=TELEVISION) as wall,
    ):
        sit_as(desk, table, "host")
        key = desk.asks("POST", "keys", {"role": "viewer"})["key"]
        wall.visit(f"watch/{table.id}#{key}")
        wall.page.wait_for_selector(".wall .standing")
        for each in (desk, wall):
            each.page.evaluate(HEAR)
        for roll in (1, 2):
            nothing(table, roll)
            for each in (desk, wall):
                expect(each.page.locator(".tray-roll")).to_have_text(f"Roll {roll + 1} of 3")
        expect(desk.page.locator(".past li").filter(has_text=NOTHING)).to_have_count(2)
        for each in (desk, wall):
            each.page.wait_for_function("heard.length === 2")
            assert [told.startswith(NOTHING) for told in each.page.evaluate("heard")] == [True, True]


def nothing(table: Table, roll: int) -> None:
    """Red rolls nothing to bank."""
    body = {"seat": 1, "round": 1, "roll": roll, "dice": [1, 1, 2, 2, 3]}
    assert table.send("POST", "/rolls", body).status_code == 201


def test_entries_that_come_at_once_are_all_told(browser: Browser, live_server: LiveServer) -> None:
    table = new_table(live_server.url)
    with hand(browser, live_server.url, size=(1280, 800)) as desk:
        sit_as(desk, table, "host")
        desk.page.evaluate(HEAR)
        rolls = [
            {"kind": "roll", "seat": 1, "round": 1, "roll": roll, "dice": [1, 1, 2, 2, 3]}
            for roll in (1, 2, 3)
        ]
        entries = [{**roll, "entry_id": str(uuid4())} for roll in rolls]
        assert table.send("POST", "/batch", {"entries": entries}).status_code < 300
        expect(desk.page.locator(".past li")).to_have_count(3)
        desk.page.wait_for_function(f"heard.join(' ').split({NOTHING!r}).length === 4")


@pytest.mark.parametrize("has_spare_time", [True, False], ids=["loaded", "not-loaded"])
def test_an_undo_is_worded_alike_whatever_the_page_has_loaded(
    browser: Browser, live_server: LiveServer, has_spare_time: bool
) -> None:
    table, told = new_table(live_server.url), "The last entry of Red is taken back."
    with hand(browser, live_server.url) as own, hand(browser, live_server.url) as other:
        for thumb in (own, other):
            if not has_spare_time:
                thumb.page.add_init_script(NO_SPARE_TIME)
            sit_as(thumb, table, "host")
            if has_spare_time:
                thumb.page.wait_for_function(AMENDMENTS_ARE_THERE)
        own.page.locator(".seat", has_text="Red").tap()
        own.page.get_by_role("button", name="Plays later").tap()
        for thumb in (own, other):
            expect(thumb.page.locator(".seat.current")).to_contain_text("Blue")
        own.page.keyboard.press("Escape")
        own.wait_until_all_is_sent()
        own.tap(TAKE_BACK)
        for thumb in (own, other):
            for place in (".tray-word", "#spoken"):
                expect(thumb.page.locator(place)).to_have_text(told)
