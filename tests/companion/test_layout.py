"""The smallest phone shows a whole game without scrolling: nothing is cut, covered or pushed aside."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.companion.hands import DARK, LIGHT, PHONE, TELEVISION, Hand, hand, keep_picture
from tests.companion.test_for_everyone import SETTLED, VIEWS, at_table, lit, twice_the_size
from tests.companion.test_looks import HIDDEN, OVERLAP
from tests.support import LiveServer

NAMES = ("Red", "Blue-Maximiliana", "שלום עולם")
LOCALES = ("en-GB", "de-DE")
OUTSIDE = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  return [...document.querySelectorAll(".felt *")].filter((each) => each.checkVisibility())
    .filter((each) => !each.closest(".unseen")).filter((each) => {
      const { left, right, bottom } = each.getBoundingClientRect();
      return left < felt.left || right > felt.right || bottom > felt.bottom;
    }).map((each) => each.outerHTML.slice(0, 90));
}"""
"""What on the felt does not lie on it."""
LINES = """([selector, most]) => [...document.querySelectorAll(selector)].filter((each) => {
  const words = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  const bottoms = new Set();
  while (words.nextNode()) {
    const part = document.createRange();
    part.selectNode(words.currentNode);
    for (const { bottom } of part.getClientRects()) bottoms.add(Math.round(bottom / 8));
  }
  return bottoms.size > most;
}).map((each) => each.textContent)"""
"""What is written in more lines than so many."""
TOUCHING = """() => {
  const tags = [...document.querySelectorAll(".die-tag")].map((each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    return words.getBoundingClientRect();
  });
  return tags.slice(1).filter(({ left }, at) => left < tags[at].right + 2).map(({ left }) => left);
}"""
"""The words below dice that lie on those before them."""
CUT_ENDS = """() => [...document.querySelectorAll(".seat .name")].filter((name) => {
  const words = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
  while (words.nextNode());
  const last = document.createRange();
  last.setStart(words.currentNode, words.currentNode.length - 1);
  last.setEnd(words.currentNode, words.currentNode.length);
  return last.getBoundingClientRect().right > name.getBoundingClientRect().right + 1;
}).map((name) => name.textContent)"""
"""The names at the table of which the last letter is cut off."""
MIDDLE = """(button) => {
  const words = document.createRange();
  words.selectNodeContents(button);
  const [inner, outer] = [words, button].map((each) => each.getBoundingClientRect());
  return Math.abs(inner.left + inner.right - outer.left - outer.right) / 2;
}"""
"""How far the words of a button are from its middle."""
NARROW_TARGETS = """() => [...document.querySelectorAll("main :is(button, a)")]
  .filter((target) => target.checkVisibility()).map((target) => {
  target.scrollIntoView({ block: "center" });
  const { left, top, width, height } = target.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const reach = (across, down) => {
    let far = 0;
    while (target.contains(document.elementFromPoint(x + far * across, y + far * down))) far += 1;
    return far;
  };
  return [target.outerHTML.slice(0, 80), reach(1, 0) + reach(-1, 0) - 1, reach(0, 1) + reach(0, -1) - 1];
}).filter(([, wide, high]) => wide < 44 || high < 44)"""
"""The targets of a game that a finger meets on less than 44 pixels, and on how many."""
BROKEN_FIGURES = """() => [
  ...document.querySelectorAll(".seat :is(.chips, .total, .thrown-score)"),
].filter((figure) => {
  const words = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
  const card = figure.closest(".seat").getBoundingClientRect();
  while (words.nextNode()) {
    if (words.currentNode.parentElement.closest(".unseen")) continue;
    const part = document.createRange();
    part.selectNode(words.currentNode);
    if (part.getClientRects().length > 1 || part.getBoundingClientRect().right > card.right) return true;
  }
  return false;
}).map((figure) => figure.textContent)"""
"""The figures on cards that stand in more than one line, or beyond the card."""
LOW = [(320, 568), (360, 640), (640, 360)]
SHELF = [(1024, 600), (1024, 768), (1180, 820), (1280, 720), (1366, 768), (1440, 900), (1920, 1080)]
"""Laptops, and tablets on their side."""
SIDE = [(640, 360), (844, 390), (915, 412), (1024, 420)]
"""Phones on their side, the last of them a folding one."""
TOO_HIGH = "document.documentElement.scrollHeight - innerHeight"
LATE_SPARE_TIME = "window.requestIdleCallback = (act) => void (window.spare = act);"
"""The browser finds spare time when it is told to, and what waits for it comes late."""
SHOW_HINTS = """async () => {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const { openStore } = await import(loaded.find((name) => name.endsWith("/joined/base.js")));
  await (await openStore({ name: "scorekeeper" })).setSetting("hint", true);
}"""


