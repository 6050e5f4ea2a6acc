"""Forms around the game: an invite for one player, house rules that are kept, a table that is forgotten."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, Route, expect

from scorekeeper.companion.files import page_files
from scorekeeper.rules.ruleset import FIELDS
from tests.companion.hands import Hand, hand, keep_picture
from tests.support import LiveServer

PLACES = """() => [...document.querySelectorAll("dialog button, dialog .code-big, dialog p, dialog label")]
  .map((each) => [each.textContent.slice(0, 20), Math.round(each.getBoundingClientRect().top)])
  .filter(([text]) => !/^[A-Z2-9]{6}$|^\\s*$/.test(text))"""


def places(page: Page) -> list[list[object]]:
    """Where things stand in the dialog, but for the code itself."""
    found: list[list[object]] = page.evaluate(PLACES)
    return found


def open_invites(host: Hand) -> None:
    """Open the dialog while the server's answers are held back, and see that nothing moves when they come."""
    held: list[Route] = []
    host.visit(f"table/{host.kept()['id']}")
    host.page.wait_for_selector(".games")
    host.page.route("**/invites", lambda route: held.append(route))
    host.page.get_by_role("button", name="Invite others").tap()
    host.page.wait_for_selector(".invite[aria-busy]")
    host.page.wait_for_timeout(400)
    before = places(host.page)
    for route in held:
        route.continue_()
    expect(host.page.locator("img.qr")).to_be_visible()
    host.page.unroute("**/invites")
    assert places(host.page) == before
    assert len(before) > 5


