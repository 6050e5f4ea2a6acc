"""What pip-audit found, in a few lines: `python3 .ci/audit_report.py REPORT.json WHAT-IT-SAID`.

Exit code 1 for a finding, and where pip-audit failed for another reason than that nobody answered it.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

UNREACHABLE = "NOT AUDITED: the service of known vulnerabilities can't be reached from here"
_NOBODY_ANSWERED = re.compile(r"connection|timed out|timeout|name resolution|unreachable", re.IGNORECASE)


def verdict(report: str, said: str) -> tuple[int, list[str]]:
    """The exit code and the lines.

    report: pip-audit's JSON, empty where it wrote none. said: its messages.
    """
    if not report:
        return (0, [UNREACHABLE]) if _NOBODY_ANSWERED.search(said) else (1, [said.strip()])
    packages = json.loads(report)["dependencies"]
    found = [_told(package, each) for package in packages for each in package.get("vulns", ())]
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    if len(skipped) == len(packages):
        return 0, [UNREACHABLE]
    unknown = [f"not audited: {', '.join(skipped)}"] if skipped else []
    fine = [] if found else [f"no known vulnerability in {len(packages) - len(skipped)} locked packages"]
    return int(bool(found)), [*found, *fine, *unknown]


def _told(package: dict[str, Any], found: dict[str, Any]) -> str:
    mended = ", ".join(found["fix_versions"]) or "no release"
    return f"{package['name']} {package['version']}: {found['id']}, mended in {mended}"


if __name__ == "__main__":
    written, told = map(Path, sys.argv[1:])
    code, lines = verdict(written.read_text() if written.exists() else "", told.read_text())
    sys.stdout.write("\n".join(lines) + "\n")
    sys.exit(code)
