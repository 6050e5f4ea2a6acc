"""What is written can be read: words on felt, and names of any length and script at any size of the text."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.companion.hands import DARK, LIGHT, PHONE, TELEVISION, Hand, hand, keep_picture
from tests.companion.test_endings import OVER, wall_of
from tests.companion.test_for_everyone import VIEWS, WIDER, lit, twice_the_size
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
BARE_FELT = (
    """() => document.querySelectorAll(".felt > *").forEach((each) => (each.style.visibility = "hidden"))"""
)
INKS = """() => ["--gold", "--cream", "--cream-quiet"].map((name) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim())"""
NAMES = (
    "Donaudampfschifffahrtsgesellschaftskapitaenswitwenrentenamt1",
    "🦜🏴‍☠️⚓🦜🏴‍☠️⚓🦜🏴‍☠️⚓🦜🏴‍☠️⚓",
    "قبطانالسفينةالطويلةجداالذيلايستطيعأحدأنيلفظاسمهعلىالطاولة",
)
"""Sixty letters without a space, drawings, and from right to left."""


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
        thumb.start("five-rounds")
        thumb.page.evaluate(BARE_FELT)
        for theme in (LIGHT, DARK):
            lit(thumb.page, theme)
            picture = base64.b64encode(thumb.page.locator(".felt").screenshot()).decode()
            blank = thumb.page.context.new_page()
            felt = blank.evaluate(BRIGHTEST, picture)
            blank.close()
            inks = {ink: (luminance(ink) + 0.05) / (felt + 0.05) for ink in thumb.page.evaluate(INKS)}
            assert min(inks.values()) >= 4.5, inks


def check(thumb: Hand, game: str, how: str, folder: Path) -> dict[str, list[str]]:
    """Views that show names, and what sticks out of each."""
    found = {}
    for name in ("play", "thrown", "seat", "menu", "turns", "turn", "correct", "disputes"):
        VIEWS[name](thumb, game)
        keep_picture(thumb.page, f"names-{name}-{how}", folder)
        if wider := thumb.page.evaluate(WIDER):
            found[f"{name}, {how}"] = wider
    return found


def test_names_of_any_length_and_script_have_room(
    browser: Browser, live_server: LiveServer, tmp_path: Path
) -> None:
    with hand(browser, live_server.url, service_workers="block") as thumb:
        thumb.start("critters", NAMES)
        for dice in ((6, 6, 6), (1, 1, 1), (1, 1, 2), (6, 5, 4, 3, 6)):
            thumb.roll(*dice)
        game = f"play/{thumb.game_id}"
        sticking_out = check(thumb, game, "once", tmp_path)
        thumb.visit(game)
        expect(thumb.page.locator(".pad .key").last).to_be_in_viewport(ratio=0.9)
        with wall_of(browser, thumb) as wall:
            keep_picture(wall.page, "names-wall", tmp_path)
            assert wall.page.evaluate(OVER) == []
            thumb.page.route("**/looks/base.css", twice_the_size)
            sticking_out |= check(thumb, game, "twice", tmp_path)
            thumb.visit(game)
            for dice in ((6, 5, 4, 1, 1), (6, 5, 4, 1, 1)):
                thumb.roll(*dice)
            expect(thumb.page.locator(".last-word .die")).to_have_count(5)
            keep_picture(thumb.page, "names-over-twice", tmp_path)
            sticking_out["over"] = thumb.page.evaluate(WIDER)
            expect(wall.page.locator(".ended-who")).to_be_visible()
            keep_picture(wall.page, "names-wall-over", tmp_path)
            assert wall.page.evaluate(OVER) == []
        thumb.forgive("Service Worker registration blocked")
        assert {where: parts for where, parts in sticking_out.items() if parts} == {}, sticking_out
