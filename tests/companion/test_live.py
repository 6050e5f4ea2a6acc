"""Phones follow each other's entries: by the stream, by waiting for the log, and by asking now and then."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.companion.browser import ask, modules_at
from tests.companion.phones import Phone, Table, new_table, phone_at
from tests.support import LiveServer

Open = Callable[..., Phone]

_READ_EVENTS = """async (chunks) => {
  const { eventsOf } = await import("./sync/events.js");
  const encoder = new TextEncoder();
  const bytes = chunks.map((chunk) => Uint8Array.from(chunk));
  const body = new ReadableStream({ start(it) { bytes.forEach((each) => it.enqueue(each)); it.close(); } });
  const found = [];
  for await (const event of eventsOf(body)) found.push(event);
  return found;
}"""

STREAM = (
    "retry: 2000\n\n: a heartbeat\n\n"
    'event: game\nid: 1\ndata: {"name":"Ünïcode 🎲"}\n\n'
    'id: 2\r\nevent:entry\r\ndata: {"a":\r\ndata: 1}\r\n\r\n'
    'event: end\ndata: {"reason":"restart"}\n\n'
    "event: cut\nda"
)
EVENTS = [
    {"event": "game", "id": "1", "data": {"name": "Ünïcode 🎲"}},
    {"event": "entry", "id": "2", "data": {"a": 1}},
    {"event": "end", "id": None, "data": {"reason": "restart"}},
]


@pytest.fixture
def table(live_server: LiveServer) -> Table:
    return new_table(live_server.url)


@pytest.fixture
def at(browser: Browser, table: Table) -> Iterator[Open]:
    """Opens phones that follow the game, and closes them in the end."""
    opened: list[Phone] = []

    def open_phone() -> Phone:
        opened.append(phone_at(browser, table, live=True))
        return opened[-1]

    yield open_phone
    for phone in opened:
        phone.context.close()


def test_events_are_read_however_the_network_cuts_them(modules: Page) -> None:
    chance = random.Random(6)  # noqa: S311 cuts of a test
    data = list(STREAM.encode())
    for size in (1, 2, 7, len(data), *(chance.randint(1, 60) for _ in range(20))):
        chunks = [data[start : start + size] for start in range(0, len(data), size)]
        assert ask(modules, _READ_EVENTS, chunks) == EVENTS, size


def test_two_phones_see_each_others_entries_by_the_stream(at: Open, table: Table) -> None:
    one, other = at(), at()
    for phone in (one, other):
        phone.wait_for("view.following === 'stream'")
    one.roll([6, 5, 4, 1, 2])
    other.wait_for("view.confirmed.version === 2")
    other.roll([3, 3])
    one.wait_for("view.confirmed.version === 3")
    assert one.view["game"] == other.view["game"] == table.game()
    heard = told(other)
    assert [(each["mine"], each["entry"]["kind"]) for each in heard] == [(False, "roll"), (True, "roll")]
    assert [event["type"] for event in heard[0]["events"]] == ["dice_rolled"]
    assert heard[0]["sentences"] == table.log()[1]["sentences"]


def told(phone: Phone) -> list[dict[str, Any]]:
    """All that the page was told to say."""
    found: list[dict[str, Any]] = phone.do("return window.told")
    return found


def test_an_echo_of_my_own_entry_is_no_news(at: Open, table: Table) -> None:
    phone = at()
    phone.wait_for("view.following === 'stream'")
    phone.roll([6, 5, 4, 1, 2])
    phone.wait_for("view.confirmed.version === 2 && view.pending.length === 0")
    table.send("POST", "/stand", {"seat": 1, "round": 1, "roll": 1})
    phone.wait_for("view.confirmed.version === 3")
    heard = told(phone)
    assert [each["mine"] for each in heard] == [True, False]
    assert [event["type"] for event in heard[1]["events"]] == ["stood", "turn_ended"]


def test_a_phone_that_was_cut_off_is_told_all_that_it_missed(at: Open, table: Table) -> None:
    phone = at()
    phone.wait_for("view.following === 'stream'")
    phone.cut_off()
    phone.context.set_offline(True)
    phone.wait_for("view.network.state === 'offline'")
    for number in (1, 2, 3):
        table.send("POST", "/rolls", {"seat": 1, "round": 1, "roll": number, "dice": [1, 1, 2, 2, 3]})
    table.send("POST", "/undo", {})
    phone.connected()
    phone.context.set_offline(False)
    phone.wait_for("view.confirmed.version === 5")
    # The game may have been read before the stream was there again.
    phone.wait_for("window.told.length === 4")
    heard = told(phone)
    assert [each["entry"]["kind"] for each in heard] == ["roll", "roll", "roll", "undo"]
    assert [event["type"] for event in heard[2]["events"]] == ["dice_rolled", "turn_ended"]
    assert phone.view["network"]["state"] == "online"


def test_a_stream_that_is_cut_again_and_again_misses_nothing_and_repeats_nothing(
    at: Open, table: Table
) -> None:
    phone = at()
    phone.wait_for("view.following === 'stream'")
    phone.do(
        """const cut = () => session.hearing.live.again();
        window.cuts = 0;
        window.cutting = setInterval(() => { window.cuts += 1; cut(); }, 40)"""
    )
    for _ in range(60):
        place = table.game()["next"]
        body = {name: place[name] for name in ("seat", "round", "roll_off", "roll")}
        assert table.send("POST", "/rolls", {**body, "dice": [1, 1, 2, 2, 3]}).status_code == 201
    cuts = phone.do("clearInterval(window.cutting); return window.cuts")
    phone.wait_for("view.confirmed.version === 61")
    assert [each["entry"]["seq"] for each in told(phone)] == list(range(2, 62))
    assert phone.view["game"] == table.game()
    assert cuts > 10


def test_what_waits_is_played_on_top_of_what_others_enter(at: Open, table: Table) -> None:
    phone = at()
    phone.wait_for("view.following === 'stream'")
    phone.context.route(f"{table.url}/v1/**/batch", lambda route: route.abort("internetdisconnected"))
    phone.roll([6, 5, 4, 1, 2])
    table.send("PATCH", "/seats/2", {"name": "Azure"})
    phone.wait_for("view.confirmed.version === 2")
    view = phone.view
    assert view["game"]["seats"][1]["name"] == "Azure"
    assert view["game"]["turn"]["cargo"] == [1, 2]
    # What comes from the server has it tried again.
    assert [op["state"] for op in view["pending"]] in (["queued"], ["sending"])


def test_without_a_stream_the_log_is_waited_for(at: Open, table: Table, browser: Browser) -> None:
    phone = without(browser, table, "stream")
    phone.wait_for("view.following === 'wait'")
    table.send("POST", "/rolls", {"seat": 1, "round": 1, "roll": 1, "dice": [6, 5, 4, 2, 3]})
    phone.wait_for("view.confirmed.version === 2")
    assert [event["type"] for event in told(phone)[0]["events"]] == ["dice_rolled"]
    table.send("POST", "/stand", {"seat": 1, "round": 1, "roll": 1})
    phone.wait_for("view.confirmed.version === 3")
    assert [each["entry"]["kind"] for each in told(phone)] == ["roll", "stand"]
    phone.context.close()


def test_without_anything_better_the_game_is_asked_for_again(table: Table, browser: Browser) -> None:
    phone = without(browser, table, "stream", "log")
    phone.wait_for("view.following === 'poll'")
    table.send("POST", "/rolls", {"seat": 1, "round": 1, "roll": 1, "dice": [6, 5, 4, 2, 3]})
    phone.wait_for("view.confirmed.version === 2")
    assert [each["sentences"] for each in told(phone)] == [table.log()[1]["sentences"]]
    phone.context.close()


def without(browser: Browser, table: Table, *routes: str) -> Phone:
    """A phone that follows the game, where these routes are full."""
    phone = phone_at(browser, table)
    problem = '{"code": "streams-full", "status": 503}'

    def full(route: Route) -> None:
        route.fulfill(status=503, body=problem, content_type="application/problem+json")

    for name in routes:
        phone.context.route(f"{table.url}/v1/games/*/{name}?**", full)
    phone.live = True
    return phone.open()


def test_an_entry_whose_answer_was_lost_and_that_the_stream_brought_back_leaves_no_trouble(
    at: Open, table: Table
) -> None:
    phone = at()
    phone.wait_for("view.following === 'stream'")
    lost: list[str] = []

    def lose(route: Route) -> None:
        """The first answer is lost once the stream has brought what it is about."""
        if lost:
            route.continue_()
            return
        lost.append(route.request.url)
        route.fetch()
        phone.wait_for("view.pending.length === 0")
        route.abort("connectionreset")

    phone.context.route("**/batch", lose)
    phone.do("window.states = []; session.onView = ({ network }) => window.states.push(network.state)")
    phone.roll([6, 5, 4, 1, 2])
    phone.page.wait_for_function("() => window.states.includes('offline')")
    phone.wait_for("view.network.state === 'online'")
    assert (len(lost), phone.view["pending"]) == (1, [])


def test_whatever_comes_by_the_stream_says_that_the_server_is_there(at: Open, table: Table) -> None:
    phone = at()
    phone.wait_for("view.following === 'stream'")
    phone.cut_off()
    phone.do("await session.refresh().catch(() => {})")
    assert phone.view["network"]["state"] == "offline"
    phone.connected()
    body = {"seat": 1, "round": 1, "roll": 1, "dice": [6, 5, 4, 1, 2]}
    assert table.send("POST", "/rolls", body).status_code == 201
    phone.wait_for("view.network.state === 'online' && view.confirmed.version === 2")


@pytest.mark.parametrize(("status", "state"), [(0, "offline"), (504, "timeout"), (500, "server")])
def test_to_try_again_asks_the_server_where_nothing_waits(
    table: Table, browser: Browser, status: int, state: str
) -> None:
    phone = phone_at(browser, table)
    phone.answered(status, "internal-error") if status else phone.cut_off()
    for _ in range(2):
        phone.do("await session.refresh().catch(() => {})")
        assert phone.view["network"]["state"] == state
    phone.do("session.flush(); await session.sender.running")
    assert phone.view["network"]["state"] == state
    phone.connected()
    with phone.page.expect_response(f"**/v1/games/{table.game_id}"):
        phone.do("session.flush()")
    phone.wait_for("view.network.state === 'online'")
    phone.context.close()


def test_a_page_that_nobody_looks_at_is_not_followed_for_ever(at: Open, table: Table) -> None:
    phone = at()
    phone.page.clock.install()
    phone.open()
    phone.wait_for("view.following === 'stream'")
    look = """Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange")); return null"""
    phone.do(look, "hidden")
    phone.page.clock.fast_forward("05:05")
    phone.wait_for("view.following === 'off'")
    table.send("POST", "/rolls", {"seat": 1, "round": 1, "roll": 1, "dice": [6, 5, 4, 2, 3]})
    phone.page.wait_for_timeout(1500)
    assert phone.view["confirmed"]["version"] == 1
    phone.do(look, "visible")
    # Where the network had seemed gone, the game is asked for too, and its answer may come before the entry.
    phone.wait_for("view.following === 'stream' && view.confirmed.version === 2 && view.happened")
    assert [each["entry"]["seq"] for each in told(phone)] == [2]
    assert phone.view["network"]["state"] == "online"


