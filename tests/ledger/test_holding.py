"""What is written in a key's name is written only while the key opens its table."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from scorekeeper import ledger, storage
from scorekeeper.ledger import (
    KeyExpired,
    KeyRevoked,
    KeyUnknown,
    KeyWish,
    TableDisabled,
    holding,
    joining,
    operators,
    recovery,
    settings,
)
from scorekeeper.ledger.holding import Holder
from scorekeeper.ledger.once import made_before
from scorekeeper.storage.models import Entry, Key
from tests.databases import in_threads, postgresql_only
from tests.ledger.playing import At

_own = threading.local()


@pytest.fixture(autouse=True)
def holders_of_threads() -> Iterator[None]:
    """Each thread writes in the name that it says."""
    before = holding._source.ask
    holding.learn_holders_from(lambda: getattr(_own, "holder", None))
    yield
    holding._source.ask = before


@contextmanager
def in_the_name_of(at: At, text: str) -> Iterator[None]:
    _own.holder = Holder(at.author.table_id, ledger.hash_key(text))
    try:
        yield
    finally:
        _own.holder = None


def another(at: At, role: str = "host", **wish: Any) -> ledger.GivenKey:
    return ledger.create_key(at.author.table_id, KeyWish(role, **wish))


ENDS: dict[str, tuple[Callable[[At, str], object], type[Exception]]] = {
    "revoked": (lambda at, key_id: ledger.revoke_key(at.author.table_id, key_id), KeyRevoked),
    "rotated": (lambda at, key_id: ledger.rotate_key(at.author.table_id, key_id), KeyUnknown),
    "over": (lambda _, key_id: Key.update(expires_at=1).where(Key.id == key_id).execute(), KeyExpired),
    "disabled": (lambda at, _: operators.disable_table(at.author.table_id), TableDisabled),
}
WRITES: dict[str, Callable[[At], object]] = {
    "an entry": lambda at: at.roll(1, 1, [6, 4, 3, 3, 1]),
    "an amendment": lambda at: ledger.undo(at.author, at.game_id, ledger.UndoRequest()),
    "a key": lambda at: ledger.create_key(at.author.table_id, KeyWish("host")),
    "a batch": lambda at: ledger.record_batch(
        at.author,
        at.game_id,
        [ledger.Submission("join", {"name": "Green"}, "019c1a00-0000-4000-8000-000000000001")],
    ),
}


@pytest.mark.parametrize("what", WRITES)
@pytest.mark.parametrize("end", ENDS)
def test_a_key_that_has_ended_writes_nothing(at: At, what: str, end: str) -> None:
    if what == "an amendment":
        at.roll(1, 1, [6, 4, 3, 3, 1])
    given, (act, error) = another(at), ENDS[end]
    act(at, given.key["id"])
    before = at.version, Key.select().count()
    with in_the_name_of(at, given.text), pytest.raises(error):
        WRITES[what](at)
    assert (at.version, Key.select().count()) == before


@pytest.mark.parametrize("what", WRITES)
def test_a_key_that_opens_the_table_writes(at: At, what: str) -> None:
    if what == "an amendment":
        at.roll(1, 1, [6, 4, 3, 3, 1])
    with in_the_name_of(at, another(at).text):
        WRITES[what](at)


def test_nothing_is_written_in_a_key_s_name_after_it_was_revoked(at: At) -> None:
    given = another(at)
    key_id, table_id = given.key["id"], at.author.table_id
    author = ledger.find_author(given.text)
    settings.change_settings(quotas=dict.fromkeys(settings.QUOTAS))

    def work(number: int) -> int:
        if number == 0:
            time.sleep(0.3)
            ledger.revoke_key(table_id, key_id)
            return 0
        made = 0
        with in_the_name_of(at, given.text):
            while True:
                try:
                    if number % 2:
                        ledger.create_key(table_id, KeyWish("viewer"))
                    else:
                        ledger.record(
                            author,
                            at.game_id,
                            ledger.Submission("rename", {"seat": 1, "name": f"Red {made}"}),
                        )
                except KeyRevoked:
                    return made
                except ledger.TooBusy:
                    continue
                made += 1

    made = in_threads(9, work)
    assert all(isinstance(count, int) for count in made), made
    assert sum(made) > 0
    revoked_at = Key.select(Key.revoked_at).where(Key.id == key_id).scalar()
    assert Key.select().where(Key.created_at > revoked_at).count() == 0
    assert Entry.select().where((Entry.game == at.game_id) & (Entry.recorded_at > revoked_at)).count() == 0
    assert at.problems() == ()


def test_of_those_who_rotate_the_own_key_at_once_one_does(at: At) -> None:
    given = another(at)

    def rotate(_: int) -> ledger.GivenKey:
        with in_the_name_of(at, given.text):
            return ledger.rotate_key(at.author.table_id, given.key["id"])

    answers = in_threads(6, rotate)
    (rotated,) = [answer for answer in answers if isinstance(answer, ledger.GivenKey)]
    assert [type(answer) for answer in answers].count(KeyUnknown) == 5
    assert ledger.find_author(rotated.text).key_id == given.key["id"]


def test_two_hosts_who_revoke_each_other_at_once_leave_one(at: At) -> None:
    for _ in range(10):
        pair = [another(at), another(at)]

        def revoke(number: int, pair: list[ledger.GivenKey] = pair) -> None:
            with in_the_name_of(at, pair[number].text):
                ledger.revoke_key(at.author.table_id, pair[1 - number].key["id"])

        assert sorted(str(type(answer)) for answer in in_threads(2, revoke)) == sorted(
            [str(type(None)), str(KeyRevoked)]
        )


def test_the_key_is_asked_for_once_in_a_transaction(at: At) -> None:
    given = another(at)
    with in_the_name_of(at, given.text), holding.writing():
        Key.update({Key.revoked_at: 1}).where(Key.id == given.key["id"]).execute()
        with holding.writing():
            assert storage.is_writing()


def waiting_locks() -> int:
    """How many wait for a table's lock."""
    sql = "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    return int(storage.fetch_all(sql, ())[0][0])


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.005)


