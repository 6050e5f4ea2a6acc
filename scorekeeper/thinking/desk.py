"""Questions on the desk: each is worked out once, however many ask, and its answer is remembered."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any, Final

import orjson

from scorekeeper.odds import as_urgent_as
from scorekeeper.thinking.answers import answer
from scorekeeper.thinking.asked import Answer, Question, Unanswerable
from scorekeeper.thinking.shelf import Wanted, asked
from scorekeeper.thinking.turns import Task, Turns, is_begun

MOST_REMEMBERED: Final = 2_048
MOST_WAITING: Final = {"game": 64, "analysis": 64, "stranger": 64}
"""With more questions of a kind than this on the desk, new ones are turned away."""
MOST_OF_ONE: Final = 8
"""The same for the questions of one stranger."""


URGENCY: Final = {"game": 0, "analysis": 1, "stranger": 2}
"""Who plays at a table goes before all others, and who has no key after them."""


class Desk:
    """A thread works for the games of this server, one takes games apart, and one works for those who have no
    key, who take turns: what one of them is asked makes nobody wait at another for longer than a single
    answer takes, and how long that may be is bounded (`odds.effort`)."""

    def __init__(self, work_out: Callable[[Question], Answer] = answer) -> None:
        self._work_out = work_out
        self._known: OrderedDict[str, Future[Answer]] = OrderedDict()
        self._lock = Lock()
        self._workers = {kind: ThreadPoolExecutor(1) for kind in MOST_WAITING}
        self._turns = {kind: Turns() for kind in MOST_WAITING}

    def take(self, question: Question, wait: float) -> dict[str, Any]:
        """What came of it after so many seconds at most.

        `{"answer": …}`, `{"unanswerable": sentence}`, `{"failed": text}`, `{"wanted": name}` of a table that
        has to be brought first, or while it is not there `{"busy": True}`.
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
        except Unanswerable as error:
            return {"unanswerable": str(error)}
        except Exception as error:  # noqa: BLE001 whoever asked is told, and nobody else suffers
            return {"failed": f"{type(error).__name__}: {error}"}

    @property
    def is_clear(self) -> bool:
        """Whether nothing is being worked out."""
        with self._lock:
            return not any(turns.waiting() for turns in self._turns.values())

    def close(self) -> None:
        """Stop, without waiting for what is on the desk."""
        for worker in self._workers.values():
            worker.shutdown(wait=False, cancel_futures=True)

    def _future_of(self, question: Question) -> Future[Answer] | None:
        key, kind, asker = key_of(question), _kind_of(question), question.get("stranger", "")
        with self._lock:
            future, turns = self._known.get(key), self._turns[kind]
            if future is None or not is_begun(future):
                # Whoever else waits for the same has it in turn, too: the first of them whose turn it is.
                has_room = turns.waiting() < MOST_WAITING[kind]
                if kind == "stranger":
                    has_room = has_room and turns.waiting(asker) < MOST_OF_ONE
                if not has_room:
                    return future
                future = self._known.setdefault(key, Future())
                turns.put(asker, Task(key, question, future))
                self._workers[kind].submit(self._serve, kind)
            self._known.move_to_end(key)
            self._forget_oldest()
            return future

    def _serve(self, kind: str) -> None:
        """Work out one answer, whosever turn it is."""
        turns = self._turns[kind]
        with self._lock:
            task = turns.begin()
        if task is None:
            return
        found: Answer | BaseException
        try:
            with asked(task.key), as_urgent_as(URGENCY[kind]):
                found = self._work_out(task.question)
        except BaseException as error:  # noqa: BLE001 whoever waits is told
            found = error
        with self._lock:
            turns.end()
        if isinstance(found, BaseException):
            task.future.set_exception(found)
        else:
            task.future.set_result(found)

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
    """What is the same for questions that are the same, whoever asks them without a key."""
    told = {**question, "stranger": True} if "stranger" in question else question
    return hashlib.sha256(orjson.dumps(told, option=orjson.OPT_SORT_KEYS)).hexdigest()


def _kind_of(question: Question) -> str:
    if "stranger" in question:
        return "stranger"
    return "analysis" if question["about"] == "analysis" else "game"
