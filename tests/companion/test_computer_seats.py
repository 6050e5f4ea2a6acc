"""A seat that the computer plays: its dice are entered or thrown by the server, and it decides."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.companion.hands import Hand, hand, keep_picture
from tests.companion.test_putting_right import HAS_WORDS
from tests.support import LiveServer

COMPUTERS = "Computer", "Computer 2"


def sit_down(thumb: Hand) -> None:
    """Red against a computer with dice of the table, and one with the server's."""
    thumb.visit("new")
    thumb.page.wait_for_selector(".preset")
    thumb.page.locator(".player input").first.fill("Red")
    thumb.page.locator(".players .add").tap()
    for seat in (2, 3):
        thumb.page.get_by_role("button", name=f"Player {seat} is the computer").tap()
    names = thumb.page.locator(".player input")
    assert [names.nth(at).input_value() for at in (1, 2)] == [*COMPUTERS]
    thumb.page.locator(".thrower label").filter(has_text="the server").nth(1).tap()
    thumb.page.locator('.preset[data-preset="five-rounds"]').tap()
    thumb.page.locator(".go button[type=submit]").tap()
    thumb.page.wait_for_selector(".tray")


def test_computers_play_with_dice_of_the_table_and_of_the_server(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        sit_down(thumb)
        who, plays = thumb.page.locator(".seat.current"), thumb.page.locator(".computer-plays")
        thumb.roll(6, 5, 4, 1, 2, act="stand")
        expect(who).to_contain_text(COMPUTERS[0])
        thumb.sees("The computer plays")

        thumb.lose_network()
        thumb.throw(6, 5, 4, 6, 6)
        thumb.tap(".acts .act.computer")
        thumb.sees("The computer’s dice need the network")
        thumb.find_network()
        thumb.act("computer")
        expect(who).to_contain_text(COMPUTERS[1])
        thumb.sees("Computer stands on 12. Computer scores 12.")
        expect(plays.get_by_label("Computer last threw 6, 5, 4, 6, 6; banked the ship")).to_be_visible()
        expect(plays).not_to_contain_text("by the server")

        for _ in range(3):
            if COMPUTERS[1] in (who.text_content() or ""):
                thumb.act("throw")
        expect(who).to_contain_text("Red")
        expect(plays).to_contain_text("by the server")
        expect(thumb.page.locator("#spoken")).to_contain_text("The server threw")
        thumb.page.reload()
        expect(plays).to_contain_text("by the server")
        keep_picture(thumb.page, "computer-has-played")
        join_late(thumb)
        for turn, server in ((2, 0), (3, 1)):
            thumb.visit(f"play/{thumb.game_id}/turns/{turn}")
            thumb.page.wait_for_selector(".turn-roll")
            rolls = thumb.page.locator(".turn-roll").count()
            expect(thumb.page.locator(".by-server")).to_have_count(rolls * server)
            expect(thumb.page.get_by_role("button", name="Correct")).to_have_count(rolls * (1 - server))


def join_late(thumb: Hand) -> None:
    """A computer can sit down later, too."""
    thumb.page.get_by_role("button", name="Menu").tap()
    thumb.page.get_by_role("button", name="Somebody joins late").tap()
    thumb.page.get_by_label("Name", exact=True).fill("Teal")
    thumb.choose("The computer plays the seat")
    thumb.page.get_by_role("button", name="Join the game").tap()
    expect(thumb.page.locator(".seat")).to_have_count(4)


def test_a_person_plays_on_where_the_computer_did(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        sit_down(thumb)
        thumb.page.wait_for_function(HAS_WORDS)
        for seat, name in ((1, "Blue"), (2, "Green")):
            thumb.tap(".seats .seat", at=seat)
            thumb.page.get_by_role("button", name="A person plays here now").tap()
            thumb.page.get_by_label("Who plays here now?").fill(name)
            if name == "Green":
                thumb.asks("POST", "players", {"name": "green"})
            thumb.page.locator("dialog form button").tap()
            expect(thumb.page.locator("dialog[open]")).to_have_count(0)
            expect(thumb.page.locator(".seats .seat").nth(seat)).to_contain_text(name, ignore_case=True)
        expect(thumb.page.locator("#spoken")).to_have_text("green plays on at seat 3.")
        thumb.roll(6, 5, 4, 1, 2, act="stand")
        thumb.roll(6, 5, 4, 6, 6, act="stand")
        expect(thumb.page.locator(".seat.current")).to_contain_text("green")
        thumb.tap(".seats .seat")
        expect(thumb.page.get_by_role("button", name="A person plays here now")).to_have_count(0)
