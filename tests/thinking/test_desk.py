"""Questions are worked out once, however many ask."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.thinking import desk as desks
from scorekeeper.thinking.asked import Unanswerable
from scorekeeper.thinking.desk import Desk


class Slow:
    """Works out what it is told to, when it is let."""

    def __init__(self) -> None:
        self.let, self.asked = threading.Event(), list[Any]()

    def __call__(self, question: Any) -> dict[str, Any]:
        self.asked.append(question)
        assert self.let.wait(30)
        if question["about"] == "nothing":
            raise Unanswerable("There is nothing.")
        if question["about"] == "trouble":
            raise ArithmeticError("of course")
        return {"about": question["about"]}


@pytest.fixture
def slow() -> Slow:
    return Slow()


@pytest.fixture
def desk(slow: Slow) -> Iterator[Desk]:
    made = Desk(slow)
    yield made
    slow.let.set()
    made.close()


def test_what_is_not_there_in_time_is_there_later(desk: Desk, slow: Slow) -> None:
    assert desk.take({"about": "dice"}, 0.01) == {"busy": True}
    slow.let.set()
    assert desk.take({"about": "dice"}, 30) == {"answer": {"about": "dice"}}


def test_a_question_that_many_ask_is_worked_out_once(desk: Desk, slow: Slow) -> None:
    answers: list[Any] = []
    askers = [
        threading.Thread(target=lambda: answers.append(desk.take({"about": "dice", "n": 1}, 30)))
        for _ in range(8)
    ]
    for asker in askers:
        asker.start()
    slow.let.set()
    for asker in askers:
        asker.join(30)
    assert answers == [{"answer": {"about": "dice"}}] * 8
    assert desk.take({"n": 1, "about": "dice"}, 30) == {"answer": {"about": "dice"}}
    assert len(slow.asked) == 1


def test_what_cannot_be_answered_is_told(desk: Desk, slow: Slow) -> None:
    slow.let.set()
    assert desk.take({"about": "nothing"}, 30) == {"unanswerable": "There is nothing."}
    assert desk.take({"about": "trouble"}, 30) == {"failed": "ArithmeticError: of course"}
    assert desk.take({"about": "dice"}, 30) == {"answer": {"about": "dice"}}


def test_more_than_the_desk_holds_is_turned_away(
    desk: Desk, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(desks.MOST_WAITING, "game", 3)
    for number in range(5):
        assert desk.take({"about": "dice", "n": number}, 0) == {"busy": True}
    slow.let.set()
    assert desk.take({"about": "dice", "n": 2}, 30)["answer"]
    assert [question["n"] for question in slow.asked] == [0, 1, 2]


def test_the_oldest_answers_are_forgotten_first(
    desk: Desk, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "MOST_REMEMBERED", 2)
    slow.let.set()
    for number in (1, 2, 3, 1, 3):
        desk.take({"about": "dice", "n": number}, 30)
    assert [question["n"] for question in slow.asked] == [1, 2, 3, 1]


def test_who_has_no_key_fills_no_desk_but_their_own(
    desk: Desk, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(desks.MOST_WAITING, "stranger", 1)
    for number in range(3):
        assert desk.take({"about": "dice", "n": number, "stranger": "192.0.2.7"}, 0) == {"busy": True}
    assert desk.take({"about": "dice"}, 0) == {"busy": True}
    slow.let.set()
    assert desk.take({"about": "dice"}, 30) == {"answer": {"about": "dice"}}
    assert desk.take({"about": "dice", "n": 0, "stranger": "192.0.2.7"}, 30)["answer"]
    assert len(slow.asked) == 2


def told(desk: Desk, who: str, number: int, wait: float = 0) -> dict[str, Any]:
    """What comes of a stranger's question."""
    return desk.take({"about": "dice", "n": number, "stranger": who}, wait)


def test_a_stranger_who_asks_much_holds_up_no_other_one(desk: Desk, slow: Slow) -> None:
    for number in range(6):
        assert told(desk, "192.0.2.7", number) == {"busy": True}
    for number in (100, 101):
        assert told(desk, "198.51.100.1", number) == {"busy": True}
    assert told(desk, "203.0.113.5", 200) == {"busy": True}
    slow.let.set()
    told(desk, "192.0.2.7", 5, wait=30)
    assert [question["n"] for question in slow.asked] == [0, 100, 200, 1, 101, 2, 3, 4, 5]


def test_a_stranger_fills_no_desk_but_their_own(
    desk: Desk, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "MOST_OF_ONE", 2)
    for number in range(4):
        assert told(desk, "192.0.2.7", number) == {"busy": True}
    assert told(desk, "198.51.100.1", 100) == {"busy": True}
    slow.let.set()
    assert told(desk, "198.51.100.1", 100, wait=30)["answer"]
    assert told(desk, "192.0.2.7", 1, wait=30)["answer"]
    assert [question["n"] for question in slow.asked] == [0, 100, 1]


def test_what_a_stranger_who_asks_much_waits_for_is_there_in_the_turn_of_another_who_asks_the_same(
    desk: Desk, slow: Slow
) -> None:
    for number in range(4):
        told(desk, "192.0.2.7", number)
    told(desk, "198.51.100.1", 3)
    told(desk, "198.51.100.1", 3)
    told(desk, "198.51.100.1", 100)
    slow.let.set()
    for number in (2, 100):
        assert told(desk, "192.0.2.7", number, wait=30)["answer"]
    assert [question["n"] for question in slow.asked] == [0, 3, 1, 100, 2]
    assert desk.is_clear


def test_who_asks_again_meanwhile_asks_once(desk: Desk, slow: Slow) -> None:
    for _ in range(3):
        for number in range(3):
            assert told(desk, "192.0.2.7", number) == {"busy": True}
    slow.let.set()
    assert told(desk, "192.0.2.7", 2, wait=30)["answer"]
    assert [question["n"] for question in slow.asked] == [0, 1, 2]