@postgresql_only
def test_who_changes_keys_comes_before_entries_that_ask_later(at: At) -> None:
    given, order = another(at), list[str]()
    author, may_end = ledger.find_author(given.text), threading.Event()

    def work(number: int) -> None:
        if number == 0:
            with in_the_name_of(at, given.text), holding.writing(entries_only=True):
                may_end.wait(20)
        elif number == 1:
            until(lambda: storage.fetch_all(_HELD, ())[0][0] == 1)
            ledger.revoke_key(at.author.table_id, given.key["id"])
            order.append("revoked")
        else:
            until(lambda: waiting_locks() == 1)
            threading.Thread(target=lambda: (until(lambda: waiting_locks() == 2), may_end.set())).start()
            with in_the_name_of(at, given.text), pytest.raises(KeyRevoked):
                ledger.record(author, at.game_id, ledger.Submission("rename", {"seat": 1, "name": "Green"}))
            order.append("refused")

    assert in_threads(3, work) == [None, None, None]
    assert order == ["revoked", "refused"]


_HELD = "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"


@postgresql_only
def test_a_batch_keeps_no_other_game_of_its_table_waiting(at: At) -> None:
    opening = ledger.Opening(
        {"preset": "first-to-three"}, [ledger.SeatClaim(name="Green"), ledger.SeatClaim(name="Teal")]
    )
    other = ledger.open_game(at.author, opening).game_id
    is_written, may_end = threading.Event(), threading.Event()

    def work(number: int) -> None:
        if number == 0:
            with in_the_name_of(at, at.host_key), holding.writing(entries_only=True):
                WRITES["a batch"](at)
                is_written.set()
                assert may_end.wait(20)
        else:
            assert is_written.wait(20)
            with in_the_name_of(at, at.host_key):
                ledger.record(at.author, other, ledger.Submission("rename", {"seat": 1, "name": "Pink"}))
            may_end.set()

    assert in_threads(2, work) == [None, None]
    assert (at.version, ledger.game_version(at.author.table_id, other)) == (2, 2)


def test_who_shares_a_table_can_not_have_it_alone(at: At) -> None:
    with holding.writing(entries_only=True), pytest.raises(AssertionError), holding.writing():
        pytest.fail("two who ask for it wait for each other")


def test_who_joins_and_recovers_by_one_key_of_a_request_waits_for_nobody_who_waits(at: At) -> None:
    table_id, kinds = at.author.table_id, set[str]()
    invite = ledger.create_invite(table_id, ledger.InviteWish("scorer")).invite
    for number in range(10):
        code, _ = ledger.replace_recovery_code(table_id)
        key = f"{number}-0123456789-abcdefghij"

        def ask(number: int, code: str = code, key: str = key) -> None:
            if number % 2:
                ledger.join(invite["token"], None, ledger.Asked("create", key, b"join"))
            else:
                ledger.recover(code, None, ledger.Asked("create", key, b"recover"))

        kinds |= {type(answer).__name__ for answer in in_threads(4, ask)}
    assert kinds <= {"NoneType", "KeyReused"}


def test_who_is_overtaken_by_its_own_repeat_is_answered_as_the_repeat_was(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = at.author.table_id
    code, _ = ledger.replace_recovery_code(table_id)
    token = ledger.create_invite(table_id, ledger.InviteWish("scorer", joins=1)).invite["token"]
    asks = (
        (recovery, lambda: ledger.recover(code, None, ledger.Asked("create", "recovers-0123456789", b"1"))),
        (
            joining,
            lambda: ledger.join(token, None, ledger.Asked("create", "joins-0123456789", b"2")),
        ),
    )
    for module, ask in asks:

        def overtaken(*asked: Any, ask: Callable[[], Any] = ask) -> str | None:
            found = made_before(*asked)
            monkeypatch.undo()
            assert not ask().is_repeat
            return found

        monkeypatch.setattr(module, "made_before", overtaken)
        assert ask().is_repeat