def fits(page: Page, name: str) -> list[Any]:
    """What is wrong with a game on this screen, by day and in the evening."""
    wrong: list[Any] = []
    for theme in (DARK, LIGHT):
        lit(page, theme)
        wrong += page.evaluate(HIDDEN, [".bar", ".felt", ".seats", ".acts", ".key"])
        wrong += page.evaluate(OUTSIDE)
        wrong += page.evaluate(OVERLAP, [".hand", ".felt"])
        wrong += page.evaluate(OVERLAP, [".banner:first-child", ".seat, .bar-title"])
        wrong += page.evaluate(
            LINES, [".thrown-score:not(.none), .die-tag, .slot-title, .tray-who .name, .seat .name", 1]
        )
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        keep_picture(page, f"{name}-{theme}")
        if wide > 0:
            wrong.append(f"{wide} too wide")
    return wrong


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("en-GB", "No network. Play on: what you enter is sent later."),
        ("de-DE", "Kein Netz. Spielt weiter: Gesendet wird später."),
    ],
)
def test_what_is_promised_without_a_network_takes_two_lines(
    browser: Browser, live_server: LiveServer, locale: str, told: str
) -> None:
    with hand(browser, live_server.url, size=(320, 568), locale=locale) as thumb:
        thumb.sit()
        thumb.lose_network()
        trouble = thumb.page.locator(".banner.grave")
        expect(trouble.locator("> span")).to_have_text(told)
        expect(trouble.get_by_role("button")).to_be_visible()
        assert thumb.page.evaluate(LINES, [".banner.grave > span", 2]) == []
        assert fits(thumb.page, f"no-network-{locale}") == []


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("width", [320, 360])
def test_a_game_with_long_names_and_a_banner_fits(
    browser: Browser, live_server: LiveServer, locale: str, width: int
) -> None:
    with hand(browser, live_server.url, size=(width, 640), locale=locale) as thumb:
        thumb.start("chips", NAMES)
        expect(thumb.page.locator(".banner")).to_be_visible()
        assert fits(thumb.page, f"opened-{locale}-{width}") == []
        thumb.throw(6, 5, 4, 6, 5)
        expect(thumb.page.locator(".die-tag")).to_have_count(3)
        assert thumb.page.evaluate(TOUCHING) == []
        assert fits(thumb.page, f"thrown-{locale}-{width}") == []
        thumb.act("stand")
        expect(thumb.page.locator(".leads .thrown-score")).to_have_text("11")
        assert fits(thumb.page, f"stood-{locale}-{width}") == []


