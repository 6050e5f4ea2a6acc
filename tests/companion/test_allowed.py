"""What a phone may not do it does neither by tap nor by key; what was refused is not recorded unasked."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.companion.hands import DARK, LIGHT, Hand, hand, keep_picture
from tests.companion.phones import Table, new_table
from tests.support import LiveServer, http

QUEUE = """async ([game, entry]) => {
  const { openStore } = await import("./app/any/sync/store.js");
  const store = await openStore({ name: "scorekeeper" });
  await store.change({ area: "queues", id: game, how: () => ({ game_id: game, ops: [entry], stop: null }) });
}"""
OPS = """async (game) => {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const { openStore } = await import(loaded.find((name) => name.endsWith("/joined/base.js")));
  const { ops } = (await (await openStore({ name: "scorekeeper" })).read("queues", game)) ?? { ops: [] };
  return %s;
}"""
NOTHING_WAITS = OPS % "ops.length === 0"
WAS_TRIED = OPS % "ops[0]?.tried"
NOTICES_ARE_THERE = """() =>
  performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/ui/notices.js"))"""
KEEP = """async (table) => {
  const { openStore } = await import("./app/any/sync/store.js");
  await (await openStore({ name: "scorekeeper" })).saveTable(table);
}"""


def sit_as(
    thumb: Hand, table: Table, role: str, name: str | None = None, waiting: dict[str, Any] | None = None
) -> None:
    """Give the phone a key of this role, for one player where a name is given, and open the game.

    waiting: an entry that the phone has not sent yet.
    """
    players = at_table(table, "GET", "players")["items"]
    player = next((each["id"] for each in players if each["name"] == name), None)
    asked: dict[str, Any] = {"role": role, **({"player_id": player} if player else {})}
    key = at_table(table, "POST", "keys", asked)["key"]
    # An address of the page's that shows nothing, and may load its modules.
    thumb.visit("service-worker.js")
    thumb.page.evaluate(
        KEEP,
        {
            "id": table.id,
            "name": "The Anchor",
            "key": key,
            "role": role,
            "player_id": player,
            "player_name": name,
        },
    )
    if waiting:
        thumb.page.evaluate(QUEUE, [table.game_id, waiting])
    thumb.visit(f"play/{table.game_id}")
    thumb.page.wait_for_selector(".tray")


def at_table(table: Table, method: str, path: str, body: Any = None) -> dict[str, Any]:
    """What the API answers to a host's program at the table."""
    headers = {"Authorization": f"Bearer {table.key}"}
    url = f"{table.url}/v1/tables/{table.id}/{path}"
    told: dict[str, Any] = http.request(method, url, json=body, headers=headers).json()
    return told


def closed(route: Route) -> None:
    """What the server says at a table that its operator has closed."""
    body = {"type": "/problems/table-disabled", "title": "The table is closed", "status": 403}
    told = {**body, "detail": "The table is closed.", "code": "table-disabled"}
    route.fulfill(status=403, json=told, content_type="application/problem+json")


def wait_for_queue(thumb: Hand, table: Table, condition: str) -> None:
    """Until something is true of what waits on the phone."""
    for _ in range(200):
        if thumb.page.evaluate(condition, table.game_id):
            return
        thumb.page.wait_for_timeout(100)
    pytest.fail(condition)


def try_keys(thumb: Hand) -> None:
    """A roll by keys, and the way back from what was entered last."""
    thumb.page.keyboard.type("65432")
    thumb.page.keyboard.press("Enter")
    thumb.page.keyboard.press("u")


def test_keys_do_no_more_than_taps_on_a_phone_that_looks_on(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url)
    with hand(browser, live_server.url, size=(1024, 768), has_touch=False) as thumb:
        sit_as(thumb, table, "viewer")
        expect(thumb.page.locator(".pad")).to_have_count(0)
        before = thumb.where()
        try_keys(thumb)
        expect(thumb.page.locator(".thrown .die:not(.empty)")).to_have_count(0)
        thumb.page.reload()
        thumb.page.wait_for_selector(".tray")
        assert thumb.where() == before
        expect(thumb.page.locator(".banner.grave")).to_have_count(0)
    assert table.plays() == []


