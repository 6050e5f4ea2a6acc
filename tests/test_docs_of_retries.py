"""What docs/retries.md says to type is typed here, against a real server."""

from __future__ import annotations

import json
import re
import subprocess

import httpx

from tests.support import REPOSITORY, LiveServer, clean_environment, needs

DOCS = REPOSITORY / "docs" / "retries.md"


def test_the_commands_of_the_page_do_what_it_says(live_server: LiveServer) -> None:
    needs("curl")
    game = {"ruleset": {"preset": "first-to-three"}, "seats": [{"name": "Red"}, {"name": "Blue"}]}
    created = httpx.post(
        f"{live_server.url}/v1/tables", json={"name": "The Anchor", "game": game}, trust_env=False
    ).json()
    names = {"TABLE": created["id"], "KEY": created["host_key"], "GAME": created["game"]["id"]}
    text = DOCS.read_text(encoding="utf-8").replace("http://127.0.0.1:8000", live_server.url)
    commands = re.findall(r"^    curl.*\n(?:     .*\n)*", text, re.MULTILINE)
    assert len(commands) == 2
    told = [[_run(command, names) for _ in range(2)] for command in commands]
    assert told[0][0] == told[0][1]
    assert told[0][0]["name"] == "Green"
    statuses = [[result["status"] for result in answer["results"]] for answer in told[1]]
    assert statuses == [["recorded"] * 2, ["already_recorded"] * 2]


def _run(command: str, names: dict[str, str]) -> dict[str, object]:
    ran = subprocess.run(
        ["sh", "-c", command.replace("curl", "curl --silent --noproxy '*'", 1)],  # noqa: S607
        env=clean_environment() | names,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    answer: dict[str, object] = json.loads(ran.stdout)
    return answer
