"""Invites become keys, so many as they say and no more, and never a host's."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from scorekeeper import ledger, storage
from scorekeeper.ledger import (
    Asked,
    CodeUnknown,
    Invalid,
    InviteClosed,
    InviteWish,
    KeyReused,
    KeyUnknown,
    NotFound,
    QuotaReached,
    SecretsReplaced,
    TableDisabled,
    invites,
    operators,
    settings,
)
from scorekeeper.ledger.deleting import delete_table
from scorekeeper.ledger.invites import ALPHABET, LENGTH
from scorekeeper.storage.models import Invite, Key
from tests.databases import in_threads

RETRY = "8e03978e-40d5-43e8-bc93-6894a57f9324"


@pytest.fixture
def table(ledger_file: str) -> ledger.CreatedTable:
    return ledger.create_table("The Anchor")


def invite(table: ledger.CreatedTable, role: str = "scorer", **wish: Any) -> dict[str, Any]:
    return ledger.create_invite(table.author.table_id, InviteWish(role, **wish)).invite


def is_open(table: ledger.CreatedTable, made: dict[str, Any]) -> bool:
    now = ledger.get_invite(table.author.table_id, made["id"])
    return now["status"] == "open"


def end(made: dict[str, Any]) -> None:
    Invite.update(expires_at=1).where(Invite.id == made["id"]).execute()


def test_a_code_has_no_letter_that_is_taken_for_another() -> None:
    assert not set("0O1IL") & set(ALPHABET)
    assert len(ALPHABET) == len(set(ALPHABET)) == 31


def test_codes_and_tokens_are_drawn_from_all_letters(table: ledger.CreatedTable) -> None:
    settings.change_settings(quotas={"invites_per_table": None})
    made = [invite(table) for _ in range(120)]
    letters = Counter("".join(each["code"] for each in made))
    assert set(letters) == set(ALPHABET)
    assert {len(each["code"]) for each in made} == {LENGTH}
    assert len({each["code"] for each in made}) == len({each["token"] for each in made}) == 120
    assert all(len(each["token"]) * 6 >= 128 for each in made)


def test_an_invite_is_good_for_two_hours_and_twenty_phones(table: ledger.CreatedTable) -> None:
    made = invite(table)
    row = Invite.get(Invite.id == made["id"])
    assert row.expires_at - row.created_at == 2 * 60 * 60 * 1_000_000
    assert (made["joins"], made["joins_left"], made["status"]) == (20, 20, "open")
    assert ledger.get_invite(table.author.table_id, made["id"]) == made


@pytest.mark.parametrize("role", ["host", "dealer", ""])
def test_nobody_is_invited_as_a_host(table: ledger.CreatedTable, role: str) -> None:
    with pytest.raises(Invalid) as refused:
        invite(table, role)
    assert refused.value.problems[0].pointer == "/role"
    assert Invite.select().count() == 0


def test_by_its_code_or_its_token_an_invite_becomes_a_key(table: ledger.CreatedTable) -> None:
    for role in ("scorer", "viewer"):
        made = invite(table, role)
        for text in (made["code"], made["token"], f" {made['token']} "):
            joined = ledger.join(text, "Blue's phone")
            author = ledger.find_author(joined.text)
            assert (author.role, author.device, author.table_id) == (
                role,
                "Blue's phone",
                table.author.table_id,
            )
            assert joined.key["invite_id"] == made["id"]
            assert joined.table == table.table
        assert ledger.get_invite(table.author.table_id, made["id"])["joins_left"] == 17


def test_a_code_is_read_however_it_is_written(table: ledger.CreatedTable) -> None:
    code = invite(table)["code"]
    halves = (code[:3], code[3:])
    for text in (code.lower(), f" {code}\t", " ".join(halves), "-".join(halves).lower(), "–".join(halves)):
        assert ledger.join(text).key["role"] == "scorer"
    for text in (code[:-1], code + "2", code.replace(code[0], "0"), halves[1] + halves[0] + "."):
        with pytest.raises(CodeUnknown):
            ledger.join(text)


def test_who_says_no_name_is_called_as_the_invite_is(table: ledger.CreatedTable) -> None:
    made = invite(table, name="Bar")
    assert ledger.join(made["code"]).key["name"] == "Bar"
    assert ledger.join(made["code"], "Mine").key["name"] == "Mine"
    assert ledger.join(invite(table)["code"]).key["name"] is None


def test_an_invite_of_a_player_gives_keys_of_that_player(table: ledger.CreatedTable) -> None:
    green = ledger.create_player(table.author.table_id, "Green")["id"]
    joined = ledger.join(invite(table, player_id=green)["token"])
    assert ledger.find_author(joined.text).player_id == green
    with pytest.raises(Invalid):
        invite(table, "viewer", player_id=green)
    elsewhere = ledger.create_table("Next door").author.table_id
    with pytest.raises(Invalid):
        ledger.create_invite(elsewhere, InviteWish("scorer", player_id=green))


@pytest.mark.parametrize("text", ["", "  ", "222222", "zzzzzz", "\udc80", "x" * 10_000, "sk_host_x"])
def test_what_nobody_has_given_out_joins_nothing(table: ledger.CreatedTable, text: str) -> None:
    with pytest.raises(CodeUnknown):
        ledger.join(text)
    for known in (table.host_key, table.recovery_code, table.author.table_id, table.author.key_id):
        with pytest.raises(CodeUnknown):
            ledger.join(known)


def test_an_invite_that_is_over_joins_nothing_and_shows_no_code(table: ledger.CreatedTable) -> None:
    expired, revoked, used_up = invite(table), invite(table), invite(table, joins=1)
    end(expired)
    ledger.revoke_invite(table.author.table_id, revoked["id"])
    ledger.join(used_up["code"])
    for made, status in ((expired, "expired"), (revoked, "revoked"), (used_up, "used_up")):
        shown = ledger.get_invite(table.author.table_id, made["id"])
        assert (shown["status"], shown["code"], shown["token"]) == (status, None, None)
        for text in (made["code"], made["token"]):
            with pytest.raises(CodeUnknown):
                ledger.join(text)
        with pytest.raises(InviteClosed) as closed:
            ledger.open_token(table.author.table_id, made["id"])
        assert closed.value.status == status
    row = Invite.get(Invite.id == revoked["id"])
    assert (row.code, row.token, row.code_hash, row.token_hash) == (None,) * 4
    first = ledger.get_invite(table.author.table_id, revoked["id"])
    ledger.revoke_invite(table.author.table_id, revoked["id"])
    assert ledger.get_invite(table.author.table_id, revoked["id"]) == first


def test_keys_stay_when_their_invite_is_revoked(table: ledger.CreatedTable) -> None:
    made = invite(table)
    joined = ledger.join(made["code"])
    ledger.revoke_invite(table.author.table_id, made["id"])
    assert ledger.find_author(joined.text).role == "scorer"


def test_the_code_of_one_that_is_over_is_drawn_again_and_that_of_an_open_one_is_not(
    table: ledger.CreatedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, is_on = invite(table), invite(table)
    end(over)
    drawn = iter(is_on["code"] + over["code"])
    monkeypatch.setattr(invites.secrets, "choice", lambda _: next(drawn))
    again = invite(table, "viewer")
    assert again["code"] == over["code"]
    assert ledger.join(again["code"]).key["invite_id"] == again["id"]
    assert ledger.join(is_on["code"]).key["invite_id"] == is_on["id"]
    with pytest.raises(CodeUnknown):
        ledger.join(over["token"])


def test_what_is_another_tables_invite_is_not_found(table: ledger.CreatedTable) -> None:
    elsewhere, made = ledger.create_table("Next door").author.table_id, invite(table)
    for attempt in (ledger.get_invite, ledger.open_token, ledger.revoke_invite):
        with pytest.raises(NotFound):
            attempt(elsewhere, made["id"])
    with pytest.raises(NotFound):
        ledger.create_invite("table_none", InviteWish("viewer"))
    assert is_open(table, made)
    assert ledger.list_invites(elsewhere).items == []


def test_invites_are_listed_the_newest_first(table: ledger.CreatedTable) -> None:
    made = [invite(table) for _ in range(5)]
    listed = ledger.list_invites(table.author.table_id).items
    assert listed == made[::-1]
    page = ledger.list_invites(table.author.table_id, limit=2)
    assert page.items + ledger.list_invites(table.author.table_id, cursor=page.next).items == listed


def test_no_key_and_no_hash_is_in_a_list(table: ledger.CreatedTable) -> None:
    made = invite(table)
    joined = ledger.join(made["code"])
    told = json.dumps(
        [ledger.list_invites(table.author.table_id).items, ledger.list_keys(table.author.table_id).items]
    )
    for text in (table.host_key, joined.text, table.recovery_code):
        assert text not in told
        assert ledger.hash_key(text) not in told


# At once, and again


def test_of_two_who_take_the_last_place_one_has_it(table: ledger.CreatedTable) -> None:
    made = invite(table, joins=1)
    answers = in_threads(8, lambda _: ledger.join(made["code"]))
    assert sum(isinstance(answer, CodeUnknown) for answer in answers) == 7
    assert Key.select().where(Key.role == "scorer").count() == 1
    assert ledger.get_invite(table.author.table_id, made["id"])["joins_left"] == 0


def test_who_guesses_makes_nobody_wait_who_writes(
    table: ledger.CreatedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked() -> None:
        raise AssertionError("a guess has asked for the lock")

    over = invite(table)
    end(over)
    monkeypatch.setattr(storage, "write", locked)
    for guess in ("222222", over["code"], over["token"], "x" * 22):
        for again in (None, asked()):
            with pytest.raises(CodeUnknown):
                ledger.join(guess, asked=again)
    with pytest.raises(CodeUnknown):
        ledger.recover("sk_recovery_x", asked=asked())


def test_a_place_is_taken_by_what_the_invite_is_and_not_by_what_it_was(table: ledger.CreatedTable) -> None:
    used_up, expired, revoked = invite(table, joins=1), invite(table), invite(table)
    seen = [invites.find_invite(made["code"]) for made in (used_up, expired, revoked)]
    ledger.join(used_up["code"])
    end(expired)
    ledger.revoke_invite(table.author.table_id, revoked["id"])
    for row in seen:
        assert row is not None
        assert invites.is_joinable(row)
        assert not invites.take_place(row)


def test_of_many_as_many_join_as_there_are_places(table: ledger.CreatedTable) -> None:
    made = invite(table, joins=5)
    answers = in_threads(12, lambda n: ledger.join(made["code"] if n % 2 else made["token"]))
    joined = [answer for answer in answers if not isinstance(answer, CodeUnknown)]
    assert len({each.key["id"] for each in joined}) == 5
    assert len({each.text for each in joined}) == 5


def asked(request: bytes = b"join") -> Asked:
    return Asked("create", RETRY, request)


def test_who_joins_again_because_the_answer_was_lost_takes_no_second_place(
    table: ledger.CreatedTable,
) -> None:
    made = invite(table, joins=2)
    first, again = (ledger.join(made["code"], "Phone", asked()) for _ in range(2))
    assert (first.is_repeat, again.is_repeat) == (False, True)
    assert again.key == first.key
    assert ledger.get_invite(table.author.table_id, made["id"])["joins_left"] == 1
    with pytest.raises(KeyUnknown):
        ledger.find_author(first.text)
    assert ledger.find_author(again.text).key_id == first.key["id"]
    with pytest.raises(KeyReused):
        ledger.join(made["code"], "Phone", asked(b"other"))
    # The invite may be over by then; a key that was revoked is not handed out again.
    ledger.revoke_invite(table.author.table_id, made["id"])
    assert ledger.join(made["code"], "Phone", asked()).key["id"] == first.key["id"]
    ledger.revoke_key(table.author.table_id, first.key["id"])
    with pytest.raises(CodeUnknown):
        ledger.join(made["code"], "Phone", asked())


def test_many_who_send_one_joining_at_once_take_one_place(table: ledger.CreatedTable) -> None:
    made = invite(table)
    joined = in_threads(8, lambda _: ledger.join(made["code"], None, asked()))
    assert len({each.key["id"] for each in joined}) == 1
    assert ledger.get_invite(table.author.table_id, made["id"])["joins_left"] == 19


# What the operator settles


def test_where_a_table_has_no_room_for_another_key_the_place_stays(table: ledger.CreatedTable) -> None:
    made = invite(table)
    settings.change_settings(quotas={"keys_per_table": 2})
    ledger.join(made["code"])
    with pytest.raises(QuotaReached):
        ledger.join(made["code"])
    with pytest.raises(QuotaReached):
        ledger.create_key(table.author.table_id, ledger.KeyWish("viewer"))
    assert ledger.get_invite(table.author.table_id, made["id"])["joins_left"] == 19
    # Who has lost all keys gets one all the same.
    assert ledger.recover(table.recovery_code).table == table.table


def test_a_table_has_so_many_invites_open(table: ledger.CreatedTable) -> None:
    settings.change_settings(quotas={"invites_per_table": 2})
    first, _ = invite(table), invite(table)
    with pytest.raises(QuotaReached):
        invite(table)
    ledger.revoke_invite(table.author.table_id, first["id"])
    end(invite(table))
    assert is_open(table, invite(table))


def test_a_table_that_is_closed_or_deleted_is_not_joined(table: ledger.CreatedTable) -> None:
    made = invite(table)
    operators.disable_table(table.author.table_id, "Ask at the bar.")
    with pytest.raises(TableDisabled):
        ledger.join(made["code"])
    with pytest.raises(TableDisabled):
        ledger.recover(table.recovery_code)
    operators.enable_table(table.author.table_id)
    assert ledger.join(made["code"]).key["role"] == "scorer"
    delete_table(table.author.table_id, "The Anchor")
    with pytest.raises(CodeUnknown):
        ledger.join(made["code"])
    with pytest.raises(CodeUnknown):
        ledger.recover(table.recovery_code)


def test_who_joined_is_shut_out_by_a_key_that_is_rotated(table: ledger.CreatedTable) -> None:
    made = invite(table)
    first = ledger.join(made["code"], "Phone", asked())
    ledger.rotate_key(table.author.table_id, first.key["id"])
    with pytest.raises(SecretsReplaced):
        ledger.join(made["code"], "Phone", asked())


def test_nobody_is_told_a_key_of_a_table_that_is_closed_not_even_again(table: ledger.CreatedTable) -> None:
    made = invite(table)
    ledger.join(made["code"], "Phone", asked())
    operators.disable_table(table.author.table_id, "Closed for the night.")
    with pytest.raises(TableDisabled):
        ledger.join(made["code"], "Phone", asked())
