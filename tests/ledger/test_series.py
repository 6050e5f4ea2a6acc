from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import ledger
from scorekeeper.ledger import AlreadyRecorded, GameUnfinished, Invalid, NotFound, SeatClaim
from tests.databases import in_threads
from tests.ledger.playing import At, answer_of, open_table

ONE_ROUND = {"preset": "critters", "opener": {"first": "seat_1"}}


def play_to_the_end(at: At, winner: int) -> None:
    """One round in which the winner has the best cargo."""
    for seat in at.game["round"]["order"]:
        dice = [6, 5, 4, 6, 6] if seat == winner else [6, 5, 4, 1, 1]
        at.roll(seat, 1, dice, stand=True)


def finished(next_game: str, *names: str, winner: int = 1) -> At:
    at = open_table({**ONE_ROUND, "opener": {"first": "seat_1", "next_game": next_game}}, *names)
    play_to_the_end(at, winner)
    return at


def next_game(at: At, **how: Any) -> At:
    return At(at.author, at.host_key, ledger.rematch(at.author, at.game_id, **how).game_id)


def test_a_rematch_is_the_next_game_of_the_series_by_the_same_people_and_rules(ledger_file: str) -> None:
    at = finished("clockwise", "Red", "Blue")
    before, after = at.game, next_game(at).game
    assert after["series"] == {"id": before["series"]["id"], "number": 2}
    assert after["ruleset"] == before["ruleset"]
    assert [seat["player_id"] for seat in after["seats"]] == [seat["player_id"] for seat in before["seats"]]
    assert [seat["chips"] for seat in after["seats"]] == [-1, -1]


@pytest.mark.parametrize(
    ("rule", "opener"), [("clockwise", 2), ("counterclockwise", 3), ("same", 1), ("winner", 3)]
)
def test_the_house_rules_say_who_opens_the_next_game(ledger_file: str, rule: str, opener: int) -> None:
    at = finished(rule, "Red", "Blue", "Green", winner=3)
    assert next_game(at).game["round"]["opener"] == opener


def test_the_opener_moves_by_player_where_seats_changed(ledger_file: str) -> None:
    at = finished("winner", "Red", "Blue", "Green", winner=3)
    seats = [SeatClaim("Green"), SeatClaim("Yellow"), SeatClaim("Red")]
    game = next_game(at, seats=seats).game
    assert [seat["name"] for seat in game["seats"]] == ["Green", "Yellow", "Red"]
    assert game["round"]["opener"] == 1


def test_who_left_does_not_play_again(ledger_file: str) -> None:
    at = open_table({**ONE_ROUND, "goal": {"kind": "rounds_won", "rounds": 1}}, "Red", "Blue", "Green")
    at.enter("leave", seat=2)
    play_to_the_end(at, 3)
    assert [seat["name"] for seat in next_game(at).game["seats"]] == ["Red", "Green"]


def test_an_abandoned_game_before_its_opener_was_known_is_rolled_for_again(ledger_file: str) -> None:
    at = open_table({"preset": "critters"}, "Red", "Blue")
    at.enter("abandon")
    assert next_game(at).game["status"] == "rolling_for_opener"


def test_a_game_that_is_still_on_has_no_rematch(ledger_file: str) -> None:
    at = open_table(ONE_ROUND, "Red", "Blue")
    with pytest.raises(GameUnfinished):
        next_game(at)
    with pytest.raises(NotFound):
        ledger.rematch(at.author, "game_none")


def test_asked_again_the_same_rematch_is_the_answer(ledger_file: str) -> None:
    at = finished("clockwise", "Red", "Blue")
    first = answer_of(ledger.rematch(at.author, at.game_id))
    again = answer_of(ledger.rematch(at.author, at.game_id))
    assert again["already_recorded"]
    assert again["id"] == first["id"]
    assert again["result"] == first["result"]
    with pytest.raises(AlreadyRecorded):
        next_game(at, seats=[SeatClaim("Blue"), SeatClaim("Red")])
    assert len(ledger.list_games(at.author.table_id).items) == 2


def test_many_who_ask_at_once_get_one_rematch(ledger_file: str) -> None:
    at = finished("clockwise", "Red", "Blue")
    answers = in_threads(8, lambda _: ledger.rematch(at.author, at.game_id))
    assert len({answer.game_id for answer in answers}) == 1
    assert sorted(answer.already_recorded for answer in answers) == [False] + [True] * 7


def test_a_rematch_needs_as_many_seats_as_the_house_rules_say(ledger_file: str) -> None:
    at = finished("clockwise", "Red", "Blue")
    with pytest.raises(Invalid) as refused:
        next_game(at, seats=[SeatClaim("Red")])
    assert [problem.pointer for problem in refused.value.problems] == ["/seats"]
