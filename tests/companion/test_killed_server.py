"""The server dies while a phone sends its evening."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from playwright.sync_api import Browser

from tests.companion.phones import new_table, phone_at
from tests.e2e.writers import workers_of
from tests.support import HOST, LiveServer, free_port, running

BUSTS = 200
_ENTER_ALL = """
  for (let n = 0; n < value; n += 1) {
    const told = await session.enter({ kind: "roll", dice: [3, 2, 1, 1, (n % 3) + 1] });
    if (!told.ok) throw new Error(JSON.stringify(told));
  }
"""


def test_a_server_that_is_killed_in_the_middle_of_a_batch_loses_and_doubles_nothing(
    browser: Browser, database_file: Path
) -> None:
    with free_port() as port:
        command = [sys.executable, "-m", "scorekeeper", "serve", "--bind", f"{HOST}:{port}"]
        command += ["--database", str(database_file), "--workers", "2"]
        with running(command, port, database_file, {}) as server:
            table = new_table(server.url)
            phone = phone_at(browser, table)
            phone.cut_off()
            phone.do(_ENTER_ALL, BUSTS)
            ids = [op["entry_id"] for op in phone.view["pending"]]
            phone.connected()
            phone.do("session.flush()")
            time.sleep(0.03)
            _kill(server)
            phone.wait_for("view.network.state === 'offline' || view.pending.length === 0")
        with running(command, port, database_file, {}):
            phone.open()
            phone.synced()
            assert [entry["entry_id"] for entry in table.plays()] == ids
            assert phone.view["game"] == table.game()
            phone.context.close()


def _kill(server: LiveServer) -> None:
    for pid in (server.pid, *workers_of(server.pid)):
        os.kill(pid, signal.SIGKILL)
    server.process.wait(30)