@pytest.mark.parametrize("locale", LOCALES)
def test_a_computer_and_a_hint_leave_room_for_what_happened(
    browser: Browser, live_server: LiveServer, locale: str
) -> None:
    with hand(browser, live_server.url, locale=locale) as thumb:
        thumb.start("first-to-three")
        thumb.page.evaluate(SHOW_HINTS)
        computer = {"dice": "server"}
        seats = [{"name": "Red"}, *({"name": name, "computer": computer} for name in ("Teal", "Computer 2"))]
        thumb.visit(f"play/{thumb.opens(ruleset={'preset': 'first-to-three'}, seats=seats)}")
        thumb.page.wait_for_selector(".tray")
        expect(thumb.page.locator(".seat .computer")).to_have_count(2)
        thumb.roll(6, 5, 4, 6, 5, act="stand")
        thumb.act("throw")
        expect(thumb.page.locator(".computer-threw")).to_be_visible()
        thumb.page.wait_for_timeout(500)
        assert fits(thumb.page, f"computer-{locale}") == []


@pytest.mark.parametrize("locale", LOCALES)
def test_two_computers_are_told_apart_by_their_names_on_every_small_phone(
    browser: Browser, live_server: LiveServer, locale: str
) -> None:
    with hand(browser, live_server.url, size=LOW[0], locale=locale) as thumb:
        thumb.sit()
        computer = {"dice": "table"}
        seats = [
            {"name": "Red"},
            *({"name": name, "computer": computer} for name in ("Computer", "Computer 2")),
        ]
        thumb.visit(f"play/{thumb.opens(ruleset={'preset': 'first-to-three'}, seats=seats)}")
        expect(thumb.page.locator(".seat .computer")).to_have_count(2)
        for width, height in LOW:
            thumb.page.set_viewport_size({"width": width, "height": height})
            assert [name for name in thumb.page.evaluate(CUT_ENDS) if name != "Computer"] == []
            keep_picture(thumb.page, f"computers-{locale}-{width}")
        assert thumb.page.locator(".seat .name").all_text_contents() == ["Red", "Computer", "Computer 2"]


@pytest.mark.parametrize("size", LOW, ids=[f"{width}x{height}" for width, height in LOW])
def test_on_the_lowest_screens_a_roll_and_its_words_lie_above_the_hand(
    browser: Browser, live_server: LiveServer, size: tuple[int, int]
) -> None:
    with hand(browser, live_server.url, size=size, has_touch=True, is_mobile=True, locale="de-DE") as thumb:
        thumb.sit("chips", ("Red", "Blue", "Green"))
        for dice, act in (((6, 3, 3, 1, 2), "bank"), ((5, 4, 6, 2), "again"), ((), None)):
            thumb.throw(*dice)
            words = thumb.page.locator(".acts .act").first
            keep_picture(thumb.page, f"low-{size[0]}-{len(dice)}")
            assert words.evaluate(MIDDLE) < 2, words.inner_text()
            in_sight = [".tray-who", ".tray-beat", ".tray-tie", ".tray-roll", ".pot"]
            assert thumb.page.evaluate(HIDDEN, in_sight) == []
            assert thumb.page.evaluate(OVERLAP, [".hand", ".tray-head"]) == []
            if thumb.page.locator(".banner").count() == 0:
                assert thumb.page.evaluate(OVERLAP, [".hand", ".thrown .die, .die-tag > *, .tray-word"]) == []
            if act:
                thumb.act(act)


@pytest.mark.parametrize("size", [LOW[0], (568, 320)], ids=["320", "568"])
@pytest.mark.parametrize(("locale", "theme"), [("en-GB", LIGHT), ("de-DE", DARK)], ids=["en", "de"])
def test_the_lowest_screens_show_a_whole_game_without_a_network_too(
    browser: Browser, live_server: LiveServer, locale: str, theme: str, size: tuple[int, int]
) -> None:
    on_a_phone = {"has_touch": True, "is_mobile": True}
    with hand(browser, live_server.url, size=size, theme=theme, locale=locale, **on_a_phone) as thumb:
        thumb.sit("chips", ("Red", "Blue", "Green"))
        thumb.lose_network()
        page = thumb.page
        expect(page.locator(".banner.grave")).to_be_visible(timeout=30_000)
        for dice, act in (((6, 5, 4, 6, 5), "stand"), ((6, 6, 6, 6, 5), "bank"), ((4, 1, 1), None)):
            for thrown in ((), dice):
                thumb.throw(*thrown)
                keep_picture(page, f"no-network-{locale}-{size[0]}-{act}-{len(thrown)}")
                assert page.evaluate(TOO_HIGH) <= 0
                assert page.evaluate(HIDDEN, [".bar", ".felt", ".tray-word", ".acts", ".key"]) == []
                assert page.evaluate(OUTSIDE) == []
                assert page.evaluate(OVERLAP, [".hand", ".thrown .die, .die-tag > *, .tray-word"]) == []
            if act:
                thumb.act(act)