def test_an_invite_for_one_player_enters_for_that_player_alone(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as host, hand(browser, live_server.url) as blue:
        host.sit("five-rounds")
        game = host.game_id
        open_invites(host)
        host.choose("enter for one player")
        host.page.get_by_label("For whom?").select_option("Blue")
        host.sees("enters for Blue alone")
        expect(host.page.locator("img.qr")).to_be_visible()
        keep_picture(host.page, "invite-for-blue")
        code = host.page.locator(".code-big").inner_text()

        blue.visit("join")
        blue.page.get_by_label("Code", exact=True).fill(code)
        blue.page.get_by_role("button", name="Join").tap()
        blue.page.wait_for_selector(".tray")
        blue.sees("Red is to move. This phone enters for Blue.")
        expect(blue.page.locator(".pad")).to_have_count(0)
        host.visit(f"play/{game}")
        host.roll(6, 5, 4, 1, 2, act="stand")
        blue.page.wait_for_selector(".pad")
        blue.roll(6, 5, 4, 6, 2, act="stand")
        expect(blue.page.locator(".pad")).to_have_count(0)
        blue.visit("")
        blue.sees("You enter for Blue here.")


def test_a_table_is_not_forgotten_with_entries_that_wait_before_that_was_said(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("five-rounds")
        table = thumb.kept()["id"]
        thumb.page.route("**/batch", lambda route: route.abort("internetdisconnected"))
        thumb.forgive("ERR_INTERNET_DISCONNECTED")
        thumb.roll(6, 3, 3, 1, 1)
        thumb.roll(5, 3, 3, 1)
        thumb.visit(f"table/{table}")
        forget = thumb.page.get_by_role("button", name="Forget this table on this phone")
        forget.tap()
        thumb.sees("2 entries still wait on this phone")
        send = thumb.page.get_by_role("button", name="Send them first")
        send.tap()
        thumb.sees("They were not sent. No network.")
        expect(thumb.page.get_by_role("button", name="Forget it all the same")).to_be_visible()
        keep_picture(thumb.page, "forget-waiting")
        thumb.page.unroute("**/batch")
        send.tap()
        thumb.sees("All is sent: nothing waits any more.")
        thumb.page.locator("dialog").get_by_role("button", name="Forget this table").tap()
        thumb.page.wait_for_selector(".preset")
        assert not thumb.page.locator(".tables").count()


def test_house_rules_are_kept_chosen_renamed_and_deleted(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        page = thumb.page
        # The table is made with its first game; what was named then is kept.
        thumb.visit("new")
        page.locator('.preset[data-preset="five-rounds"]').tap()
        for at, name in enumerate(("Red", "Blue")):
            page.locator(".player input").nth(at).fill(name)
        name_rules(thumb, "Short evening", "Rounds", 1)
        page.locator(".go button[type=submit]").tap()
        page.wait_for_selector(".tray")

        thumb.visit(f"new?table={thumb.kept()['id']}")
        # What was played last at the table is chosen.
        expect(page.locator(".saved.on")).to_contain_text("Short evening")
        expect(page.get_by_role("button", name="Play Short evening")).to_be_visible()
        name_rules(thumb, "short EVENING", "Rolls a turn", 2, told="That replaces the saved rules")
        expect(page.locator(".saved.on")).to_contain_text("one round")
        name_rules(thumb, "Long evening", "Rounds", 9)
        expect(page.locator(".saved")).to_have_count(2)
        keep_picture(page, "saved-rules")

        more = page.get_by_role("button", name="Rename or delete Long evening")
        more.tap()
        page.get_by_label("What they are called").fill("short evening")
        page.get_by_role("button", name="Rename them").tap()
        thumb.sees("name")
        expect(page.locator("dialog .notice")).to_be_visible()
        page.get_by_label("What they are called").fill("Whole night")
        page.get_by_role("button", name="Rename them").tap()
        expect(page.locator(".saved.on")).to_contain_text("Whole night")
        page.get_by_role("button", name="Rename or delete Whole night").tap()
        page.get_by_role("button", name="Delete these rules").tap()
        page.get_by_role("button", name="Delete Whole night: sure?").tap()
        expect(page.locator(".saved")).to_have_count(1)
        expect(page.locator(".preset.on")).to_have_attribute("data-preset", "first-to-three")

        page.locator("[data-saved] label").tap()
        page.get_by_role("button", name="Play short EVENING").tap()
        thumb.sees("Roll 1 of 2")
        thumb.forgive("409")


def test_house_rules_that_could_not_be_kept_are_told_of_before_the_game_goes_on(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        page = thumb.page
        # The first view, where this phone has no table yet.
        thumb.visit("")
        page.locator('.preset[data-preset="five-rounds"]').tap()
        for at, name in enumerate(("Red", "Blue")):
            page.locator(".player input").nth(at).fill(name)
        name_rules(thumb, "Short evening", "Rounds", 1)
        page.route("**/rulesets", lambda route: route.abort("connectionreset"))
        page.locator(".go button[type=submit]").tap()
        thumb.sees("The game is open, but its house rules were not saved as Short evening.")
        page.unroute("**/rulesets")
        page.get_by_role("button", name="Try again").tap()
        page.wait_for_selector(".tray")
        assert [saved["name"] for saved in thumb.asks("GET", "rulesets")["items"]] == ["Short evening"]
        thumb.forgive("ERR_CONNECTION_RESET")


def test_house_rules_are_taken_as_they_are_and_not_as_they_were_checked_before(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        page = thumb.page
        thumb.visit("new")
        for at, name in enumerate(("Red", "Blue")):
            page.locator(".player input").nth(at).fill(name)
        page.get_by_role("button", name="House rules").tap()
        take = page.get_by_role("button", name="Play by these rules")
        expect(take).to_be_enabled()
        held: list[Route] = []
        page.route("**/rulesets/check", lambda route: held.append(route))
        with page.expect_request("**/rulesets/check"):
            page.get_by_label("Rolls a turn", exact=True).fill("2")
            expect(take).to_be_disabled()
        take.dispatch_event("click")
        expect(page.locator("dialog[open]")).to_have_count(1)
        held[0].continue_()
        take.tap()
        page.locator(".go button[type=submit]").tap()
        thumb.sees("Roll 1 of 2")


def name_rules(thumb: Hand, name: str, label: str, value: int, told: str = "they can be chosen") -> None:
    """Change one of the house rules, and save them."""
    page = thumb.page
    page.get_by_role("button", name="House rules").tap()
    page.get_by_label(label, exact=True).fill(str(value))
    page.get_by_label("Save them for this table as").fill(name)
    thumb.sees(told)
    page.get_by_role("button", name="Save, and play by these rules").tap()
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_refusal_is_told_in_the_language_of_the_phone(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url, locale="de-DE") as thumb:
        page = thumb.page
        for view in ("join", "recover"):
            thumb.visit(view)
            page.locator(".code-field").fill("NOTHING")
            page.locator("form button[type=submit]").tap()
            expect(page.locator(".notice")).to_contain_text("Dieser Code öffnet nichts, oder nicht mehr.")
        thumb.visit("new")
        page.locator('.preset[data-preset="chips"]').tap()
        page.get_by_role("button", name="Hausregeln").tap()
        page.get_by_label("Einsatz", exact=True).fill("2")
        expect(page.locator("dialog .notice")).to_contain_text(
            "Die Chips gehen nicht in ganzen Einsätzen auf"
        )
        thumb.forgive("404", "422")


def test_house_rules_that_the_page_knows_to_be_impossible_are_not_asked_about(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        page = thumb.page
        thumb.visit("new")
        page.get_by_role("button", name="House rules").tap()
        take = page.get_by_role("button", name="Play by these rules")
        expect(take).not_to_have_attribute("aria-disabled", "true")
        page.get_by_label("Players, at least").fill("9")
        expect(page.locator("dialog .notice")).to_have_text(
            "At least 9 players and at most 6: that can’t be."
        )
        page.get_by_label("Players, at least").fill("25")
        expect(page.locator("dialog .notice")).to_have_text("Players, at least: from 1 to 20.")
        expect(take).to_have_attribute("aria-disabled", "true")
        page.wait_for_timeout(600)
        page.get_by_label("Players, at least").fill("3")
        expect(take).not_to_have_attribute("aria-disabled", "true")


def test_the_bounds_of_the_form_are_those_of_the_rules() -> None:
    source = page_files()["views/house_rules.js"].body.decode()
    found = re.findall(r'"([a-z]+\.[a-z]+)": \[(\d+), (\d+)\]', source)
    bounds = {path: (int(low), int(high)) for path, low, high in found}
    assert bounds == {field.path: (field.low, field.high) for field in FIELDS if not field.choices}
