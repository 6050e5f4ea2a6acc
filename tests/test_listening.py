"""Each process of a server accepts at a socket of its own, which outlives it."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.config import Config

from scorekeeper import listening
from tests.support import HOST, free_port


@pytest.fixture
def arbiter() -> Iterator[Any]:
    """A parent of three processes that has just started."""
    config = Config()
    config.set("workers", 3)
    with free_port() as port:
        config.set("bind", [f"{HOST}:{port}"])
        arbiter = SimpleNamespace(
            cfg=config, log=logging.getLogger("test"), LISTENERS=[], WORKERS={}, num_workers=3
        )
        listening.open_for_each(arbiter)
        yield arbiter
        for listener in arbiter.LISTENERS:
            listener.close()


def begin(arbiter: Any, pid: int) -> Any:
    """A process, as gunicorn makes it."""
    worker = SimpleNamespace(sockets=arbiter.LISTENERS)
    listening.give_one(arbiter, worker)
    arbiter.WORKERS[pid] = worker
    return worker.sockets[0]


def test_there_is_a_socket_for_each_process_and_gunicorn_opens_none(arbiter: Any) -> None:
    assert len({listener.getsockname() for listener in arbiter.LISTENERS}) == 1
    assert len({listener.fileno() for listener in arbiter.LISTENERS}) == 3
    assert not arbiter.cfg.reuse_port


def test_each_process_has_its_own_and_a_new_one_that_of_the_one_that_is_gone(arbiter: Any) -> None:
    first, second, third = (begin(arbiter, pid) for pid in (1, 2, 3))
    assert len({id(first), id(second), id(third)}) == 3
    del arbiter.WORKERS[2]
    assert begin(arbiter, 4) is second


def test_at_a_reload_each_of_the_new_ones_has_the_socket_of_an_old_one(arbiter: Any) -> None:
    old = [begin(arbiter, pid) for pid in (1, 2, 3)]
    new = [begin(arbiter, pid) for pid in (4, 5, 6)]
    assert [id(listener) for listener in new] == [id(listener) for listener in old]


def test_who_waits_at_a_socket_is_there_for_the_next_process(arbiter: Any) -> None:
    with closing(socket.create_connection(arbiter.LISTENERS[0].getsockname())) as phone:
        phone.sendall(b"hello")
        waiting = []
        for listener in arbiter.LISTENERS:
            # A process that ends closes its own descriptor of it.
            socket.fromfd(listener.fileno(), socket.AF_INET, socket.SOCK_STREAM).close()
            with suppress(BlockingIOError):
                waiting.append(listener.accept()[0])
        assert [each.recv(9) for each in waiting] == [b"hello"]
        waiting[0].close()


def test_fewer_processes_than_sockets_are_not_to_be_had(arbiter: Any) -> None:
    listening.keep_one_for_each(arbiter, 2)
    assert arbiter.num_workers == 3
    arbiter.num_workers = 4
    listening.keep_one_for_each(arbiter, 4)
    assert arbiter.num_workers == 4


def test_a_process_closes_what_is_not_its_own(arbiter: Any) -> None:
    worker = SimpleNamespace(sockets=[arbiter.LISTENERS[1]])
    listening.let_others_be(arbiter, worker)
    assert [listener.sock is None for listener in arbiter.LISTENERS] == [True, False, True]
