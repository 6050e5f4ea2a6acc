"""How long a worker waits for its clients."""

from __future__ import annotations

import socket
from dataclasses import dataclass, field

import pytest

from scorekeeper import patience
from scorekeeper.patience import ANSWER_SECONDS, ARRIVAL_SECONDS, SLOWEST, Patience


@dataclass(eq=False)
class Line:
    """A socket that notes how it was shut."""

    shut: list[int] = field(default_factory=list)

    def shutdown(self, how: int) -> None:
        self.shut.append(how)
        raise OSError("it is gone already")


@dataclass(eq=False)
class Caller:
    """A connection."""

    sock: Line = field(default_factory=Line)


class Watch:
    """Patience, at a time of the test's choice."""

    def __init__(self) -> None:
        self.now = 100.0
        self.patience = Patience()
        self.caller = Caller()

    def after(self, seconds: float) -> list[int]:
        """How the caller's line has been shut by then."""
        self.now += seconds
        self.patience.cut()
        return self.caller.sock.shut


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(patience, "monotonic", lambda: watch.now)
    watch.patience.begin(watch.caller)  # type: ignore[arg-type]
    return watch


def test_a_request_that_does_not_arrive_is_read_no_more(watch: Watch) -> None:
    assert watch.after(ARRIVAL_SECONDS) == []
    assert watch.after(1) == [socket.SHUT_RD]


def test_one_that_has_arrived_may_take_its_time(watch: Watch) -> None:
    watch.patience.arrived(watch.caller)  # type: ignore[arg-type]
    assert watch.after(ARRIVAL_SECONDS + ANSWER_SECONDS) == []
    assert watch.after(1) == [socket.SHUT_RDWR]


def test_an_answer_that_nobody_takes_is_given_up(watch: Watch) -> None:
    watch.patience.arrived(watch.caller)  # type: ignore[arg-type]
    watch.after(5)
    watch.patience.answer(watch.caller, 10 * SLOWEST)  # type: ignore[arg-type]
    assert watch.after(ANSWER_SECONDS + 10) == []
    assert watch.after(1) == [socket.SHUT_RDWR]


def test_what_was_answered_is_not_touched(watch: Watch) -> None:
    watch.patience.end(watch.caller)  # type: ignore[arg-type]
    assert watch.after(10_000) == []
