"""What a server needs of the machine: an address that is free, a folder in memory.

Exceptions:

    PortTaken     the address can't be listened at
"""

from __future__ import annotations

import errno
import os
import resource
import socket
from pathlib import Path
from typing import Final

from scorekeeper.setting_values import Address

FILES_OF_A_THREAD: Final = 4
"""A connection, and the database's file with its two companions."""
FILES_OF_A_PROCESS: Final = 200
"""Listeners, locks, logs, and whatever a library opens."""
IDLE_CONNECTIONS: Final = 1_000


class PortTaken(Exception):
    """The server can't listen at the address; its text says why in one sentence."""


def require_free(address: Address) -> None:
    """See that the server can listen at the address, and nobody else does.

    Raises PortTaken. A Unix socket is always free: the server replaces the file.
    """
    if address.socket is not None:
        return
    try:
        family, _, _, _, place = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            # Without SO_REUSEPORT this bind fails where any server listens; with SO_REUSEADDR it does not
            # fail for connections that are closing since the last run.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        raise PortTaken(_refusal(address, error)) from None


def connections_of_a_process(threads: int, streams: int) -> int:
    """How many connections a process may have open at once; what it may open of files is raised for that.

    threads: those that answer, each of which needs files of the database. streams: as many files more. What
    is left is for idle connections, 1,000 where the system allows it.
    """
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    others = threads * FILES_OF_A_THREAD + streams + FILES_OF_A_PROCESS
    wanted = others + IDLE_CONNECTIONS
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return threads + max(threads, allowed - others)


def heartbeat_folder() -> str | None:
    """A folder in memory for the file by which a worker shows that it is alive; None where there is none.

    On a slow disk that file's write could block, and a healthy worker would be taken for dead.
    """
    folder = Path("/dev/shm")  # noqa: S108 (gunicorn makes a file with a random name there)  # nosec B108
    return str(folder) if folder.is_dir() and os.access(folder, os.W_OK) else None


def _refusal(address: Address, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"another program already listens at {address}: stop it, or choose another address with --bind"
    if error.errno == errno.EACCES:
        return f"this user may not listen at {address}: choose a port above 1023 with --bind"
    return f"can't listen at {address}: {error.strerror or error}"
