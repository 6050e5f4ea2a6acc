"""`scorekeeper demo`: a recorded game, played over HTTP."""

from __future__ import annotations

import json
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import httpx
import pytest

from scorekeeper import demo
from tests.support import HOST, REPOSITORY, LiveServer, clean_environment

SECONDS = 60


def run_demo(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What the command printed and its exit code."""
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper", "demo", *arguments],
        cwd=REPOSITORY,
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


@contextmanager
def answering(status: int, body: bytes) -> Iterator[str]:
    """The URL of a server that answers everything alike."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Say nothing."""

    with HTTPServer((HOST, 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield f"http://{HOST}:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_the_demo_plays_a_whole_game_and_prints_its_scorecard(live_server: LiveServer) -> None:
    told = run_demo("--url", f"{live_server.url}/")
    assert (told.returncode, told.stderr) == (0, "")
    lines = told.stdout.splitlines()
    assert "6 4 3 3 1  Red banked the ship; 4 dice to roll." in lines
    assert "           Red and Blue are tied and roll off." in lines
    assert "           Blue wins the game." in lines
    assert lines.count("  rank  player        rounds won  total") == 5
    assert "     1  Blue                   3     38" in lines
    assert max(map(len, lines[:-1])) <= demo.WIDTH


def test_the_game_stays_and_the_last_line_reads_it(live_server: LiveServer) -> None:
    *_, command = run_demo("--url", live_server.url).stdout.splitlines()
    _curl, _option, header, url = shlex.split(command)
    key = header.removeprefix("Authorization: ")
    game = httpx.get(url, headers={"Authorization": key}, trust_env=False).json()
    assert (game["status"], game["winners"]) == ("finished", [2])


def test_a_server_that_is_not_there_is_one_sentence_and_exit_code_1() -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        url = f"http://{HOST}:{taken.getsockname()[1]}"
        told = run_demo("--url", url)
    sentence = f"Error: No Scorekeeper answers at {url}; start one with `scorekeeper serve`.\n"
    assert (told.returncode, told.stdout, told.stderr) == (1, "", sentence)


@pytest.mark.parametrize(
    "url", ["dice.example.org", "ftp://127.0.0.1", "http://", "http://127.0.0.1:port", ""]
)
def test_what_is_no_address_is_told_from_a_server_that_is_not_there(url: str) -> None:
    with pytest.raises(demo.NoServer, match="is no address of a server"):
        demo.run(url, print)


@pytest.mark.parametrize(
    ("status", "body"),
    [(200, b"<p>Hello</p>"), (404, b"<p>Not found</p>"), (404, b"[]"), (404, b'{"error": "not found"}')],
)
def test_another_program_is_no_scorekeeper(status: int, body: bytes) -> None:
    with answering(status, body) as url, pytest.raises(demo.NoServer, match="is no Scorekeeper"):
        demo.run(url, print)


def test_a_refusal_is_told_in_the_servers_words() -> None:
    problem = json.dumps({"detail": "The server is busy. Nothing was recorded."}).encode()
    with answering(503, problem) as url, pytest.raises(demo.Refusal, match=r"^The server is busy\."):
        demo.run(url, print)