def test_who_has_nothing_to_enter_is_not_told_to_play_on_without_a_network(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url, players=3)
    assert table.send("POST", "/seats/3/leave").status_code == 201
    at_table(table, "POST", "players", {"name": "Gold"})
    with hand(browser, live_server.url) as thumb:
        # Green has left the game, Gold never was in it.
        for role, name in (("viewer", None), ("scorer", "Green"), ("scorer", "Gold")):
            sit_as(thumb, table, role, name)
            banner = thumb.page.locator(".banner.grave")
            expect(banner).to_have_count(0)
            thumb.lose_network()
            expect(banner.locator("> span")).to_have_text("No network. This is how it stood.")
            keep_picture(thumb.page, f"offline-{name or role}")
            thumb.find_network()


def test_keys_enter_for_no_other_player_on_the_phone_of_one(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url)
    with hand(browser, live_server.url, size=(1024, 768), has_touch=False) as thumb:
        sit_as(thumb, table, "scorer", "Blue")
        thumb.sees("This phone enters for Blue.")
        before = thumb.where()
        try_keys(thumb)
        expect(thumb.page.locator(".thrown .die:not(.empty)")).to_have_count(0)
        assert thumb.where() == before
        turn = {"seat": 1, "round": 1, "rolls": [{"dice": [6, 5, 4, 1, 1]}], "stand": True}
        assert table.send("POST", "/turns", turn).status_code == 201
        thumb.page.wait_for_selector(".pad")
        was = thumb.where()
        thumb.page.keyboard.type("65432")
        thumb.page.keyboard.press("Enter")
        thumb.page.wait_for_function("(was) => document.querySelector('main').dataset.turn !== was", arg=was)


WAITING = {
    "kind": "roll",
    "seat": 1,
    "round": 1,
    "roll_off": 0,
    "roll": 1,
    "dice": [6, 5, 4, 3, 2],
    "entry_id": "0a3c5d1e-7d0f-4c55-9a0b-3f1d2c4b5a69",
    "base": 1,
}


def test_what_a_phone_was_not_allowed_to_enter_is_asked_about_before_another_key_sends_it(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url)
    with hand(browser, live_server.url) as thumb:
        thumb.forgive("403")
        sit_as(thumb, table, "viewer", waiting=WAITING)
        conflict = thumb.page.locator(".conflict")
        expect(conflict).to_contain_text("The server did not take it")
        expect(conflict.get_by_role("button")).to_have_text(["What is recorded counts"])
        buttons = ["What is recorded counts", "Enter mine again"]
        for name in (None, "Red"):
            sit_as(thumb, table, "scorer", name)
            expect(conflict.get_by_role("button")).to_have_text(buttons)
            # It is Red's turn: the question stands in the way, and no other player.
            expect(thumb.page.locator(".acts-due")).to_have_count(0)
        assert table.plays() == []
        conflict.get_by_role("button", name="What is recorded counts").tap()
        expect(conflict).to_have_count(0)
        thumb.roll(6, 1, 1, 2, 2)
        expect(thumb.page.locator(".bank .brass")).to_have_count(1)
        wait_for_queue(thumb, table, NOTHING_WAITS)
    assert [entry["body"]["dice"] for entry in table.plays()] == [[6, 1, 1, 2, 2]]


def test_what_waits_at_a_table_that_takes_nothing_can_be_dropped(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url)
    with hand(browser, live_server.url) as thumb:
        thumb.forgive("403")
        thumb.page.route("**/v1/games/*/batch", closed)
        sit_as(thumb, table, "scorer", waiting=WAITING)
        thumb.sees("The operator of this server has closed this table. 1 entry waits.")
        thumb.open_banners()
        thumb.page.get_by_role("button", name="Drop what waits").tap()
        thumb.page.get_by_role("button", name="Drop 1 entry").tap()
        expect(thumb.page.locator(".banner", has_text="waits")).to_have_count(0)
        thumb.page.unroute_all(behavior="wait")
        thumb.page.reload()
        thumb.page.wait_for_selector(".pad")
    assert table.plays() == []


TAKE_BACK = '.bar [aria-label="Take back the last entry"]'


FIRST_ROLL = {"seat": 1, "round": 1, "roll": 1, "dice": [6, 5, 1, 1, 2]}


