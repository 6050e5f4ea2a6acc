"""Where the processes of a server accept: each at a socket of its own, which their parent opens and keeps.

With one socket for all, a single process can take every kept-alive connection; where each has its own, the
kernel spreads new connections over them (SO_REUSEPORT, Linux, TCP). gunicorn's own setting for that has each
process open its socket, and so close it at its end: whoever was connected there and not accepted yet is
reset, at a reload too. A socket that the parent keeps waits for the next process with whoever waits there.

Each is a hook of gunicorn's; `arbiter` is the parent, whose `LISTENERS` every process is given.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

from gunicorn import sock


def open_for_each(arbiter: Any) -> None:
    """Before the first process: open a socket for each, where the kernel spreads connections."""
    if sys.platform == "linux" and [type(address) for address in arbiter.cfg.address] == [tuple]:
        arbiter.cfg.set("reuse_port", True)
        arbiter.LISTENERS = [
            listener
            for _ in range(arbiter.cfg.workers)
            for listener in sock.create_sockets(arbiter.cfg, arbiter.log)
        ]
        arbiter.cfg.set("reuse_port", False)


def give_one(arbiter: Any, worker: Any) -> None:
    """Before a process begins: the socket that the fewest have; at a reload the old ones still have one."""
    if _are_alike(arbiter.LISTENERS):
        had = Counter(id(other.sockets[0]) for other in arbiter.WORKERS.values())
        worker.sockets = [min(arbiter.LISTENERS, key=lambda listener: had[id(listener)])]


def let_others_be(arbiter: Any, worker: Any) -> None:
    """In the new process: close the sockets of others, which would stay open as long as it lives."""
    for listener in arbiter.LISTENERS:
        if listener not in worker.sockets:
            listener.close()


def keep_one_for_each(arbiter: Any, wanted: int) -> None:
    """When another number of processes is wanted (SIGTTOU): nobody would accept at the socket of one that is
    missing."""
    if 0 < wanted < len(arbiter.LISTENERS):
        arbiter.log.warning("%d processes it is, as many as at the start", len(arbiter.LISTENERS))
        arbiter.num_workers = len(arbiter.LISTENERS)


def _are_alike(listeners: list[Any]) -> bool:
    """Whether all listen at the same address; where somebody had gunicorn listen at several, each process
    has all of them."""
    return len({str(listener) for listener in listeners}) == 1
