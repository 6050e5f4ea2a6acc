"""Phones at a table: each a browser context of its own, with one game open through the page's modules.

A phone can be cut off, lose answers, or meet a server in trouble; else what it does goes to a real server.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, Route

from tests.companion.browser import ask, modules_at
from tests.support import http

PATIENCE_MS: Final = 30_000

_OPEN: Final = """async ({ gameId, tableId, key, live }) => {
  const [{ openStore }, { createClient }, { openSession }] = await Promise.all(
    ["store", "api", "session"].map((name) => import(`./sync/${name}.js`)),
  );
  const store = await openStore();
  const client = createClient({ base: location.origin, key: () => window.key, timeout: 4000 });
  window.key = key;
  window.told = [];
  const onView = (view) => {
    if (view.happened && window.told.at(-1)?.id !== view.happened.id) window.told.push(view.happened);
  };
  const session = await openSession({ gameId, store, client, onView, live });
  window.phone = { store, client, session };
}"""


@dataclass(frozen=True)
class Table:
    """A table with a game on a real server."""

    url: str
    """Where phones find it, as far as a browser is concerned."""
    server: str
    id: str
    key: str
    game_id: str

    def send(self, method: str, path: str = "", body: Any = None) -> httpx.Response:
        """What another program does with the game, past every phone."""
        headers = {"Authorization": f"Bearer {self.key}"}
        url = f"{self.server}/v1/games/{self.game_id}{path}"
        return http.request(method, url, json=body, headers=headers)

    def delete(self) -> httpx.Response:
        """The table is deleted, with all that belongs to it."""
        headers = {"Authorization": f"Bearer {self.key}"}
        url, body = f"{self.server}/v1/tables/{self.id}", {"name": "The Anchor"}
        return http.request("DELETE", url, json=body, headers=headers)

    def game(self) -> dict[str, Any]:
        found: dict[str, Any] = self.send("GET").json()
        return found

    def log(self) -> list[dict[str, Any]]:
        """Every entry of the game."""
        entries: list[dict[str, Any]] = self.send("GET", "/export").json()["log"]
        return entries

    def plays(self) -> list[dict[str, Any]]:
        """The plays that count, in their order."""
        return [entry for entry in self.log() if entry["kind"] in PLAYS and entry["effective"]]


PLAYS: Final = ("start_roll", "roll", "stand", "turn", "score", "join", "leave", "defer")


def new_table(url: str, players: int = 2, **game: Any) -> Table:
    """A table whose first game is open."""
    seats = [{"name": name} for name in ("Red", "Blue", "Green", "Gold")[:players]]
    opening = {"ruleset": {"preset": "first-to-three"}, "seats": seats, **game}
    body = {"name": "The Anchor", "game": opening}
    made = http.post(f"{url}/v1/tables", json=body).json()
    return Table(url, url, made["id"], made["host_key"], made["game"]["id"])


@dataclass
class Phone:
    """A phone with a game open."""

    context: BrowserContext
    page: Page
    table: Table
    live: bool = False

    def open(self) -> Phone:
        """Open the page, or open it again after a reload: whatever it had in memory is gone."""
        self.page.goto(f"{self.table.url}/modules-under-test/")
        asked = {"gameId": self.table.game_id, "tableId": self.table.id, "key": self.table.key}
        ask(self.page, _OPEN, {**asked, "live": self.live})
        return self

    def do(self, script: str, value: Any = None) -> Any:
        """What `phone => …` makes of the session (`session`), the store (`store`) and a value (`value`)."""
        return ask(
            self.page, f"async (value) => {{ const {{ session, store, client }} = phone; {script} }}", value
        )

    def enter(self, kind: str, **entry: Any) -> dict[str, Any]:
        """Enter something, and say what the page is told."""
        told: dict[str, Any] = self.do("return session.enter(value)", {"kind": kind, **entry})
        return told

    def roll(self, dice: list[int], **more: Any) -> dict[str, Any]:
        """Enter a roll that must be legal."""
        told = self.enter("roll", dice=dice, **more)
        assert told["ok"], told
        return told

    @property
    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.do("return session.view")
        return found

    def wait_for(self, condition: str) -> None:
        """Until something is true of the view."""
        self.page.wait_for_function(
            f"() => {{ const {{ view }} = phone.session; return {condition}; }}", timeout=PATIENCE_MS
        )

    def synced(self) -> None:
        """Until nothing waits on this phone any more."""
        self.do("session.flush()")
        self.wait_for("view.pending.length === 0")

    # The network

    def cut_off(self) -> None:
        """No network from now on."""
        self._answer_with(lambda route: route.abort("internetdisconnected"))

    def connected(self) -> None:
        """The network is back."""
        self.context.unroute(self._api)

    def losing_answers(self) -> None:
        """Requests arrive, and their answers do not."""

        def lose(route: Route) -> None:
            route.fetch()
            route.abort("connectionreset")

        self._answer_with(lose)

    def answered(self, status: int, code: str, headers: Mapping[str, str] | None = None) -> None:
        """Every request is answered with this problem."""
        problem = json.dumps({"status": status, "code": code, "title": code, "detail": code})
        sent = {"Content-Type": "application/problem+json", **(headers or {})}
        self._answer_with(lambda route: route.fulfill(status=status, body=problem, headers=sent))

    def _answer_with(self, handler: Callable[[Route], None]) -> None:
        self.context.unroute(self._api)
        self.context.route(self._api, handler)

    @property
    def _api(self) -> str:
        return f"{self.table.url}/v1/**"


def phone_at(browser: Browser, table: Table, *, live: bool = False) -> Phone:
    """A phone of its own at a table."""
    context = browser.new_context()
    modules_at(context, table.url)
    return Phone(context, context.new_page(), table, live).open()


def tab_of(phone: Phone) -> Phone:
    """Another tab of the same phone."""
    return Phone(phone.context, phone.context.new_page(), phone.table, phone.live).open()