def test_what_another_phone_entered_is_not_offered_to_be_taken_back_to_who_keeps_score(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url)
    assert table.send("POST", "/rolls", FIRST_ROLL).status_code == 201
    with hand(browser, live_server.url) as thumb:
        with thumb.page.expect_response("**/v1/key"):
            sit_as(thumb, table, "scorer")
        for name in ("Blue", "Red", None):
            expect(thumb.page.locator(".bank .brass")).to_have_count(2)
            expect(thumb.page.locator(TAKE_BACK)).to_have_count(0)
            sit_as(thumb, table, "scorer", name)
        thumb.roll(4, 2, 2)
        expect(thumb.page.locator(TAKE_BACK)).to_have_count(1)
        wait_for_queue(thumb, table, NOTHING_WAITS)
        # Its own entry it may take back, also once it is recorded and the page has been opened anew.
        thumb.page.reload()
        thumb.tap(TAKE_BACK)
        expect(thumb.page.locator(".bank .brass")).to_have_count(2)
        expect(thumb.page.locator(TAKE_BACK)).to_have_count(0)
        thumb.roll(4, 2, 2)
        wait_for_queue(thumb, table, NOTHING_WAITS)
        # What a host has corrected is the host's.
        last = table.plays()[-1]["seq"]
        right = {"replace": {"seq": last, "dice": [4, 2, 1]}}
        assert table.send("POST", "/corrections", right).status_code == 201
        expect(thumb.page.locator(TAKE_BACK)).to_have_count(0)
        sit_as(thumb, table, "host")
        thumb.tap(TAKE_BACK)
        expect(thumb.page.locator(".bank .brass")).to_have_count(2)
    assert len(table.plays()) == 1


def test_an_undo_that_is_refused_says_who_may(browser: Browser, live_server: LiveServer) -> None:
    table = new_table(live_server.url)
    problem = {"status": 403, "code": "not-your-entry", "title": "Not yours", "detail": "It is not yours."}
    with hand(browser, live_server.url) as thumb:
        thumb.forgive("403")
        sit_as(thumb, table, "scorer")
        thumb.roll(6, 5, 1, 1, 2)
        wait_for_queue(thumb, table, NOTHING_WAITS)
        thumb.page.route(
            "**/v1/games/*/undo",
            lambda route: route.fulfill(status=403, json=problem, content_type="application/problem+json"),
        )
        thumb.tap(TAKE_BACK)
        notice = thumb.page.locator(".banner", has_text="It can be taken back on that phone, or by a host.")
        expect(notice).to_be_visible()
        thumb.tap(TAKE_BACK)
        expect(notice).to_have_count(1)
        expect(thumb.page.locator(".bank .brass")).to_have_count(2)
    assert len(table.plays()) == 1


def test_what_another_key_of_the_phone_has_entered_is_not_offered_to_be_taken_back(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url)
    with hand(browser, live_server.url) as thumb:
        sit_as(thumb, table, "scorer")
        thumb.roll(6, 5, 1, 1, 2)
        wait_for_queue(thumb, table, NOTHING_WAITS)
        thumb.page.reload()
        expect(thumb.page.locator(TAKE_BACK)).to_be_visible()
        sit_as(thumb, table, "scorer")
        expect(thumb.page.locator(".bank .brass")).to_have_count(2)
        expect(thumb.page.locator(TAKE_BACK)).to_have_count(0)
        thumb.roll(4, 2, 2)
        wait_for_queue(thumb, table, NOTHING_WAITS)
        thumb.tap(TAKE_BACK)
        expect(thumb.page.locator(".bank .brass")).to_have_count(2)
        expect(thumb.page.locator(TAKE_BACK)).to_have_count(0)
        thumb.page.reload()
        expect(thumb.page.locator(".bank .brass")).to_have_count(2)
        expect(thumb.page.locator(TAKE_BACK)).to_have_count(0)
    assert len(table.plays()) == 1


@pytest.mark.parametrize("role", ["scorer", "host"])
def test_an_undo_without_a_network_waits_as_an_entry_does(
    browser: Browser, live_server: LiveServer, role: str
) -> None:
    table = new_table(live_server.url)
    with hand(browser, live_server.url) as thumb:
        sit_as(thumb, table, role)
        thumb.roll(6, 5, 1, 1, 2)
        thumb.roll(4, 2, 2)
        wait_for_queue(thumb, table, NOTHING_WAITS)
        thumb.page.wait_for_function(NOTICES_ARE_THERE)
        thumb.lose_network()
        thumb.tap(TAKE_BACK)
        thumb.sees("Taken back on this phone. When the network is back the server takes it back too")
        expect(thumb.page.locator(".bank .brass")).to_have_count(2)
        thumb.tap(TAKE_BACK)
        expect(thumb.page.locator(".bank .brass")).to_have_count(0)
        expect(thumb.page.locator(TAKE_BACK)).to_have_count(0)
        thumb.sees("2 entries wait")
        thumb.roll(6, 1, 1, 2, 2)
        expect(thumb.page.locator(".bank .brass")).to_have_count(1)
        thumb.find_network()
        wait_for_queue(thumb, table, NOTHING_WAITS)
        expect(thumb.page.locator(".bank .brass")).to_have_count(1)
        # What is told of it is over with it.
        expect(thumb.page.locator(".banner", has_text="Taken back on this phone")).to_have_count(0)
    assert [entry["kind"] for entry in table.log()] == ["open", "roll", "roll", "undo", "undo", "roll"]
    assert [entry["body"]["dice"] for entry in table.plays()] == [[6, 1, 1, 2, 2]]


