"""What a process has solved is handed to those who ask, and brought back to the next process."""

from __future__ import annotations

import pytest

from scorekeeper.thinking import shelf as shelves
from scorekeeper.thinking.desk import Desk, key_of
from scorekeeper.thinking.shelf import BorrowedShelf, Wanted, asked


@pytest.fixture
def shelf() -> BorrowedShelf:
    return BorrowedShelf()


def test_a_table_that_was_not_brought_is_wanted(shelf: BorrowedShelf) -> None:
    with pytest.raises(Wanted) as wanted:
        shelf.find("a")
    assert wanted.value.name == "a"


def test_a_question_wants_a_table_once_whether_there_is_one_or_none(shelf: BorrowedShelf) -> None:
    shelf.bring("why", {"a": "table", "b": None})
    with asked("why"):
        assert (shelf.find("a"), shelf.find("b")) == ("table", None)
        assert (shelf.find("a"), shelf.find("b")) == (None, None)
    for question in ("why", "how"):
        shelf.answered("why")
        with asked(question), pytest.raises(Wanted):
            shelf.find("a")


def test_what_was_made_waits_until_somebody_has_it(shelf: BorrowedShelf) -> None:
    shelf.keep("a", "one")
    handed = shelf.made()
    assert shelf.made() == handed == {"a": "one"}
    shelf.keep("a", "two")
    shelf.fetched(handed)
    assert shelf.made() == {"a": "two"}
    shelf.fetched(shelf.made())
    assert shelf.made() == {}


def test_what_waits_is_bounded(shelf: BorrowedShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelves, "MOST_TABLES", 2)
    monkeypatch.setattr(shelves, "MOST_TEXT", 3)
    monkeypatch.setattr(shelves, "MOST_WAITING", 4)
    for name, text in (("a", "1"), ("b", "2"), ("c", "3"), ("d", "too long")):
        shelf.keep(name, text)
    assert shelf.made() == {"b": "2", "c": "3"}
    shelf.keep("e", "456")
    assert shelf.made() == {"c": "3", "e": "456"}
    shelf.keep("f", "78")
    assert shelf.made() == {"f": "78"}


def test_what_questions_were_brought_is_bounded(
    shelf: BorrowedShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelves, "MOST_QUESTIONS", 1)
    shelf.bring("why", {"a": None})
    shelf.bring("how", {"a": None})
    with asked("how"):
        assert shelf.find("a") is None
    with asked("why"), pytest.raises(Wanted):
        shelf.find("a")


def test_a_question_that_wants_a_table_is_worked_out_when_it_comes_with_it(shelf: BorrowedShelf) -> None:
    desk = Desk(lambda _: {"found": shelf.find("a")})
    try:
        assert desk.take({"about": "dice"}, 30) == {"wanted": "a"}
        assert desk.take({"about": "dice"}, 30) == {"wanted": "a"}
        shelf.bring(key_of({"about": "dice"}), {"a": "table"})
        assert desk.take({"about": "dice"}, 30) == {"answer": {"found": "table"}}
        assert desk.take({"about": "dice"}, 30) == {"answer": {"found": "table"}}
    finally:
        desk.close()
