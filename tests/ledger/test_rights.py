"""What a key may do in a game, and that its use is noted when nobody waits for it."""

from __future__ import annotations

import pytest

from scorekeeper import ledger, storage
from scorekeeper.ledger import RoleNotAllowed, SeatNotYours
from scorekeeper.ledger.ids import now
from scorekeeper.ledger.key_uses import NOTED_EVERY
from scorekeeper.storage.models import Key
from tests.ledger.playing import At


def last_used(at: At) -> int | None:
    used: int | None = Key.select(Key.last_used_at).where(Key.id == at.author.key_id).scalar()
    return used


def player_of(at: At, seat: int) -> str:
    player_id: str = at.game["seats"][seat - 1]["player_id"]
    return player_id


def test_a_scorer_of_a_player_enters_for_that_players_seat_alone(at: At) -> None:
    blue = at.by_scorer("Blue's phone", player_of(at, 2))
    with pytest.raises(SeatNotYours) as refused:
        blue.roll(1, 1, [6, 5, 4, 6, 6], stand=True)
    assert refused.value.seat == 2
    assert at.version == 1
    at.roll(1, 1, [6, 5, 4, 6, 6], stand=True)
    assert blue.roll(2, 1, [6, 5, 4, 1, 1]).version == 3


def test_a_scorer_of_a_player_is_told_so_even_of_an_entry_that_is_there(at: At) -> None:
    at.roll(1, 1, [6, 4, 3, 3, 1])
    with pytest.raises(SeatNotYours):
        at.by_scorer("Blue's phone", player_of(at, 2)).roll(1, 1, [6, 4, 3, 3, 1])


def test_a_scorer_of_a_player_without_a_seat_reads_only(at: At) -> None:
    green = ledger.create_player(at.author.table_id, "Green")["id"]
    at.roll(1, 1, [6, 5, 4, 6, 6], stand=True)
    bystander = at.by_scorer("Green's phone", green)
    for attempt in (
        lambda: bystander.roll(2, 1, [6, 4, 3, 3, 1]),
        lambda: ledger.undo(bystander.author, at.game_id, ledger.UndoRequest()),
        lambda: ledger.dispute(bystander.author, at.game_id, ledger.Dispute(turn=1, words="No.")),
    ):
        with pytest.raises(SeatNotYours) as refused:
            attempt()
        assert refused.value.seat is None
    assert bystander.game == at.game


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("join", {"name": "Green"}),
        ("leave", {"seat": 1}),
        ("rename", {"seat": 1, "name": "Rot"}),
        ("substitute", {"seat": 1, "name": "Green"}),
        ("abandon", {}),
    ],
)
def test_who_sits_and_whether_it_goes_on_is_the_hosts(at: At, kind: str, fields: dict[str, object]) -> None:
    with pytest.raises(RoleNotAllowed) as refused:
        at.by_scorer("Phone").enter(kind, **fields)
    assert refused.value.allowed == ("host",)
    assert at.version == 1


def test_the_use_of_a_key_is_noted_to_a_few_minutes(at: At) -> None:
    before = now()
    ledger.find_author(at.host_key)
    assert last_used(at) is None
    assert ledger.has_uses_to_note()
    ledger.note_uses()
    first = last_used(at)
    assert first is not None
    assert before <= first <= now()
    ledger.find_author(at.host_key)
    assert not ledger.has_uses_to_note()
    Key.update(last_used_at=first - NOTED_EVERY).execute()
    at.game  # noqa: B018 a read that asks for the key and the game at once
    ledger.note_uses()
    assert (last_used(at) or 0) > first


def test_a_use_that_cannot_be_written_is_let_go(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> bool:
        raise storage.Unavailable("the disk is full")

    ledger.find_author(at.host_key)
    monkeypatch.setattr(storage, "commit", fail)
    ledger.note_uses()
    assert not ledger.has_uses_to_note()
