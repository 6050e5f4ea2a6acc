"""Questions on the desk: each is worked out once, however many ask, and its answer is remembered."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any, Final

from scorekeeper.thinking.answers import answer
from scorekeeper.thinking.asked import Answer, Question, Unanswerable

MOST_REMEMBERED: Final = 2_048
MOST_WAITING: Final = 64
"""With more questions than this on the desk, new ones are turned away."""


class Desk:
    """One thread works, since what is solved is shared and the work is that of one core; a second one takes
    games apart, so that nobody waits for that who asks what to do."""

    def __init__(self, work_out: Callable[[Question], Answer] = answer) -> None:
        self._work_out = work_out
        self._known: OrderedDict[str, Future[Answer]] = OrderedDict()
        self._lock = Lock()
        self._worker, self._slow_worker = ThreadPoolExecutor(1), ThreadPoolExecutor(1)

    def take(self, question: Question, wait: float) -> dict[str, Any]:
        """What came of it after so many seconds at most.

        `{"answer": …}`, `{"unanswerable": sentence}`, `{"failed": text}`, or while it is not there
        `{"busy": True}`.
        """
        future = self._future_of(question)
        if future is None:
            return {"busy": True}
        try:
            return {"answer": future.result(wait)}
        except TimeoutError:
            return {"busy": True}
        except Unanswerable as error:
            return {"unanswerable": str(error)}
        except Exception as error:  # noqa: BLE001 whoever asked is told, and nobody else suffers
            return {"failed": f"{type(error).__name__}: {error}"}

    def close(self) -> None:
        """Stop, without waiting for what is on the desk."""
        for worker in (self._worker, self._slow_worker):
            worker.shutdown(wait=False, cancel_futures=True)

    def _future_of(self, question: Question) -> Future[Answer] | None:
        key = json.dumps(question, sort_keys=True, separators=(",", ":"))
        with self._lock:
            future = self._known.get(key)
            if future is None:
                if sum(not each.done() for each in self._known.values()) >= MOST_WAITING:
                    return None
                worker = self._slow_worker if question["about"] == "analysis" else self._worker
                future = self._known[key] = worker.submit(self._work_out, question)
            self._known.move_to_end(key)
            self._forget_oldest()
            return future

    def _forget_oldest(self) -> None:
        for key in list(self._known):
            if len(self._known) <= MOST_REMEMBERED:
                return
            if self._known[key].done():
                del self._known[key]
