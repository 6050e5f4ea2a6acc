"""A mistake is put right: taken back, corrected after a look at what changes, or disputed and ruled."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.companion.hands import Hand, hand, keep_picture
from tests.companion.phones import new_table
from tests.companion.test_allowed import sit_as
from tests.support import LiveServer, http

HAS_WORDS = """() => performance.getEntriesByType("resource")
  .some(({ name, responseEnd }) => name.endsWith("/ui/amendments.js") && responseEnd)"""
"""What can be said of amendments comes soon after the first view."""


def test_the_last_entry_is_taken_back_by_one_tap(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("chips")
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


def change_die(dialog: Locator, number: int, face: int) -> None:
    """The die of a roll that was another one."""
    dialog.locator(".told-dice .die").nth(number - 1).tap()
    dialog.locator(f'.pad .key[data-face="{face}"]').tap()


def shown(dialog: Locator) -> list[str]:
    """The dice of the roll that is corrected."""
    dice = dialog.locator(".told-dice button.die")
    return [(die.get_attribute("aria-label") or "")[: len("Die 1: 6")][-1] for die in dice.all()]


def test_a_correction_begins_with_the_recorded_dice_and_is_entered_by_thumb_or_by_keys(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("five-rounds")
        thumb.roll(6, 5, 4, 3, 6, act="stand")
        open_turn(thumb, 1)
        thumb.page.get_by_role("button", name="Correct").tap()
        dialog, press = thumb.page.locator("dialog"), thumb.page.keyboard.press
        assert shown(dialog) == ["6", "5", "4", "3", "6"]
        expect(dialog.locator('.pad .key[data-face="2"]')).to_be_disabled()
        change_die(dialog, 4, 2)
        assert shown(dialog) == ["6", "5", "4", "2", "6"]
        expect(dialog.locator(".told-dice .die").nth(4)).to_have_attribute("aria-pressed", "true")
        press("1")
        assert shown(dialog) == ["6", "5", "4", "2", "1"]
        dialog.locator(".told-dice .die").nth(2).tap()
        press("Backspace")
        assert shown(dialog) == ["6", "5"]
        dialog.get_by_role("button", name="Clear").tap()
        assert shown(dialog) == []
        for digit in "65422":
            press(digit)
        assert shown(dialog) == ["6", "5", "4", "2", "2"]
        press("Delete")
        assert shown(dialog) == []


def test_a_correction_shows_before_and_after_first(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("five-rounds")
        thumb.roll(6, 5, 4, 3, 6, act="stand")
        thumb.sees("behind Red (9)")
        open_turn(thumb, 1)
        thumb.page.get_by_role("button", name="Correct").tap()
        dialog = thumb.page.locator("dialog")
        change_die(dialog, 5, 1)
        thumb.page.get_by_role("button", name="See what would change").tap()
        expect(dialog.locator(".change-table")).to_contain_text("total 9")
        expect(dialog.locator(".change-table")).to_contain_text("total 4")
        expect(dialog.locator(".change-table")).not_to_contain_text("won")
        keep_picture(thumb.page, "before-and-after")
        thumb.page.get_by_role("button", name="Correct it").tap()
        expect(thumb.page.locator(".turn-score")).to_have_text("4")
        thumb.visit(f"play/{thumb.game_id}")
        thumb.sees("behind Red (4)")


def test_what_would_change_names_the_player_and_marks_what_the_rules_bank(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("first-to-three")
        thumb.roll(6, 5, 4, 3, 6, act="stand")
        thumb.roll(6, 5, 4, 1, 6, act="stand")
        thumb.wait_until_all_is_sent()
        open_turn(thumb, 1)
        thumb.page.get_by_role("button", name="Correct").tap()
        dialog = thumb.page.locator("dialog")
        change_die(dialog, 5, 1)
        thumb.page.get_by_role("button", name="See what would change").tap()
        entry = dialog.locator(".change-entry").first
        expect(entry).to_contain_text("Red (round 1) · Roll 1")
        expect(entry.locator(".die.brass")).to_have_count(6)
        figures = dialog.locator(".change-table tbody td")
        assert [each for each in figures.all_inner_texts() if each.endswith(",")] == []
        assert any("round won" in each or "rounds won" in each for each in figures.all_inner_texts())


def test_what_no_longer_fits_is_named_and_struck_out_only_when_asked(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("chips")
        thumb.roll(6, 5, 4, 3, 3, act="stand")
        thumb.roll(6, 5, 4, 3, 3, act="stand")
        thumb.roll(6, 5, 4, 1, 1, act="stand")
        thumb.roll(6, 5, 4, 2, 2, act="stand")
        open_turn(thumb, 1)
        thumb.page.get_by_role("button", name="Correct").tap()
        dialog = thumb.page.locator("dialog")
        change_die(dialog, 5, 6)
        thumb.page.get_by_role("button", name="See what would change").tap()
        expect(dialog.locator(".notice")).to_contain_text("2 later entries would no longer fit")
        expect(dialog.locator(".unfit li").first).to_have_text(
            "Red: 6, 5, 4, 1, 1; then stands – there it is the turn of Blue"
        )
        expect(dialog.locator(".unfit li").last).not_to_be_visible()
        dialog.get_by_text("And 1 later entry").tap()
        expect(dialog.locator(".unfit li").last).to_contain_text(
            "Blue: 6, 5, 4, 2, 2; then stands – This is round 2"
        )
        thumb.page.get_by_role("button", name="See it with those struck out").tap()
        expect(dialog.locator(".changes .notice")).to_contain_text("2 later entries would not count any more")
        thumb.page.get_by_role("button", name="Correct it").tap()
        expect(thumb.page.locator(".turn-score")).to_have_text("9")
        thumb.forgive("409")


def test_a_disputed_turn_is_ruled_by_the_host(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("five-rounds")
        thumb.roll(6, 5, 4, 3, 6, act="stand")
        open_turn(thumb, 1)
        thumb.page.get_by_role("button", name="Dispute this turn").tap()
        dialog = thumb.page.locator("dialog")
        send = dialog.get_by_role("button", name="Dispute this turn")
        expect(send).to_be_disabled()
        expect(send).to_have_accessible_description("Say what it was instead, or why you doubt it.")
        thumb.choose("I know what it was instead")
        expect(send).to_be_disabled()
        thumb.sees("That is what is recorded.")
        dialog.locator(".told-head .icon-button").first.tap()
        dialog.locator('.pad .key[data-face="6"]').tap()
        expect(send).to_be_disabled()
        dialog.locator(".told-head .icon-button").first.tap()
        dialog.locator('.pad .key[data-face="2"]').tap()
        send.tap()
        expect(thumb.page.locator(".dispute")).to_contain_text("Legal: it scores 9")
        expect(thumb.page.locator(".dispute")).to_contain_text("Legal: it scores 5")
        thumb.page.get_by_role("button", name="Settle it").tap()
        thumb.choose("It was as claimed")
        thumb.page.get_by_role("button", name="See what would change").tap()
        keep_picture(thumb.page, "ruling")
        thumb.page.get_by_role("button", name="So be it").tap()
        expect(thumb.page.locator(".dispute")).to_contain_text("settled")
        thumb.page.get_by_role("link", name="Back").tap()
        thumb.sees("behind Red (5)")


@pytest.mark.parametrize(
    ("locale", "buttons", "told"),
    [
        ("en-GB", ("Settle it", "It was as claimed", "See what would change"), "Red (round 1)"),
        ("de-DE", ("Entscheiden", "Es war wie behauptet", "Zeigen, was sich ändert"), "Red (Runde 1)"),
    ],
)
def test_what_a_ruling_would_change_is_told_of_the_turn_once(
    browser: Browser, live_server: LiveServer, locale: str, buttons: tuple[str, str, str], told: str
) -> None:
    table = new_table(live_server.url, ruleset={"preset": "five-rounds"})
    place = {"seat": 1, "round": 1}
    table.send("POST", "/rolls", {**place, "roll": 1, "dice": [6, 5, 1, 1, 2]})
    table.send("POST", "/rolls", {**place, "roll": 2, "dice": [4, 3, 3], "stand": True})
    table.send("POST", "/disputes", {"entry": {"seq": 3}, "claim": {"roll": 2, "dice": [4, 3, 4]}})
    with hand(browser, live_server.url, locale=locale) as thumb:
        sit_as(thumb, table, "host")
        thumb.visit(f"play/{table.game_id}/disputes")
        settle, as_claimed, look = buttons
        thumb.page.get_by_role("button", name=settle).tap()
        thumb.choose(as_claimed)
        thumb.page.get_by_role("button", name=look).tap()
        entry = thumb.page.locator(".change-entry")
        expect(entry.locator("b").first).to_have_text(told)
        before, after = entry.locator("dd").all()
        for said, score, dice in ((before, "6", "4, 3, 3"), (after, "7", "4, 3, 4")):
            expect(said.locator("b")).to_have_text(score)
            expect(said.get_by_role("img")).to_have_count(2)
            expect(said.get_by_role("img", name=dice)).to_be_visible()
            expect(said.locator(".die.brass")).to_have_count(3)
        expect(thumb.page.locator(".changes .notice")).to_have_count(0)
        keep_picture(thumb.page, f"ruling-{locale[:2]}")


def test_a_disputed_turn_that_was_corrected_or_taken_back_is_told_until_the_dispute_is_withdrawn(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("five-rounds")
        thumb.roll(6, 5, 4, 3, 6, act="stand")
        open_turn(thumb, 1)
        thumb.page.get_by_role("button", name="Dispute this turn").tap()
        thumb.page.get_by_label("In words (if you like)").fill("It was mine.")
        thumb.page.locator("dialog").get_by_role("button", name="Dispute this turn").tap()
        thumb.page.get_by_role("link", name="Back").tap()
        thumb.sees("A turn is disputed")
        corrected = http.post(
            f"{live_server.url}/v1/games/{thumb.game_id}/corrections",
            json={"replace": {"seq": 2, "dice": [6, 5, 4, 2, 6]}},
            headers={"Authorization": f"Bearer {thumb.kept()['key']}"},
        )
        assert corrected.status_code == 201, corrected.text
        thumb.visit(f"play/{thumb.game_id}/disputes")
        thumb.sees("The turn was corrected meanwhile: it scores 8 now.")
        thumb.page.get_by_role("link", name="Back").tap()
        thumb.tap('.bar [aria-label="Take back the last entry"]')
        thumb.sees("The disputed turn was taken back; the dispute is still open.")
        thumb.visit(f"play/{thumb.game_id}/disputes")
        thumb.sees("nothing of it counts any more")
        thumb.page.get_by_role("button", name="Withdraw the dispute").tap()
        expect(thumb.page.locator(".dispute")).to_contain_text("withdrawn")
        thumb.page.get_by_role("link", name="Back").tap()
        thumb.page.wait_for_selector(".pad")
        expect(thumb.page.locator(".banner", has_text="dispute")).to_have_count(0)


def test_what_is_put_right_is_told_in_the_language_of_each_phone(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as host, hand(browser, live_server.url, locale="de-DE") as other:
        host.sit("five-rounds")
        table, game = host.kept(), f"play/{host.game_id}"
        other.visit(f"watch/{table['id']}#{table['key']}")
        other.page.wait_for_selector(".wall")
        other.visit(game)
        other.page.wait_for_selector(".tray")
        other.page.wait_for_function(HAS_WORDS)
        spoken = other.page.locator("#spoken")
        host.roll(6, 5, 4, 3, 6, act="stand")
        expect(spoken).to_contain_text("Red bekommt 9.")
        open_turn(host, 1)
        host.page.get_by_role("button", name="Correct").tap()
        change_die(host.page.locator("dialog"), 5, 1)
        host.page.get_by_role("button", name="See what would change").tap()
        expect(host.page.locator("dialog .changes")).to_contain_text(
            "An entry of Red (round 1) is corrected."
        )
        host.page.get_by_role("button", name="Correct it").tap()
        corrected = (
            "Ein Eintrag von Red (Runde 1) ist berichtigt. Jetzt gilt: 6, 5, 4, 3, 1; und bleibt dabei."
        )
        expect(spoken).to_have_text(corrected)
        host.page.get_by_role("button", name="Dispute this turn").tap()
        host.page.locator("dialog").get_by_label("In words (if you like)").fill("It was mine.")
        host.page.locator("dialog").get_by_role("button", name="Dispute this turn").tap()
        expect(spoken).to_contain_text("Der Zug von Red (Runde 1) ist angefochten.")
        host.page.get_by_role("button", name="Settle it").tap()
        host.page.get_by_role("button", name="See what would change").tap()
        host.page.get_by_role("button", name="So be it").tap()
        settled = "Der Streit um den Zug von Red (Runde 1) ist entschieden. Das Eingetragene gilt."
        expect(spoken).to_have_text(settled)
        host.visit(game)
        host.tap('.bar [aria-label="Take back the last entry"]')
        expect(spoken).to_have_text("Der letzte Eintrag von Red ist zurückgenommen.")
        expect(other.page.locator(".tray-word")).to_have_text(
            "Der letzte Eintrag von Red ist zurückgenommen."
        )


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
        thumb.lose_network()
        thumb.page.locator(".told .die").first.tap()
        thumb.page.get_by_role("button", name="Ask the referee").tap()
        thumb.sees("Legal so far; the turn is not over")
        thumb.find_network()
