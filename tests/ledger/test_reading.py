from __future__ import annotations

import json

import pytest

from scorekeeper import ledger
from scorekeeper.ledger import KeyExpired, KeyRevoked, KeyUnknown, NotFound
from scorekeeper.storage.models import Key
from tests.ledger.playing import At, open_table

READS = (ledger.read_game, ledger.read_standings)


@pytest.mark.parametrize("read", READS)
def test_a_reader_who_knows_the_version_is_sent_nothing(at: At, read: object) -> None:
    assert callable(read)
    key_hash = ledger.hash_key(at.host_key)
    assert read(key_hash, at.game_id, known=1) == (1, None)
    version, body = read(key_hash, at.game_id, known=2)
    assert (version, json.loads(body)["version"]) == (1, 1)


@pytest.mark.parametrize("read", READS)
def test_a_key_opens_its_own_table_and_nothing_else(at: At, read: object) -> None:
    assert callable(read)
    other = open_table({"preset": "chips"}, "Red", "Blue")
    with pytest.raises(NotFound):
        read(ledger.hash_key(other.host_key), at.game_id)
    with pytest.raises(NotFound):
        read(ledger.hash_key(at.host_key), "game_none")
    with pytest.raises(KeyUnknown):
        read(ledger.hash_key("sk_host_none"), at.game_id)
    Key.update(revoked_at=1).where(Key.id == at.author.key_id).execute()
    with pytest.raises(KeyRevoked):
        read(ledger.hash_key(at.host_key), at.game_id)
    Key.update(revoked_at=None, expires_at=1).where(Key.id == at.author.key_id).execute()
    with pytest.raises(KeyExpired):
        read(ledger.hash_key(at.host_key), at.game_id)


def test_the_standings_are_the_games_seats_the_best_first(at: At) -> None:
    at.roll(1, 1, [6, 5, 4, 1, 1], stand=True)
    at.roll(2, 1, [6, 5, 4, 6, 6], stand=True)
    body = ledger.read_standings(ledger.hash_key(at.host_key), at.game_id).body
    assert body is not None
    standings, game = json.loads(body), at.game
    assert [seat["name"] for seat in standings.pop("standings")] == ["Blue", "Red"]
    assert [(seat["rank"], seat["rounds_won"]) for seat in game["seats"]] == [(2, 0), (1, 1)]
    assert standings == {
        "game_id": at.game_id,
        **{name: game[name] for name in ("version", "status", "provisional", "winners")},
    }


def test_what_the_game_waits_for_can_be_asked_alone(at: At) -> None:
    assert ledger.next_of(at.author.table_id, at.game_id) == at.game["next"]
    with pytest.raises(NotFound):
        ledger.next_of("table_none", at.game_id)