@pytest.mark.parametrize("locale", LOCALES)
def test_at_twice_the_text_size_the_dice_and_the_pad_are_in_view_together_on_the_lowest_screen(
    browser: Browser, live_server: LiveServer, locale: str
) -> None:
    with hand(browser, live_server.url, size=LOW[0], locale=locale) as thumb:
        thumb.sit("chips", ("Red", "Blue", "Green"))
        twice_the_size(thumb.page)
        thumb.page.reload()
        thumb.page.wait_for_selector(".key")
        for dice in ((), (6, 5, 4, 6, 1)):
            thumb.throw(*dice)
            keep_picture(thumb.page, f"twice-low-{locale}-{len(dice)}")
            assert thumb.page.evaluate(HIDDEN, [".tray-who", ".thrown .die", ".acts", ".key"]) == []
            assert thumb.page.evaluate(OVERLAP, [".hand", ".thrown .die, .die-tag > .icon"]) == []


@pytest.mark.parametrize("size", LOW[:2], ids=["320", "360"])
def test_a_roll_off_with_a_pot_and_a_long_name_leaves_the_last_words_in_sight(
    browser: Browser, live_server: LiveServer, size: tuple[int, int]
) -> None:
    with hand(browser, live_server.url, size=size, locale="de-DE") as thumb:
        thumb.sit("chips", ("Älteste Königinmutter Friederike-Wilhelmine", "Bo", "Cy"))
        for cargo in (6, 6, 1):
            thumb.roll(6, 5, 4, cargo, 2, act="stand")
        for _ in range(2):
            expect(thumb.page.locator(".tray-word")).to_contain_text("Bo stechen.")
            thumb.page.reload()
        keep_picture(thumb.page, f"roll-off-words-{size[0]}")
        # On the very lowest screen they come out from below the hand.
        assert size[0] == 320 or thumb.page.evaluate("scrollY") == 0
        assert thumb.page.evaluate(OVERLAP, [".hand", ".thrown .die, .tray-word"]) == []


@pytest.mark.parametrize("size", LOW[:2], ids=["320", "360"])
@pytest.mark.parametrize("preset", ["first-to-three", "voyage"])
@pytest.mark.parametrize("locale", LOCALES)
def test_a_banner_a_hint_and_advice_leave_the_last_words_in_sight(
    browser: Browser, live_server: LiveServer, locale: str, preset: str, size: tuple[int, int]
) -> None:
    last_words = [".hand", ".thrown .die, .die-tag > *, .hint-option, .tray-word"]
    with hand(browser, live_server.url, size=size, locale=locale) as thumb:
        thumb.sit(preset)
        thumb.page.evaluate(SHOW_HINTS)
        thumb.page.reload()
        expect(thumb.page.locator(".banner")).to_be_visible()
        for theme, act in ((DARK, "again"), (LIGHT, None)):
            lit(thumb.page, theme)
            if theme == DARK:
                thumb.throw(6, 5, 4, 2, 6)
            expect(thumb.page.locator(".hint-option").first).to_be_visible(timeout=60_000)
            keep_picture(thumb.page, f"low-hint-{size[0]}-{preset}-{locale}-{theme}")
            assert thumb.page.evaluate(OVERLAP, last_words) == []
            if act:
                thumb.act(act)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_banner_that_comes_late_does_not_push_the_last_words_below_the_hand(
    browser: Browser, live_server: LiveServer, theme: str
) -> None:
    with hand(browser, live_server.url, size=LOW[0], theme=theme) as thumb:
        thumb.page.add_init_script(LATE_SPARE_TIME)
        thumb.sit("voyage")
        thumb.page.evaluate(SHOW_HINTS)
        thumb.page.reload()
        thumb.throw(6, 5, 4, 2, 3)
        expect(thumb.page.locator(".hint-option")).to_have_count(4, timeout=60_000)
        expect(thumb.page.locator(".banner")).to_have_count(0)
        thumb.page.wait_for_function("() => window.spare")
        thumb.page.evaluate("window.spare()")
        expect(thumb.page.locator(".banner")).to_be_visible()
        thumb.page.evaluate(SETTLED)
        keep_picture(thumb.page, f"late-banner-{theme}")
        assert thumb.page.evaluate(OVERLAP, [".hand", ".thrown .die, .die-tag > *, .hint-option"]) == []


