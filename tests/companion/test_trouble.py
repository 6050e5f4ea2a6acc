"""When something is in the way, the page says what happened and what to do, and loses no entry."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Route, expect

from tests.companion.hands import Hand, hand, keep_picture, phone_context
from tests.companion.test_for_everyone import barriers
from tests.support import LiveServer, http

LATER = "(told) => told.getAnimations().forEach((waiting) => waiting.finish())"
"""Several seconds go by in which the page does not begin."""


def answered(status: int, code: str, **headers: str) -> Any:
    """What a server in trouble says to every entry."""

    def answer(route: Route) -> None:
        body = {"type": f"/problems/{code}", "title": code, "status": status, "detail": code, "code": code}
        route.fulfill(status=status, json=body, content_type="application/problem+json", headers=headers)

    return answer


def gone(route: Route) -> None:
    route.abort("connectionrefused")


def unanswered(route: Route) -> None:
    """What stands before a server that is down."""
    route.fulfill(status=503, body="<h1>Service Unavailable</h1>", content_type="text/html")


def crowded(route: Route) -> None:
    """What stands before a server that is asked too often."""
    route.fulfill(
        status=429, body="<h1>Too Many Requests</h1>", content_type="text/html", headers={"Retry-After": "3"}
    )


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (gone, "No network. Play on"),
        (answered(500, "internal-error"), "The server has a problem. Play on: 1 entry waits."),
        (unanswered, "The server does not answer. Play on"),
        (answered(429, "rate-limited", **{"Retry-After": "1"}), "The server is busy"),
        (crowded, "The server is busy"),
    ],
    ids=["gone", "500", "proxy", "429", "429-of-a-proxy"],
)
def test_an_entry_waits_until_the_server_is_well(
    browser: Browser, live_server: LiveServer, answer: Any, told: str
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("chips")
        thumb.page.route("**/v1/games/*/*", lambda route: answer(route) if posts(route) else route.fallback())
        thumb.roll(6, 5, 4, 3, 6, act="stand")
        thumb.sees(told)
        thumb.sees("1 entry waits.")
        thumb.roll(6, 1, 1, 1, 2)
        thumb.sees("2 entries wait.")
        thumb.open_banners()
        expect(thumb.page.get_by_role("button", name="Try again")).to_be_visible()
        thumb.page.unroute_all(behavior="wait")
        expect(thumb.page.locator(".banner", has_text="wait")).to_have_count(0)
        assert recorded(thumb) == [[6, 5, 4, 3, 6], [6, 1, 1, 1, 2]]
        thumb.forgive("ERR_CONNECTION_REFUSED", "500", "503", "429")


def posts(route: Route) -> bool:
    return route.request.method == "POST"


def recorded(thumb: Hand) -> list[list[int]]:
    """The dice that the server has."""
    log = ask(thumb, "GET", f"games/{thumb.game_id}/log").json()["items"]
    return [entry["body"]["dice"] for entry in log if entry["kind"] == "roll"]


def ask(thumb: Hand, method: str, path: str, body: Any = None) -> httpx.Response:
    headers = {"Authorization": f"Bearer {thumb.kept()['key']}"}
    return http.request(method, f"{thumb.url}/v1/{path}", json=body, headers=headers)


def test_a_revoked_key_is_told_and_what_was_entered_is_kept(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("chips")
        table, host = thumb.kept(), thumb.game_id
        made = ask(thumb, "POST", f"tables/{table['id']}/keys", {"role": "scorer"}).json()
        thumb.page.evaluate(
            """async ([table, key]) => {
              const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
              const { openStore } = await import(loaded.find((name) => name.endsWith("/joined/base.js")));
              await (await openStore({ name: "scorekeeper" })).saveTable({ ...table, key, role: "scorer" });
            }""",
            [table, made["key"]],
        )
        thumb.visit(f"play/{host}")
        thumb.page.wait_for_selector(".pad")
        revoked = http.delete(
            f"{thumb.url}/v1/tables/{table['id']}/keys/{made['id']}",
            headers={"Authorization": f"Bearer {table['key']}"},
        )
        assert revoked.status_code == 204
        thumb.roll(6, 5, 4, 3, 6, act="stand")
        thumb.sees("This phone’s key opens nothing any more")
        thumb.sees("1 entry waits.")
        thumb.page.reload()
        thumb.sees("1 entry waits.")
        thumb.sees("This phone’s key opens nothing any more")
        expect(
            thumb.page.locator(".banner.grave").get_by_role("link", name="Join with a code")
        ).to_be_visible()
        expect(thumb.page.get_by_role("button", name="Try again")).to_have_count(0)
        # What is sent and what is followed are refused each on its own.
        thumb.page.wait_for_load_state("networkidle")
        thumb.forgive("401")


def test_what_waits_for_a_table_that_was_deleted_is_dropped_once_that_was_asked(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("chips")
        table = thumb.kept()
        deleted = http.request(
            "DELETE",
            f"{thumb.url}/v1/tables/{table['id']}",
            json={"name": table["name"]},
            headers={"Authorization": f"Bearer {table['key']}"},
        )
        assert deleted.status_code == 204, deleted.text
        thumb.roll(6, 5, 4, 3, 6, act="stand")
        thumb.sees("a host withdrew it, or the table was deleted")
        thumb.sees("1 entry waits.")
        thumb.open_banners()
        thumb.page.get_by_role("button", name="Drop what waits").tap()
        thumb.page.get_by_role("button", name="Leave it").tap()
        thumb.sees("1 entry waits.")
        thumb.page.get_by_role("button", name="Drop what waits").tap()
        thumb.page.get_by_role("button", name="Drop 1 entry").tap()
        expect(thumb.page.locator(".banner", has_text="waits")).to_have_count(0)
        thumb.page.reload()
        thumb.page.wait_for_selector(".pad")
        expect(thumb.page.locator(".banner", has_text="waits")).to_have_count(0)
        thumb.page.wait_for_load_state("networkidle")
        thumb.forgive("401")


BLOCKED = """for (const name of ["indexedDB", "localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
}"""


def test_a_phone_that_keeps_nothing_says_so_at_once_and_asks_before_all_is_lost(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.page.add_init_script(BLOCKED)
        thumb.start("chips")
        dialog = thumb.page.locator("dialog[open]")
        expect(dialog).to_contain_text("This phone keeps nothing: if the page is closed, the table is lost.")
        expect(dialog.locator(".code-shown")).not_to_be_empty()
        keep_picture(thumb.page, "keeps-nothing")
        dialog.get_by_role("button", name="Close").tap()
        expect(thumb.page.locator(".banner", has_text="This phone keeps nothing")).to_have_count(1)
        keep_picture(thumb.page, "keeps-nothing-banner")
        assert asks_before_it_goes(thumb)
        thumb.open_banners()
        thumb.page.get_by_role("button", name="Show it").tap()
        dialog.get_by_role("button", name="I have saved it").tap()
        expect(thumb.page.locator(".banner")).to_have_count(0)
        assert not asks_before_it_goes(thumb)
        thumb.page.route("**/batch", gone)
        thumb.roll(6, 5, 4, 3, 6, act="stand")
        thumb.sees("1 entry waits.")
        assert asks_before_it_goes(thumb)
        thumb.page.unroute("**/batch")
        expect(thumb.page.locator(".banner", has_text="waits")).to_have_count(0)
        thumb.forgive("ERR_CONNECTION_REFUSED")


def asks_before_it_goes(thumb: Hand) -> bool:
    """Whether the browser would ask before it closes the page."""
    asks: bool = thumb.page.evaluate("!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    return asks


def test_a_game_that_is_not_there_says_so(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("chips")
        thumb.visit("play/game_01a2a000-0000-7000-8000-000000000000")
        thumb.sees("This phone has no key for that")
        thumb.sees("Ask somebody at the table for the code, and join; or use the recovery code.")
        thumb.page.get_by_role("link", name="Use a recovery code").tap()
        expect(thumb.page.get_by_label("Recovery code", exact=True)).to_be_visible()
        thumb.forgive("404")


BOXES = """() => [...document.querySelectorAll(".pad .key, .acts")].map((each) => {
  const { top, bottom } = each.getBoundingClientRect();
  return [Math.round(top), Math.round(bottom)];
})"""


def test_no_banner_moves_the_pad_or_pushes_it_off_a_low_screen(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("chips")
        banners = thumb.page.locator(".banner")
        expect(banners).to_have_count(1)
        keep_picture(thumb.page, "banner-recovery")
        before = thumb.page.evaluate(BOXES)
        assert len(before) == 7
        thumb.lose_network()
        expect(banners).to_have_count(2)
        keep_picture(thumb.page, "banner-two")
        assert thumb.page.evaluate(BOXES) == before
        assert max(bottom for _, bottom in before) <= 640
        assert barriers(thumb.page) == []
        thumb.open_banners()
        keep_picture(thumb.page, "banner-open")
        for told in ("Play on: what you enter is sent later.", "Save the recovery code."):
            box = thumb.page.locator(".banner", has_text=told).bounding_box()
            assert box is not None
            assert box["y"] >= 52
            assert box["width"] > 300
        assert thumb.page.evaluate(BOXES) == before
        assert barriers(thumb.page) == []
        thumb.tap(".banners-toggle")
        thumb.throw(6, 5, 4, 3, 6)
        keep_picture(thumb.page, "banner-thrown")
        assert max(bottom for _, bottom in thumb.page.evaluate(BOXES)) <= 640


def test_a_start_without_a_network_says_so_and_keeps_the_names(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.visit("new")
        thumb.page.wait_for_selector(".preset")
        for at, name in enumerate(("Red", "Blue")):
            thumb.page.locator(".player input").nth(at).fill(name)
        thumb.lose_network()
        thumb.page.locator(".go button[type=submit]").tap()
        expect(thumb.page.locator(".notice")).to_contain_text("can’t reach the server")
        expect(thumb.page.locator(".notice")).to_be_in_viewport(ratio=1)
        thumb.find_network()
        thumb.page.get_by_role("button", name="Try again").tap()
        thumb.page.wait_for_selector(".pad")


def test_a_refused_name_is_told_of_above_the_button_and_its_field_is_marked(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.visit("new")
        thumb.page.wait_for_selector(".preset")
        thumb.page.locator(".players .add").click()
        # The second field stays empty: what is sent has fewer seats than the form has fields.
        thumb.page.locator(".player input").nth(0).fill("Red")
        thumb.page.locator(".player input").nth(2).fill("Bl\u202eue")
        thumb.page.locator(".go button[type=submit]").tap()
        notice = thumb.page.locator(".notice")
        expect(notice).to_contain_text("Player 3")
        expect(notice).to_be_in_viewport(ratio=1)
        expect(thumb.page.locator(".player input[aria-invalid]")).to_have_count(1)
        expect(thumb.page.locator(".player input").nth(2)).to_have_attribute("aria-invalid", "true")
        thumb.forgive("422")


def one_die_less(route: Route) -> None:
    """What would be sent by a page whose rules are older than the server's."""
    body = route.request.post_data_json
    first = {**body["entries"][0], "dice": [6, 5, 4, 3]}
    route.continue_(post_data={**body, "entries": [first]})


def test_a_refusal_stands_in_the_tables_words_next_to_the_dice(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("first-to-three")
        thumb.page.route("**/v1/games/*/batch", one_die_less)
        thumb.roll(6, 5, 4, 3, 1, act="stand")
        thumb.page.wait_for_selector(".conflict")
        thumb.sees("The server did not take it")
        thumb.sees("dice")
        thumb.forgive("422")


def test_a_part_of_the_page_that_did_not_come_is_fetched_again_when_the_network_is_back(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("five-rounds")
        thumb.roll(6, 5, 4, 3, 6, act="stand")
        thumb.wait_until_all_is_sent()
        dispute = {"turn": 1, "words": "It was a five."}
        assert ask(thumb, "POST", f"games/{thumb.game_id}/disputes", dispute).status_code == 201
        failed: list[str] = []
        page = thumb.page
        page.on("requestfailed", lambda asked: failed.append(asked.url.rsplit("/", 1)[1]))
        page.route("**/ui/disputed.js", gone)
        page.route("**/views/settle.js", gone)
        page.reload()
        page.wait_for_selector(".pad")
        # It is asked for when the game needs it, and once more in spare time with all that no view needs yet.
        while failed.count("disputed.js") < 2 or "settle.js" not in failed:
            page.wait_for_timeout(100)
        expect(page.locator(".banner")).to_have_count(0)
        came: list[str] = []
        page.on("requestfinished", lambda asked: came.append(asked.url.rsplit("/", 1)[1]))
        page.unroute_all()
        # The page may still be fetching what else is missing, and hears of the network when it has done so.
        for _ in range(20):
            if "settle.js" not in came:
                thumb.lose_network()
                thumb.find_network()
                page.wait_for_timeout(1_000)
        assert "settle.js" in came
        thumb.sees("A turn is disputed")
        thumb.forgive("ERR_")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize(
    "lost", ["texts/*.json", "joined/page.js", "**/*.js"], ids=["words", "one", "scripts"]
)
def test_a_page_that_is_lost_on_the_way_says_so_after_a_while_and_is_asked_for_again(
    browser: Browser, live_server: LiveServer, lost: str, motion: str
) -> None:
    with hand(browser, live_server.url, reduced_motion=motion) as thumb:
        thumb.forgive("ERR_")
        page, told = thumb.page, thumb.page.locator("#unfinished")
        asked_again: list[str] = []
        page.on("request", lambda asked: asked.method == "POST" and asked_again.append(asked.url))

        def lose_twice(route: Route) -> None:
            gone(route) if len(asked_again) < 2 else route.fallback()

        page.route(f"**/app/*/{lost}", lose_twice)
        thumb.visit("join#SOME-CODE")
        for again in ("Try again", "Noch einmal"):
            assert told.is_hidden()
            told.evaluate(LATER)
            expect(told).to_be_visible()
            expect(told).to_be_in_viewport()
            expect(told).to_contain_text("The page has not come in full yet.")
            expect(told).to_contain_text("Die Seite ist noch nicht ganz da.")
            keep_picture(page, "unfinished")
            with page.expect_navigation():
                told.get_by_role("button", name=again).tap()
        # What stood behind the `#` is still there.
        expect(page.locator("main")).to_contain_text("You are invited to a table.")
        expect(told).to_be_hidden()


def test_a_page_that_comes_late_after_all_takes_the_place_of_what_said_so(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.forgive("ERR_")
        page, told = thumb.page, thumb.page.locator("#unfinished")
        page.route("**/texts/*.json", lambda route: route.abort("connectionreset"))
        thumb.visit("settle")
        told.evaluate(LATER)
        expect(told).to_be_visible()
        page.unroute_all()
        page.wait_for_selector(".told")
        expect(told).to_be_hidden()


def test_without_scripts_nothing_is_said_to_be_still_on_its_way(
    browser: Browser, live_server: LiveServer
) -> None:
    with phone_context(browser, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(live_server.url)
        expect(page.locator("noscript p")).to_be_visible()
        expect(page.locator("#unfinished")).to_have_css("display", "none")


DAILY, LIMIT = ("daily-quota-reached", 3 * 3600), ("rate-limited", 20 * 60)


@pytest.mark.parametrize(
    ("locale", "asked", "told"),
    [
        ("en-GB", DAILY, r"New ones can be begun in 3 hours \([^)]*\d:\d\d\); at a table"),
        ("de-DE", DAILY, r"Neue gibt es wieder in 3 Stunden \([^)]*\d:\d\d\); an einem Tisch"),
        ("en-GB", LIMIT, r"Too many ask at once\. It goes on in 20 minutes\."),
        ("de-DE", LIMIT, r"Weiter geht es in 20 Minuten\."),
    ],
    ids=["quota-en", "quota-de", "limit-en", "limit-de"],
)
def test_who_asked_too_often_is_told_at_once_when_it_goes_on(
    browser: Browser, live_server: LiveServer, locale: str, asked: tuple[str, int], told: str
) -> None:
    with hand(browser, live_server.url, locale=locale) as thumb:
        page = thumb.page
        code, seconds = asked
        answer = answered(429, code, **{"Retry-After": str(seconds)})
        page.route("**/v1/tables", lambda route: answer(route) if posts(route) else route.fallback())
        thumb.visit("new")
        for at, name in enumerate(("Red", "Blue")):
            page.locator(".player input").nth(at).fill(name)
        page.locator(".go button[type=submit]").click()
        expect(page.locator(".notice")).to_contain_text(re.compile(told))
        expect(page.locator(".go button[type=submit]")).not_to_have_attribute("aria-disabled", "true")
        page.unroute_all(behavior="wait")
        page.locator(".go button[type=submit]").click()
        page.wait_for_selector(".tray")
        thumb.forgive("429")