def test_a_key_that_was_revoked_ends_the_following_and_keeps_what_waits(at: Open, table: Table) -> None:
    phone = at()
    phone.wait_for("view.following === 'stream'")
    phone.do("window.key = 'sk_nobody'; session.follow()")
    phone.wait_for("view.network.state === 'revoked' && view.following === 'off'")
    phone.roll([6, 5, 4, 1, 2])
    phone.do("session.flush()")
    phone.wait_for("view.network.state === 'revoked'")
    assert len(phone.view["pending"]) == 1
    phone.do("window.key = value; session.follow(); session.flush()", table.key)
    phone.wait_for("view.following === 'stream' && view.pending.length === 0")
    assert len(table.plays()) == 1


def test_a_key_that_was_refused_by_mistake_is_tried_again_by_what_waits(at: Open, table: Table) -> None:
    phone = at()
    phone.wait_for("view.following === 'stream'")
    phone.answered(401, "key-unknown")
    phone.do("session.follow()")
    phone.wait_for("view.network.state === 'revoked' && view.following === 'off'")
    phone.roll([6, 5, 4, 1, 2])
    phone.wait_for("phone.session.sender.failures > 0")
    phone.connected()
    phone.wait_for("view.following === 'stream' && view.pending.length === 0")
    assert len(table.plays()) == 1


