"""Taking back is done once, however often it is asked for, and what this phone did itself is no conflict."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.companion.hands import hand
from tests.companion.phones import new_table, phone_at
from tests.companion.test_allowed import NOTHING_WAITS, TAKE_BACK, sit_as, wait_for_queue
from tests.support import LiveServer

GOOD = {"dice": [6, 5, 4, 1, 2], "stand": True}


def test_an_undo_that_is_under_way_is_seen_and_nothing_gets_in_between(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url)
    with hand(browser, live_server.url) as thumb:
        sit_as(thumb, table, "host")
        thumb.roll(6, 5, 4, 1, 1, act="stand")
        before = thumb.where()
        thumb.roll(6, 5, 4, 1, 2, act="stand")
        wait_for_queue(thumb, table, NOTHING_WAITS)
        held: list[Route] = []
        thumb.page.route("**/undo", lambda route: held.append(route))
        undo, banners = thumb.page.locator(TAKE_BACK), thumb.page.locator(".banner").all_inner_texts()
        undo.tap()
        expect(undo).to_have_attribute("aria-disabled", "true")
        undo.tap(force=True)
        thumb.page.keyboard.press("u")
        thumb.throw(1, 1, 1, 1, 2)
        thumb.tap(".acts .act")
        while not held:
            thumb.page.wait_for_timeout(20)
        # What was tapped meanwhile was meant for a turn that is not due any more.
        assert (len(held), len(table.log())) == (1, 3)
        held[0].continue_()
        thumb.page.wait_for_function(
            "(before) => document.querySelector('main').dataset.turn === before", arg=before
        )
        expect(undo).not_to_have_attribute("aria-disabled", "true")
        expect(thumb.page.locator(".thrown .die:not(.empty)")).to_have_count(0)
        assert thumb.page.locator(".banner").all_inner_texts() == banners
        wait_for_queue(thumb, table, NOTHING_WAITS)
        assert len(held) == 1
    assert [entry["kind"] for entry in table.log()] == ["open", "roll", "roll", "undo"]


@pytest.mark.parametrize("is_lost", [False, True], ids=["answered", "lost"])
def test_asked_for_twice_at_once_it_is_done_once(
    browser: Browser, live_server: LiveServer, is_lost: bool
) -> None:
    table = new_table(live_server.url)
    phone = phone_at(browser, table)
    for _ in range(2):
        phone.roll(**GOOD)
    phone.synced()
    lost: list[Route] = []

    def lose(route: Route) -> None:
        lost.append(route)
        if is_lost and len(lost) == 1:
            route.fetch()
            route.abort("connectionreset")
        else:
            route.continue_()

    phone.context.route("**/undo", lose)
    assert phone.do("return Promise.all([session.undo(), session.undo()])") == [{"ok": True}] * 2
    assert (phone.view["notices"], len(table.plays())) == ([], 1)
    phone.context.close()


def test_what_is_recorded_at_the_moment_when_it_is_taken_back_is_taken_back(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url)
    phone = phone_at(browser, table)
    phone.roll(**GOOD)
    phone.synced()
    # As this tab knew it while the answer was being kept.
    [play] = table.plays()
    op = {"kind": "roll", **play["body"], "entry_id": play["entry_id"], "base": 1, "tried": True}
    undo = "session.queue = { ...session.queue, ops: [value] }; return session.undo()"
    assert phone.do(undo, op) == {"ok": True}
    phone.wait_for("view.game.version === 3")
    assert (table.plays(), phone.view["notices"]) == ([], [])
    assert phone.view["game"] == table.game()
    phone.context.close()


def test_what_somebody_else_took_back_a_moment_before_is_taken_back(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url)
    phone = phone_at(browser, table)
    for _ in range(2):
        phone.roll(**GOOD)
    phone.synced()
    assert table.send("POST", "/undo", {}).status_code == 201
    assert phone.do("return session.undo()") == {"ok": True}
    assert [notice["code"] for notice in phone.view["notices"]] == ["undo-needless"]
    assert phone.view["game"] == table.game()
    assert len(table.plays()) == 1
    phone.context.close()
