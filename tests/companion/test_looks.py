"""What is written can be read: words on felt, and names of any length and script at any size of the text."""

from __future__ import annotations

import base64

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.companion.hands import DARK, LIGHT, PHONE, TELEVISION, Hand, dressed, hand, keep_picture
from tests.companion.test_endings import OVER, wall_of
from tests.companion.test_for_everyone import VIEWS, WIDER, barriers, lit, twice_the_size
from tests.support import LiveServer

BRIGHTEST = """async (png) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const [width, height] = [image.width, image.height].map((size) => Math.floor(size / 8));
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(image, 0, 0, width, height);
  const { data } = canvas.getImageData(3, 3, width - 6, height - 6);
  const linear = (part) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const weights = [0.2126, 0.7152, 0.0722];
  const lightAt = (place) =>
    weights.reduce((sum, weight, at) => sum + weight * linear(data[4 * place + at]), 0);
  return Math.max(...Array.from({ length: data.length / 4 }, (_, place) => lightAt(place)));
}"""
"""The luminance (WCAG 2.2) of the brightest place of a picture, each as large as a letter's stroke."""
BARE_FELT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("body :not(.felt, :has(.felt)) { visibility: hidden !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
"""Nothing else is to be seen, whatever comes later."""
INKS = """() => ["--gold", "--cream", "--cream-quiet"].map((name) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim())"""
NAMES = (
    "Donaudampfschifffahrtsgesellschaftskapitaenswitwenrentenamt1",
    "🦜🏴‍☠️⚓🦜🏴‍☠️⚓🦜🏴‍☠️⚓🦜🏴‍☠️⚓",
    "قبطانالسفينةالطويلةجداالذيلايستطيعأحدأنيلفظاسمهعلىالطاولة",
)
"""Sixty letters without a space, drawings, and from right to left."""


def at_rest(place: Locator) -> bytes:
    """A picture of a place that has not moved meanwhile."""
    while True:
        before = place.bounding_box()
        with dressed(place.page):
            picture = place.screenshot()
        if place.bounding_box() == before:
            return picture


def luminance(colour: str) -> float:
    """Of `#rrggbb`, by WCAG 2.2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("size", [PHONE, TELEVISION], ids=["phone", "television"])
def test_what_is_written_on_felt_has_a_contrast_of_four_and_a_half(
    browser: Browser, live_server: LiveServer, size: tuple[int, int]
) -> None:
    with hand(browser, live_server.url, size=size, has_touch=True) as thumb:
        thumb.sit("five-rounds")
        thumb.page.evaluate(BARE_FELT)
        for theme in (LIGHT, DARK):
            lit(thumb.page, theme)
            picture = base64.b64encode(at_rest(thumb.page.locator(".felt"))).decode()
            blank = thumb.page.context.new_page()
            felt = blank.evaluate(BRIGHTEST, picture)
            blank.close()
            inks = {ink: (luminance(ink) + 0.05) / (felt + 0.05) for ink in thumb.page.evaluate(INKS)}
            assert min(inks.values()) >= 4.5, inks


def check(thumb: Hand, game: str, how: str) -> dict[str, list[str]]:
    """Views that show names, and what sticks out of each."""
    found = {}
    for name in ("play", "thrown", "seat", "menu", "turns", "turn", "correct", "disputes"):
        VIEWS[name](thumb, game)
        keep_picture(thumb.page, f"names-{name}-{how}")
        if wider := thumb.page.evaluate(WIDER):
            found[f"{name}, {how}"] = wider
    return found


def test_names_of_any_length_and_script_have_room(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as thumb:
        thumb.sit("critters", NAMES)
        for dice in ((6, 6, 6), (1, 1, 1), (1, 1, 2), (6, 5, 4, 3, 6)):
            thumb.roll(*dice)
        game = f"play/{thumb.game_id}"
        sticking_out = check(thumb, game, "once")
        thumb.visit(game)
        expect(thumb.page.locator(".pad .key").last).to_be_in_viewport(ratio=0.9)
        with wall_of(browser, thumb) as wall:
            keep_picture(wall.page, "names-wall")
            assert wall.page.evaluate(OVER) == []
            twice_the_size(thumb.page)
            sticking_out |= check(thumb, game, "twice")
            thumb.sweep()
            thumb.visit(game)
            for dice in ((6, 5, 4, 1, 1), (6, 5, 4, 1, 1)):
                thumb.roll(*dice)
            expect(thumb.page.locator(".last-word .die")).to_have_count(5)
            keep_picture(thumb.page, "names-over-twice")
            sticking_out["over"] = thumb.page.evaluate(WIDER)
            expect(wall.page.locator(".ended-who")).to_be_visible()
            keep_picture(wall.page, "names-wall-over")
            assert wall.page.evaluate(OVER) == []
        assert {where: parts for where, parts in sticking_out.items() if parts} == {}, sticking_out


HIDDEN = """(selectors) => [...document.querySelectorAll(selectors.join())].filter((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
}).map((each) => each.className)"""
"""What of some parts is not in view."""
OVERLAP = """([one, other]) => [...document.querySelectorAll(one)].flatMap((first) =>
  [...document.querySelectorAll(other)].filter((second) => {
    const [a, b] = [first, second].map((each) => each.getBoundingClientRect());
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  }).map((second) => `${first.textContent} on ${second.textContent}`))"""
"""Which parts lie on which others."""
LONG = ("Sailor with a name as long as a rope", "שלום עולם")


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_trouble_can_be_read_without_a_tap_and_its_way_out_is_there(
    browser: Browser, live_server: LiveServer, locale: str
) -> None:
    with hand(browser, live_server.url, locale=locale) as thumb:
        thumb.sit("chips", ("Red", "Blue", "Green", "Gold"))
        page = thumb.page
        expect(page.locator(".banner")).to_have_count(1)
        thumb.lose_network()
        trouble = page.locator(".banner.grave")
        expect(trouble).to_be_visible()
        for size in ((360, 640), (640, 360)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            lines = trouble.locator("span").first
            assert lines.evaluate("(each) => each.scrollHeight <= each.clientHeight + 1"), lines.inner_text()
            assert page.evaluate(HIDDEN, [".grave", ".grave .button", ".acts", ".key"]) == []
            assert page.evaluate(OVERLAP, [".grave", ".seat, .icon-button, .key"]) == []
            count = "(each) => getComputedStyle(each, '::after').content"
            assert "counter" in page.locator(".banners-toggle").evaluate(count)
            assert barriers(page) == []
            keep_picture(page, f"trouble-{locale}-{size[0]}")
        # The button is not below what opens the whole text.
        trouble.locator(".button").tap()
        expect(page.locator(".banners.open")).to_have_count(0)


@pytest.mark.parametrize("size", [(640, 360), (740, 360), (844, 390)], ids=["640", "740", "844"])
def test_on_a_phone_on_its_side_a_roll_is_entered_without_scrolling(
    browser: Browser, live_server: LiveServer, size: tuple[int, int]
) -> None:
    with hand(browser, live_server.url, size=size, has_touch=True, is_mobile=True, locale="de-DE") as thumb:
        thumb.sit("chips", ("Red", "Blue", "Green", "Gold"))
        thumb.throw(6, 5, 4, 1, 2)
        needed = [".tray-head", ".bank .die", ".thrown .die", ".die-tag", ".acts", ".key", ".seats"]
        assert thumb.page.evaluate(HIDDEN, needed) == []
        assert thumb.page.evaluate(OVERLAP, [".hand", ".tray, .seat"]) == []
        assert barriers(thumb.page) == []
        keep_picture(thumb.page, f"side-{size[0]}")


def test_a_long_name_gives_way_to_the_total_and_no_word_lies_on_another(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url, locale="de-DE") as thumb:
        page = thumb.page
        thumb.sit("voyage", LONG)
        thumb.roll(6, 5, 4, 2, 6, act="again")
        page.locator(".bank button").last.tap()
        expect(page.locator(".bank .die-tag")).to_be_visible()
        assert page.evaluate(OVERLAP, [".bank .die-tag", ".tray-head p, .slot-title"]) == []
        keep_picture(page, "names-hold")
        thumb.act("stand")
        total = page.locator(".beat-rest")
        expect(total).to_contain_text("8")
        assert page.evaluate(OVERLAP, [".beat-rest", ".beat-who .name, .tray-tie, .tray-who"]) == []
        assert page.evaluate(
            """() => document.querySelector(".beat-rest").getBoundingClientRect().bottom
              <= document.querySelector(".tray-beat").getBoundingClientRect().bottom + 1"""
        )
        near = page.evaluate("""() => {
          const words = document.createRange();
          words.selectNodeContents(document.querySelector(".tray-who .name"));
          return words.getBoundingClientRect().left
            - document.querySelector(".tray-who .token").getBoundingClientRect().right;
        }""")
        assert 0 < near < 16, near
        keep_picture(page, "names-behind")


def test_at_twice_the_text_size_the_dice_that_are_due_and_the_pad_are_seen_together(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url, locale="de-DE") as thumb:
        thumb.sit("five-rounds", LONG)
        twice_the_size(thumb.page)
        thumb.page.reload()
        for dice in ((), (6, 5), (3, 1, 1)):
            thumb.throw(*dice)
            # Where its last words can't be seen beside the dice, the page stays where it is.
            assert thumb.page.evaluate("scrollY") == 0
            assert thumb.page.evaluate(HIDDEN, [".thrown .die", ".acts", ".key"]) == []
            assert thumb.page.evaluate(OVERLAP, [".hand", ".thrown .die"]) == []
        keep_picture(thumb.page, "twice-thrown")
        outside = """() => document.querySelector(".tray-word").getBoundingClientRect().bottom
          - document.querySelector(".felt").getBoundingClientRect().bottom"""
        assert thumb.page.evaluate(outside) <= 0
        assert thumb.page.evaluate(WIDER) == []
        thumb.act("bank")
        assert thumb.page.evaluate(HIDDEN, [".thrown .die", ".tray-word", ".acts", ".key"]) == []
        assert thumb.page.evaluate(OVERLAP, [".hand", ".thrown .die, .tray-word"]) == []
        keep_picture(thumb.page, "twice-told")
