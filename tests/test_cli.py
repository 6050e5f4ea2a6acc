"""The command `scorekeeper`: what it tells and makes, its exit codes, and its server's processes."""

from __future__ import annotations

import json
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper import __version__
from scorekeeper.odds.turn_odds import turn_odds
from scorekeeper.rules.ruleset import TurnRules
from tests.commands import SECONDS, in_a_process, only_sentence, scorekeeper
from tests.support import HOST, REPOSITORY, LiveServer, clean_environment, free_port, http, running, serving


def processes_below(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def eventually(is_so: Callable[[], bool]) -> None:
    """Wait for what the server's parent process does only after its first child answers."""
    deadline = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < deadline, "it never came about"
        time.sleep(0.05)


def raw_answer(port: int, request: bytes) -> tuple[str, str]:
    """The head and the body of the answer to bytes that need not be HTTP."""
    with socket.create_connection((HOST, port), timeout=SECONDS) as connection:
        connection.sendall(request)
        parts = []
        while part := connection.recv(65_536):
            parts.append(part)
    head, _, body = b"".join(parts).decode().partition("\r\n\r\n")
    return head, body


def test_it_knows_its_version() -> None:
    assert in_a_process("--version").stdout == f"scorekeeper, version {__version__}\n"


def test_serve_says_where_everything_is(live_server: LiveServer) -> None:
    told = live_server.output.read_text()
    assert str(live_server.database) in told
    assert f"listens at {HOST}:{live_server.port}\n" in told
    assert f"{live_server.url}/docs\n" in told


def test_a_server_leaves_nothing_in_the_home_of_its_user(live_server: LiveServer) -> None:
    assert list(live_server.home.iterdir()) == []


def test_the_docs_are_where_serve_says(live_server: LiveServer) -> None:
    answer = http.get(f"{live_server.url}/docs", follow_redirects=True)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/html")


def test_serve_makes_the_folder_and_the_tables(tmp_path: Path) -> None:
    database = tmp_path / "pub" / "friday" / "games.db"
    database.parent.parent.mkdir()
    told = in_a_process("db", "upgrade", "--database", str(database))
    assert told.returncode == 0, told.stderr
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master WHERE type = 'table'").fetchone()[0] > 1


def test_serve_runs_as_many_processes_as_it_is_told_and_sigterm_ends_them_all(database_file: Path) -> None:
    with serving(database_file, workers=3) as server:
        eventually(lambda: len(processes_below(server.pid)) == 3)
        below = processes_below(server.pid)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(SECONDS) == 0
        assert not any(Path(f"/proc/{pid}").exists() for pid in below)


def test_a_game_outlives_the_server(database_file: Path) -> None:
    with serving(database_file, workers=1) as server:
        made = http.post(f"{server.url}/v1/tables", json={"name": "Friday"}).json()
    key = {"Authorization": f"Bearer {made['host_key']}"}
    with serving(database_file, workers=1) as server:
        url = f"{server.url}/v1/tables/{made['id']}"
        assert http.get(url, headers=key).json()["name"] == "Friday"


def test_a_taken_port_is_told_in_one_sentence(live_server: LiveServer, database_file: Path) -> None:
    bind = f"{HOST}:{live_server.port}"
    told = in_a_process("serve", "--bind", bind, "--database", str(database_file))
    assert told.returncode == 1
    assert f"another program already listens at {bind}" in only_sentence(told)
    assert not database_file.exists()


def test_gunicorn_itself_refuses_a_taken_port(live_server: LiveServer) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", "wsgi:app"],
        cwd=REPOSITORY,
        env=clean_environment() | {"SCOREKEEPER_BIND": f"{HOST}:{live_server.port}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert told.returncode == 1
    assert "another program already listens" in told.stderr
    assert "Traceback" not in told.stderr


def test_gunicorn_by_hand_serves_the_same(database_file: Path) -> None:
    assert scorekeeper("db", "upgrade", "--database", str(database_file)).returncode == 0
    with free_port() as port:
        settings = {"SCOREKEEPER_BIND": f"{HOST}:{port}", "SCOREKEEPER_DATABASE": str(database_file)}
        command = [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", "wsgi:app"]
        with running(command, port, database_file, settings) as server:
            assert http.get(f"{server.url}/healthz").status_code == 200


@pytest.mark.parametrize(
    ("request_sent", "status"),
    [
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
        (b"GET /v1/" + b"x" * 9_000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\n" + b"Long: " + b"x" * 9_000 + b"\r\n\r\n", 431),
        (b"not even HTTP\r\n\r\n", 400),
    ],
    ids=["a header without a colon", "an address too long", "headers too large", "no HTTP at all"],
)
def test_what_is_no_request_is_answered_with_a_problem(
    live_server: LiveServer, request_sent: bytes, status: int
) -> None:
    head, body = raw_answer(live_server.port, request_sent)
    assert head.startswith(f"HTTP/1.1 {status} ")
    assert "Content-Type: application/problem+json" in head
    problem = json.loads(body)
    assert (problem["status"], problem["code"]) == (status, "bad-request")
    assert re.fullmatch(r"Th[^'0-9]*( HTTP/1\.1[^'0-9]*)?\.", problem["detail"])


@pytest.mark.parametrize("option", ["--bind", "--workers", "--database"])
def test_an_option_that_can_not_be_used_is_refused(option: str) -> None:
    told = scorekeeper("serve", option, "mysql://host")
    assert told.returncode == 2
    assert only_sentence(told).startswith(f"scorekeeper: {option} must be")
    variable = f"SCOREKEEPER_{option.removeprefix('--').upper()}"
    told = scorekeeper("serve", **{variable: "mysql://host"})
    assert only_sentence(told).startswith(f"scorekeeper: {variable} must be")


def test_a_document_that_can_not_be_written_or_read_is_told_in_one_sentence(tmp_path: Path) -> None:
    strange = tmp_path / "strange.json"
    strange.write_bytes(b"\xff")
    for command in (["--output", str(tmp_path / "nowhere" / "x")], ["--check", str(strange)]):
        told = scorekeeper("openapi", *command)
        assert told.returncode == 1
        assert str(tmp_path) in only_sentence(told)


def test_an_option_wins_over_its_variable(database_file: Path) -> None:
    told = scorekeeper("db", "upgrade", "--database", str(database_file), SCOREKEEPER_DATABASE="mysql://host")
    assert told.returncode == 0, told.stderr
    assert database_file.exists()


def test_a_file_that_is_no_database_is_told_in_one_sentence(database_file: Path) -> None:
    database_file.write_text("the shopping list, and more of it " * 100)
    with free_port() as port:
        serve = ["serve", "--bind", f"{HOST}:{port}"]
        tried = [
            scorekeeper(*command, "--database", str(database_file))
            for command in (serve, ["db", "upgrade"], ["db", "status"])
        ]
    for told in tried:
        assert told.returncode == 1
        assert f"the database {database_file} can't be used" in only_sentence(told)


def test_a_database_server_that_is_away_is_told_in_one_sentence() -> None:
    with free_port() as port, free_port() as own:
        where = f"postgresql://dealer:sesame@{HOST}:{port}/dice"
        told = scorekeeper("serve", "--bind", f"{HOST}:{own}", "--database", where)
    assert told.returncode == 1
    assert f"the database postgresql://{HOST}:{port}/dice can't be used" in only_sentence(told)
    assert "sesame" not in told.stderr


def test_an_upgrade_is_done_once(database_file: Path) -> None:
    first = scorekeeper("db", "upgrade", "--database", str(database_file))
    assert "applied" in first.stdout
    second = scorekeeper("db", "upgrade", "--database", str(database_file))
    assert (second.returncode, second.stdout.splitlines()[1:]) == (0, ["nothing to do"])


def test_the_status_tells_what_is_waiting(database_file: Path) -> None:
    absent = scorekeeper("db", "status", "--database", str(database_file))
    assert absent.returncode == 1
    assert "no such file yet" in only_sentence(absent)
    assert not database_file.exists()

    with closing(sqlite3.connect(database_file)) as connection:
        connection.execute("CREATE TABLE guests (name TEXT)")
    waiting = scorekeeper("db", "status", "--database", str(database_file))
    assert waiting.returncode == 1
    assert "waiting   0001" in waiting.stdout

    assert scorekeeper("db", "upgrade", "--database", str(database_file)).returncode == 0
    ready = in_a_process("db", "status", "--database", str(database_file))
    assert (ready.returncode, ready.stdout.splitlines()[1:]) == (0, ["up to date"])


def test_the_document_is_printed_as_it_is_served_without_touching_a_database(
    live_server: LiveServer, tmp_path: Path
) -> None:
    printed = in_a_process("openapi", XDG_DATA_HOME=str(tmp_path), HOME=str(tmp_path))
    assert printed.returncode == 0
    assert list(tmp_path.iterdir()) == []
    document = json.loads(printed.stdout)
    assert document["openapi"].startswith("3.1")
    assert http.get(f"{live_server.url}/openapi.json").json() == document


def test_the_document_is_written_and_compared(tmp_path: Path) -> None:
    copy = tmp_path / "openapi.json"
    assert scorekeeper("openapi", "--output", str(copy)).returncode == 0
    written = copy.read_text()
    assert scorekeeper("openapi").stdout == written
    assert scorekeeper("openapi", "--check", str(copy)).returncode == 0

    copy.write_text(written.replace("Scorekeeper", "Scorekeepers"))
    differing = scorekeeper("openapi", "--check", str(copy))
    assert differing.returncode == 1
    assert f"{copy} is not what this version serves" in only_sentence(differing)


def test_odds_prints_the_exact_odds_of_a_turn() -> None:
    told = scorekeeper("odds")
    assert (told.returncode, told.stderr) == (0, "")
    assert "by roll 3    54.0 %   42314697971/78364164096" in told.stdout
    assert "exactly 160042333703/39182082048" in told.stdout
    assert re.search(r"^ +7  roll both +7\.9722 +even +7\.0000$", told.stdout, re.MULTILINE)
    assert re.search(r"^ +8  stand +7\.9722 +stand +7\.0000$", told.stdout, re.MULTILINE)


def test_odds_prints_every_fraction_in_full_however_many_rolls_there_are() -> None:
    told = scorekeeper("odds", "--ruleset", "-", stdin='{"turn": {"rolls": 10}}')
    assert "digits" not in told.stdout
    exact = turn_odds(TurnRules(rolls=10))
    assert f"   {exact.crew_by_roll[-1]}\n" in told.stdout
    assert f", exactly {exact.mean})\n" in told.stdout


def test_odds_knows_the_presets_by_name() -> None:
    told = scorekeeper("odds", "--ruleset", "voyage", "--ruleset", "chips")
    assert "169123624727/39182082048" in told.stdout
    assert re.search(r"^ +3 \+ 4  roll both +8\.5000 +hold the 4 +7\.5000$", told.stdout, re.MULTILINE)
    assert told.stdout.index("voyage: 3 rolls") < told.stdout.index("chips: 3 rolls")
    refused = scorekeeper("odds", "--ruleset", "poker")
    assert refused.returncode == 2
    assert "'poker' is no file, and none of first-to-three, chips, five-rounds, voyage," in refused.stderr


def test_odds_takes_house_rules_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    rules = json.dumps({"preset": "voyage", "turn": {"rolls": 2}})
    (tmp_path / "ours.json").write_text(rules)
    from_file = scorekeeper("odds", "--ruleset", str(tmp_path / "ours.json"))
    assert from_file.stdout.startswith("ours: 2 rolls, either cargo die, or both, may be rolled again")
    piped = in_a_process("odds", "--ruleset", "-", stdin=rules)
    assert piped.stdout == from_file.stdout.replace("ours: 2 rolls", "House rules: 2 rolls", 1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "ours.json is not JSON: "),
        ("[" * 10_000, "ours.json is not JSON: "),
        (" " * 200_000, "ours.json is longer than house rules are: 100,000 bytes at the most"),
        ("[]", "ours.json holds no house rules. all of it: "),
        ('{"turn": {"rolls": 11, "dice": 6}}', "ours.json holds no house rules. /turn/rolls: "),
        ('{"turn": {"rolls": 11, "dice": 6}}', "/turn/dice: "),
    ],
)
def test_odds_says_what_is_wrong_with_house_rules(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "ours.json").write_text(text)
    refused = scorekeeper("odds", "--ruleset", str(tmp_path / "ours.json"))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert sentence in refused.stderr


def test_odds_of_a_folder_are_refused(tmp_path: Path) -> None:
    refused = scorekeeper("odds", "--ruleset", str(tmp_path))
    assert refused.returncode == 2
    assert "can't be read: Is a directory" in refused.stderr
