"""The battery dies: what was shown as entered is there when the phone is on again."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.companion.browser import FLAGS, modules_at
from tests.companion.phones import Phone, Table, new_table
from tests.support import LiveServer, needs


@pytest.fixture
def table(live_server: LiveServer) -> Table:
    return new_table(live_server.url)


def test_entries_survive_a_browser_that_is_killed(browser: Browser, table: Table, tmp_path: Path) -> None:
    phone = _phone_on(browser, tmp_path / "phone", table)
    phone.cut_off()
    for dice in ([6, 5, 4, 1, 2], [3, 3], [2, 6]):
        phone.roll(dice)
    killed = [*_processes_of(tmp_path / "phone")]
    assert killed
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    _wait_until_gone(tmp_path / "phone")
    again = _phone_on(browser, tmp_path / "phone", table)
    again.synced()
    assert [entry["body"]["dice"] for entry in table.plays()] == [[6, 5, 4, 1, 2], [3, 3], [2, 6]]
    again.context.close()


def _phone_on(browser: Browser, profile: Path, table: Table) -> Phone:
    """A browser of its own, that keeps what it is given in a folder."""
    context: BrowserContext = browser.browser_type.launch_persistent_context(
        profile, executable_path=needs("chromium"), args=list(FLAGS)
    )
    modules_at(context, table.url)
    return Phone(context, context.new_page(), table).open()


def _processes_of(profile: Path) -> Iterator[int]:
    """The processes of the browser that was started on this folder."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                command = (folder / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue  # it has just ended
            if f"--user-data-dir={profile}".encode() in command:
                yield int(folder.name)


def _wait_until_gone(profile: Path) -> None:
    deadline = time.monotonic() + 30
    while [*_processes_of(profile)] and time.monotonic() < deadline:
        time.sleep(0.05)
