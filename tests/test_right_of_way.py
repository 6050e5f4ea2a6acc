"""Who records goes before who asks about odds."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from threading import Event, Thread

import pytest

from scorekeeper.right_of_way import PAUSE_SECONDS, QUIET_SECONDS, NoPlace, RightOfWay


class Street:
    """A right of way, and a clock that goes on while somebody waits there."""

    def __init__(self, places: int = 2) -> None:
        self.now = 100.0
        self.meanwhile: Callable[[], None] = lambda: None
        self.way = RightOfWay(places, lambda: self.now, self._sleep)

    def _sleep(self, seconds: float) -> None:
        self.now += seconds
        self.meanwhile()

    def waited(self) -> float:
        """How long who asks about odds now has to wait, in seconds."""
        begun = self.now
        self.way.give_way()
        return self.now - begun


@pytest.fixture
def street() -> Street:
    return Street()


def test_nobody_waits_while_nothing_is_recorded(street: Street) -> None:
    assert street.waited() == 0


def test_who_asks_waits_until_it_is_quiet(street: Street) -> None:
    street.way.record()
    assert QUIET_SECONDS <= street.waited() < PAUSE_SECONDS
    assert street.waited() == 0


def test_who_asks_waits_no_longer_than_a_pause_where_it_never_gets_quiet(street: Street) -> None:
    street.way.record()
    street.meanwhile = street.way.record
    assert [street.waited() for _ in range(3)] == pytest.approx([PAUSE_SECONDS] * 3, abs=QUIET_SECONDS)


def test_no_more_wait_than_may() -> None:
    street = Street(places=1)
    is_waiting, may_go = Event(), Event()

    def hold() -> None:
        is_waiting.set()
        assert may_go.wait(20)

    street.way.record()
    street.meanwhile = hold
    first = Thread(target=street.way.give_way)
    first.start()
    assert is_waiting.wait(20)
    with pytest.raises(NoPlace):
        street.way.give_way()
    may_go.set()
    first.join(20)
    while street.waited():
        pass
    street.way.record()
    assert street.waited() > 0, "the place is free again"


def test_of_those_who_wait_one_begins_after_another() -> None:
    street = Street(places=4)
    looking: list[int] = []
    seen: list[int] = []

    def look() -> None:
        looking.append(1)
        time.sleep(0.01)
        seen.append(len(looking))
        looking.pop()

    street.way.record()
    street.meanwhile = look
    waiting = [Thread(target=street.way.give_way) for _ in range(4)]
    for each in waiting:
        each.start()
    for each in waiting:
        each.join(20)
    assert set(seen) == {1}


def test_nobody_waits_where_a_process_has_few_threads() -> None:
    street = Street(places=0)
    street.way.record()
    assert street.waited() == 0


def test_what_one_process_records_is_known_in_the_others(street: Street) -> None:
    child = os.fork()
    if child == 0:
        street.way.record()
        os._exit(0)
    assert os.waitpid(child, 0) == (child, 0)
    assert street.waited() > 0


def test_a_time_to_come_makes_nobody_wait(street: Street) -> None:
    street.way.record()
    street.now -= 50
    assert street.waited() == 0
