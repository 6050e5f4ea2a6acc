"""What docs/streams.md shows is tried here: its script in Chromium, an EventSource, its commands."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.test_streams import Table
from tests.streams import events
from tests.support import REPOSITORY, LiveServer, clean_environment, needs, serving

DOCS = (REPOSITORY / "docs" / "streams.md").read_text(encoding="utf-8")
PATIENCE_MS = 30_000
SECOND = {"seat": 1, "roll": 2, "dice": [5, 4, 2, 2], "keep": [5, 4]}


@pytest.fixture
def server(database_file: Path) -> Iterator[LiveServer]:
    with serving(database_file) as server:
        yield server


@pytest.fixture
def page(server: LiveServer, browser: Browser) -> Iterator[Page]:
    """A page of the server's own origin."""
    page = browser.new_page()
    page.goto(f"{server.url}/docs")
    yield page
    page.context.close()


def told(page: Page, count: int) -> list[Any]:
    """What the page was told, when it was so much."""
    page.wait_for_function("count => window.told?.length >= count", arg=count, timeout=PATIENCE_MS)
    heard: list[Any] = page.evaluate("() => window.told")
    return heard


def roll_stubbornly(table: Table) -> None:
    """Enter the second roll at a server that starts again, as often as the connection breaks."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < deadline:
        table.close()
        with suppress(OSError, http.client.HTTPException):
            answer = table.send("POST", f"/v1/games/{table.game['id']}/rolls", SECOND)
            assert answer.status in (200, 201)
            return
    pytest.fail("the server did not come back")


def test_the_script_of_the_page_follows_a_game_over_a_restart(server: LiveServer, page: Page) -> None:
    (script,) = re.findall(r"^```js\n(.*?)^```", DOCS, re.MULTILINE | re.DOTALL)
    script = script.replace("console.log(event, data)", "window.told.push([event, data])")
    assert "window.told" in script
    with closing(Table(server.port)) as table:
        names = f"const [game, key] = {json.dumps([table.game['id'], table.key])};"
        page.evaluate(f"() => {{ window.told = []; {names}\n{script} }}")
        assert told(page, 1)[0] == ["game", table.game]
        table.roll()
        assert told(page, 2)[1][1]["sentences"] == ["Red banked the ship; 4 dice to roll."]
        os.kill(server.pid, signal.SIGHUP)
        assert told(page, 3)[2] == ["end", {"reason": "restart"}]
        roll_stubbornly(table)
        assert [name for name, _ in told(page, 4)] == ["game", "entry", "end", "entry"]
        assert told(page, 4)[3][1]["game"]["version"] == 3


def test_the_script_of_the_page_gives_up_where_the_key_opens_nothing(server: LiveServer, page: Page) -> None:
    (script,) = re.findall(r"^```js\n(.*?)^\}\n", DOCS, re.MULTILINE | re.DOTALL)
    url = json.dumps("/v1/games/game_x/stream")
    assert page.evaluate(f"() => {{ {script}}}\n return follow({url}, 'sk_host_x', () => 0); }}") == 401


def test_an_event_source_follows_a_table_by_a_ticket(server: LiveServer, page: Page) -> None:
    with closing(Table(server.port)) as table:
        path = f"/v1/tables/{table.game['table_id']}/stream-tickets"
        ticket = table.send("POST", path).body
        page.evaluate(
            """url => {
              window.told = [];
              window.source = new EventSource(url);
              for (const name of ["table", "entry"]) {
                source.addEventListener(name, (event) => told.push([name, event.lastEventId, event.data]));
              }
            }""",
            ticket["url"],
        )
        ((name, number, whole),) = told(page, 1)
        assert (name, json.loads(whole)["games"]) == ("table", [table.game])
        table.roll()
        assert int(told(page, 2)[1][1]) == int(number) + 1
        assert page.evaluate("() => source.readyState") == 1


def test_an_event_source_gives_up_on_a_ticket_that_is_over(server: LiveServer, page: Page) -> None:
    with closing(Table(server.port)) as table:
        state = """url => new Promise((done) => {
            const source = new EventSource(url);
            source.onerror = () => done(source.readyState);
        })"""
        assert page.evaluate(state, f"/v1/games/{table.game['id']}/stream?ticket=st_over") == 2


def test_the_commands_of_the_page_do_what_it_says(server: LiveServer) -> None:
    needs("curl")
    commands = re.findall(r"^    (curl .*)$", DOCS.replace("http://127.0.0.1:8000", server.url), re.MULTILINE)
    stream, wait = commands
    with closing(Table(server.port)) as table:
        table.roll()
        names = {"GAME": table.game["id"], "KEY": str(table.key)}
        (event,) = events([_run(f"{stream} --max-time 2", names, 28)])
        assert (event.name, event.id) == ("game", 2)
        (entry,) = json.loads(_run(wait.replace("after=8", "after=1"), names, 0))["items"]
        assert entry["seq"] == 2


def _run(command: str, names: dict[str, str], code: int) -> bytes:
    ran = subprocess.run(
        ["sh", "-c", command.replace("curl", "curl --silent --noproxy '*'", 1)],  # noqa: S607
        env=clean_environment() | names,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == code, ran
    return ran.stdout
