"""What docs/operating.md and docs/own-data.md say to type is typed here, against a real server."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from scorekeeper.ledger import settings
from tests.support import REPOSITORY, LiveServer, clean_environment, needs, serving

ADMIN_KEY = "the-operator-of-this-server-holds-this-key"


@pytest.fixture
def server(database_file: Path) -> Iterator[LiveServer]:
    needs("curl")
    with serving(database_file, workers=1, environment={"SCOREKEEPER_ADMIN_KEY": ADMIN_KEY}) as server:
        yield server


def commands(page: str, server: LiveServer) -> list[str]:
    """The commands of a page, for this server."""
    text = (REPOSITORY / "docs" / page).read_text(encoding="utf-8")
    found = re.findall(r"^    curl.*\n(?:     +.*\n)*", text, re.MULTILINE)
    return [
        command.replace("http://127.0.0.1:8000", server.url).replace(
            "curl ", "curl --silent --noproxy '*' --write-out ' %{http_code}' "
        )
        for command in found
    ]


def run(command: str, folder: Path, **names: str) -> tuple[str, str]:
    """What a command printed before the last status, and that status."""
    ran = subprocess.run(
        ["sh", "-c", command],  # noqa: S607
        cwd=folder,
        env=clean_environment() | names,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    printed, _, status = ran.stdout.rpartition(" ")
    return printed, status


def test_the_operator_s_commands_do_what_the_page_says(server: LiveServer, tmp_path: Path) -> None:
    read, change = commands("operating.md", server)
    before = json.loads(run(read, tmp_path, SCOREKEEPER_ADMIN_KEY=ADMIN_KEY)[0])
    assert before == settings.Settings().to_json()
    after = json.loads(run(change, tmp_path, SCOREKEEPER_ADMIN_KEY=ADMIN_KEY)[0])
    assert after["table_creation"] == "closed"
    assert after["quotas"] == {**before["quotas"], "games_per_table": 500}


def test_a_table_is_forgotten_exported_and_deleted_as_the_page_says(
    server: LiveServer, tmp_path: Path
) -> None:
    game = {"ruleset": {"preset": "first-to-three"}, "seats": [{"name": "Red"}, {"name": "Blue"}]}
    created = httpx.post(
        f"{server.url}/v1/tables", json={"name": "The Anchor", "game": game}, trust_env=False
    ).json()
    names = {"TABLE": created["id"], "KEY": created["host_key"]}
    leave, forget = commands("own-data.md", server)
    assert json.loads(run(forget, tmp_path, **names)[0]) == {"players": 2, "games": 1, "texts": 2}
    assert run(leave, tmp_path, **names)[1] == "204"
    kept = json.loads((tmp_path / "readable.json").read_text())
    assert [seat["name"] for seat in kept["games"][0]["game"]["seats"]] == ["Player 1", "Player 2"]


def test_the_page_of_settings_has_every_setting_with_its_default() -> None:
    text = (REPOSITORY / "docs" / "operating.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z_]+)` \| ([^|]+) \|", text, re.MULTILINE))
    defaults = settings.Settings()
    assert rows.pop("table_creation").strip(" `") == defaults.table_creation
    assert {name: int(value.replace(",", "")) for name, value in rows.items()} == {
        name: getattr(defaults.quotas, name) for name in settings.QUOTAS
    }
