"""Asking the process that works odds out, and starting it where there is none."""

from __future__ import annotations

import logging
import os
import socket
import sys
import time
from threading import Lock, local
from typing import Any, Final, Protocol

from scorekeeper.thinking import wire
from scorekeeper.thinking.asked import Answer, Question, Unanswerable
from scorekeeper.thinking.place import socket_of

START_SECONDS: Final = 5.0
"""How long a process may take until it listens."""
ONE_THREAD: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""What makes arrays be multiplied on one processor: they are small, and the other one records rolls."""
TRIES: Final = 2
"""So often a question is asked, where the process ends before it has answered."""
MOST_WANTED: Final = 256
"""So many tables are brought for a question; if more are wanted, it is asked again."""
_TRY_SECONDS: Final = 0.05
_GRACE_SECONDS: Final = 2.0
"""How much longer than it was told to the process may take to answer."""


class Tables(Protocol):
    """Where solved games are kept, by their names; both are texts."""

    def find(self, name: str) -> str | None:
        """The table of this name, None where there is none."""

    def keep(self, name: str, text: str) -> None:
        """Keep a table, in the place of an older one."""


class _Link(socket.socket):
    """A line to the process. It is hung up with the thread that kept it."""

    def __del__(self) -> None:
        self.close()


class _Line(local):
    """The line over which this thread asked last, and the process that opened it: one that was forked since
    has none."""

    def __init__(self) -> None:
        self.link: socket.socket | None = None
        self.opened_by = 0

    def take(self) -> socket.socket | None:
        """The line, unless the other side has hung up; it is whoever's takes it."""
        link, self.link = self.link, None
        if link is None or self.opened_by != os.getpid() or not _is_open(link):
            return None
        return link

    def keep(self, link: socket.socket) -> None:
        """Have the line ready for the next question."""
        self.link, self.opened_by = link, os.getpid()


class _Server:
    """The server that asks: its master's process id, whether it has just started the process, and its lines
    to it."""

    def __init__(self) -> None:
        self.owner: int | None = None
        self.started: int | None = None
        self.lock = Lock()
        self.line = _Line()


_server = _Server()
_log = logging.getLogger(__name__)


def owned_by(pid: int) -> None:
    """Say whose end is the end of the process: that of a server's master. Unsaid, it is this process."""
    _server.owner = pid


def ask(question: Question, wait: float, tables: Tables | None = None) -> Answer | None:
    """The answer; None where it is not there within so many seconds: ask again.

    tables: where solved games are kept. A process that ends meanwhile is followed by another one, which is
    asked once; where nobody can be asked, the answer is not there. Raises Unanswerable where there is nothing
    to answer.
    """
    deadline = time.monotonic() + wait
    for _ in range(TRIES):
        try:
            return _told(question, max(0.0, deadline - time.monotonic()), tables)
        except TimeoutError as error:
            _log.warning("the process that works odds out does not answer: %s", error)
            return None
        except OSError as error:
            # It was killed, or ended by itself just when it was asked.
            trouble = error
            time.sleep(_TRY_SECONDS)
    _log.warning("the process that works odds out can't be asked: %s", trouble)
    return None


def _told(question: Question, wait: float, tables: Tables | None) -> Answer | None:
    """What the process answers, which is started where there is none. Raises OSError, and as `ask`."""
    line = _server.line
    link = line.take() or _connection()
    try:
        told = _talked(link, question, wait, tables)
    except BaseException:
        # What is still to come over it would be taken for the next answer.
        link.close()
        raise
    line.keep(link)
    if "unanswerable" in told:
        raise Unanswerable(told["unanswerable"])
    if "failed" in told:
        raise RuntimeError(told["failed"])
    found: Answer | None = told.get("answer")
    return found


def _talked(link: socket.socket, question: Question, wait: float, tables: Tables | None) -> Any:
    """What the process says to a question, with the tables that it wants."""
    deadline = time.monotonic() + wait
    told = _asked(link, question, wait, {}, tables)
    for _ in range(MOST_WANTED):
        if "wanted" not in told:
            break
        name = told["wanted"]
        brought = {name: None if tables is None else tables.find(name)}
        told = _asked(link, question, max(0.0, deadline - time.monotonic()), brought, tables)
    return told


def _asked(
    link: socket.socket,
    question: Question,
    wait: float,
    brought: dict[str, str | None],
    tables: Tables | None,
) -> Any:
    """What the process says within so many seconds; the tables that it has made are kept."""
    link.settimeout(wait + _GRACE_SECONDS)
    wire.send(link, {"question": question, "wait": wait, "brought": brought})
    told: Any = wire.receive(link)
    if told is None:
        raise OSError("the process that works odds out has ended")
    for name, text in told["made"].items():
        if tables is not None:
            tables.keep(name, text)
    return told


def _connection() -> socket.socket:
    owner = os.getpid() if _server.owner is None else _server.owner
    path = str(socket_of(owner))
    deadline = time.monotonic() + START_SECONDS
    while (link := _connected(path)) is None:
        _start(owner)
        if time.monotonic() > deadline:
            raise TimeoutError("it does not start")
        time.sleep(_TRY_SECONDS)
    return link


def _is_open(link: socket.socket) -> bool:
    """Whether the other side still listens: it says nothing unasked, so that only its end can be read."""
    try:
        link.setblocking(False)
        link.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return True
    except OSError:
        pass
    link.close()
    return False


def _connected(path: str) -> socket.socket | None:
    link = _Link(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        link.connect(path)
    except (FileNotFoundError, ConnectionRefusedError, BlockingIOError):
        link.close()
        return None
    return link


def _start(owner: int) -> None:
    """Start the process, unless this one has just done so. A second one ends by itself."""
    with _server.lock:
        if _server.started is not None and not _has_ended(_server.started):
            return
        command = [sys.executable, "-m", "scorekeeper.thinking.process", str(owner)]
        environment = {**os.environ, **ONE_THREAD, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        nothing = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_RDWR, 0) for fd in (0, 1)]
        _server.started = os.posix_spawn(
            sys.executable, command, environment, file_actions=nothing, setsid=True
        )


def _has_ended(pid: int) -> bool:
    try:
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    except ChildProcessError:
        return True
