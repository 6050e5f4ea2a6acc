"""What the server would not take is entered again only where it is still due, and goes into no other turn."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, Route, expect

from tests.companion.hands import Hand, hand
from tests.companion.phones import new_table
from tests.companion.test_allowed import NOTHING_WAITS, WAITING, sit_as, wait_for_queue
from tests.companion.test_trouble import ask, recorded
from tests.support import LiveServer

KEEP_THEIRS, AGAIN = "What is recorded counts", "Enter mine again"
BLOCKED = """Object.defineProperty(window, "sessionStorage", {
  get() { throw new DOMException("denied", "SecurityError"); },
});"""


def lying(thumb: Hand) -> Locator:
    return thumb.page.locator(".thrown .die:not(.empty)")


def asks_of(thumb: Hand, path: str, body: object) -> None:
    """What another host's phone enters meanwhile."""
    answer = ask(thumb, "POST", f"games/{thumb.game_id}/{path}", body)
    assert answer.status_code == 201, answer.text


def test_no_dice_of_one_player_are_laid_out_for_another(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("five-rounds", ("Red", "Blue", "Green"))
        thumb.roll(6, 5, 4, 6, 6, act="stand")
        thumb.roll(6, 5, 4, 2, 2, act="stand")
        thumb.wait_until_all_is_sent()
        thumb.lose_network()
        thumb.roll(6, 5, 4, 6, 6, act="stand")
        asks_of(thumb, "undo", {})
        thumb.find_network()
        conflict = thumb.page.locator(".conflict")
        expect(conflict).to_contain_text("Blue is to move, not Green")
        expect(conflict.locator(".version-dice .die")).to_have_count(5)
        expect(conflict.get_by_role("button")).to_have_text([KEEP_THEIRS])
        conflict.get_by_role("button", name=KEEP_THEIRS).tap()
        expect(conflict).to_have_count(0)
        expect(thumb.page.locator(".tray-who")).to_contain_text("Blue")
        for _ in range(3):
            expect(lying(thumb)).to_have_count(0)
            thumb.roll(6, 5, 4, 1, 1, act="stand")
        thumb.wait_until_all_is_sent()
        assert recorded(thumb) == [[6, 5, 4, 6, 6], [6, 5, 4, 2, 2], *[[6, 5, 4, 1, 1]] * 3]


def test_another_count_of_dice_is_not_offered_and_too_many_do_not_stay(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("voyage")
        thumb.roll(6, 5, 1, 1, 2)
        thumb.wait_until_all_is_sent()
        thumb.lose_network()
        thumb.roll(4, 2, 3, act="again")
        asks_of(thumb, "corrections", {"replace": {"seq": 2, "dice": [6, 5, 4, 1, 1]}})
        thumb.find_network()
        conflict = thumb.page.locator(".conflict")
        expect(conflict.get_by_role("button")).to_have_text([KEEP_THEIRS])
        conflict.get_by_role("button", name=KEEP_THEIRS).tap()
        expect(thumb.page.locator(".thrown")).to_have_attribute("data-due", "2")
        thumb.throw(3, 3)
        asks_of(thumb, "corrections", {"replace": {"seq": 2, "dice": [6, 5, 1, 1, 1]}})
        expect(thumb.page.locator(".thrown")).to_have_attribute("data-due", "3")
        thumb.tap('.pad .key[data-face="3"]')
        expect(lying(thumb)).to_have_count(3)
        asks_of(thumb, "corrections", {"replace": {"seq": 2, "dice": [6, 5, 4, 1, 1]}})
        expect(thumb.page.locator(".thrown")).to_have_attribute("data-due", "2")
        expect(lying(thumb)).to_have_count(0)
        expect(thumb.page.locator(".acts-due")).to_contain_text("2 dice")
        thumb.wait_until_all_is_sent()


def test_what_is_still_due_lies_there_once(browser: Browser, live_server: LiveServer) -> None:
    table = new_table(live_server.url)
    with hand(browser, live_server.url) as thumb:
        thumb.forgive("403")
        sit_as(thumb, table, "viewer", waiting=WAITING)
        expect(thumb.page.locator(".conflict")).to_have_count(1)
        sit_as(thumb, table, "scorer")
        thumb.page.locator(".conflict").get_by_role("button", name=AGAIN).tap()
        expect(lying(thumb)).to_have_count(5)
        thumb.page.reload()
        expect(lying(thumb)).to_have_count(5)
        thumb.act("stand")
        for _ in range(2):
            expect(lying(thumb)).to_have_count(0)
            thumb.page.reload()
            thumb.page.wait_for_selector(".pad")
            expect(lying(thumb)).to_have_count(0)
            thumb.roll(6, 5, 4, 1, 1, act="stand")
        wait_for_queue(thumb, table, NOTHING_WAITS)
    assert [entry["body"]["dice"] for entry in table.plays()] == [WAITING["dice"], *[[6, 5, 4, 1, 1]] * 2]


def test_what_lies_there_goes_when_somebody_else_is_faster(browser: Browser, live_server: LiveServer) -> None:
    table = new_table(live_server.url)
    with hand(browser, live_server.url) as thumb:
        thumb.forgive("403")
        thumb.page.add_init_script(BLOCKED)
        sit_as(thumb, table, "viewer", waiting=WAITING)
        expect(thumb.page.locator(".conflict")).to_have_count(1)
        sit_as(thumb, table, "scorer")
        thumb.page.locator(".conflict").get_by_role("button", name=AGAIN).tap()
        expect(lying(thumb)).to_have_count(5)
        turn = {"seat": 1, "round": 1, "rolls": [{"dice": [6, 5, 4, 1, 1]}], "stand": True}
        assert table.send("POST", "/turns", turn).status_code == 201
        expect(thumb.page.locator(".tray-who")).to_contain_text("Blue")
        expect(lying(thumb)).to_have_count(0)
        wait_for_queue(thumb, table, NOTHING_WAITS)


def test_what_waits_behind_mine_goes_with_it(browser: Browser, live_server: LiveServer) -> None:
    mine, theirs, behind = [6, 5, 4, 3, 3], [6, 5, 4, 2, 2], [6, 5, 4, 1, 1]
    with hand(browser, live_server.url) as thumb:
        thumb.sit("first-to-three")
        thumb.lose_network()
        thumb.roll(*mine, act="stand")
        thumb.roll(*behind, act="stand")
        place = {"seat": 1, "round": 1, "roll_off": 0, "roll": 1}
        asks_of(thumb, "rolls", {**place, "dice": theirs, "stand": True})
        thumb.find_network()
        conflict = thumb.page.locator(".conflict")
        told = "1 later entry of this phone follows yours and is dropped unless yours counts."
        expect(conflict.get_by_role("button")).to_have_count(3)
        expect(conflict).not_to_contain_text("later entry")
        asks_of(thumb, "undo", {})
        again = conflict.get_by_role("button", name=AGAIN)
        expect(again).to_be_visible()
        expect(conflict).to_contain_text(told)
        again.tap()
        expect(conflict).to_have_count(0)
        expect(thumb.page.locator(".tray-who")).to_contain_text("Blue")
        thumb.wait_until_all_is_sent()
        expect(lying(thumb)).to_have_count(0)
        assert recorded(thumb) == [theirs, mine, behind]


def lost(route: Route) -> None:
    """It arrives, and its answer does not."""
    route.fetch()
    route.abort("connectionreset")


def test_a_stand_that_was_taken_back_is_entered_again_at_once(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.forgive("ERR_")
        thumb.sit("first-to-three")
        thumb.roll(6, 5, 4, 3, 6, act="again")
        thumb.wait_until_all_is_sent()
        # Nothing is heard of it either.
        thumb.page.route("**/stream**", lambda route: route.abort())
        thumb.page.route("**/log**", lambda route: route.abort())
        thumb.page.reload()
        thumb.page.wait_for_selector(".pad")
        thumb.page.route("**/batch", lost)
        with thumb.page.expect_event("requestfailed", lambda asked: asked.url.endswith("/batch")):
            thumb.act("stand")
        asks_of(thumb, "undo", {})
        thumb.page.unroute_all()
        conflict = thumb.page.locator(".conflict")
        expect(conflict).to_contain_text("Your entry was recorded, and then taken back")
        conflict.get_by_role("button", name=AGAIN).tap()
        expect(conflict).to_have_count(0)
        expect(thumb.page.locator(".tray-who")).to_contain_text("Blue")
        thumb.wait_until_all_is_sent()
        log = ask(thumb, "GET", f"games/{thumb.game_id}/log").json()["items"]
        assert [entry["kind"] for entry in log] == ["open", "roll", "stand", "undo", "stand"]
