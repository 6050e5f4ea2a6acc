"""docs/computer-seats.md: its requests work, and its check finds what it is to find."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.ledger.server_dice import throw
from tests.api.at_the_table import HostOf
from tests.api.test_computer_seats import new_game, play_to_the_end
from tests.support import REPOSITORY

PAGE = (REPOSITORY / "docs" / "computer-seats.md").read_text(encoding="utf-8")
(CHECK,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
(THROW,) = (json.loads(body) for body in re.findall(r"'(\{\"seat\".*?\})'", PAGE))
(SEATS,) = (json.loads(body) for body in re.findall(r"^ +(\{\"seats\".*?\})$", PAGE, re.MULTILINE))


def check(folder: Path, throws: Any) -> subprocess.CompletedProcess[str]:
    """Run the page's check on an answer."""
    (folder / "throws.json").write_text(json.dumps(throws), encoding="utf-8")
    command = [sys.executable, "-c", CHECK]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def throws(host: HostOf) -> dict[str, Any]:
    game = new_game(host)
    play_to_the_end(host, game)
    told: dict[str, Any] = host.get(f"{game}/throws").get_json()
    return told


def test_the_check_is_as_short_as_the_page_says() -> None:
    assert len([line for line in CHECK.splitlines() if line]) <= 15


def test_the_check_passes_for_a_game_that_was_played(throws: dict[str, Any], tmp_path: Path) -> None:
    ran = check(tmp_path, throws)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == f"{len(throws['throws'])} throws, each as it had to fall\n"


def test_the_check_finds_dice_that_did_not_fall(throws: dict[str, Any], tmp_path: Path) -> None:
    dice = throws["throws"][-1]["dice"]
    dice[0] = dice[0] % 6 + 1
    assert check(tmp_path, throws).returncode == 1


def test_the_check_passes_for_a_game_that_went_on_after_its_end(host: HostOf, tmp_path: Path) -> None:
    game = new_game(host)
    play_to_the_end(host, game)
    first = host.get(f"{game}/throws").get_json()["throws"][0]
    assert host.post(f"{game}/undo", {"target": {"seq": first["seq"]}}).status_code == 201
    play_to_the_end(host, game)
    told = host.get(f"{game}/throws").get_json()
    assert len(told["commitments"]) == 2
    ran = check(tmp_path, told)
    assert ran.returncode == 0, ran.stderr


def test_the_check_finds_a_place_that_was_thrown_at_anew(throws: dict[str, Any], tmp_path: Path) -> None:
    first = throws["throws"][0]
    secret = throws["commitments"][0]["secret"]
    nonce = next(
        nonce
        for nonce in (f"nonce-number-{number}" for number in range(10))
        if throw(secret, first["place"], nonce, 5) != first["dice"]
    )
    anew = {**first, "nonce": nonce, "dice": throw(secret, first["place"], nonce, 5)}
    assert check(tmp_path, {**throws, "throws": [anew]}).returncode == 0
    assert check(tmp_path, {**throws, "throws": [*throws["throws"], anew]}).returncode == 1


def test_the_check_finds_another_secret_than_was_committed_to(throws: dict[str, Any], tmp_path: Path) -> None:
    throws["commitments"][0]["secret"] = "11" * 32
    assert check(tmp_path, throws).returncode == 1


def test_the_pages_requests_are_taken(host: HostOf) -> None:
    game = host.post(f"{host.table}/games", {"ruleset": {"preset": "five-rounds"}, **SEATS}).get_json()
    assert game["seats"][1]["computer"] == {"dice": "table"}
    served = new_game(host)
    host.post(f"{served}/rolls", {"seat": 1, "roll": 1, "dice": [6, 5, 4, 6, 6], "stand": True})
    assert host.post(f"{served}/throws", THROW).status_code == 201