def test_a_host_takes_back_without_a_network_what_was_entered_before_the_phone_was_there(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url)
    assert table.send("POST", "/rolls", FIRST_ROLL).status_code == 201
    with hand(browser, live_server.url) as thumb:
        with thumb.page.expect_response("**/undo?dry_run=true"):
            sit_as(thumb, table, "host")
        expect(thumb.page.locator(".bank .brass")).to_have_count(2)
        thumb.page.wait_for_function(NOTICES_ARE_THERE)
        thumb.lose_network()
        thumb.tap(TAKE_BACK)
        thumb.sees("Taken back on this phone.")
        expect(thumb.page.locator(".bank .brass")).to_have_count(0)
        thumb.find_network()
        wait_for_queue(thumb, table, NOTHING_WAITS)
    assert table.plays() == []


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_an_undo_that_waited_asks_where_others_have_gone_on(
    browser: Browser, live_server: LiveServer, theme: str
) -> None:
    table = new_table(live_server.url)
    with hand(browser, live_server.url, theme=theme) as thumb:
        # It is taken back from the version that was seen, and that is gone.
        thumb.forgive("412")
        sit_as(thumb, table, "host")
        thumb.roll(6, 5, 1, 1, 2)
        wait_for_queue(thumb, table, NOTHING_WAITS)
        thumb.page.wait_for_function(NOTICES_ARE_THERE)
        thumb.lose_network()
        thumb.tap(TAKE_BACK)
        thumb.sees("Taken back on this phone.")
        expect(thumb.page.locator(".bank .brass")).to_have_count(0)
        second = {**FIRST_ROLL, "roll": 2, "dice": [4, 3, 3]}
        assert table.send("POST", "/rolls", second).status_code == 201
        thumb.find_network()
        conflict = thumb.page.locator(".conflict")
        expect(conflict).to_contain_text("The game has moved on meanwhile")
        expect(conflict).to_contain_text("Taken back here")
        expect(conflict).to_contain_text("Red: 4, 3, 3")
        buttons = ["What is recorded counts", "Take it back, and what came after it"]
        expect(conflict.get_by_role("button")).to_have_text(buttons)
        banners = thumb.page.locator(".banner")
        expect(banners).to_have_count(0)
        keep_picture(thumb.page, f"undo-asks-{theme}")
        # While it is asked nobody can play on here.
        thumb.lose_network()
        expect(thumb.page.locator(".banner > span")).to_have_text("No network. 1 entry waits.")
        thumb.find_network()
        expect(banners).to_have_count(0)
        # Until that is settled nothing else is taken back.
        expect(thumb.page.locator(TAKE_BACK)).to_have_count(0)
        expect(thumb.page.locator(".bank .brass")).to_have_count(3)
        conflict.get_by_role("button", name=buttons[theme == DARK]).tap()
        expect(conflict).to_have_count(0)
        expect(thumb.page.locator(".bank .brass")).to_have_count(0 if theme == DARK else 3)
        wait_for_queue(thumb, table, NOTHING_WAITS)
    assert len(table.plays()) == (0 if theme == DARK else 2)


def test_an_undo_of_what_may_have_arrived_says_that_it_waits(
    browser: Browser, live_server: LiveServer
) -> None:
    table = new_table(live_server.url)
    with hand(browser, live_server.url) as thumb:
        sit_as(thumb, table, "scorer")
        thumb.page.wait_for_function(NOTICES_ARE_THERE)
        thumb.lose_network()
        thumb.roll(6, 5, 1, 1, 2)
        wait_for_queue(thumb, table, WAS_TRIED)
        thumb.sees("No network. Play on")
        thumb.tap(TAKE_BACK)
        thumb.sees("Taken back on this phone. When the network is back the server takes it back too")
        expect(thumb.page.locator(".bank .brass")).to_have_count(0)
        thumb.find_network()
        wait_for_queue(thumb, table, NOTHING_WAITS)
    assert table.plays() == []
