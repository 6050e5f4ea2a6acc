"""`scorekeeper admin …`: what an operator is told, and beside a server on the same database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.commands import Told, in_a_process, only_sentence, scorekeeper
from tests.support import clean_environment, serving


@pytest.fixture
def database(database_file: Path) -> str:
    assert scorekeeper("db", "upgrade", "--database", str(database_file)).returncode == 0
    return str(database_file)


def admin(database: str, *arguments: str) -> dict[str, str]:
    """What a command told, by the first word of each line."""
    return read(scorekeeper("admin", *arguments, "--database", database))


def read(told: Told) -> dict[str, str]:
    assert told.returncode == 0, told.stderr
    return {line.partition(" ")[0]: line.partition(" ")[2].strip() for line in told.stdout.splitlines()}


def test_a_table_is_made_listed_disabled_and_enabled(database: str) -> None:
    made = admin(database, "create", "The Anchor")
    assert made["host_key"].startswith("sk_host_")
    table = made["id"]
    assert admin(database, "tables")[table].split() == ["0", "0", "0", "1", "-", "The", "Anchor"]
    assert admin(database, "disable", table, "--reason", "Advertisements")["disabled_reason"] == (
        "Advertisements"
    )
    assert admin(database, "tables")[table].endswith("The Anchor  (disabled)")
    assert set(admin(database, "tables", "--disabled")) == {"id", table}
    assert admin(database, "enable", table)["disabled_at"] == "-"
    assert admin(database, "table", table)["name"] == "The Anchor"


def test_a_table_is_exported_and_deleted(database: str, tmp_path: Path) -> None:
    table = admin(database, "create", "The Anchor")["id"]
    kept = tmp_path / "kept.json"
    admin(database, "export", table, "--output", str(kept))
    assert json.loads(kept.read_text())["table"]["id"] == table
    told = scorekeeper("admin", "delete", table, "--name", "Anchor", "--database", database)
    assert told.returncode == 1
    assert "not the name of this table" in only_sentence(told)
    asked = scorekeeper("admin", "delete", table, "--database", database)
    assert asked.returncode == 1
    assert "“The Anchor” and all its games will be gone for good" in asked.stdout
    assert table in admin(database, "tables")
    assert admin(database, "delete", table, "--name", "The Anchor") == {"deleted": ""}
    assert set(admin(database, "tables")) == {"id"}
    assert admin(database, "sweep") == {"finished": "0"}


def test_an_export_of_no_table_leaves_no_file(database: str, tmp_path: Path) -> None:
    told = scorekeeper("admin", "export", "table_x", "--output", str(tmp_path / "x"), "--database", database)
    assert told.returncode == 1
    assert not (tmp_path / "x").exists()


def test_settings_are_shown_and_set(database: str) -> None:
    before = admin(database, "settings")
    changed = admin(
        database, "set", "games_per_table", "5", "keys_per_table", "none", "table_creation", "closed"
    )
    assert changed == {**before, "games_per_table": "5", "keys_per_table": "none", "table_creation": "closed"}
    assert admin(database, "settings") == changed
    names = ("games_per_table", "keys_per_table", "table_creation")
    assert admin(database, "set", *(word for name in names for word in (name, "default"))) == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["set", "dice", "5"], "there is no setting dice"),
        (["set", "games_per_table"], "each NAME has a VALUE"),
        (["set", "games_per_table", "many"], "a whole number from 0 to 1,000,000,000"),
        (["set", "games_per_table", "9999999999999999999999"], "a whole number"),
        (["set", "table_creation", "ajar"], "one of open, closed"),
        (["table", "table_x"], "there is no table table_x"),
        (["disable", "table_x"], "there is no table table_x"),
        (["create", "\x1b[2J"], "control characters"),
    ],
)
def test_what_can_not_be_done_is_told_and_nothing_is_changed(
    database: str, arguments: list[str], said: str
) -> None:
    before = admin(database, "settings")
    told = scorekeeper("admin", *arguments, "--database", database)
    assert told.returncode in (1, 2)
    assert said in told.stderr
    assert admin(database, "settings") == before


def test_a_command_makes_no_database(database_file: Path) -> None:
    told = scorekeeper("admin", "tables", "--database", str(database_file))
    assert told.returncode == 1
    assert "no such file yet" in only_sentence(told)
    assert not database_file.exists()


def test_a_running_server_follows_the_shell_within_seconds(database_file: Path) -> None:
    key = "the-operator-holds-this-very-long-key"

    def shell(*arguments: str) -> dict[str, str]:
        return read(in_a_process("admin", *arguments, "--database", str(database_file)))

    with (
        serving(database_file, environment={"SCOREKEEPER_ADMIN_KEY": key}) as server,
        httpx.Client(base_url=f"{server.url}/v1", trust_env=False) as client,
    ):
        operator = {"Authorization": f"Bearer {key}"}
        created = client.post("/tables", json={"name": "The Anchor"}).json()
        host = {"Authorization": f"Bearer {created['host_key']}"}
        shell("disable", created["id"], "--reason", "Advertisements")
        refused = client.get(f"/tables/{created['id']}", headers=host)
        assert (refused.status_code, refused.json()["code"]) == (403, "table-disabled")
        shell("set", "table_creation", "closed")
        assert client.get("/admin/settings", headers=operator).json()["table_creation"] == "closed"
        statuses = {client.post("/tables", json={"name": "Late"}).status_code for _ in range(40)}
        assert statuses <= {201, 403}
        assert client.patch("/admin/settings", json={"table_creation": "open"}, headers=operator).is_success
        assert shell("settings")["table_creation"] == "open"
        output = server.output.read_text()
    assert key not in output
    assert created["host_key"] not in output


def test_a_short_admin_key_stops_the_start_and_is_not_told(database_file: Path) -> None:
    told = scorekeeper("serve", "--database", str(database_file), SCOREKEEPER_ADMIN_KEY="sesame-opens")
    assert told.returncode == 2
    assert only_sentence(told).startswith("scorekeeper: SCOREKEEPER_ADMIN_KEY must be at least 32 visible")
    assert "sesame" not in told.stderr


def test_a_list_that_nobody_reads_to_its_end_ends_quietly(database: str) -> None:
    command = [sys.executable, "-m", "scorekeeper", "admin", "tables", "--database", database]
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "wb") as closed:
        told = subprocess.run(
            command,
            stdout=closed,
            stderr=subprocess.PIPE,
            text=True,
            env=clean_environment(),
            timeout=60,
            check=False,
        )
    assert told.stderr == ""


@pytest.mark.parametrize("value", ["-1", "--none"])
def test_a_quota_below_nothing_is_told_as_what_it_is(database: str, value: str) -> None:
    told = scorekeeper("admin", "set", "games_per_table", value, "--database", database)
    assert told.returncode == 2
    assert "games_per_table is a whole number from 0 to" in told.stderr
