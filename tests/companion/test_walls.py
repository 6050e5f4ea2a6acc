"""The address of a screen on the wall: which key counts, and what is told when none does."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.companion.hands import TELEVISION, Hand, hand, keep_picture
from tests.companion.phones import new_table
from tests.companion.test_allowed import at_table, sit_as
from tests.support import LiveServer, http

RENEW = "“Screen on the wall” makes a new address: open it here."


def call(host: Hand, method: str, path: str, body: Any = None) -> Any:
    """What the API answers to the host, if anything."""
    answer = http.request(
        method,
        f"{host.url}/v1/tables/{host.kept()['id']}{path}",
        json=body,
        headers={"Authorization": f"Bearer {host.kept()['key']}"},
    )
    assert answer.is_success, answer.text
    return answer.json() if answer.content else None


def new_key(host: Hand, role: str = "viewer") -> dict[str, Any]:
    made: dict[str, Any] = call(host, "POST", "/keys", {"role": role})
    return made


def test_a_right_key_counts_after_a_wrong_one(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as host, hand(browser, live_server.url, size=TELEVISION) as wall:
        host.sit()
        place, key = f"watch/{host.kept()['id']}", new_key(host)["key"]
        wall.visit(f"{place}#{key[:-1]}{'a' if key[-1] != 'a' else 'b'}")
        wall.sees("The key does not count any more")
        wall.sees(RENEW)
        wall.visit(f"{place}#{key}")
        expect(wall.page.locator(".wall .standing")).to_have_count(2)
        assert wall.page.url.endswith(place)
        assert wall.kept()["key"] == key
        wall.forgive("401")


def test_the_key_of_another_table_does_not_count(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as host, hand(browser, live_server.url) as other:
        host.sit()
        other.sit()
        key = new_key(other)["key"]
        with hand(browser, live_server.url, size=TELEVISION) as wall:
            wall.visit(f"watch/{host.kept()['id']}#{key}")
            wall.sees("The key does not count any more")
            wall.sees(RENEW)


def test_a_dead_key_gives_way_to_one_that_counts(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as host, hand(browser, live_server.url, size=TELEVISION) as wall:
        host.sit()
        place, old, new = f"watch/{host.kept()['id']}", new_key(host), new_key(host)
        wall.visit(f"{place}#{old['key']}")
        wall.page.wait_for_selector(".wall .standing")
        wall.page.evaluate(
            """async ([id, role]) => {
              const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
              const { openStore } = await import(loaded.find((name) => name.endsWith("/joined/base.js")));
              await (await openStore({ name: "scorekeeper" })).saveTable({ id, role });
            }""",
            [host.kept()["id"], "scorer"],
        )
        wall.page.reload()
        wall.visit(f"{place}#{new['key']}")
        wall.page.wait_for_url(f"**/{place}")
        wall.page.wait_for_selector(".wall .standing")
        assert wall.kept()["key"] == old["key"]
        call(host, "DELETE", f"/keys/{old['id']}")
        wall.sees("This screen’s key was withdrawn or has expired")
        wall.visit(f"{place}#{new['key']}")
        wall.page.wait_for_url(f"**/{place}")
        wall.page.wait_for_selector(".wall .standing")
        assert wall.kept()["key"] == new["key"]
        wall.forgive("401")


def test_an_address_that_changes_when_the_page_has_just_been_drawn_is_followed(
    browser: Browser, live_server: LiveServer
) -> None:
    with hand(browser, live_server.url) as host, hand(browser, live_server.url, size=TELEVISION) as wall:
        host.sit()
        wall.page.add_init_script(
            f"""addEventListener("DOMContentLoaded", () => new MutationObserver((_, watching) => {{
              watching.disconnect();
              window.location.hash = "{new_key(host)["key"]}";
            }}).observe(document.querySelector("#page"), {{ childList: true }}));"""
        )
        wall.visit(f"watch/{host.kept()['id']}")
        expect(wall.page.locator(".wall .standing")).to_have_count(2)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_a_wall_words_what_happens_as_phones_do_and_both_do_so_after_a_reload(
    browser: Browser, live_server: LiveServer, locale: str
) -> None:
    with (
        hand(browser, live_server.url, locale=locale) as host,
        hand(browser, live_server.url, size=TELEVISION, locale=locale) as wall,
    ):
        host.sit()
        wall.visit(f"watch/{host.kept()['id']}#{new_key(host)['key']}")
        wall.page.wait_for_selector(".wall .standing")
        told, spoken = wall.page.locator(".wall-told"), host.page.locator("#spoken")
        word, before = host.page.locator(".tray-word"), ""
        for dice in ((6, 5, 4, 2, 2), (6, 1, 2, 2, 1), (5, 4, 1, 1), None):
            if dice:
                host.roll(*dice)
            else:
                host.page.keyboard.press("u")
            expect(word).not_to_have_text(before)
            expect(spoken).not_to_be_empty()
            live, before = spoken.inner_text(), word.inner_text()
            host.wait_until_all_is_sent()
            for _ in range(2):
                expect(told).to_have_text(live)
                expect(word).to_have_text(before)
                wall.page.reload()
                host.page.reload()
            expect(word).to_have_text(before)
            assert spoken.inner_text() == ""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_who_comes_in_the_middle_is_told_the_last_play_in_the_words_of_those_who_saw_it(
    browser: Browser, live_server: LiveServer, locale: str
) -> None:
    table = new_table(live_server.url)
    with hand(browser, live_server.url, locale=locale) as host:
        sit_as(host, table, "host")
        spoken, word = host.page.locator("#spoken"), host.page.locator(".tray-word")
        for dice in ((6, 5, 4, 2, 2), (6, 1, 2, 2, 1)):
            host.roll(*dice)
            host.wait_until_all_is_sent()
            told, kept = spoken.inner_text(), word.inner_text()
            assert told
            for role in ("viewer", "scorer"):
                with hand(browser, live_server.url, locale=locale) as late:
                    sit_as(late, table, role)
                    expect(late.page.locator(".tray-word")).to_have_text(kept)
                    assert late.page.locator("#spoken").inner_text() == ""
            with hand(browser, live_server.url, size=TELEVISION, locale=locale) as wall:
                wall.visit(f"watch/{table.id}#{at_table(table, 'POST', 'keys', {'role': 'viewer'})['key']}")
                expect(wall.page.locator(".wall-told")).to_have_text(told)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_a_turn_that_a_ruling_corrects_stays_in_its_place(
    browser: Browser, live_server: LiveServer, locale: str
) -> None:
    table = new_table(live_server.url, 3, ruleset={"preset": "five-rounds"})
    with hand(browser, live_server.url, size=TELEVISION, locale=locale) as wall:
        wall.visit(f"watch/{table.id}#{table.key}")
        last, told = wall.page.locator(".last-score"), wall.page.locator(".wall-told")
        for seat, cargo in enumerate(((3, 3), (4, 4), (2, 2)), 1):
            roll = {"seat": seat, "round": 1, "roll": 1, "dice": [6, 5, 4, *cargo], "stand": True}
            table.send("POST", "/rolls", roll)
        expect(last).to_contain_text("Green")
        for number, (seq, name, dice) in enumerate(((4, "Green", (2, 6)), (3, "Blue", (1, 1))), 1):
            claim = {"roll": 1, "dice": [6, 5, 4, *dice]}
            table.send("POST", "/disputes", {"entry": {"seq": seq}, "claim": claim})
            table.send("POST", f"/disputes/{number}/ruling", {"decision": "corrected"})
            expect(told).to_contain_text("entschieden" if locale == "de-DE" else "settled")
            expect(told).to_contain_text(name)
            for _ in range(2):
                expect(last).to_contain_text("Green")
                expect(last.locator("b")).to_have_text("8")
                expect(wall.page.get_by_role("img", name="6, 5, 4, 2, 6")).to_be_visible()
                keep_picture(wall.page, f"wall-ruled-{locale[:2]}")
                wall.page.reload()


def test_without_a_stream_the_last_play_is_told_in_the_words_of_the_server(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url)
    roll = {"seat": 1, "round": 1, "roll": 1, "dice": [6, 1, 2, 2, 1]}
    sentences = table.send("POST", "/rolls", roll).json()["result"]["sentences"]
    with hand(browser, live_server.url) as late:
        late.forgive("503", "404")
        late.page.route("**/stream**", lambda route: route.fulfill(status=503, json={"code": "streams-full"}))
        sit_as(late, table, "viewer")
        expect(late.page.locator(".tray-word")).to_have_text(" ".join(sentences))


def test_a_hosts_key_is_not_lost_to_one_that_looks_on(browser: Browser, live_server: LiveServer) -> None:
    with hand(browser, live_server.url) as host:
        host.sit()
        kept = host.kept()
        host.visit(f"watch/{kept['id']}#{new_key(host)['key']}")
        host.page.wait_for_url(f"**/watch/{kept['id']}")
        host.page.wait_for_selector(".wall .standing")
        assert {name: host.kept()[name] for name in ("key", "role")} == {
            name: kept[name] for name in ("key", "role")
        }


@pytest.mark.parametrize(
    ("locale", "withdrawn", "deleted"),
    [
        (
            "en-GB",
            "This screen’s key was withdrawn or has expired; this is how it stood. “Screen on the wall”",
            "The table was deleted; this is how it stood. For another table",
        ),
        (
            "de-DE",
            "Der Schlüssel dieses Bildschirms wurde zurückgezogen oder ist abgelaufen; so stand es zuletzt.",
            "Der Tisch wurde gelöscht; so stand es zuletzt. Für einen anderen Tisch",
        ),
    ],
)
def test_an_open_wall_tells_that_its_key_or_its_table_is_gone(
    browser: Browser, live_server: LiveServer, locale: str, withdrawn: str, deleted: str
) -> None:
    with hand(browser, live_server.url) as host:
        host.sit()
        keys = [new_key(host), new_key(host)]
        with (
            hand(browser, live_server.url, size=TELEVISION, locale=locale) as one,
            hand(browser, live_server.url, size=TELEVISION, locale=locale) as other,
        ):
            for wall, key in zip((one, other), keys, strict=True):
                wall.visit(f"watch/{host.kept()['id']}#{key['key']}")
                wall.page.wait_for_selector(".wall .standing")
                expect(wall.page.locator(".wall .banner")).to_have_count(0)
            call(host, "DELETE", f"/keys/{keys[0]['id']}")
            expect(one.page.locator(".wall .banner")).to_contain_text(withdrawn)
            expect(other.page.locator(".wall .banner")).to_have_count(0)
            call(host, "DELETE", "", {"name": host.kept()["name"]})
            expect(other.page.locator(".wall .banner")).to_contain_text(deleted)
            for each in (host, one, other):
                each.forgive("401", "404", "410")


CUT_OFF = """() => {
  const aside = document.querySelector(".wall-standings");
  return [...document.querySelectorAll(".wall .standing, .wall-pot, .wall-told, .wall-standings")]
    .filter((each) => {
      const { top, bottom, left, right } = each.getBoundingClientRect();
      return Math.min(top, left) < 0 || bottom > innerHeight || right > innerWidth
        || aside.scrollHeight > aside.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1;
    })
    .map((each) => each.textContent);
}"""
"""What does not lie whole on the screen."""
LINES = """(names) => names.map((name) =>
  Math.round(name.offsetHeight / parseFloat(getComputedStyle(name).lineHeight)))"""


@pytest.mark.parametrize("size", [TELEVISION, (1280, 720)], ids="{0[0]}".format)
@pytest.mark.parametrize("count", [12, 20])
def test_all_seats_and_the_pot_are_in_view_however_long_the_names(
    browser: Browser, live_server: LiveServer, size: tuple[int, int], count: int
) -> None:
    with hand(browser, live_server.url) as host, hand(browser, live_server.url, size=size) as wall:
        host.sit("chips", [f"Player number {number} with long name"[:31] for number in range(1, count + 1)])
        wall.visit(f"watch/{host.kept()['id']}#{new_key(host)['key']}")
        expect(wall.page.locator(".wall .standing")).to_have_count(count)
        expect(wall.page.locator(".wall-pot")).to_be_visible()
        keep_picture(wall.page, f"wall-{count}-{size[0]}")
        assert wall.page.evaluate(CUT_OFF) == []
        assert set(wall.page.locator(".wall .standing .name").evaluate_all(LINES)) == {1}
