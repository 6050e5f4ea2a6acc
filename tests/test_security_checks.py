"""The checks for security of this repository: what bandit finds, and how pip-audit's findings are told."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.support import REPOSITORY


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit_report", REPOSITORY / ".ci" / "audit_report.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def report(*packages: dict[str, Any]) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


FLASK = {"name": "flask", "version": "3.1.0", "vulns": []}
AWAY = {"name": "click", "skip_reason": "not found"}
FAULTY = {"name": "segno", "version": "1.6.0", "vulns": [{"id": "CVE-1", "fix_versions": ["1.6.1"]}]}


def test_bandit_finds_nothing() -> None:
    bandit = Path(sys.executable).with_name("bandit")
    what = ["--recursive", "scorekeeper", "wsgi.py", "gunicorn.conf.py"]
    ran = subprocess.run(
        [str(bandit), "--quiet", "--configfile", "pyproject.toml", *what],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout


def test_whatever_bandit_is_told_to_pass_over_has_its_reason() -> None:
    lines = [
        line
        for path in (REPOSITORY / "scorekeeper").rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if "nosec" in line
    ]
    assert lines
    for line in lines:
        assert re.search(r"# noqa: S\d+ \([^)]{10,}\)  # nosec B\d+$", line), line


def test_a_known_vulnerability_is_a_failure(audit: ModuleType) -> None:
    code, lines = audit.verdict(report(FLASK, FAULTY, AWAY), "")
    assert (code, lines) == (1, ["segno 1.6.0: CVE-1, mended in 1.6.1", "not audited: click"])


def test_none_is_said_with_how_much_was_looked_at(audit: ModuleType) -> None:
    assert audit.verdict(report(FLASK), "") == (0, ["no known vulnerability in 1 locked packages"])


@pytest.mark.parametrize(
    ("written", "said"), [("", "ConnectionError: Max retries exceeded"), (report(AWAY, AWAY), "No known")]
)
def test_a_service_that_is_away_is_no_failure_and_is_said(audit: ModuleType, written: str, said: str) -> None:
    assert audit.verdict(written, said) == (0, [audit.UNREACHABLE])


def test_any_other_failure_of_the_audit_is_one(audit: ModuleType) -> None:
    assert audit.verdict("", "invalid requirements input\n") == (1, ["invalid requirements input"])
