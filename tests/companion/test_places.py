"""Every address can be opened, shared and reloaded; nothing that was entered is lost by it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.companion.hands import hand
from tests.companion.test_size import NO_SPARE_TIME
from tests.support import LiveServer


def test_a_reload_at_any_point_of_a_game_shows_what_was_there(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.start("critters", ("Red", "Blue"))
        steps = [((1, 1, 1), None), ((6, 6, 6), None), ((6, 1, 1, 1, 1), None), ((5, 4, 6, 6), "again"),
                 ((6, 6), None), ((6, 5, 4, 1, 1), "stand")]  # fmt: skip
        for dice, act in steps:
            thumb.roll(*dice, act=act)
            place = thumb.where()
            thumb.page.reload()
            thumb.page.wait_for_selector(".tray")
            assert thumb.where() == place
        assert thumb.is_over
        thumb.page.reload()
        expect(thumb.page.locator(".ended-who")).to_contain_text("Blue wins")


def test_dice_that_are_not_recorded_yet_are_kept_for_that_very_roll(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("five-rounds")
        thrown = thumb.page.locator(".thrown .die:not(.empty)")
        thumb.throw(6, 5, 1)
        thumb.page.reload()
        expect(thrown).to_have_count(3)
        thumb.page.get_by_role("link", name="Back").tap()
        thumb.page.get_by_role("link", name="Go on playing").tap()
        expect(thrown).to_have_count(3)
        thumb.page.go_back()
        thumb.page.wait_for_selector(".tables")
        thumb.page.go_forward()
        expect(thrown).to_have_count(3)
        # Another phone records the roll meanwhile.
        roll = {"seat": 1, "round": 1, "roll_off": 0, "roll": 1, "dice": [6, 5, 2, 2, 3]}
        other = thumb.page.context.new_page()
        other.goto(thumb.page.url)
        thumb.visit("settings")
        for face in roll["dice"]:  # type: ignore[attr-defined]
            other.locator(f'.pad .key[data-face="{face}"]').tap()
        other.locator(".acts .act.bank").tap()
        other.locator('main[data-turn*=":2:"]').wait_for()
        thumb.page.go_back()
        expect(thumb.page.locator(".bank .brass")).to_have_count(2)
        expect(thrown).to_have_count(0)


def test_every_view_opens_by_its_own_address_and_the_way_back_works(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("five-rounds")
        thumb.roll(6, 5, 4, 3, 6, act="stand")
        game, table = thumb.game_id, thumb.kept()["id"]
        places = {
            f"play/{game}": ".tray",
            f"play/{game}/turns": ".turn-line",
            f"play/{game}/turns/1": ".turn-roll",
            f"play/{game}/disputes": ".card",
            f"table/{table}": ".games",
            "settle": ".told",
            "settings": ".switch",
        }
        for path, ready in places.items():
            thumb.visit(path)
            thumb.page.wait_for_selector(ready)
            thumb.page.reload()
            thumb.page.wait_for_selector(ready)
        thumb.visit("")
        thumb.page.get_by_role("link", name="Go on playing").tap()
        thumb.page.wait_for_selector(".tray")
        thumb.page.go_back()
        thumb.page.wait_for_selector(".tables")


def test_a_code_in_the_address_is_filled_in(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.visit("join/ABC234")
        expect(thumb.page.get_by_label("Code", exact=True)).to_have_value("ABC234")


@pytest.mark.parametrize(
    "path", ["play/%E0%A4%A", "join/%E0%A4%A", "join#%E0%A4%A", "watch/table_1#%E0%A4%A", "play/game_1/%"]
)
@pytest.mark.parametrize(
    ("locale", "told", "home"),
    [
        ("en-GB", "This address leads nowhere", "To the first page"),
        ("de-DE", "Diese Adresse führt nirgendwohin", "Zur ersten Seite"),
    ],
)
def test_an_address_that_cannot_be_read_leads_nowhere_but_home(
    browser: Browser, live_server: LiveServer, path: str, locale: str, told: str, home: str
) -> None:
    with hand(browser, live_server.url, locale=locale) as thumb:
        thumb.visit(path)
        thumb.sees(told)
        thumb.page.get_by_role("link", name=home).tap()
        expect(thumb.page.locator(".new")).to_be_visible()


def test_dates_are_written_as_the_browser_writes_them_in_the_language_that_is_spoken(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("five-rounds")
        for language, as_there in (("English", "en-GB"), ("Deutsch", "de")):
            thumb.visit("settings")
            thumb.choose(language)
            thumb.visit(f"table/{thumb.kept()['id']}")
            thumb.page.wait_for_selector(".games small")
            date = thumb.page.evaluate(
                "(locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date())",
                as_there,
            )
            expect(thumb.page.locator(".games small").first).to_contain_text(date)


def test_what_was_chosen_is_there_the_next_time(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.visit("settings")
        thumb.choose("in the evening")
        thumb.choose("Deutsch")
        thumb.sees("Einstellungen")
        thumb.visit("")
        thumb.sees("Wer spielt?")
        root = thumb.page.locator("html")
        expect(root).to_have_attribute("data-theme", "dark")
        expect(root).to_have_attribute("lang", "de")


def test_the_page_opens_with_no_network_once_it_was_there(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url, kept=True) as thumb:
        thumb.sit("first-to-three")
        thumb.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        thumb.lose_network()
        thumb.page.reload()
        thumb.page.wait_for_selector(".pad")
        thumb.sees("No network. Play on")
        thumb.roll(6, 5, 1, 1, 2)
        thumb.page.reload()
        thumb.sees("1 entry waits")
        expect(thumb.page.locator(".bank .brass")).to_have_count(2)
        thumb.find_network()
        expect(thumb.page.locator(".banner", has_text="waits")).to_have_count(0, timeout=40_000)
        thumb.forgive("ERR_FAILED", "Failed to fetch")


def test_back_closes_what_is_laid_over_the_page_and_leaves_the_view(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        page = thumb.page
        # It does so from the first view on: nothing is waited for that comes in spare time.
        page.add_init_script(NO_SPARE_TIME)
        thumb.start("chips")
        game = page.url
        sheet, menu = page.locator("dialog[open]"), page.get_by_role("button", name="Menu")

        def open_menu() -> None:
            menu.tap()
            expect(sheet).to_have_count(1)
            page.wait_for_function("() => history.state !== null")

        open_menu()
        page.go_back()
        expect(sheet).to_have_count(0)
        assert page.url == game

        # Closed otherwise, it leaves no entry; one sheet in the place of another has the same one.
        length = page.evaluate("history.length")
        open_menu()
        page.get_by_role("button", name="Stop this game").tap()
        page.get_by_role("button", name="Close").tap()
        page.wait_for_function("() => history.state === null")
        assert page.evaluate("history.length") == length

        # A link leads from the game, not from the sheet.
        open_menu()
        page.get_by_role("link", name="All turns").tap()
        page.wait_for_url("**/turns")
        expect(sheet).to_have_count(0)
        assert page.evaluate("history.length") == length
        page.go_back()
        page.wait_for_url(game)

        # So it is where the page was loaded again in the meantime.
        page.wait_for_selector(".pad")
        open_menu()
        page.reload()
        page.wait_for_selector(".pad")
        page.wait_for_function("() => history.state === null")
        assert page.url == game
        page.go_back()
        page.wait_for_url("**/new")
