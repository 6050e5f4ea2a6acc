"""Tools of the tests that use a database: an empty one, and many threads at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from scorekeeper import storage


@contextmanager
def migrated(path: str) -> Iterator[None]:
    """An empty database, connected and migrated."""
    storage.connect(path, synchronous="OFF")
    storage.upgrade()
    try:
        yield
    finally:
        storage.close()


def in_threads(count: int, work: Callable[[int], Any]) -> list[Any]:
    """Run a function in so many threads that start together; what each returned or raised."""
    answers: list[Any] = [None] * count
    ready = threading.Barrier(count)

    def one(number: int) -> None:
        ready.wait()
        try:
            answers[number] = work(number)
        except Exception as error:  # noqa: BLE001 the test looks at it
            answers[number] = error
        finally:
            storage.close()

    threads = [threading.Thread(target=one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return answers
