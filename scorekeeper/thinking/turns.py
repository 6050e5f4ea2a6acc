"""Those who wait for something to be worked out take turns: who asks much holds up nobody but themselves."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future
from typing import NamedTuple

from scorekeeper.thinking.asked import Answer, Question


class Task(NamedTuple):
    """A question on the desk, its key, and where its answer will be."""

    key: str
    question: Question
    future: Future[Answer]


def is_begun(future: Future[Answer]) -> bool:
    """Whether an answer is being worked out, or there."""
    return future.running() or future.done()


class Turns:
    """Who waits, and for what. Of each who waits one task after another is done, and between two of theirs
    one of everybody else's. Whoever uses it holds a lock."""

    def __init__(self) -> None:
        self._tasks: dict[str, deque[Task]] = {}
        self._line: deque[str] = deque()
        self._served: str | None = None

    def put(self, asker: str, task: Task) -> None:
        """Somebody waits for a task, for which others may wait too."""
        tasks = self._tasks.setdefault(asker, deque())
        if task in tasks:
            return
        tasks.append(task)
        if asker != self._served and asker not in self._line:
            self._line.append(asker)

    def begin(self) -> Task | None:
        """The task to be done next; None where all are being done or are done already."""
        while self._line:
            asker = self._line.popleft()
            tasks = self._tasks[asker]
            while tasks:
                task = tasks.popleft()
                if not is_begun(task.future):
                    task.future.set_running_or_notify_cancel()
                    self._served = asker
                    return task
            del self._tasks[asker]
        return None

    def end(self) -> None:
        """It is done: whoever asked for it is now the last in the line."""
        asker, self._served = self._served, None
        if asker is None:
            return
        if self._tasks[asker]:
            self._line.append(asker)
        else:
            del self._tasks[asker]

    def waiting(self, asker: str | None = None) -> int:
        """How many tasks are waited for, by one or by all, with the one that is being done."""
        of_all = (len(tasks) for tasks in self._tasks.values())
        waiting = sum(of_all) if asker is None else len(self._tasks.get(asker, ()))
        is_served = self._served is not None and asker in (None, self._served)
        return waiting + is_served