def test_no_figure_on_the_card_of_a_seat_is_broken_and_no_card_grows(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        page = thumb.page
        thumb.sit("critters", ("Ann", "Bob", "Cid", "Dora"))
        for dice in ((6, 6, 6), (1, 1, 1), (1, 1, 2), (1, 1, 3)):
            thumb.roll(*dice)
        high = page.locator(".seats").evaluate("(seats) => seats.offsetHeight")
        thumb.roll(6, 5, 4, 6, 6, act="stand")
        expect(page.locator(".leads .thrown-score")).to_have_text("12")
        for width in (320, 360, 390):
            page.set_viewport_size({"width": width, "height": 640})
            keep_picture(page, f"figures-{width}")
            assert page.evaluate(BROKEN_FIGURES) == [], width
            smallest = "(discs) => Math.min(...discs.map((disc) => disc.offsetWidth || 15))"
            assert page.locator(".seat .chip").evaluate_all(smallest) > 5, width
            assert page.locator(".pot .chip").evaluate("(disc) => disc.offsetWidth") == 15
            assert page.locator(".seats").evaluate("(seats) => seats.offsetHeight") == high, width


def test_a_finger_has_room_on_every_target_of_a_game(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        page = thumb.page
        narrow: list[Any] = []
        for preset, dice, waits in (("first-to-three", (6, 5, 4, 2, 3), ".thrown"), ("voyage", (), ".bank")):
            thumb.sit(preset)
            if preset == "voyage":
                thumb.roll(6, 5, 4, 2, 3, act="again")
            thumb.throw(*dice)
            expect(page.locator(f"{waits} button.die").first).to_be_visible()
            for width, height in (*LOW, *SIDE, SHELF[0], PHONE, (412, 915)):
                page.set_viewport_size({"width": width, "height": height})
                narrow += [(preset, width, *each) for each in page.evaluate(NARROW_TARGETS)]
        twice_the_size(page)
        page.set_viewport_size({"width": 320, "height": 640})
        page.reload()
        page.wait_for_selector(".key")
        narrow += [("twice", 320, *each) for each in page.evaluate(NARROW_TARGETS)]
        assert narrow == []


@pytest.mark.parametrize("locale", LOCALES)
def test_where_a_score_alone_is_taken_too_no_word_in_the_hand_is_broken(
    browser: Browser, live_server: LiveServer, locale: str
) -> None:
    with hand(browser, live_server.url, size=LOW[0], locale=locale) as thumb:
        thumb.sit()
        seats = [{"name": "Red"}, {"name": "Blue"}]
        game = thumb.opens(ruleset={"preset": "five-rounds"}, seats=seats, entry="dice_or_score")
        thumb.visit(f"play/{game}")
        thumb.page.wait_for_selector(".acts-due")
        high = thumb.page.locator(".acts").evaluate("(acts) => acts.offsetHeight")
        keep_picture(thumb.page, f"low-score-{locale}")
        assert high < 60, high
        wide = "(each) => each.scrollWidth - each.clientWidth"
        assert thumb.page.locator(".acts-due").evaluate(wide) <= 0


@pytest.mark.parametrize("hints", [False, True], ids=["alone", "hints"])
@pytest.mark.parametrize("locale", LOCALES)
def test_on_laptops_and_tablets_the_pad_is_in_view_and_stays_where_it_is_through_a_turn(
    browser: Browser, live_server: LiveServer, locale: str, hints: bool
) -> None:
    with hand(browser, live_server.url, size=SHELF[0], has_touch=True, locale=locale) as thumb:
        page = thumb.page
        thumb.sit("voyage", ("Red", NAMES[1]))
        if hints:
            page.evaluate(SHOW_HINTS)
            page.reload()
            page.wait_for_selector(".tray")
        wrong: list[Any] = []
        places: dict[tuple[int, int], set[str]] = {size: set() for size in SHELF + SIDE}
        for at, (dice, act) in enumerate(
            [
                ((), None),
                ((6, 5, 1, 1, 3), "bank"),
                ((4, 2, 6), "again"),
                ((), None),
                ((1, 1), "score"),
                ((), None),
            ]
        ):
            thumb.throw(*dice)
            if hints and dice[:1] == (4,):
                expect(page.locator(".hint-option").first).to_be_visible(timeout=60_000)
            for size in SHELF if hints else SHELF + SIDE:
                page.set_viewport_size({"width": size[0], "height": size[1]})
                wrong += [
                    (size, at, each) for each in page.evaluate(HIDDEN, [".acts", ".key", ".felt", ".seats"])
                ]
                wrong += [(size, at, each) for each in page.evaluate(OUTSIDE)]
                wrong += [(size, at, high) for high in [page.evaluate(TOO_HIGH)] if high > 0]
                wrong += [(size, at, each) for each in page.evaluate(OVERLAP, [".hand", ".felt"])]
                rows = "(dice) => new Set(dice.map((die) => Math.round(die.offsetTop))).size"
                assert page.locator(".thrown .die").evaluate_all(rows) == 1, size
                wrong += [(size, at, each) for each in page.evaluate(LINES, [".die-tag", 1])]
                places[size].add(str(page.locator(".pad").bounding_box()))
                if dice[:1] == (4,):
                    lit(page, (LIGHT, DARK)[hints])
                    keep_picture(page, f"shelf-{locale}-{size[0]}x{size[1]}{'-hints' * hints}")
            if act:
                thumb.act(act)
        assert wrong == []
        assert {size: seen for size, seen in places.items() if len(seen) > 1} == {}


def test_what_a_correction_would_change_is_brought_into_view(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("chips")
        thumb.roll(6, 5, 4, 3, 6, act="stand")
        thumb.wait_until_all_is_sent()
        VIEWS["correct"](thumb, f"play/{thumb.game_id}")
        head, sheet = thumb.page.locator(".changes h3"), thumb.page.locator(".sheet-head")
        expect(head).to_be_in_viewport(ratio=1)
        expect(thumb.page.locator("dialog .button.first").last).to_be_in_viewport(ratio=1)
        thumb.page.evaluate(SETTLED)
        above, below = [each.bounding_box() for each in (sheet, head)]
        assert above
        assert below
        assert above["y"] + above["height"] <= below["y"]


@pytest.mark.parametrize(("dice", "told"), [((6, 5, 4, 1, 1), "Legal so far"), ((5, 4, 3, 3, 1), "breaks")])
def test_a_verdict_is_brought_into_view(
    browser: Browser, live_server: LiveServer, dice: tuple[int, ...], told: str
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.visit("settle")
        thumb.throw(*dice)
        if told == "breaks":
            # The die is said to be banked.
            thumb.page.locator(".told .die").first.tap()
        thumb.page.get_by_role("button", name="Ask the referee").tap()
        head = thumb.page.locator(".verdict-head")
        expect(head).to_contain_text(told)
        expect(head).to_be_in_viewport(ratio=1)
        thumb.page.evaluate(SETTLED)
        above, below = [each.bounding_box() for each in (thumb.page.locator(".bar"), head)]
        assert above
        assert below
        assert above["y"] + above["height"] <= below["y"]


@pytest.mark.parametrize("locale", LOCALES)
def test_where_luck_is_told_no_column_is_cut_and_a_name_is_not_broken_within_a_word(
    browser: Browser, live_server: LiveServer, locale: str
) -> None:
    with hand(browser, live_server.url, locale=locale) as thumb:
        thumb.sit()
        goal = {"kind": "highest_total", "rounds": 1, "tie": "draw"}
        seats = [{"name": "Red"}, {"name": "Computer"}, {"name": "Annabel the Great of Westmoreland"}]
        thumb.visit(f"play/{thumb.opens(ruleset={'preset': 'five-rounds', 'goal': goal}, seats=seats)}")
        for cargo in (1, 2, 3):
            thumb.roll(6, 5, 4, cargo, 2, act="stand")
        thumb.visit(f"play/{thumb.game_id}/analysis")
        names = thumb.page.locator(".table-scroll th .name")
        expect(names).to_have_count(3, timeout=60_000)
        keep_picture(thumb.page, "luck")
        red, computer, _ = names.evaluate_all("(names) => names.map((name) => name.offsetHeight)")
        assert computer == red
        wide = "(each) => each.scrollWidth - each.clientWidth"
        assert thumb.page.locator(".table-scroll").evaluate(wide) <= 0
        assert thumb.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_on_its_side_a_phone_shows_the_last_dice_in_one_row_and_the_standings_beside_them(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url, size=(640, 360), has_touch=True, is_mobile=True) as thumb:
        thumb.sit()
        goal = {"kind": "highest_total", "rounds": 1, "tie": "draw"}
        seats = [{"name": "Red"}, {"name": "Blue"}]
        thumb.visit(f"play/{thumb.opens(ruleset={'preset': 'five-rounds', 'goal': goal}, seats=seats)}")
        for cargo in (1, 2):
            thumb.roll(6, 5, 4, cargo, 2, act="stand")
        dice = thumb.page.locator(".last-word .die")
        expect(dice).to_have_count(5)
        rows = dice.evaluate_all("(dice) => new Set(dice.map((die) => Math.round(die.offsetTop))).size")
        assert rows == 1
        expect(thumb.page.locator(".ended-standings h2")).to_be_in_viewport()
        keep_picture(thumb.page, "side-over")


def test_who_sits_a_roll_off_out_steps_back(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("chips", ("Red", "Blue", "Green"))
        for cargo in (6, 1, 6):
            thumb.roll(6, 5, 4, cargo, 2, act="stand")
        expect(thumb.page.locator(".banner.gold")).to_contain_text("Red and Green")
        expect(thumb.page.locator(".seat.away")).to_have_text(["2Bluesits out4 chips"])
        expect(thumb.page.locator(".seat:not(.away)").first).to_contain_text("Not played yet")
        table = thumb.kept()
        for width in (320, 360):
            thumb.page.set_viewport_size({"width": width, "height": 640})
            assert fits(thumb.page, f"sits-out-{width}") == []
        with hand(browser, live_server.url, size=TELEVISION, locale="de-DE") as wall:
            wall.visit(f"watch/{table['id']}#{table['key']}")
            expect(wall.page.locator(".standing", has_text="Blue")).to_contain_text("setzt aus")
            keep_picture(wall.page, "sits-out-wall")


@pytest.mark.parametrize("locale", LOCALES)
def test_at_twice_the_text_size_no_word_lies_on_another(
    browser: Browser, live_server: LiveServer, locale: str
) -> None:
    with hand(browser, live_server.url, locale=locale) as thumb:
        thumb.start("chips", NAMES)
        twice_the_size(thumb.page)
        thumb.page.reload()
        thumb.throw(6, 5, 4, 6, 1)
        expect(thumb.page.locator(".die-tag")).to_have_count(3)
        keep_picture(thumb.page, f"twice-tags-{locale}")
        assert thumb.page.evaluate(TOUCHING) == []
        assert thumb.page.evaluate(OVERLAP, [".die-tag > *", ".tray-beat, .tray-tie, .bank"]) == []


def wall_says(wall: Hand) -> tuple[str, bool]:
    """The sentence on the wall, and whether all of it is seen."""
    told = wall.page.locator(".wall-told")
    return told.inner_text(), told.evaluate("(each) => each.scrollHeight <= each.clientHeight + 1")


def test_the_wall_tells_its_news_in_full_and_from_the_start_in_every_language(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as host:
        host.start("chips", NAMES)
        host.roll(6, 5, 4, 6, 5, act="stand")
        table = host.kept()
        with hand(browser, live_server.url, size=TELEVISION, locale="de-DE") as wall:
            wall.visit(f"watch/{table['id']}#{table['key']}")
            expect(wall.page.locator(".wall-told")).to_contain_text("Red bleibt bei 11.")
            for cargo in (2, 3):
                host.roll(6, 5, 4, 1, cargo, act="stand")
            expect(wall.page.locator(".wall-told")).to_contain_text("Runde 2 beginnt")
            assert wall_says(wall)[1], wall_says(wall)
            near = """() => [...document.querySelectorAll(".standing")].map((each) => {
              const words = document.createRange();
              words.selectNodeContents(each.querySelector(".name"));
              const chip = each.querySelector(".token").getBoundingClientRect();
              return words.getBoundingClientRect().left - chip.right;
            })"""
            assert max(wall.page.evaluate(near)) < 30
            keep_picture(wall.page, "wall-news")


@pytest.mark.parametrize("locale", LOCALES)
def test_a_wall_shows_how_a_round_of_long_names_has_ended(
    browser: Browser, live_server: LiveServer, locale: str
) -> None:
    names = [f"{name} of the most distant sea" for name in ("Red", "Blue", "Green", "Gold")]
    with (
        hand(browser, live_server.url) as host,
        hand(browser, live_server.url, size=(1024, 768), locale=locale) as wall,
    ):
        host.sit()
        rules = {"preset": "chips", "round": {"tie": "carry"}}
        host.visit(f"play/{host.opens(ruleset=rules, seats=[{'name': name} for name in names])}")
        host.page.wait_for_selector(".pad")
        table = host.kept()
        wall.visit(f"watch/{table['id']}#{table['key']}")
        wall.page.wait_for_selector(".wall .standing")
        for _ in names:
            host.roll(6, 5, 4, 1, 2, act="stand")
        told = "the pot of 4 chips stays" if locale == "en-GB" else "der Pott von 4 Chips bleibt"
        for _ in range(2):
            expect(wall.page.locator(".wall-told")).to_contain_text(told)
            keep_picture(wall.page, f"wall-tied-{locale}")
            assert wall_says(wall)[1], wall_says(wall)
            wall.page.reload()


def test_an_invite_for_one_player_shows_nothing_to_scan_before_it_is_known_for_whom(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.start("chips")
        at_table("Invite others", "img.qr")(thumb, "")
        thumb.page.locator("label").filter(has_text="enter for one player").click()
        expect(thumb.page.locator(".qr-place, .code-shown")).to_have_count(0)
        thumb.page.get_by_label("For whom?").select_option("Red")
        expect(thumb.page.locator("img.qr")).to_be_visible()
