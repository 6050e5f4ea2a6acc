from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import ledger, rules
from scorekeeper.ledger import Author, Invalid, Opening, SeatClaim
from scorekeeper.ledger.canonical import parsed
from tests.ledger.playing import At, open_table


@pytest.fixture
def author(ledger_file: str) -> Author:
    return ledger.create_table("Friday").author


def problems(author: Author, ruleset: dict[str, Any], *seats: SeatClaim, **how: Any) -> list[tuple[str, str]]:
    """Pointers and codes of what is wrong with an opening; nothing may have been stored."""
    with pytest.raises(Invalid) as refused:
        ledger.open_game(author, Opening(ruleset, seats, **how))
    assert ledger.list_games(author.table_id).items == []
    return [(problem.pointer, problem.code) for problem in refused.value.problems]


def test_the_opening_is_the_first_entry_and_proves_rules_seats_and_opener(ledger_file: str) -> None:
    at = open_table({"preset": "chips"}, "Red", "Blue")
    (entry,) = at.log()
    assert (entry["seq"], entry["kind"], entry["prev_hash"]) == (1, "open", "0" * 64)
    assert entry["hash"] == at.game["head"]
    assert entry["body"]["ruleset"] == at.game["ruleset"]
    assert entry["body"]["opener"] == 1
    assert entry["body"]["engine"] == rules.ENGINE_VERSION
    assert [seat["player_id"] for seat in entry["body"]["seats"]] == [
        seat["player_id"] for seat in at.game["seats"]
    ]
    assert all(set(seat["name"]) == {"digest"} for seat in entry["body"]["seats"])
    assert entry["texts"] == {"seats/1/name": "Red", "seats/2/name": "Blue"}
    assert at.problems() == ()


@pytest.mark.parametrize("preset", sorted(rules.PRESETS))
def test_every_preset_can_be_opened(ledger_file: str, preset: str) -> None:
    at = open_table({"preset": preset}, "Red", "Blue")
    assert at.game["ruleset"] == rules.PRESETS[preset].ruleset.to_json()
    assert at.problems() == ()


def test_a_name_that_is_an_active_players_is_that_player(author: Author) -> None:
    red = ledger.create_player(author.table_id, "Red")
    game = ledger.open_game(author, Opening({"preset": "chips"}, (SeatClaim("RED "), SeatClaim("Blue"))))
    seats = parsed(game.game)["seats"]
    assert (seats[0]["player_id"], seats[0]["name"]) == (red["id"], "Red")
    assert [player["name"] for player in ledger.list_players(author.table_id).items] == ["Red", "Blue"]


def test_a_player_is_seated_by_id(author: Author) -> None:
    red = ledger.create_player(author.table_id, "Red")
    seats = (SeatClaim("Blue"), SeatClaim(player_id=red["id"]))
    game = parsed(ledger.open_game(author, Opening({"preset": "chips"}, seats)).game)
    assert game["seats"][1]["player_id"] == red["id"]


def test_nobody_sits_twice(author: Author) -> None:
    red = ledger.create_player(author.table_id, "Red")
    twice = SeatClaim(player_id=red["id"])
    assert problems(author, {"preset": "chips"}, SeatClaim("red"), twice) == [
        ("/seats/1/player_id", "player-seated")
    ]
    assert problems(author, {"preset": "chips"}, SeatClaim("New"), SeatClaim("NEW")) == [
        ("/seats/1/name", "player-seated")
    ]
    assert len(ledger.list_players(author.table_id).items) == 1


def test_everything_that_is_wrong_with_the_seats_is_named(author: Author) -> None:
    gone = ledger.create_player(author.table_id, "Gone")["id"]
    ledger.change_player(author.table_id, gone, archived=True)
    stranger = ledger.create_player(ledger.create_table("Other").author.table_id, "Red")["id"]
    seats = [
        SeatClaim(player_id=gone),
        SeatClaim(player_id=stranger),
        SeatClaim(player_id="\ud800"),
        SeatClaim("\u202eRed"),
        SeatClaim(""),
    ]
    assert problems(author, {"preset": "chips"}, *seats) == [
        ("/seats/0/player_id", "player-archived"),
        ("/seats/1/player_id", "player-unknown"),
        ("/seats/2/player_id", "player-unknown"),
        ("/seats/3/name", "name-characters"),
        ("/seats/4/name", "name-empty"),
    ]


