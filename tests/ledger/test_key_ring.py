"""Keys are given, listed, changed and revoked, and a table is never left without a host."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import pytest

from scorekeeper import ledger
from scorekeeper.ledger import (
    Asked,
    CodeUnknown,
    Invalid,
    KeyClosed,
    KeyExpired,
    KeyReused,
    KeyRevoked,
    KeyUnknown,
    KeyWish,
    LastHostKey,
    NameInvalid,
    NotFound,
    SecretsReplaced,
    settings,
)
from scorekeeper.ledger.key_ring import SECOND
from scorekeeper.storage.kept_answers import KeptAnswer
from scorekeeper.storage.models import Key, Table
from tests.databases import in_threads

DAY = 86_400


@pytest.fixture
def table(ledger_file: str) -> ledger.CreatedTable:
    return ledger.create_table("The Anchor", device="Red's phone")


def keys(table: ledger.CreatedTable) -> list[dict[str, Any]]:
    return ledger.list_keys(table.author.table_id).items


def give(table: ledger.CreatedTable, role: str, **wish: Any) -> ledger.GivenKey:
    return ledger.create_key(table.author.table_id, KeyWish(role, **wish))


def asked(key: str = "8e03978e-40d5-43e8-bc93-6894a57f9324", request: bytes = b"once") -> Asked:
    return Asked("key_x", key, request)


def open_keys(table: ledger.CreatedTable) -> int:
    return Key.select().where((Key.table == table.author.table_id) & Key.revoked_at.is_null()).count()


def test_a_key_opens_the_table_with_its_role(table: ledger.CreatedTable) -> None:
    for role in ("host", "scorer", "viewer"):
        given = give(table, role, name="Bar tablet")
        found = ledger.find_author(given.text)
        assert (found.key_id, found.role, found.device) == (given.key["id"], role, "Bar tablet")
        assert found.table_id == table.author.table_id
        assert given.text.startswith(f"sk_{role}_")


def test_keys_are_listed_in_their_order_without_what_opens_the_table(table: ledger.CreatedTable) -> None:
    texts = [table.host_key, table.recovery_code] + [give(table, "viewer").text for _ in range(3)]
    listed = keys(table)
    assert [key["role"] for key in listed] == ["host", "viewer", "viewer", "viewer"]
    for text in texts:
        assert text not in json.dumps(listed)
        assert ledger.hash_key(text) not in json.dumps(listed)
    page = ledger.list_keys(table.author.table_id, limit=3)
    assert page.items + ledger.list_keys(table.author.table_id, cursor=page.next).items == listed


def test_a_scorers_key_may_belong_to_a_player(table: ledger.CreatedTable) -> None:
    red = ledger.create_player(table.author.table_id, "Red")["id"]
    assert ledger.find_author(give(table, "scorer", player_id=red).text).player_id == red
    for role in ("host", "viewer"):
        with pytest.raises(Invalid) as refused:
            give(table, role, player_id=red)
        assert refused.value.problems[0].pointer == "/player_id"
    elsewhere = ledger.create_table("Next door").author.table_id
    with pytest.raises(Invalid) as refused:
        ledger.create_key(elsewhere, KeyWish("scorer", player_id=red))
    assert refused.value.problems[0].code == "player-unknown"
    ledger.change_player(table.author.table_id, red, archived=True)
    with pytest.raises(Invalid) as refused:
        give(table, "scorer", player_id=red)
    assert refused.value.problems[0].code == "player-archived"
    with pytest.raises(Invalid):
        give(table, "dealer")
    with pytest.raises(NameInvalid):
        give(table, "scorer", name="\N{RIGHT-TO-LEFT OVERRIDE}")
    assert len(keys(table)) == 2


def test_a_key_can_end_and_be_let_last_longer(table: ledger.CreatedTable) -> None:
    given = give(table, "scorer", expires_in=DAY)
    assert ledger.find_author(given.text).role == "scorer"
    Key.update(expires_at=Key.expires_at - DAY * SECOND).where(Key.id == given.key["id"]).execute()
    with pytest.raises(KeyExpired):
        ledger.find_author(given.text)
    changed = ledger.change_key(table.author.table_id, given.key["id"], expires_in=None, name="Ours")
    assert (changed["expires_at"], changed["name"]) == (None, "Ours")
    assert ledger.find_author(given.text).device == "Ours"
    assert changed == ledger.get_key(table.author.table_id, given.key["id"])


def test_a_revoked_key_opens_nothing_and_stays_revoked(table: ledger.CreatedTable) -> None:
    given, table_id = give(table, "scorer"), table.author.table_id
    ledger.revoke_key(table_id, given.key["id"])
    with pytest.raises(KeyRevoked):
        ledger.find_author(given.text)
    first = ledger.get_key(table_id, given.key["id"])
    ledger.revoke_key(table_id, given.key["id"])
    assert ledger.get_key(table_id, given.key["id"]) == first
    for attempt in (
        lambda: ledger.rotate_key(table_id, given.key["id"]),
        lambda: ledger.change_key(table_id, given.key["id"], expires_in=DAY),
    ):
        with pytest.raises(KeyClosed):
            attempt()


def test_a_key_with_another_text_is_the_same_key(table: ledger.CreatedTable) -> None:
    given = give(table, "scorer", name="Bar tablet")
    rotated = ledger.rotate_key(table.author.table_id, given.key["id"])
    assert rotated.key == given.key
    assert ledger.find_author(rotated.text).key_id == given.key["id"]
    with pytest.raises(KeyUnknown):
        ledger.find_author(given.text)


def test_what_is_another_tables_key_is_not_found(table: ledger.CreatedTable) -> None:
    elsewhere = ledger.create_table("Next door").author.table_id
    given = give(table, "viewer")
    for attempt in (ledger.get_key, ledger.rotate_key, ledger.revoke_key, ledger.change_key):
        with pytest.raises(NotFound):
            attempt(elsewhere, given.key["id"])
        with pytest.raises(NotFound):
            attempt(table.author.table_id, "key_none")
    assert ledger.find_author(given.text).role == "viewer"
    with pytest.raises(NotFound):
        ledger.create_key("table_none", KeyWish("viewer"))


# The last host


def test_the_last_host_key_is_neither_revoked_nor_given_an_end(table: ledger.CreatedTable) -> None:
    table_id, first = table.author.table_id, table.author.key_id
    give(table, "scorer")
    # One that ends is no host for ever.
    brief = give(table, "host", expires_in=DAY)
    for attempt in (
        lambda: ledger.revoke_key(table_id, first),
        lambda: ledger.change_key(table_id, first, expires_in=DAY),
    ):
        with pytest.raises(LastHostKey):
            attempt()
    assert ledger.change_key(table_id, first, expires_in=None, name="Ours")["name"] == "Ours"
    ledger.revoke_key(table_id, brief.key["id"])
    second = give(table, "host")
    ledger.change_key(table_id, first, expires_in=DAY)
    with pytest.raises(LastHostKey):
        ledger.revoke_key(table_id, second.key["id"])
    ledger.revoke_key(table_id, first)
    assert ledger.find_author(second.text).role == "host"


def test_hosts_who_revoke_each_other_at_once_leave_one(table: ledger.CreatedTable) -> None:
    hosts = [table.author.key_id] + [give(table, "host").key["id"] for _ in range(7)]
    answers = in_threads(8, lambda n: ledger.revoke_key(table.author.table_id, hosts[n - 1]))
    assert sum(isinstance(answer, LastHostKey) for answer in answers) == 1
    assert answers.count(None) == 7
    assert open_keys(table) == 1


def test_hosts_who_revoke_and_end_each_other_at_once_leave_one(table: ledger.CreatedTable) -> None:
    table_id = table.author.table_id
    hosts = [table.author.key_id] + [give(table, "host").key["id"] for _ in range(5)]

    def attempt(number: int) -> None:
        if number % 2:
            ledger.revoke_key(table_id, hosts[number])
        else:
            ledger.change_key(table_id, hosts[number], expires_in=DAY)

    answers = in_threads(6, attempt)
    assert sum(isinstance(answer, LastHostKey) for answer in answers) == 1
    lasting = Key.select().where(Key.revoked_at.is_null() & Key.expires_at.is_null())
    assert lasting.count() == 1


# Sent again


def test_a_key_that_is_asked_for_again_is_one_key_with_a_fresh_text(table: ledger.CreatedTable) -> None:
    wish = KeyWish("scorer", name="Bar tablet")
    first = ledger.create_key(table.author.table_id, wish, asked())
    again = ledger.create_key(table.author.table_id, wish, asked())
    assert (first.is_repeat, again.is_repeat) == (False, True)
    assert again.key == first.key
    assert ledger.find_author(again.text).key_id == first.key["id"]
    with pytest.raises(KeyUnknown):
        ledger.find_author(first.text)
    assert len(keys(table)) == 2
    kept = KeptAnswer.select(KeptAnswer.body).scalar()
    assert again.text not in kept
    assert first.text not in kept
    with pytest.raises(KeyReused):
        ledger.create_key(table.author.table_id, wish, asked(request=b"other"))
    ledger.revoke_key(table.author.table_id, first.key["id"])
    with pytest.raises(NotFound):
        ledger.create_key(table.author.table_id, wish, asked())


def test_many_who_ask_for_one_key_at_once_get_one(table: ledger.CreatedTable) -> None:
    wish = KeyWish("scorer")
    given = in_threads(8, lambda _: ledger.create_key(table.author.table_id, wish, asked()))
    assert len({each.key["id"] for each in given}) == 1
    assert len(keys(table)) == 2


# Recovery


def test_a_recovery_code_gives_a_host_key_and_another_code_once(table: ledger.CreatedTable) -> None:
    recovered = ledger.recover(table.recovery_code, "Red's new phone")
    author = ledger.find_author(recovered.host_key)
    assert (author.role, author.device, author.table_id) == ("host", "Red's new phone", table.author.table_id)
    assert recovered.table == table.table
    assert ledger.find_author(table.host_key) == table.author
    with pytest.raises(CodeUnknown):
        ledger.recover(table.recovery_code)


def test_the_key_that_a_recovery_gives_is_one(table: ledger.CreatedTable) -> None:
    first = ledger.recover(table.recovery_code, "Red's new phone")
    second = ledger.recover(first.recovery_code, "Red's newest phone")
    assert second.key_id == first.key_id
    with pytest.raises(KeyUnknown):
        ledger.find_author(first.host_key)
    assert ledger.find_author(second.host_key).device == "Red's newest phone"
    assert [key["name"] for key in keys(table)] == ["Red's phone", "Red's newest phone"]


def test_a_recovery_gives_another_key_where_the_one_before_was_revoked(table: ledger.CreatedTable) -> None:
    first = ledger.recover(table.recovery_code)
    ledger.revoke_key(table.author.table_id, first.key_id)
    second = ledger.recover(first.recovery_code)
    assert second.key_id != first.key_id
    assert ledger.get_key(table.author.table_id, second.key_id)["expires_at"] is None
    assert ledger.recover(second.recovery_code).key_id == second.key_id


@pytest.mark.parametrize("is_over", [False, True])
def test_the_key_of_a_recovery_has_no_end_any_more_when_the_table_is_recovered_again(
    table: ledger.CreatedTable, is_over: bool
) -> None:
    recovered, table_id = ledger.recover(table.recovery_code), table.author.table_id
    for _ in range(3):
        ledger.change_key(table_id, recovered.key_id, expires_in=DAY)
        if is_over:
            Key.update(expires_at=1).where(Key.id == recovered.key_id).execute()
        recovered = ledger.recover(recovered.recovery_code)
    assert ledger.get_key(table_id, recovered.key_id)["expires_at"] is None
    assert len(keys(table)) == 2


def test_a_table_that_is_full_of_keys_is_recovered_and_holds_no_more_of_them(
    table: ledger.CreatedTable,
) -> None:
    settings.change_settings(quotas={"keys_per_table": 1, "keys_ever_per_table": 1})
    code = table.recovery_code
    for _ in range(5):
        code = ledger.recover(code).recovery_code
    assert len(keys(table)) == 2


def test_a_code_that_a_host_replaces_stops(table: ledger.CreatedTable) -> None:
    code, is_repeat = ledger.replace_recovery_code(table.author.table_id)
    assert not is_repeat
    with pytest.raises(CodeUnknown):
        ledger.recover(table.recovery_code)
    assert ledger.recover(code).table == table.table
    with pytest.raises(NotFound):
        ledger.replace_recovery_code("table_none")


@pytest.mark.parametrize("code", ["", "sk_recovery_", "\udc80", "x" * 10_000])
def test_what_is_no_recovery_code_recovers_nothing(table: ledger.CreatedTable, code: str) -> None:
    with pytest.raises(CodeUnknown):
        ledger.recover(code)
    with pytest.raises(CodeUnknown):
        ledger.recover(table.host_key)
    assert len(keys(table)) == 1


def test_of_those_who_recover_at_once_one_does(table: ledger.CreatedTable) -> None:
    answers = in_threads(8, lambda _: ledger.recover(table.recovery_code))
    assert sum(isinstance(answer, CodeUnknown) for answer in answers) == 7
    assert len(keys(table)) == 2


def test_a_recovery_whose_answer_was_lost_can_be_sent_again(table: ledger.CreatedTable) -> None:
    first = ledger.recover(table.recovery_code, asked=asked())
    again = ledger.recover(table.recovery_code, asked=asked())
    assert (again.is_repeat, again.key_id) == (True, first.key_id)
    with pytest.raises(KeyUnknown):
        ledger.find_author(first.host_key)
    assert ledger.find_author(again.host_key).key_id == first.key_id
    with pytest.raises(CodeUnknown):
        ledger.recover(first.recovery_code)
    assert ledger.recover(again.recovery_code).table == table.table
    kept = KeptAnswer.select(KeptAnswer.body).scalar()
    assert again.host_key not in kept
    assert again.recovery_code not in kept
    assert Table.select(Table.recovery_hash).scalar() != ledger.hash_key(again.recovery_code)


# Replaced since


def test_an_old_request_beside_a_rotation_does_not_undo_it(table: ledger.CreatedTable) -> None:
    table_id = table.author.table_id
    for number in range(20):
        request = asked(f"{number}" * 30)
        given = ledger.create_key(table_id, KeyWish("scorer"), request)

        def act(thread: int, request: Asked = request, key_id: str = given.key["id"]) -> ledger.GivenKey:
            if thread == 1:
                return ledger.rotate_key(table_id, key_id)
            return ledger.create_key(table_id, KeyWish("scorer"), request)

        answers = in_threads(3, act)
        assert ledger.find_author(answers[1].text).key_id == given.key["id"]
        for repeat in (answers[0], answers[2]):
            assert isinstance(repeat, ledger.GivenKey | SecretsReplaced)


def test_an_old_request_beside_a_new_code_does_not_undo_it(table: ledger.CreatedTable) -> None:
    table_id = table.author.table_id
    for number in range(20):
        request = asked(f"{number}" * 30)
        ledger.replace_recovery_code(table_id, request)

        def act(thread: int, request: Asked = request) -> tuple[str, bool]:
            return ledger.replace_recovery_code(table_id, None if thread == 1 else request)

        code, _ = in_threads(3, act)[1]
        assert Table.select(Table.recovery_hash).scalar() == ledger.hash_key(code)


def test_one_request_that_is_sent_many_times_at_once_is_never_taken_for_an_old_one(
    table: ledger.CreatedTable,
) -> None:
    request = asked()
    given = [ledger.create_key(table.author.table_id, KeyWish("scorer"), request)]
    given += in_threads(8, lambda _: ledger.create_key(table.author.table_id, KeyWish("scorer"), request))
    assert {each.key["id"] for each in given} == {given[0].key["id"]}


def test_a_key_that_was_rotated_is_not_handed_out_again_by_an_old_request(table: ledger.CreatedTable) -> None:
    table_id = table.author.table_id
    first = ledger.create_key(table_id, KeyWish("scorer"), asked())
    rotated = ledger.rotate_key(table_id, first.key["id"])
    with pytest.raises(SecretsReplaced):
        ledger.create_key(table_id, KeyWish("scorer"), asked())
    assert ledger.find_author(rotated.text).key_id == first.key["id"]


def test_a_repeat_of_a_repeat_still_tells_fresh_secrets(table: ledger.CreatedTable) -> None:
    texts = [ledger.create_key(table.author.table_id, KeyWish("scorer"), asked()).text for _ in range(3)]
    assert ledger.find_author(texts[2]).role == "scorer"
    with pytest.raises(KeyUnknown):
        ledger.find_author(texts[1])


@pytest.mark.parametrize("replaced", ["key", "code"])
def test_who_made_the_table_is_shut_out_by_a_host_for_good(ledger_file: str, replaced: str) -> None:
    made = ledger.create_table_once(asked(), "The Anchor")
    table_id = made.author.table_id
    if replaced == "key":
        rotated = ledger.rotate_key(table_id, made.author.key_id).text
        code = made.recovery_code
    else:
        rotated, (code, _) = made.host_key, ledger.replace_recovery_code(table_id)
    with pytest.raises(SecretsReplaced):
        ledger.create_table_once(asked(), "The Anchor")
    assert ledger.find_author(rotated).key_id == made.author.key_id
    assert ledger.recover(code).table["id"] == table_id


@pytest.mark.parametrize("replaced", ["key", "code"])
def test_who_recovered_the_table_is_shut_out_by_a_host_for_good(
    table: ledger.CreatedTable, replaced: str
) -> None:
    first = ledger.recover(table.recovery_code, asked=asked())
    if replaced == "key":
        ledger.rotate_key(table.author.table_id, first.key_id)
    else:
        ledger.replace_recovery_code(table.author.table_id)
    with pytest.raises(SecretsReplaced):
        ledger.recover(table.recovery_code, asked=asked())


def test_a_recovery_code_that_was_replaced_twice_stays_the_second(table: ledger.CreatedTable) -> None:
    table_id = table.author.table_id
    ledger.replace_recovery_code(table_id, asked())
    ledger.replace_recovery_code(table_id, asked())
    code, _ = ledger.replace_recovery_code(table_id)
    with pytest.raises(SecretsReplaced):
        ledger.replace_recovery_code(table_id, asked())
    assert ledger.recover(code).table == table.table


def test_a_request_that_is_kept_can_not_be_guessed_at_by_who_has_the_database(
    table: ledger.CreatedTable,
) -> None:
    ledger.create_key(table.author.table_id, KeyWish("scorer"), asked())
    kept = KeptAnswer.select(KeptAnswer.request_hash).scalar()
    assert kept != sha256(asked().request).hexdigest()
