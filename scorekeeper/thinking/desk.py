"""Questions on the desk: each is worked out once, however many ask, and its answer is remembered."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any, Final

from scorekeeper.odds import as_urgent_as
from scorekeeper.thinking.answers import answer
from scorekeeper.thinking.asked import Answer, OutOfReach, Question, Unanswerable
from scorekeeper.thinking.shelf import Wanted, asked

MOST_REMEMBERED: Final = 2_048
MOST_WAITING: Final = {"game": 64, "analysis": 64, "stranger": 8}
"""With more questions of a kind than this on the desk, new ones are turned away."""


URGENCY: Final = {"game": 0, "analysis": 1, "stranger": 2}
"""Who plays at a table goes before all others, and who has no key after them."""


class Desk:
    """A thread works for the games of this server, one takes games apart, and one works for those who have no
    key: what one of them is asked makes nobody wait at another for longer than a single answer takes, and how
    long that may be is bounded (`odds.effort`)."""

    def __init__(self, work_out: Callable[[Question], Answer] = answer) -> None:
        self._work_out = work_out
        self._known: OrderedDict[str, Future[Answer]] = OrderedDict()
        self._lock = Lock()
        self._workers = {kind: ThreadPoolExecutor(1) for kind in MOST_WAITING}
        self._waiting: dict[str, set[Future[Answer]]] = {kind: set() for kind in MOST_WAITING}

    def take(self, question: Question, wait: float) -> dict[str, Any]:
        """What came of it after so many seconds at most.

        `{"answer": …}`, `{"unanswerable": sentence}`, `{"out_of_reach": sentence}`, `{"failed": text}`,
        `{"wanted": name}` of a table that has to be brought first, or while it is not there `{"busy": True}`.
        """
        future = self._future_of(question)
        if future is None:
            return {"busy": True}
        try:
            return {"answer": future.result(wait)}
        except TimeoutError:
            return {"busy": True}
        except Wanted as wanted:
            self._forget(future)
            return {"wanted": wanted.name}
        except OutOfReach as error:
            return {"out_of_reach": str(error)}
        except Unanswerable as error:
            return {"unanswerable": str(error)}
        except Exception as error:  # noqa: BLE001 whoever asked is told, and nobody else suffers
            return {"failed": f"{type(error).__name__}: {error}"}

    @property
    def is_clear(self) -> bool:
        """Whether nothing is being worked out."""
        with self._lock:
            return all(each.done() for waiting in self._waiting.values() for each in waiting)

    def close(self) -> None:
        """Stop, without waiting for what is on the desk."""
        for worker in self._workers.values():
            worker.shutdown(wait=False, cancel_futures=True)

    def _worked_out(self, key: str, question: Question) -> Answer:
        with asked(key), as_urgent_as(URGENCY[_kind_of(question)]):
            return self._work_out(question)

    def _future_of(self, question: Question) -> Future[Answer] | None:
        key = key_of(question)
        with self._lock:
            future = self._known.get(key)
            if future is None:
                kind = _kind_of(question)
                waiting = {each for each in self._waiting[kind] if not each.done()}
                if len(waiting) >= MOST_WAITING[kind]:
                    return None
                future = self._known[key] = self._workers[kind].submit(self._worked_out, key, question)
                self._waiting[kind] = {*waiting, future}
            self._known.move_to_end(key)
            self._forget_oldest()
            return future

    def _forget(self, future: Future[Answer]) -> None:
        """Have a question worked out anew when it is asked again."""
        with self._lock:
            for key in [key for key, known in self._known.items() if known is future]:
                del self._known[key]

    def _forget_oldest(self) -> None:
        for key in list(self._known):
            if len(self._known) <= MOST_REMEMBERED:
                return
            if self._known[key].done():
                del self._known[key]


def key_of(question: Question) -> str:
    """What is the same for questions that are the same."""
    return json.dumps(question, sort_keys=True, separators=(",", ":"))


def _kind_of(question: Question) -> str:
    if question.get("is_strangers"):
        return "stranger"
    return "analysis" if question["about"] == "analysis" else "game"
