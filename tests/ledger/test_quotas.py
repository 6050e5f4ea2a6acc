from __future__ import annotations

import pytest

from scorekeeper import ledger
from scorekeeper.ledger import QuotaReached, operators, settings
from scorekeeper.storage.models import Game, Key, Player
from tests.ledger.playing import At, open_table


def settle(**quotas: int | None) -> None:
    settings.change_settings(quotas=quotas)


def reached(quota: str, most: int, refused: pytest.ExceptionInfo[QuotaReached]) -> bool:
    return (refused.value.quota, refused.value.most) == (quota, most)


def test_a_table_has_as_many_games_as_the_quota_allows(at: At) -> None:
    settle(games_per_table=2)
    opening = ledger.Opening(
        {"preset": "first-to-three"}, [ledger.SeatClaim("Red"), ledger.SeatClaim("Blue")]
    )
    ledger.open_game(at.author, opening)
    with pytest.raises(QuotaReached) as refused:
        ledger.open_game(at.author, opening)
    assert reached("games_per_table", 2, refused)
    assert Game.select().count() == 2
    open_table({"preset": "first-to-three"}, "Red", "Blue")


def test_a_rematch_is_a_game_too(at: At) -> None:
    settle(games_per_table=1)
    at.enter("abandon")
    with pytest.raises(QuotaReached):
        ledger.rematch(at.author, at.game_id)


def test_a_new_name_is_a_new_player_wherever_it_comes(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue")
    settle(players_per_table=3)
    at.enter("join", name="Green")
    four = [ledger.SeatClaim(name) for name in ("Red", "Gold")]
    tries = (
        lambda: at.enter("join", name="Gold"),
        lambda: at.enter("substitute", seat=1, name="Gold"),
        lambda: ledger.create_player(at.author.table_id, "Gold"),
        lambda: ledger.open_game(at.author, ledger.Opening({"preset": "five-rounds"}, four)),
    )
    for attempt in tries:
        with pytest.raises(QuotaReached) as refused:
            attempt()
        assert reached("players_per_table", 3, refused)
    assert Player.select().count() == 3
    assert at.version == 2


def test_an_archived_player_takes_its_place_still(at: At) -> None:
    settle(players_per_table=3)
    player = ledger.create_player(at.author.table_id, "Green")
    ledger.change_player(at.author.table_id, player["id"], archived=True)
    with pytest.raises(QuotaReached):
        ledger.create_player(at.author.table_id, "Gold")


def test_house_rules_have_a_quota(at: At) -> None:
    settle(house_rules_per_table=1)
    saved = ledger.save_house_rules(at.author.table_id, "Short", {"preset": "chips"})
    with pytest.raises(QuotaReached):
        ledger.save_house_rules(at.author.table_id, "Long", {"preset": "chips"})
    ledger.replace_house_rules(at.author.table_id, saved["id"], "Long", {"preset": "chips"})
    ledger.delete_house_rules(at.author.table_id, saved["id"])
    ledger.save_house_rules(at.author.table_id, "Short", {"preset": "chips"})


def test_a_game_that_is_full_takes_nothing_more_but_its_end(at: At) -> None:
    at.roll(1, 1, [6, 4, 3, 3, 1])
    settle(entries_per_game=2)
    with pytest.raises(QuotaReached) as refused:
        at.roll(1, 2, [5, 4, 2, 2])
    assert reached("entries_per_game", 2, refused)
    with pytest.raises(QuotaReached):
        ledger.undo(at.author, at.game_id, ledger.UndoRequest())
    assert at.version == 2
    assert at.roll(1, 1, [6, 4, 3, 3, 1]).already_recorded
    at.enter("abandon")
    assert at.problems() == ()


def test_what_is_there_stays_also_above_a_quota(at: At) -> None:
    settle(games_per_table=0, players_per_table=0, entries_per_game=0)
    assert at.game["version"] == 1
    settle(games_per_table=None, players_per_table=None, entries_per_game=None)
    at.roll(1, 1, [6, 4, 3, 3, 1])


def test_keys_and_invites_that_are_over_take_room_too(at: At) -> None:
    table_id = at.author.table_id
    settle(keys_ever_per_table=3, invites_ever_per_table=2)
    for _ in range(2):
        given = ledger.create_key(table_id, ledger.KeyWish("scorer"))
        ledger.revoke_key(table_id, given.key["id"])
        invite = ledger.create_invite(table_id, ledger.InviteWish("viewer")).invite
        ledger.revoke_invite(table_id, invite["id"])
    with pytest.raises(QuotaReached) as refused:
        ledger.create_key(table_id, ledger.KeyWish("scorer"))
    assert reached("keys_ever_per_table", 3, refused)
    with pytest.raises(QuotaReached) as refused:
        ledger.create_invite(table_id, ledger.InviteWish("viewer"))
    assert reached("invites_ever_per_table", 2, refused)


def test_a_key_whose_time_is_over_leaves_its_place(at: At) -> None:
    table_id = at.author.table_id
    settle(keys_per_table=2)
    lent = ledger.create_key(table_id, ledger.KeyWish("scorer", expires_in=60)).key
    with pytest.raises(QuotaReached):
        ledger.create_key(table_id, ledger.KeyWish("scorer"))
    Key.update({Key.expires_at: 1}).where(Key.id == lent["id"]).execute()
    assert operators.get_table(table_id)["keys"] == 1
    ledger.create_key(table_id, ledger.KeyWish("scorer"))
    # It comes back only where there is room.
    with pytest.raises(QuotaReached):
        ledger.change_key(table_id, lent["id"], expires_in=60)
    settle(keys_per_table=3)
    ledger.change_key(table_id, lent["id"], expires_in=60)
