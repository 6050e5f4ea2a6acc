"""What can't be done is told at once, and nothing is offered that does not help."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.companion.hands import DARK, LIGHT, hand, keep_picture
from tests.companion.phones import new_table
from tests.companion.test_allowed import sit_as
from tests.companion.test_for_everyone import barriers
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
        expect(thumb.page.locator("form")).to_have_count(0)
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
        expect(thumb.page.locator("form")).to_have_count(0)