def test_a_game_that_was_deleted_is_told_and_nothing_is_thrown_away(at: Open, table: Table) -> None:
    phone = at()
    phone.wait_for("view.following === 'stream'")
    phone.cut_off()
    phone.roll([6, 5, 4, 1, 2])
    answered = table.delete()
    assert answered.status_code in (200, 204), answered.text
    phone.connected()
    phone.do("session.flush()")
    phone.wait_for("['gone', 'revoked'].includes(view.network.state)")
    assert len(phone.view["pending"]) == 1


def test_a_table_shows_its_games_and_the_next_one_as_soon_as_it_is_opened(
    table: Table, modules_at_server: Page
) -> None:
    page = modules_at_server
    ask(page, _OPEN_TABLE, {"tableId": table.id, "key": table.key})
    page.wait_for_function("() => watched.view.following === 'stream' && watched.view.games.length === 1")
    table.send("POST", "/rolls", {"seat": 1, "round": 1, "roll": 1, "dice": [6, 5, 4, 2, 3]})
    page.wait_for_function("() => watched.view.games[0].version === 2")
    assert ask(page, "() => watched.view.games[0]") == table.game()
    assert ask(page, "() => watched.view.happened.entry.kind") == "roll"
    table.send("POST", "/abandon", {})
    again = table.send("POST", "/rematch", {}).json()
    page.wait_for_function("() => watched.view.games.length === 2")
    assert ask(page, "() => watched.view.games.map((game) => game.id)") == [again["id"], table.game_id]
    ask(page, "() => { watched.close(); return watched.view.following; }")


