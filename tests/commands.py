"""The command `scorekeeper` as tests run it.

scorekeeper(...)      in this process, many times as fast as one of its own: for what a command reads, tells
                      and changes, and its exit code
in_a_process(...)     as a person runs it: for what only a process shows
only_sentence(told)   what a command that failed said, in one line
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Final
from unittest.mock import patch

from click.testing import CliRunner

from scorekeeper.cli import main
from tests.support import REPOSITORY, clean_environment

SECONDS: Final = 120
Told = subprocess.CompletedProcess[str]
"""What a command printed, and its exit code."""


def scorekeeper(*arguments: str, stdin: str = "", **environment: str) -> Told:
    """Run a command in this process. An exception that it does not tell of itself is the test's failure.

    Its settings are gone afterwards, and it can't become a server: that would end the tests.
    """
    unserved = AssertionError("the command became a server")
    with patch.dict(os.environ, environment), patch("os.execv", side_effect=unserved):
        done = CliRunner().invoke(
            main, arguments, input=stdin, prog_name="scorekeeper", catch_exceptions=False
        )
    return Told(["scorekeeper", *arguments], done.exit_code, done.stdout, done.stderr)


def in_a_process(*arguments: str, stdin: str = "", **environment: str) -> Told:
    """Run a command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper", *arguments],
        cwd=REPOSITORY,
        env=clean_environment() | environment,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def only_sentence(told: Told) -> str:
    """What stderr says, which is one line and never a traceback."""
    lines = told.stderr.splitlines()
    assert len(lines) == 1, told.stderr
    return lines[0]
