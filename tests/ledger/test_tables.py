from __future__ import annotations

import pytest

from scorekeeper import ledger
from scorekeeper.ledger import Invalid, KeyRevoked, KeyUnknown, NameInvalid, NotFound, Opening, SeatClaim
from scorekeeper.storage.models import Entry, Game, Key, Player, Table
from tests.databases import in_threads, sqlite_only


def test_a_new_table_has_a_host_key_and_a_recovery_code(ledger_file: str) -> None:
    created = ledger.create_table("Friday", device="Red's phone")
    assert created.host_key.startswith("sk_host_")
    assert created.recovery_code.startswith("sk_recovery_")
    assert created.game is None
    assert created.author.role == "host"
    assert ledger.find_author(created.host_key) == created.author
    assert created.author.device == "Red's phone"
    assert ledger.get_table(created.author.table_id) == created.table


@sqlite_only
def test_only_the_hash_of_a_key_is_kept(ledger_file: str) -> None:
    created = ledger.create_table("Friday")
    assert Key.select(Key.hash).scalar() == ledger.hash_key(created.host_key)
    assert Table.select(Table.recovery_hash).scalar() == ledger.hash_key(created.recovery_code)
    with open(ledger_file, "rb") as kept, open(f"{ledger_file}-wal", "rb") as journal:  # noqa: PTH123
        everything = kept.read() + journal.read()
    assert created.host_key.encode() not in everything
    assert created.recovery_code.encode() not in everything


@pytest.mark.parametrize("raw", ["", "sk_host_", "sk_host_" + "A" * 43, "\udc80", "x" * 10_000])
def test_a_key_that_nobody_was_given_opens_nothing(ledger_file: str, raw: str) -> None:
    ledger.create_table("Friday")
    with pytest.raises(KeyUnknown):
        ledger.find_author(raw)


def test_a_key_that_was_revoked_opens_nothing(ledger_file: str) -> None:
    created = ledger.create_table("Friday")
    Key.update(revoked_at=1).execute()
    with pytest.raises(KeyRevoked):
        ledger.find_author(created.host_key)


def test_a_table_can_be_made_with_its_first_game(ledger_file: str) -> None:
    opening = Opening({"preset": "chips"}, (SeatClaim("Red"), SeatClaim("Blue")))
    created = ledger.create_table("Friday", opening)
    assert created.game is not None
    assert [item["id"] for item in ledger.list_games(created.author.table_id).items] == [created.game.game_id]


def test_a_table_whose_first_game_is_refused_is_not_made_at_all(ledger_file: str) -> None:
    with pytest.raises(Invalid):
        ledger.create_table("Friday", Opening({"preset": "chips"}, (SeatClaim("Red"),)))
    for model in (Table, Key, Player, Game, Entry):
        assert model.select().count() == 0


def test_a_table_can_be_renamed(ledger_file: str) -> None:
    table_id = ledger.create_table("Friday").author.table_id
    assert ledger.rename_table(table_id, "Saturday")["name"] == "Saturday"
    assert ledger.get_table(table_id)["name"] == "Saturday"
    with pytest.raises(NameInvalid):
        ledger.rename_table(table_id, "")
    with pytest.raises(NotFound):
        ledger.rename_table("table_none", "Sunday")
    with pytest.raises(NotFound):
        ledger.get_table("table_none")


def test_one_creation_that_is_sent_many_times_at_once_makes_one_table_and_keeps_nobody_waiting(
    ledger_file: str,
) -> None:
    for number in range(5):
        asked = ledger.Asked("create", f"{number}" * 30, b"request")

        def create(_: int, asked: ledger.Asked = asked) -> ledger.CreatedTable:
            return ledger.create_table_once(asked, "The Anchor")

        answers = in_threads(8, create)
        assert {type(answer) for answer in answers} == {ledger.CreatedTable}, answers
        assert len({answer.table["id"] for answer in answers}) == 1
