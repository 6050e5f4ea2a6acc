"""What stands between phone and server: TLS by nginx as the docs say, and a network that goes dead.

nginx(...)           TLS for the name DICE in front of a server; `chromium_that_trusts` its certificate
DeadNetwork          a way to a server on which nothing arrives any more, though nobody hangs up
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser

from tests.companion.browser import FLAGS
from tests.support import HOST, REPOSITORY, missing, needs

DICE: Final = "dice.test"
_SECONDS: Final = 20.0
_AROUND = """
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/nginx.log;{user}
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    {block}
}}
"""


def block_of_the_docs() -> str:
    """The server block that docs/companion.md shows."""
    text = (REPOSITORY / "docs" / "companion.md").read_text()
    found = re.search(r"```nginx\n(.*?)```", text, re.DOTALL)
    assert found is not None
    return found[1]


@contextmanager
def nginx(folder: Path, port: int, server_port: int) -> Iterator[None]:
    """nginx on that port, as the docs have it, in front of a server on another."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin") or needs("nginx")
    _make_certificate(folder)
    block = block_of_the_docs()
    for said, here in {
        "listen 443 ssl": f"listen {HOST}:{port} ssl",
        "dice.example.org;": f"{DICE};",
        "/etc/ssl/dice.example.org.pem": f"{folder}/dice.pem",
        "/etc/ssl/dice.example.org.key": f"{folder}/dice.key",
        "127.0.0.1:8000": f"{HOST}:{server_port}",
    }.items():
        assert said in block or here in block, said
        block = block.replace(said, here)
    user = f" user {Path.home().owner()};" if Path.home().owner() == "root" else ""
    (folder / "nginx.conf").write_text(_AROUND.format(folder=folder, block=block, user=user))
    process = subprocess.Popen([program, "-p", str(folder), "-c", "nginx.conf"], stderr=subprocess.DEVNULL)
    try:
        _until_it_listens(port, process)
        yield
    finally:
        process.terminate()
        process.wait(_SECONDS)


def _until_it_listens(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + _SECONDS
    while True:
        with suppress(ConnectionRefusedError):
            socket.create_connection((HOST, port)).close()
            return
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _make_certificate(folder: Path) -> None:
    """An authority (`ca.pem`), and a certificate of DICE by it."""
    new = (needs("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    _run(folder, *new, "-subj", "/CN=Pub", "-keyout", "ca.key", "-out", "ca.pem")
    whose = ("-subj", f"/CN={DICE}", "-addext", f"subjectAltName=DNS:{DICE}")
    by_it = ("-addext", "basicConstraints=CA:FALSE", "-CA", "ca.pem", "-CAkey", "ca.key")
    _run(folder, *new, *whose, *by_it, "-keyout", "dice.key", "-out", "dice.pem")


@contextmanager
def chromium_that_trusts(folder: Path, browser: Browser) -> Iterator[Browser]:
    """A browser of somebody who has put the authority among those that are trusted, beside another one."""
    path, certutil = needs("chromium"), needs("certutil")
    store = folder / ".pki" / "nssdb"
    store.mkdir(parents=True)
    _run(folder, certutil, "-N", "-d", f"sql:{store}", "--empty-password")
    _run(folder, certutil, "-A", "-d", f"sql:{store}", "-n", "Pub", "-t", "C,,", "-i", "ca.pem")
    rules = f"--host-resolver-rules=MAP {DICE} {HOST}"
    flags = [flag for flag in FLAGS if "host-resolver" not in flag]
    home = {**os.environ, "HOME": str(folder)}
    trusting = browser.browser_type.launch(executable_path=path, args=[*flags, rules], env=home)
    try:
        yield trusting
    finally:
        trusting.close()


def _run(folder: Path, *command: str) -> None:
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    if ran.returncode:
        missing(f"{command[0]}: {ran.stderr[-500:]}")


class DeadNetwork:
    """A way to a server that can go dead: what is sent then is taken and arrives nowhere. Nobody hangs up."""

    def __init__(self, server_port: int) -> None:
        self._server_port = server_port
        self._is_dead = threading.Event()
        self._listener = socket.create_server((HOST, 0))
        self._sockets: list[socket.socket] = []
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    @property
    def port(self) -> int:
        return int(self._listener.getsockname()[1])

    def die(self) -> None:
        self._is_dead.set()

    def live(self) -> None:
        """What was under way stays lost, as it does when a phone has another address."""
        self._is_dead.clear()

    def close(self) -> None:
        _hang_up(self._listener)
        # Whoever was let in at the last moment is among them by then.
        self._accepting.join(_SECONDS)
        for each in self._sockets:
            _hang_up(each)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._listener.accept()
                self._sockets.append(phone)
                server = socket.create_connection((HOST, self._server_port))
                self._sockets.append(server)
                is_lost = threading.Event()
                for one, other in ((phone, server), (server, phone)):
                    threading.Thread(target=self._carry, args=(one, other, is_lost), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket, is_lost: threading.Event) -> None:
        with suppress(OSError):
            while piece := one.recv(65_536):
                if self._is_dead.is_set():
                    is_lost.set()
                if not is_lost.is_set():
                    other.sendall(piece)
            if not is_lost.is_set():
                other.shutdown(socket.SHUT_WR)


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
