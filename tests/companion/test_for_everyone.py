"""For everyone: no barrier that axe knows of on any view, in both themes; keys alone play a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect

from tests.companion.hands import DARK, LIGHT, PHONE, TELEVISION, Hand, dressed, hand, keep_picture
from tests.support import LiveServer

LONG = "Ambér 🌊 of the very long name that nobody at the table can say"
ARABIC = "شجاعت"
STANDARD = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}


FIND_BARRIERS = """async (standard) => (await axe.run(standard)).violations.flatMap(({ id, nodes }) =>
  nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(-300)}`))"""
"""All that passes is left in the page: to bring it here took longer than to find it."""
SETTLED = """async () => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const moving = () => document.getAnimations()
    .filter((each) => each.effect.getTiming().iterations !== Infinity && each.playState !== "finished");
  for (let still = 0; still < 2; still += 1) {
    await frame();
    const running = moving();
    if (running.length) still = -1;
    await Promise.allSettled(running.map((each) => each.finished));
  }
}"""
"""Two frames in a row in which nothing moves: what ends may set off something else."""


def lit(page: Page, theme: str) -> None:
    """By day or in the evening, once the page has heard of it."""
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    expect(page.locator(f"html[data-theme={theme}]")).to_have_count(1)


def barriers(page: Page) -> list[str]:
    """What axe finds, in a line each."""
    # Colours are judged when nothing fades in any more.
    page.evaluate(SETTLED)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    with dressed(page):
        found: list[str] = page.evaluate(FIND_BARRIERS, STANDARD)
    return found


def seen_by_day_and_night(screen: Hand, name: str) -> list[str]:
    """What is kept as pictures, and what axe finds."""
    found = []
    for theme in (DARK, LIGHT):
        lit(screen.page, theme)
        found += barriers(screen.page)
        keep_picture(screen.page, f"{name}-{theme}")
    return found


def open_game(thumb: Hand) -> str:
    thumb.sit("chips", ("Red", ARABIC, LONG[:60], "Gold", "Teal"))
    thumb.roll(6, 5, 4, 3, 6, act="stand")
    thumb.roll(6, 5, 1, 1, 2)
    return f"play/{thumb.game_id}"


def on_sheet(selector: str) -> Callable[[Hand, str], None]:
    def show(thumb: Hand, game: str) -> None:
        thumb.visit(game)
        thumb.page.locator(selector).first.click()
        thumb.page.wait_for_selector("dialog[open]")

    return show


def at(path: str, ready: str = "main") -> Callable[[Hand, str], None]:
    def show(thumb: Hand, game: str) -> None:
        thumb.visit(
            path.replace("GAME", game).replace("TABLE", thumb.kept()["id"] if "TABLE" in path else "")
        )
        thumb.page.wait_for_selector(ready)

    return show


def thrown(thumb: Hand, game: str) -> None:
    thumb.sweep()
    thumb.visit(game)
    thumb.throw(4, 4, 1)


def corrected(thumb: Hand, game: str) -> None:
    at("GAME/turns/1", ".turn-roll")(thumb, game)
    thumb.page.get_by_role("button", name="Correct").first.click()
    thumb.page.locator("dialog .told-dice .die").nth(4).click()
    thumb.page.locator("dialog .pad .key").nth(1).click()
    thumb.page.get_by_role("button", name="See what would change").click()
    thumb.page.wait_for_selector(".changes")


def judged(thumb: Hand, game: str) -> None:
    at("settle", ".told")(thumb, game)
    for face in (5, 4, 3, 3, 1):
        thumb.page.locator(f'.pad .key[data-face="{face}"]').click()
    thumb.page.locator(".told .die").first.click()
    thumb.page.get_by_role("button", name="Ask the referee").click()
    thumb.page.wait_for_selector(".verdict")


def gone(thumb: Hand, game: str) -> None:
    at("play/game_none", ".trouble")(thumb, game)
    thumb.forgive("404")


def house_rules(thumb: Hand, game: str) -> None:
    at("new", ".preset")(thumb, game)
    thumb.page.get_by_role("button", name="House rules").click()
    thumb.page.wait_for_selector(".read-out li")


def with_computer(thumb: Hand, game: str) -> None:
    at("new", ".preset")(thumb, game)
    thumb.page.get_by_role("button", name="Player 2 is the computer").click()
    thumb.page.wait_for_selector(".thrower")


def computer_plays(thumb: Hand, game: str) -> None:
    """The server has thrown for a computer, and is to throw for another one."""
    computer = {"dice": "server"}
    seats = [{"name": "Teal", "computer": computer}, {"name": "Plum", "computer": computer}]
    ruleset = {"preset": "chips", "turn": {"rolls": 1}}
    thumb.visit(f"play/{thumb.opens(ruleset=ruleset, seats=seats)}")
    thumb.act("throw")
    thumb.page.wait_for_selector(".by-server")


def with_saved(thumb: Hand, game: str) -> None:
    """A new game at a table that has saved house rules, one of them chosen."""
    short = {"preset": "five-rounds", "goal": {"kind": "highest_total", "rounds": 1, "tie": "draw"}}
    thumb.asks("POST", "rulesets", {"name": LONG[:60], "ruleset": short})
    at("new?table=TABLE", ".saved")(thumb, game)
    thumb.page.locator(".saved-choice").first.click()
    thumb.page.locator(".saved").first.scroll_into_view_if_needed()


def saved_sheet(thumb: Hand, game: str) -> None:
    at("new?table=TABLE", ".saved")(thumb, game)
    thumb.page.locator(".saved .icon-button").first.click()
    thumb.page.get_by_role("button", name="Delete these rules").click()


def at_table(button: str, ready: str) -> Callable[[Hand, str], None]:
    def show(thumb: Hand, game: str) -> None:
        at("table/TABLE", ".games")(thumb, game)
        thumb.page.get_by_role("button", name=button).click()
        thumb.page.wait_for_selector(f"dialog {ready}")

    return show


def for_one(thumb: Hand, game: str) -> None:
    at_table("Invite others", "img.qr")(thumb, game)
    thumb.page.locator("label").filter(has_text="enter for one player").click()
    thumb.page.get_by_label("For whom?").select_option("Red")
    thumb.page.wait_for_selector("img.qr")


def late(thumb: Hand, game: str) -> None:
    on_sheet('.bar [aria-label="Menu"]')(thumb, game)
    thumb.page.get_by_role("button", name="Somebody joins late").click()
    thumb.page.locator("label").filter(has_text="The computer plays the seat").click()


def analysed(thumb: Hand, game: str) -> None:
    goal = {"kind": "highest_total", "rounds": 1, "tie": "draw"}
    seats = [{"name": "Red"}, {"name": ARABIC}, {"name": LONG[:60]}]
    thumb.visit(f"play/{thumb.opens(ruleset={'preset': 'five-rounds', 'goal': goal}, seats=seats)}")
    for cargo in (1, 2, 3):
        thumb.roll(6, 5, 4, cargo, 2, act="stand")
    thumb.visit(f"play/{thumb.game_id}/analysis")
    thumb.page.wait_for_selector(".curve .line", timeout=60_000)


VIEWS: dict[str, Callable[[Hand, str], None]] = {
    "home": at("", ".tables"),
    "new": at("new", ".preset"),
    "new-with-computer": with_computer,
    "house-rules": house_rules,
    "saved-rules": with_saved,
    "saved-sheet": saved_sheet,
    "play": at("GAME", ".tray"),
    "thrown": thrown,
    "seat": on_sheet(".seat.current"),
    "menu": on_sheet('.bar [aria-label="Menu"]'),
    "late": late,
    "turns": at("GAME/turns", ".turn-line"),
    "turn": at("GAME/turns/1", ".turn-roll"),
    "correct": corrected,
    "disputes": at("GAME/disputes"),
    "table": at("table/TABLE", ".games"),
    "invite": for_one,
    "forget": at_table("Forget this table", ".danger"),
    "settle": judged,
    "settings": at("settings"),
    "join": at("join"),
    "recover": at("recover"),
    "watch": at("watch/TABLE", ".wall .bank"),
    "gone": gone,
    "computer-plays": computer_plays,
    "analysis": analysed,
}  # fmt: skip


CRAMPED = """() => [...document.querySelectorAll("button, a[href], input, select, summary")]
  .filter((each) => each.checkVisibility())
  .filter((each) => !each.closest(".thrown, .told-dice, .cargo-dice"))
  .filter((each) => each.closest("p:not(.banner)")?.textContent.trim() === each.textContent.trim()
    || !each.closest("p:not(.banner)"))
  .map((each) => [each, (each.closest("label") ?? each).getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
  .map(([each, box]) => `${each.outerHTML.slice(0, 90)} is ${box.width} × ${box.height}`)"""
ON_TELEVISION = ("thrown", "watch")


def check_views(thumb: Hand, names: Iterable[str], where: str) -> dict[str, list[str]]:
    """Show each view, by day and in the evening; what is wrong with each."""
    found: dict[str, list[str]] = {}
    game = open_game(thumb)
    for name in names:
        VIEWS[name](thumb, game)
        for theme in (DARK, LIGHT):
            lit(thumb.page, theme)
            if problems := barriers(thumb.page):
                found[f"{name}, {theme}"] = problems
            keep_picture(thumb.page, f"{name}-{where}-{theme}")
        if where == "phone" and name != "watch" and (cramped := thumb.page.evaluate(CRAMPED)):
            found[f"{name}, for a thumb"] = cramped
    return found


def test_no_view_of_the_phone_has_a_barrier_and_all_is_large_enough_for_a_thumb(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        assert check_views(thumb, VIEWS, "phone") == {}


def test_no_view_of_a_large_screen_has_a_barrier(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url, size=TELEVISION, has_touch=True) as thumb:
        assert check_views(thumb, ON_TELEVISION, "television") == {}


def test_keys_alone_play_a_whole_game(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url, size=(1024, 768), has_touch=False) as thumb:
        thumb.visit("new")
        press = thumb.page.keyboard.press
        thumb.page.wait_for_selector(".preset")
        tab_to(thumb.page, ".player input")
        thumb.page.keyboard.type("Red")
        press("Enter")
        thumb.page.keyboard.type("Blue")
        tab_to(thumb.page, ".preset input")
        for _ in range(4):
            press("ArrowDown")
        tab_to(thumb.page, ".go button")
        press("Enter")
        thumb.page.wait_for_selector(".tray")
        for roll in ("666", "111"):
            enter_by_keys(thumb, roll)
        for roll in ("65436", "", "65411"):
            enter_by_keys(thumb, roll)
        expect(thumb.page.locator(".ended-who")).to_contain_text("Red wins")


def test_enter_after_clicks_on_the_faces_does_the_first_thing_and_on_a_key_that_was_tabbed_to_presses_it(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url, size=(1024, 768), has_touch=False) as thumb:
        thumb.sit("first-to-three")
        keys, before = thumb.page.locator(".pad .key"), thumb.where()
        for face in (6, 5, 1, 1, 3):
            keys.nth(face - 1).click()
        thumb.page.locator(".erase").click()
        keys.nth(1).click()
        thumb.page.keyboard.press("Enter")
        thumb.page.wait_for_function(
            "(was) => document.querySelector('main').dataset.turn !== was", arg=before
        )
        assert thumb.due() == 3
        tab_to(thumb.page, '.pad .key[data-face="3"]')
        thumb.page.keyboard.press("Enter")
        expect(thumb.page.locator(".thrown .die:not(.empty)")).to_have_count(1)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something is reached."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    pytest.fail(f"Tab does not reach {selector}")


def enter_by_keys(thumb: Hand, digits: str) -> None:
    if not digits:
        return
    before = thumb.where()
    thumb.page.keyboard.type(digits)
    thumb.page.keyboard.press("Enter")
    thumb.page.wait_for_function("(was) => document.querySelector('main').dataset.turn !== was", arg=before)


WIDER = """() => {
  const page = document.querySelector("dialog[open]") ?? document.documentElement;
  if (page.scrollWidth <= page.clientWidth) return [];
  return [...page.querySelectorAll("*")]
    .filter((each) => !each.closest(".seats > *"))
    .filter((each) => each.getBoundingClientRect().right > page.clientWidth + 1)
    .map((each) => each.outerHTML.slice(0, 120));
}"""


TWICE = (
    "play", "thrown", "new", "new-with-computer", "home", "table", "turns", "settle", "seat", "house-rules",
    "saved-rules", "invite", "computer-plays",
)  # fmt: skip


TWICE_THE_SIZE = """{
  const larger = new CSSStyleSheet();
  larger.replaceSync("html { font-size: 200%; }");
  document.adoptedStyleSheets.push(larger);
}"""


def twice_the_size(page: Page) -> None:
    """As for somebody who has set the text of the browser to twice its size: from the next view on."""
    page.add_init_script(TWICE_THE_SIZE)


def test_nothing_is_cut_off_at_twice_the_text_size(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        game = open_game(thumb)
        twice_the_size(thumb.page)
        cut_off: dict[str, list[str]] = {}
        for name in TWICE:
            VIEWS[name](thumb, game)
            keep_picture(thumb.page, f"{name}-twice")
            if wider := thumb.page.evaluate(WIDER):
                cut_off[name] = wider
        assert cut_off == {}


def test_twenty_players_have_room(browser: Browser, live_server: LiveServer) -> None:
    names = [f"Sailor {number}" for number in range(1, 21)]
    with hand(browser, live_server.url) as thumb:
        thumb.sit("chips", names)
        for _ in range(3):
            thumb.roll(6, 5, 4, 1, 2, act="stand")
        expect(thumb.page.locator(".seat.current")).to_be_in_viewport()
        assert thumb.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        keep_picture(thumb.page, "twenty")
        table = thumb.kept()
    with hand(browser, live_server.url, size=TELEVISION) as wall:
        wall.visit(f"watch/{table['id']}#{table['key']}")
        wall.page.wait_for_selector(".wall .standing")
        keep_picture(wall.page, "twenty-wall")
        expect(wall.page.locator(".wall .standing").last).to_be_in_viewport(ratio=1)


def test_one_sentence_is_spoken_for_each_event(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("first-to-three")
        spoken = thumb.page.locator("#spoken")
        thumb.roll(6, 3, 3, 1, 2)
        expect(spoken).to_contain_text("Red banked the ship. 4 dice to roll.")
        thumb.roll(5, 4, 6, 3, act="stand")
        expect(spoken).to_contain_text("Red scores 9.")