def test_an_old_game_that_is_put_right_is_not_taken_for_the_newest(
    table: Table, modules_at_server: Page
) -> None:
    page = modules_at_server
    table.send("POST", "/rolls", {"seat": 1, "round": 1, "roll": 1, "dice": [6, 5, 4, 2, 3]})
    table.send("POST", "/abandon", {})
    again = table.send("POST", "/rematch", {}).json()
    ask(page, _OPEN_TABLE, {"tableId": table.id, "key": table.key})
    page.wait_for_function("() => watched.view.following === 'stream' && watched.view.games.length === 1")
    right = {"reason": "A 6.", "replace": {"seq": 2, "dice": [6, 5, 4, 2, 6]}}
    assert table.send("POST", "/corrections", right).status_code == 201
    page.wait_for_function("() => watched.view.happened?.entry.kind === 'correction'")
    assert ask(page, "() => watched.view.games.map((game) => game.id)") == [again["id"]]
    assert table.send("POST", "/undo", {}).status_code == 201
    page.wait_for_function("() => watched.view.games.length === 2")
    assert ask(page, "() => watched.view.games.map((game) => game.id)") == [again["id"], table.game_id]
    ask(page, "() => watched.close()")


def test_without_its_stream_a_table_is_asked_for_again(table: Table, modules_at_server: Page) -> None:
    page = modules_at_server
    problem = '{"code": "streams-full", "status": 503}'
    page.route(
        f"{table.url}/v1/tables/*/stream",
        lambda route: route.fulfill(status=503, body=problem, content_type="application/problem+json"),
    )
    ask(page, _OPEN_TABLE, {"tableId": table.id, "key": table.key})
    page.wait_for_function("() => watched.view.following === 'poll'")
    assert ask(page, "() => watched.view.games") == [table.game()]
    assert ask(page, "() => watched.view.table.id") == table.id


_OPEN_TABLE = """async ({ tableId, key }) => {
  const [{ createClient }, { openTable }] = await Promise.all(
    ["api", "table"].map((name) => import(`./sync/${name}.js`)),
  );
  const client = createClient({ base: location.origin, key: () => key });
  window.watched = openTable({ tableId, client, onView: () => {} });
}"""


@pytest.fixture
def modules_at_server(browser: Browser, table: Table) -> Iterator[Page]:
    """An empty page at the server's own address."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(modules_at(context, table.url))
    yield page
    context.close()
