"""A hand at the phone page: what a person does with one thumb, and what is to be seen meanwhile.

Hand            a page of a phone (360 × 640, touch), which counts taps
phone_context   a context of a phone, or of a larger screen
dressed         the page in all its looks, for as long as the context lasts
keep_picture    a screenshot for people to look at, in .screenshots (or in the folder $SCREENSHOTS)
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.companion.browser import quiet
from tests.support import REPOSITORY, http

PHONE: Final = (360, 640)
TELEVISION: Final = (1920, 1080)
LIGHT, DARK = "light", "dark"
CUT_OFF: Final = ("ERR_INTERNET_DISCONNECTED", "when fetching the script")
"""How a page complains that there is no network, and how the browser does that looks just then for a
newer service worker."""
_WATCH_POLICY = """
window.refusedByPolicy = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.refusedByPolicy.push(`${event.violatedDirective}: ${event.blockedURI}`));
"""
_PLAIN = """
window.plain = new CSSStyleSheet();
plain.replaceSync("*, ::before, ::after { background-image: none !important; box-shadow: none !important; }");
document.adoptedStyleSheets = [plain];
"""
"""Wood, felt and shadows take a third of a tap where no graphics card draws them. Nothing moves by it."""
_DRESS = "(isDressed) => void (plain.disabled = isDressed)"
_NO_WORKER = "delete Navigator.prototype.serviceWorker;"
"""As at plain http: nobody keeps the page. To fetch it once more for that takes as long as to sit down."""
_KEEP = """async (table) => {
  const { openStore } = await import("./app/any/sync/store.js");
  await (await openStore({ name: "scorekeeper" })).saveTable(table);
}"""
_MIDDLES = """(keys) => keys.map((key) => {
  const { x, y, width, height } = key.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})"""
_LANDED = "(count) => document.querySelectorAll(':is(.thrown, .told) .die:not(.empty)').length >= count"
_STORE = """const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const { openStore } = await import(loaded.find((name) => name.endsWith("/joined/base.js")));
  const store = await openStore({ name: "scorekeeper" });"""
"""What a page keeps, by the module that it has loaded."""
_WAITING = f"async () => {{ {_STORE} return Object.keys(await store.waiting()); }}"
"""The games for which entries wait on a phone."""
_LAST_TABLE = f"async () => {{ {_STORE} return (await store.tables())[0]; }}"
_STANDS_STILL = "() => history.state === null || document.querySelector('dialog[open]')"
"""Whether the page is not about to step back over the entry of a sheet that was closed: that takes the
place of another way that is gone at the same moment."""
_WATCH_PROBLEMS = """
const asked = window.fetch;
window.fetch = async (...what) => {
  const answer = await asked(...what);
  const isProblem = (answer.headers.get("Content-Type") ?? "").includes("problem+json");
  if (isProblem) window.meetProblem(answer.status, await answer.clone().json());
  return answer;
};
"""
_TOLD_BY_STATUS = (401, 408, 410, 429)
"""What a page says about these does not depend on the code, nor does it for an error of the server."""
_CATALOGUES = (REPOSITORY / "scorekeeper/companion/static/texts").glob("*.json")
_OWN_WORDS = {path.stem: json.loads(path.read_text()).keys() for path in _CATALOGUES if path.stem != "en"}
"""The keys of each language that does not say what the server says in English."""


def untold(status: int, problem: dict[str, Any]) -> list[str]:
    """The codes of a problem for which a language has no words, each with the language."""
    codes = [error["code"] for error in problem.get("errors", ())] or [problem["code"]]
    if status >= 500 or status in _TOLD_BY_STATUS or codes == ["not-found"]:
        return []
    return [
        f"{language}: {code}"
        for language, keys in _OWN_WORDS.items()
        for code in codes
        if not {f"problem.{code}", f"refusal.{code}"} & keys
    ]


@contextmanager
def phone_context(
    browser: Browser, size: tuple[int, int] = PHONE, theme: str = LIGHT, *, kept: bool = False, **more: Any
) -> Iterator[BrowserContext]:
    """A browser of somebody's own, without anything kept. It hurries: motion is reduced, and looks are plain
    until the page is `dressed`.

    kept: a service worker keeps the page, so that it opens without a network.
    """
    is_phone = size[0] < 600
    options: dict[str, Any] = {
        "viewport": {"width": size[0], "height": size[1]},
        "color_scheme": theme,
        "reduced_motion": "reduce",
        "has_touch": is_phone,
        "is_mobile": is_phone,
        "locale": "en-GB",
        **more,
    }
    context = browser.new_context(**options)
    context.set_default_timeout(30_000)
    context.add_init_script(_WATCH_POLICY + _PLAIN + ("" if kept else _NO_WORKER))
    try:
        yield context
    finally:
        context.close()


@dataclass
class Hand:
    """Somebody's thumb on a page of the phone."""

    page: Page
    url: str
    complaints: list[str]
    """What the page has complained of in its console; it must be empty in the end."""
    taps: int = 0
    forgiven: tuple[str, ...] = ()

    def tap(self, selector: str, at: int = 0) -> None:
        self.page.locator(selector).nth(at).tap()
        self.taps += 1

    def visit(self, path: str) -> None:
        self.page.wait_for_function(_STANDS_STILL)
        self.page.goto(f"{self.url}/{path}")

    def sweep(self) -> None:
        """Take dice that were tapped and not recorded off the table; the page keeps them else."""
        self.page.evaluate("sessionStorage.clear()")

    def start(
        self, preset: str = "first-to-three", names: Sequence[str] = ("Red", "Blue"), *, scores: bool = False
    ) -> None:
        """Name the players, pick the game, play."""
        self.visit("new")
        self.page.wait_for_selector(".preset")
        for _ in names[2:]:
            self.page.locator(".players .add").click()
        for at, name in enumerate(names):
            self.page.locator(".player input").nth(at).fill(name)
        self.page.locator(f'.preset[data-preset="{preset}"]').click()
        if scores:
            self.choose("Take scores without their dice")
        self.page.locator(".go button[type=submit]").click()
        self.page.wait_for_selector(".tray")

    def sit(self, preset: str = "first-to-three", names: Sequence[str] = ("Red", "Blue")) -> None:
        """A new table whose game is open, with a host's key on this phone, as `start` leaves it: by another
        program, which is quicker."""
        game = {"ruleset": {"preset": preset}, "seats": [{"name": name} for name in names]}
        made = http.post(f"{self.url}/v1/tables", json={"name": "The Anchor", "game": game}).json()
        kept = {"id": made["id"], "name": made["name"], "key": made["host_key"], "role": "host"}
        # An address of the page's that shows nothing, and may load its modules.
        self.visit("service-worker.js")
        self.page.evaluate(_KEEP, {**kept, "recovery_code": made["recovery_code"]})
        # What is lost later is a network over which the page has followed its game.
        with self.page.expect_response(lambda answer: "/stream" in answer.url):
            self.visit(f"play/{made['game']['id']}")
        self.page.wait_for_selector(".tray")

    def choose(self, label: str, *, on: bool = True) -> None:
        """Tap the words of a choice or of a switch, once they stand still: the mark beside them is drawn."""
        self.page.locator("label").filter(has_text=label).tap()
        expect(self.page.get_by_label(label)).to_be_checked(checked=on)

    def throw(self, *dice: int) -> None:
        """Tap the faces of a roll. After the first the pad stands still: the others are touches where their
        keys lie, for half the work of finding each anew."""
        for face in dice[:1]:
            self.tap(f'.pad .key[data-face="{face}"]')
        middles = self.page.locator(".pad").first.locator(".key").evaluate_all(_MIDDLES)
        for face in dice[1:]:
            self.page.touchscreen.tap(*middles[face - 1])
            self.taps += 1
        self.page.wait_for_function(_LANDED, arg=len(dice))

    def open_banners(self) -> None:
        """On a low screen banners are cut short; tap to read them in full, with their buttons."""
        self.tap(".banners-toggle")

    def act(self, name: str) -> None:
        """Tap what is to be done: bank, nothing, bust, score, stand, again, start."""
        before = self.where()
        self.tap(f".acts .act.{name}")
        self.page.wait_for_function(
            "(before) => document.querySelector('main')?.dataset.turn !== before", arg=before
        )

    def roll(self, *dice: int, act: str | None = None) -> None:
        """A whole roll: its dice, and what is done with it; left out, the first thing that can be done."""
        self.throw(*dice)
        self.act(act or self.page.locator(".acts .act").first.get_attribute("data-act") or "")

    def where(self) -> str:
        """What the game waits for, as the page says it to itself."""
        return self.page.locator("main").get_attribute("data-turn") or ""

    def due(self) -> int:
        """How many dice are to be rolled."""
        return int(self.page.locator(".thrown").get_attribute("data-due") or 0)

    @property
    def is_over(self) -> bool:
        return self.page.locator(".ended").count() > 0

    @property
    def game_id(self) -> str:
        found = re.search(r"/play/([^/?#]+)", self.page.url)
        assert found is not None, self.page.url
        return found[1]

    def forgive(self, *words: str) -> None:
        """Complaints with one of the words are provoked by the test, also those that are still to come."""
        self.forgiven += words

    def lose_network(self) -> None:
        """Nothing that this phone sends arrives. It may complain of that."""
        self.forgive(*CUT_OFF)
        self.page.context.set_offline(True)

    def find_network(self) -> None:
        """What this phone sends arrives again."""
        self.page.context.set_offline(False)

    def wait_until_all_is_sent(self) -> None:
        """Until the server has all that was entered on this phone."""
        # A promise would be as good as true to Playwright's own waiting.
        for _ in range(300):
            if self.page.evaluate(_WAITING):
                self.page.wait_for_timeout(100)
        assert self.page.evaluate(_WAITING) == []

    def settle(self) -> None:
        """Leave only what nobody has forgiven."""
        self.complaints[:] = [
            each for each in self.complaints if not any(word in each for word in self.forgiven)
        ]

    def sees(self, text: str) -> None:
        expect(self.page.locator("body")).to_contain_text(text)

    def asks(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """What the API answers to another program at this phone's table."""
        table = self.kept()
        answer: dict[str, Any] = http.request(
            method,
            f"{self.url}/v1/tables/{table['id']}/{path}",
            json=body,
            headers={"Authorization": f"Bearer {table['key']}"},
        ).json()
        return answer

    def opens(self, **game: Any) -> str:
        """The id of another game that a program opens at this phone's table."""
        return str(self.asks("POST", "games", game)["id"])

    def kept(self) -> dict[str, Any]:
        """The table that this phone used last, with its key."""
        table: dict[str, Any] = self.page.evaluate(_LAST_TABLE)
        return table


@contextmanager
def hand(browser: Browser, url: str, **more: Any) -> Iterator[Hand]:
    """A phone of somebody's own at the page. At its end nothing may have been complained of."""
    with phone_context(browser, **more) as context:
        page = context.new_page()
        without_words: list[str] = []
        page.expose_function("meetProblem", lambda *met: without_words.extend(untold(*met)))
        page.add_init_script(_WATCH_PROBLEMS)
        with quiet(page) as complaints:
            thumb = Hand(page, url, complaints)
            try:
                yield thumb
            except BaseException:
                # pytest shows it beside the failure.
                print(page.url, complaints, page.locator("body").inner_text(), sep="\n")  # noqa: T201
                raise
            if page.url.startswith("http"):
                assert page.evaluate("window.refusedByPolicy") == []
            assert without_words == []
            thumb.settle()


@contextmanager
def dressed(page: Page) -> Iterator[None]:
    """The page in all its looks."""
    page.evaluate(_DRESS, True)
    yield
    page.evaluate(_DRESS, False)


def keep_picture(page: Page, name: str) -> None:
    """A screenshot for people to look at."""
    folder = Path(os.environ.get("SCREENSHOTS", REPOSITORY / ".screenshots"))
    with dressed(page):
        page.screenshot(path=str(folder / f"{name}.png"))
