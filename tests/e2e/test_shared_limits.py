"""Two servers, of two processes each, on one database: they share one limit."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, closing
from pathlib import Path

import pytest

from scorekeeper.limits.leases import LARGEST_SHARE
from tests.databases import in_threads, migrated
from tests.e2e.phone import Phone
from tests.support import HOST, LiveServer, free_port, running

PHONES = 8
READS, WRONG_KEYS = 400, 50
LIMITS = f"reads={READS}/day, failed-keys={WRONG_KEYS}/day, open=1000/minute"
PROCESSES = 4


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveServer, LiveServer]]:
    """Both of them."""
    folder = tmp_path_factory.mktemp("shared")
    with migrated(str(folder / "scorekeeper.sqlite3")) as database, ExitStack() as stack:
        first, second = (
            stack.enter_context(_serving(database, folder / name, stack.enter_context(free_port())))
            for name in ("first", "second")
        )
        yield first, second


def _serving(database: str, files: Path, port: int) -> AbstractContextManager[LiveServer]:
    command = [sys.executable, "-m", "scorekeeper", "serve", "--bind", f"{HOST}:{port}", "--workers", "2"]
    return running([*command, "--database", database], port, files, {"SCOREKEEPER_LIMITS": LIMITS})


def _statuses(servers: tuple[LiveServer, LiveServer], key: str, path: str, times: int) -> Counter[int]:
    """What so many phones are answered that ask both servers at once."""

    def ask(number: int) -> Counter[int]:
        with closing(Phone(servers[number % 2].port, key)) as phone:
            answers = [phone.send("GET", path).status for _ in range(times // PHONES)]
        return Counter(answers)

    return sum(in_threads(PHONES, ask), Counter())


def test_a_key_has_one_limit_at_both(servers: tuple[LiveServer, LiveServer]) -> None:
    with closing(Phone(servers[0].port)) as phone:
        game = phone.open_game({"preset": "first-to-three"}, 2)
    assert phone.key is not None
    found = _statuses(servers, phone.key, f"/v1/games/{game['id']}", 2 * READS)
    assert set(found) == {200, 429}
    held_back = (PROCESSES - 1) * (READS // LARGEST_SHARE - 1)
    assert READS - held_back <= found[200] <= READS


def test_wrong_keys_are_counted_to_the_last_one(servers: tuple[LiveServer, LiveServer]) -> None:
    found = _statuses(servers, "sk_host_wrong", "/v1/games/game_0", 4 * WRONG_KEYS)
    assert found == {401: WRONG_KEYS, 429: 3 * WRONG_KEYS}
