"""The process itself: it listens at its server's socket, answers, and ends with its server."""

from __future__ import annotations

import fcntl
import os
import resource
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final

from scorekeeper import odds
from scorekeeper.thinking import wire
from scorekeeper.thinking.desk import Desk, key_of
from scorekeeper.thinking.place import lock_of, socket_of
from scorekeeper.thinking.shelf import BorrowedShelf

IDLE_SECONDS: Final = 1_800.0
"""Not asked for so long, it ends; the next question starts another."""
MOST_MEGABYTES: Final = 130
"""Grown larger than this it ends too, once nothing is on the desk: what it solved is in the database."""
LINE_SECONDS: Final = 2.0
"""Not asked for so long, a line is hung up: who asks again opens another."""
_LOOK_SECONDS: Final = 1.0
_NICENESS: Final = 10
"""Recording rolls comes first."""
_BACKLOG: Final = 64


def main(owner: int) -> int:
    """Answer until the owner's process is gone. 1 where another process answers for it already."""
    os.nice(_NICENESS)
    lock = os.open(lock_of(owner), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return 1
    path = socket_of(owner)
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(str(path))
        listener.listen(_BACKLOG)
        listener.settimeout(_LOOK_SECONDS)
        try:
            _serve(listener, owner)
        finally:
            path.unlink(missing_ok=True)
            lock_of(owner).unlink(missing_ok=True)
    return 0


def _serve(listener: socket.socket, owner: int) -> None:
    desk, shelf, last = Desk(), BorrowedShelf(), time.monotonic()
    talks: list[Thread] = []
    odds.keep_on(shelf)
    while _is_alive(owner) and (talks or time.monotonic() - last < IDLE_SECONDS):
        try:
            link, _ = listener.accept()
        except TimeoutError:
            # Who was told what to bring will ask again on the same line.
            talks = [talk for talk in talks if talk.is_alive()]
            if not talks and desk.is_clear and _megabytes() > MOST_MEGABYTES:
                break
            continue
        last = time.monotonic()
        talks = [talk for talk in talks if talk.is_alive()]
        talks.append(Thread(target=_talk, args=(link, desk, shelf), daemon=True))
        talks[-1].start()
    desk.close()


def _talk(link: socket.socket, desk: Desk, shelf: BorrowedShelf) -> None:
    """Answer one who asks, until it hangs up or asks no more."""
    with link, suppress(OSError, ValueError):
        link.settimeout(LINE_SECONDS)
        while (asked := wire.receive(link)) is not None:
            key = key_of(asked["question"])
            shelf.bring(key, asked["brought"])
            told = desk.take(asked["question"], asked["wait"])
            if "wanted" not in told and "busy" not in told:
                shelf.answered(key)
            made = shelf.made()
            wire.send(link, {**told, "made": made})
            shelf.fetched(made)


def _megabytes() -> float:
    """The most memory that this process has had."""
    with suppress(OSError, ValueError):
        # Asked of Linux itself: `getrusage` may tell that of the server, which started this process.
        told = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        (kilobytes,) = (line.split()[1] for line in told.splitlines() if line.startswith("VmHWM:"))
        return int(kilobytes) * 1024 / 1e6
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 1e6 if sys.platform == "darwin" else most * 1024 / 1e6


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


if __name__ == "__main__":
    # os._exit: what is still being worked out is nobody's any more.
    os._exit(main(int(sys.argv[1])))
