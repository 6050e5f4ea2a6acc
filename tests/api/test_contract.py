"""schemathesis over the served document: every check, no failure, no 5xx."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx
import pytest

from tests.api.at_the_table import ADMIN_KEY
from tests.support import REPOSITORY, LiveServer, clean_environment, serving

CONFIG = REPOSITORY / "openapi" / "schemathesis.toml"
EXAMPLES_OF_EACH = os.environ.get("CONTRACT_EXAMPLES", "2")
"""How many requests are made up for each operation; more find more and take longer."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    environment = {
        "SCOREKEEPER_SYNCHRONOUS": "NORMAL",
        "SCOREKEEPER_ADMIN_KEY": ADMIN_KEY,
        # More is asked in a minute than any table asks.
        "SCOREKEEPER_LIMITS": "off",
    }
    with serving(tmp_path / "scorekeeper.sqlite3", workers=1, environment=environment) as server:
        yield server


def _new_table(server: LiveServer) -> tuple[str, dict[str, str | int]]:
    """A table's key, and the ids of what is at the table."""
    with httpx.Client(base_url=f"{server.url}/v1", trust_env=False) as client:
        seats = [{"name": "Red"}, {"name": "Blue"}, {"name": "Green"}]
        game = {"ruleset": {"preset": "first-to-three"}, "seats": seats, "entry": "dice_or_score"}
        table = client.post("/tables", json={"name": "The Anchor", "game": game}).json()
        client.headers["Authorization"] = f"Bearer {table['host_key']}"
        first = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1], "keep": [6]}
        for path, body in (("rolls", first), ("disputes", {"turn": 1, "words": "It was dark."})):
            assert client.post(f"/games/{table['game']['id']}/{path}", json=body).status_code == 201
        key, invite = (
            client.post(f"/tables/{table['id']}/{what}", json={"role": "scorer"}).json()["id"]
            for what in ("keys", "invites")
        )
    return table["host_key"], {
        "table_id": table["id"],
        "game_id": table["game"]["id"],
        "player_id": table["game"]["seats"][0]["player_id"],
        "dispute": 1,
        "number": 1,
        "key_id": key,
        "invite_id": invite,
    }


def _run(server: LiveServer, key: str, config: str, folder: Path, *which: str) -> None:
    path = folder / "schemathesis.toml"
    path.write_text(config, encoding="utf-8")
    command = [
        *(str(Path(sys.executable).with_name("st")), "--config-file", str(path)),
        *("run", f"{server.url}/openapi.json"),
        *("--checks", "all", "--max-examples", EXAMPLES_OF_EACH, "--workers", "1", "--no-color"),
        *("--suppress-health-check", "all", "--seed", "1", *which),
    ]
    ran = subprocess.run(
        command,
        cwd=REPOSITORY,
        env=clean_environment() | {"CONTRACT_KEY": key},
        capture_output=True,
        text=True,
        timeout=1500,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-20_000:] + ran.stderr[-2_000:]


def test_requests_about_anything_are_answered_as_the_document_says(
    server: LiveServer, tmp_path: Path
) -> None:
    key, _ = _new_table(server)
    # Each edge of each field is tried at a real game below; here that would be told 404 alone.
    phases = ("--phases", "examples,fuzzing,stateful")
    _run(server, key, CONFIG.read_text(encoding="utf-8"), tmp_path, *phases)


def test_requests_about_a_real_game_are_answered_as_the_document_says(
    server: LiveServer, tmp_path: Path
) -> None:
    key, ids = _new_table(server)
    # What follows from one another, and the examples, are for the ids that come of it: see above.
    _run(server, key, _with_ids(ids), tmp_path, *_OF_REAL_ONES, "--phases", "coverage,fuzzing")


_OF_REAL_ONES = ("--exclude-checks", "ensure_resource_availability")
"""The ids of the table stand in every address, also in the place of those of what was just created."""


def test_requests_of_the_operator_are_answered_as_the_document_says(
    server: LiveServer, tmp_path: Path
) -> None:
    _, ids = _new_table(server)
    config = _with_ids({"table_id": ids["table_id"]})
    _run(server, ADMIN_KEY, config, tmp_path, *_OF_REAL_ONES, "--include-path-regex", "^/v1/admin/")


def _with_ids(ids: Mapping[str, str | int]) -> str:
    """The configuration; at its end, since what stands below [parameters] is a part of it, the ids."""
    lines = (f'"path.{name}" = {json.dumps(value)}' for name, value in ids.items())
    return "\n".join([CONFIG.read_text(encoding="utf-8"), "[parameters]", *lines])
