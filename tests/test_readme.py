"""What the README says to type is typed here, one session after the other, and answers what it says."""

from __future__ import annotations

import re
import subprocess

from tests.support import REPOSITORY, LiveServer, clean_environment, needs

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"^```bash\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
WIDTH = 120


def test_the_sessions_of_the_readme_are_answered_as_it_says(live_server: LiveServer) -> None:
    shell = needs("bash")
    needs("curl")
    needs("python3")
    script = "".join(SESSIONS).replace("http://127.0.0.1:8000", live_server.url)
    ran = subprocess.run(
        [shell, "-euo", "pipefail", "-c", script],
        env=clean_environment() | {"NO_PROXY": "*", "no_proxy": "*"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    answers = [line.removeprefix("# ") for line in script.splitlines() if line.startswith("# ")]
    assert answers
    assert ran.stdout.splitlines() == answers


def test_the_first_session_is_ten_lines_to_type() -> None:
    typed = [line for line in SESSIONS[0].splitlines() if not line.startswith("# ")]
    assert len(typed) <= 11


def test_the_sessions_fit_a_page() -> None:
    assert max(map(len, "".join(SESSIONS).splitlines())) <= WIDTH
