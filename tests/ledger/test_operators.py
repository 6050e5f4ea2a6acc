from __future__ import annotations

import pytest

from scorekeeper import ledger
from scorekeeper.ledger import operators
from tests.ledger.playing import At, open_table


def test_the_operator_sees_how_much_a_table_holds_and_nothing_of_the_game(at: At) -> None:
    at.roll(1, 1, [6, 4, 3, 3, 1])
    at.enter("abandon")
    ledger.rematch(at.author, at.game_id)
    told = operators.get_table(at.author.table_id)
    assert {name: told[name] for name in ("name", "games", "entries", "players", "keys")} == {
        "name": "Friday",
        "games": 2,
        "entries": 4,
        "players": 2,
        "keys": 1,
    }
    assert told["last_entry_at"] > told["created_at"]
    assert (told["disabled_at"], told["disabled_reason"]) == (None, None)
    assert "Red" not in str(told)


def test_a_table_without_games_holds_nothing(ledger_file: str) -> None:
    table = ledger.create_table("Friday").table
    told = operators.get_table(table["id"])
    assert (told["games"], told["entries"], told["players"], told["last_entry_at"]) == (0, 0, 0, None)


def test_tables_are_listed_page_by_page_the_oldest_first(ledger_file: str) -> None:
    ids = [ledger.create_table(f"Table {number}").table["id"] for number in range(5)]
    first = operators.list_tables(limit=3)
    assert [table["id"] for table in first.items] == ids[:3]
    second = operators.list_tables(limit=3, cursor=first.next)
    assert [table["id"] for table in second.items] == ids[3:]
    assert second.next is None
    assert [table["id"] for table in operators.every_table()] == ids


def test_the_disabled_ones_can_be_listed_alone(ledger_file: str) -> None:
    ids = [ledger.create_table("Friday").table["id"] for _ in range(3)]
    operators.disable_table(ids[1], "Advertisements")
    assert [table["id"] for table in operators.every_table(disabled=True)] == [ids[1]]
    assert [table["id"] for table in operators.every_table(disabled=False)] == [ids[0], ids[2]]


def test_a_table_that_is_disabled_twice_is_disabled_since_the_first_time(at: At) -> None:
    first = operators.disable_table(at.author.table_id, "Advertisements")
    again = operators.disable_table(at.author.table_id)
    assert again["disabled_at"] == first["disabled_at"] is not None
    assert (first["disabled_reason"], again["disabled_reason"]) == ("Advertisements", None)


def test_no_key_opens_a_disabled_table_and_nothing_is_lost(at: At) -> None:
    before = at.game
    operators.disable_table(at.author.table_id, "Advertisements")
    with pytest.raises(ledger.TableDisabled) as refused:
        ledger.find_author(at.host_key)
    assert refused.value.reason == "Advertisements"
    for read in (ledger.read_game, ledger.read_standings):
        with pytest.raises(ledger.TableDisabled):
            read(ledger.hash_key(at.host_key), at.game_id)
    operators.enable_table(at.author.table_id)
    assert ledger.find_author(at.host_key) == at.author
    assert at.game == before


def test_the_tables_beside_it_play_on(at: At) -> None:
    other = open_table({"preset": "first-to-three"}, "Red", "Blue")
    operators.disable_table(at.author.table_id)
    assert ledger.find_author(other.host_key) == other.author
    assert other.game["version"] == 1


@pytest.mark.parametrize(
    "act",
    [operators.get_table, operators.disable_table, operators.enable_table],
    ids=lambda act: act.__name__,
)
def test_what_is_not_there_is_not_found(ledger_file: str, act: object) -> None:
    with pytest.raises(ledger.NotFound):
        act("table_x")  # type: ignore[operator]