@pytest.mark.parametrize("count", [0, 1, 7])
def test_the_number_of_seats_is_the_house_rules_to_say(author: Author, count: int) -> None:
    seats = [SeatClaim(f"Player {number}") for number in range(count)]
    assert problems(author, {"preset": "first-to-three"}, *seats) == [("/seats", "seat-count")]


@pytest.mark.parametrize(
    ("first", "named", "expected"),
    [
        ("chosen", None, [("/opener_seat", "required")]),
        ("chosen", 3, [("/opener_seat", "seat-unknown")]),
        ("chosen", 0, [("/opener_seat", "seat-unknown")]),
        ("seat_1", 2, [("/opener_seat", "invalid")]),
        ("roll", 1, [("/opener_seat", "invalid")]),
    ],
)
def test_an_opener_that_the_house_rules_do_not_give_is_refused(
    author: Author, first: str, named: int | None, expected: list[tuple[str, str]]
) -> None:
    ruleset = {"preset": "chips", "opener": {"first": first}}
    assert problems(author, ruleset, SeatClaim("Red"), SeatClaim("Blue"), opener_seat=named) == expected


@pytest.mark.parametrize(
    ("first", "named", "opener"),
    [("chosen", 2, 2), ("seat_1", 1, 1), ("seat_1", None, 1), ("roll", None, None)],
)
def test_the_house_rules_say_who_opens(
    ledger_file: str, first: str, named: int | None, opener: int | None
) -> None:
    at = open_table({"preset": "chips", "opener": {"first": first}}, "Red", "Blue", opener_seat=named)
    assert (at.game["round"] or {}).get("opener") == opener


def test_how_turns_are_entered_is_one_of_two(author: Author) -> None:
    seats = (SeatClaim("Red"), SeatClaim("Blue"))
    assert problems(author, {"preset": "chips"}, *seats, entry="guess") == [("/entry", "invalid")]


def test_house_rules_that_make_no_sense_open_nothing(author: Author) -> None:
    with pytest.raises(rules.RulesetRefused):
        ledger.open_game(author, Opening({"preset": "none"}, (SeatClaim("Red"), SeatClaim("Blue"))))
    assert ledger.list_players(author.table_id).items == []


def test_games_are_listed_newest_first_by_status_and_in_pages(ledger_file: str) -> None:
    at = open_table({"preset": "chips"}, "Red", "Blue")
    seats = (SeatClaim("Red"), SeatClaim("Blue"))
    ids = [at.game_id]
    ids += [ledger.open_game(at.author, Opening({"preset": "chips"}, seats)).game_id for _ in range(3)]
    At(at.author, at.host_key, ids[1]).enter("abandon")
    open_table({"preset": "chips"}, "Red", "Blue")
    first = ledger.list_games(at.author.table_id, limit=3)
    rest = ledger.list_games(at.author.table_id, limit=3, cursor=first.next)
    assert [item["id"] for item in first.items + rest.items] == ids[::-1]
    assert rest.next is None
    abandoned = ledger.list_games(at.author.table_id, status="abandoned").items
    assert [item["id"] for item in abandoned] == [ids[1]]
    game = at.game
    assert rest.items[0] == {
        **{name: game[name] for name in ("id", "table_id", "series", "status", "version", "entry")},
        **{name: game[name] for name in ("created_at", "finished_at", "winners", "provisional")},
        "seats": [
            {name: seat[name] for name in ("seat", "player_id", "name", "computer", "status", "rank")}
            for seat in game["seats"]
        ],
    }
