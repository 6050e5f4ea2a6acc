"""One at a time, and who is most urgent first: a lock that lets those pass who should not wait."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Condition

_urgency: ContextVar[int] = ContextVar("urgency", default=0)


@contextmanager
def as_urgent_as(urgency: int) -> Iterator[None]:
    """What is asked meanwhile, in this thread, goes after all that has a lower number."""
    token = _urgency.set(urgency)
    try:
        yield
    finally:
        _urgency.reset(token)


class UrgentFirst:
    """The lock. It is not to be taken again by who has it."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._waiting: list[int] = []
        self._is_taken = False
        self._urgency = 0

    @property
    def is_urged(self) -> bool:
        """Whether somebody waits who is more urgent than who has it."""
        return any(urgency < self._urgency for urgency in tuple(self._waiting))

    def __enter__(self) -> None:
        urgency = _urgency.get()
        with self._changed:
            self._waiting.append(urgency)
            try:
                self._changed.wait_for(lambda: not self._is_taken and urgency == min(self._waiting))
            finally:
                self._waiting.remove(urgency)
            self._is_taken, self._urgency = True, urgency

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._is_taken = False
            self._changed.notify_all()
