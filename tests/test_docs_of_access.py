"""What docs/access.md says to type is typed here, against a real server."""

from __future__ import annotations

import json
import re
import subprocess
from typing import Any

import httpx

from tests.support import REPOSITORY, LiveServer, clean_environment, needs

DOCS = REPOSITORY / "docs" / "access.md"


def test_the_commands_of_the_page_do_what_it_says(live_server: LiveServer) -> None:
    needs("curl")
    created = httpx.post(f"{live_server.url}/v1/tables", json={"name": "The Anchor"}, trust_env=False).json()
    names = {"TABLE": created["id"], "KEY": created["host_key"], "RECOVERY": created["recovery_code"]}
    text = DOCS.read_text(encoding="utf-8").replace("http://127.0.0.1:8000", live_server.url)
    give, recover, invite, join = re.findall(r"^    curl.*\n(?:     .*\n)*", text, re.MULTILINE)
    given = _run(give, names)
    assert (given["role"], given["name"]) == ("scorer", "Bar tablet")
    recovered = _run(recover, names)
    assert recovered["table"] == {"id": created["id"], "name": "The Anchor"}
    assert recovered["recovery_code"] != created["recovery_code"]
    joined = _run(join, {**names, "CODE": _run(invite, names)["code"].lower()})
    assert (joined["role"], joined["name"]) == ("scorer", "Blue's phone")


def _run(command: str, names: dict[str, str]) -> dict[str, Any]:
    ran = subprocess.run(
        ["sh", "-c", command.replace("curl", "curl --silent --noproxy '*'", 1)],  # noqa: S607
        env=clean_environment() | names,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    answer: dict[str, Any] = json.loads(ran.stdout)
    return answer
