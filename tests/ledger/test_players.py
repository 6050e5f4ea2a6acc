from __future__ import annotations

import pytest

from scorekeeper import ledger
from scorekeeper.ledger import Invalid, NameInvalid, NameTaken, NotFound
from tests.databases import in_threads


@pytest.fixture
def table_id(ledger_file: str) -> str:
    return ledger.create_table("Friday").author.table_id


def names(table_id: str, **which: object) -> list[str]:
    return [player["name"] for player in ledger.list_players(table_id, **which).items]  # type: ignore[arg-type]


def test_a_player_is_listed_in_the_order_of_coming(table_id: str) -> None:
    red = ledger.create_player(table_id, "Red")
    ledger.create_player(table_id, "Blue")
    assert names(table_id) == ["Red", "Blue"]
    assert ledger.get_player(table_id, red["id"]) == red


@pytest.mark.parametrize("same", ["Red", "RED", " red ", "re\u0301d".upper()])
def test_an_active_players_name_is_taken_however_it_is_written(table_id: str, same: str) -> None:
    ledger.create_player(table_id, "Red")
    ledger.create_player(table_id, "r\u00e9d")
    with pytest.raises(NameTaken):
        ledger.create_player(table_id, same)


def test_another_table_has_names_of_its_own(table_id: str) -> None:
    ledger.create_player(table_id, "Red")
    other = ledger.create_table("Saturday").author.table_id
    red = ledger.create_player(other, "Red")
    with pytest.raises(NotFound):
        ledger.get_player(table_id, red["id"])
    with pytest.raises(NotFound):
        ledger.change_player(table_id, red["id"], name="Blue")


def test_an_archived_player_frees_the_name_and_can_come_back_while_it_is_free(table_id: str) -> None:
    old = ledger.create_player(table_id, "Red")
    assert ledger.change_player(table_id, old["id"], archived=True)["archived"]
    assert names(table_id) == []
    assert names(table_id, archived=True) == ["Red"]
    new = ledger.create_player(table_id, "Red")
    with pytest.raises(NameTaken):
        ledger.change_player(table_id, old["id"], archived=False)
    ledger.change_player(table_id, new["id"], name="Ruby")
    assert not ledger.change_player(table_id, old["id"], archived=False)["archived"]
    assert names(table_id, archived=None) == ["Red", "Ruby"]


def test_a_renamed_player_frees_the_old_name(table_id: str) -> None:
    red = ledger.create_player(table_id, "Red")
    ledger.change_player(table_id, red["id"], name="Ruby")
    ledger.create_player(table_id, "Red")
    with pytest.raises(NameTaken):
        ledger.change_player(table_id, red["id"], name="RED")
    assert ledger.change_player(table_id, red["id"], name="RUBY")["name"] == "RUBY"


def test_a_name_that_is_none_is_refused(table_id: str) -> None:
    with pytest.raises(NameInvalid):
        ledger.create_player(table_id, "\u202e")
    with pytest.raises(NotFound):
        ledger.change_player(table_id, "player_none", name="Red")


def test_a_list_comes_in_pages(table_id: str) -> None:
    for name in "abcde":
        ledger.create_player(table_id, name)
    first = ledger.list_players(table_id, limit=2)
    second = ledger.list_players(table_id, limit=2, cursor=first.next)
    third = ledger.list_players(table_id, limit=2, cursor=second.next)
    assert [[item["name"] for item in page.items] for page in (first, second, third)] == [
        ["a", "b"],
        ["c", "d"],
        ["e"],
    ]
    assert third.next is None


@pytest.mark.parametrize("cursor", ["%", "a", "é", "AAAAA", "\x00"])
def test_what_is_no_cursor_is_refused(table_id: str, cursor: str) -> None:
    with pytest.raises(Invalid) as refused:
        ledger.list_players(table_id, cursor=cursor)
    assert [problem.parameter for problem in refused.value.problems] == ["cursor"]


def test_one_of_many_who_take_the_same_name_at_once_has_it(table_id: str) -> None:
    answers = in_threads(8, lambda _: ledger.create_player(table_id, "Red"))
    assert sum(isinstance(answer, dict) for answer in answers) == 1
    assert sum(isinstance(answer, NameTaken) for answer in answers) == 7
