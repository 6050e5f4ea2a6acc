"""Keep or roll again: a hint is there for those who want it, where the host has not forbidden it."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.companion.hands import Hand, hand, keep_picture
from tests.support import LiveServer, http


def want_hints(thumb: Hand) -> None:
    thumb.visit("settings")
    thumb.choose("Hint: keep or roll again")


def test_a_hint_says_what_each_choice_is_worth(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        want_hints(thumb)
        thumb.sit("voyage")
        thumb.throw(6, 5, 4, 2, 6)
        hint = thumb.page.locator(".hint")
        expect(hint.locator(".hint-option")).to_have_count(4, timeout=60_000)
        before = hint.inner_text()
        assert re.search(r"keep the 6\s+[\d.]+%", before)
        expect(hint.locator(".best")).to_contain_text("keep the 6")
        thumb.act("again")
        # The same choice, asked about the game as it is recorded now.
        expect(hint.locator(".hint-option")).to_have_count(4, timeout=60_000)
        assert hint.inner_text() == before


def test_how_it_went_is_shown_when_the_game_is_over(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("critters")
        for dice in ((6, 6, 6), (1, 1, 1)):
            thumb.roll(*dice)
        thumb.roll(6, 5, 4, 3, 1, act="stand")
        thumb.roll(6, 5, 4, 5, 2, act="stand")
        thumb.page.get_by_role("link", name="Curve and luck").tap()
        thumb.page.wait_for_selector(".curve .line", timeout=60_000)
        expect(thumb.page.locator(".curve .line")).to_have_count(2)
        expect(thumb.page.locator(".turning")).to_contain_text("100% after")
        expect(thumb.page.locator(".turning small").first).to_have_text(
            re.compile(r"in round 1, as \w+ played")
        )
        luck = thumb.page.locator(".table-scroll").inner_text()
        assert re.search("\N{MINUS SIGN}[0-9]", luck), luck
        assert "-" not in luck
        keep_picture(thumb.page, "how-it-went")


def test_chips_that_are_owed_have_a_minus_sign(browser: Browser, live_server: LiveServer) -> None:
    stakes = {"ante": 2, "per": "round", "chips": None}
    with hand(browser, live_server.url) as thumb:
        thumb.sit()
        rules = {"preset": "first-to-three", "stakes": stakes}
        game = thumb.opens(ruleset=rules, seats=[{"name": "Green"}, {"name": "Gold"}])
        thumb.visit(f"play/{game}")
        expect(thumb.page.locator(".seat .chips")).to_have_count(2)
        for chips in thumb.page.locator(".seat .chips").all():
            expect(chips).to_have_text("\N{MINUS SIGN}2 chips")


def test_a_seat_that_joined_late_has_its_line_from_there_on(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("first-to-three")
        thumb.roll(6, 5, 4, 1, 1, act="stand")
        key = {"Authorization": f"Bearer {thumb.kept()['key']}"}
        game = f"{thumb.url}/v1/games/{thumb.game_id}"
        joins = {"entry_id": "0195c0de-0000-7000-8000-00000000000a", "kind": "join", "name": "Green"}
        joined = http.post(f"{game}/batch", json={"entries": [joins]}, headers=key)
        assert joined.json()["results"][0]["status"] == "recorded", joined.text
        expect(thumb.page.locator(".seat")).to_have_count(3)
        thumb.roll(6, 5, 4, 1, 2, act="stand")
        for dice in ([6, 5, 4, 6, 6], [6, 5, 4, 1, 1], [6, 5, 4, 1, 2]):
            thumb.roll(*dice, act="stand")
        thumb.visit(f"play/{thumb.game_id}/analysis")
        lines = thumb.page.locator(".curve .line")
        expect(lines).to_have_count(3, timeout=60_000)
        starts = [re.match(r"M([\d.]+) [\d.]+L", line.get_attribute("d") or "") for line in lines.all()]
        at = [float(start[1]) for start in starts if start]
        assert at[:2] == [0, 0]
        assert at[2] > 0
        label = thumb.page.locator(".curve").get_attribute("aria-label") or ""
        assert re.search(r"Green: from (?!0% to 0%)", label.translate({0x2068: None, 0x2069: None})), label


def test_nobody_is_told_who_does_not_ask(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        asked: list[str] = []
        thumb.page.on("request", lambda request: asked.append(request.url))
        thumb.sit("voyage")
        thumb.roll(6, 5, 4, 2, 6, act="again")
        assert [url for url in asked if "advice" in url] == []


def test_a_host_forbids_hints_for_everybody(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        want_hints(thumb)
        asked: list[str] = []
        thumb.page.on("request", lambda request: asked.append(request.url))
        thumb.visit("new")
        thumb.page.wait_for_selector(".preset")
        for at, name in enumerate(("Red", "Blue")):
            thumb.page.locator(".player input").nth(at).fill(name)
        thumb.choose("Hints are allowed", on=False)
        thumb.page.locator(".go button[type=submit]").click()
        thumb.page.wait_for_selector(".pad")
        thumb.throw(6, 5, 4, 2, 6)
        expect(thumb.page.locator(".acts .act")).to_have_count(2)
        assert [url for url in asked if "advice" in url] == []
        expect(thumb.page.locator(".hint")).to_have_count(0)
