from __future__ import annotations

import json
from typing import Any

import pytest

from scorekeeper import ledger, rules
from scorekeeper.ledger import EntryRefused, Invalid, NotFound, StaleVersion
from scorekeeper.storage.models import MODELS, Game
from tests.ledger.playing import At, answer_of, open_table


def codes(refused: rules.Refused) -> list[str]:
    return [violation.code for violation in refused.violations]


def test_an_entry_is_answered_with_the_whole_game_and_what_just_happened(at: At) -> None:
    answer = answer_of(at.roll(1, 1, [6, 4, 3, 3, 1], keep=[6]))
    result = {name: answer.pop(name) for name in ("recorded", "result", "already_recorded", "dry_run")}
    assert answer == at.game
    assert result == {
        "recorded": {"seq": 2, "entry_id": answer["last_entry"]["entry_id"], "effective": True},
        "result": {
            "turn_score": None,
            "bust": False,
            "round_winner": None,
            "pot_paid": None,
            "game_over": False,
            "sentences": ["Red banked the ship; 4 dice to roll."],
        },
        "already_recorded": False,
        "dry_run": False,
    }


def test_a_game_has_the_fields_of_the_contract(at: At) -> None:
    assert list(at.game) == [
        "id",
        "table_id",
        "series",
        "status",
        "version",
        "head",
        "ruleset",
        "entry",
        "created_at",
        "advice",
        "dice_set",
        "seats",
        "finished_at",
        "start",
        "round",
        "turn",
        "next",
        "winners",
        "provisional",
        "last_entry",
    ]


def test_the_game_shows_the_open_turn_and_what_is_legal(at: At) -> None:
    at.roll(1, 1, [6, 5, 4, 1, 2])
    game = at.game
    assert game["turn"] == {
        "seat": 1,
        "number": 1,
        "rolls": [{"dice": [6, 5, 4, 1, 2], "kept": [6, 5, 4], "hold": None}],
        "rolls_used": 1,
        "rolls_left": 2,
        "banked": [6, 5, 4],
        "cargo": [1, 2],
        "legal": {"dice_counts": [2], "stand": True, "hold": []},
    }
    assert game["next"]["roll"] == 2
    assert [cargo["score"] for cargo in game["round"]["cargo"]] == [None, None]


def test_the_version_is_the_number_of_entries(at: At) -> None:
    assert (at.version, len(at.log())) == (1, 1)
    at.roll(1, 1, [6, 5, 4, 1, 2])
    at.stand(1, 1)
    assert (at.version, at.game["version"], len(at.log())) == (3, 3, 3)
    assert at.game["head"] == at.log()[-1]["hash"]


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        ("roll", {"seat": 1, "roll": 1, "dice": [7, True, 6.0, "6", 0]}, "face-invalid"),
        ("roll", {"seat": 1, "roll": 1, "dice": [1, 2, 3, 4]}, "dice-count"),
        ("roll", {"seat": 2, "roll": 1, "dice": [1, 2, 3, 4, 5]}, "not-your-turn"),
        ("roll", {"seat": 9, "roll": 1, "dice": [1, 2, 3, 4, 5]}, "seat-unknown"),
        ("roll", {"seat": 1, "roll": 2, "dice": [1, 2, 3, 4, 5]}, "out-of-order"),
        ("roll", {"seat": 1, "roll": 1, "round": 2, "dice": [1, 2, 3, 4, 5]}, "out-of-order"),
        ("roll", {"seat": 1, "roll": 1, "roll_off": 1, "dice": [1, 2, 3, 4, 5]}, "out-of-order"),
        ("stand", {"seat": 1, "roll": 1}, "crew-incomplete"),
        ("turn", {"seat": 1, "round": 1, "score": 7}, "score-not-allowed"),
        ("leave", {"seat": 3}, "seat-unknown"),
        ("start_roll", {"seat": 1, "attempt": 1, "dice": [1, 1, 1]}, "start-roll-over"),
    ],
)
def test_an_entry_that_breaks_a_rule_changes_nothing(
    at: At, kind: str, fields: dict[str, Any], code: str
) -> None:
    before = at.game
    with pytest.raises(EntryRefused) as refused:
        at.enter(kind, **fields)
    assert code in codes(refused.value)
    assert refused.value.version == 1
    assert refused.value.next == before["next"]
    assert at.game == before
    assert len(at.log()) == 1


def test_everything_that_is_wrong_with_a_roll_is_named(at: At) -> None:
    with pytest.raises(EntryRefused) as refused:
        at.roll(1, 1, [6, 4, 4, 3, 1], keep=[5, 4, 1])
    assert set(codes(refused.value)) >= {"face-not-rolled", "cargo-not-bankable", "captain-before-ship"}


def test_a_dry_run_answers_the_same_and_records_nothing(at: At) -> None:
    entry_id = "0192f0c1-0000-7000-8000-000000000001"
    before = at.game
    trial = answer_of(at.roll(1, 1, [6, 5, 4, 6, 6], stand=True, entry_id=entry_id, dry_run=True))
    assert at.game == before
    assert len(at.log()) == 1
    real = answer_of(at.roll(1, 1, [6, 5, 4, 6, 6], stand=True, entry_id=entry_id))
    assert (trial.pop("dry_run"), real.pop("dry_run")) == (True, False)
    for answer in (trial, real):
        # The time of recording is a part of the entry, and so of its hash.
        del answer["head"], answer["last_entry"]["recorded_at"]
    assert trial == real


def test_a_dry_run_is_refused_like_the_entry_itself(at: At) -> None:
    with pytest.raises(EntryRefused):
        at.roll(1, 1, [1, 2, 3], dry_run=True)


def test_an_entry_for_a_version_that_is_past_is_refused(at: At) -> None:
    at.roll(1, 1, [6, 4, 3, 3, 1], if_match=1)
    with pytest.raises(StaleVersion) as stale:
        at.roll(1, 2, [5, 4, 3, 3], if_match=1)
    assert stale.value.current == 2
    assert at.version == 2


def test_a_stale_version_is_named_before_a_broken_rule(at: At) -> None:
    with pytest.raises(StaleVersion):
        at.roll(2, 1, [1, 2, 3], if_match=9)


def test_a_stale_version_is_no_reason_to_refuse_a_repeat(at: At) -> None:
    at.roll(1, 1, [6, 4, 3, 3, 1], if_match=1)
    assert at.roll(1, 1, [6, 4, 3, 3, 1], if_match=1).already_recorded


def test_a_game_of_another_table_is_not_found(at: At) -> None:
    other = open_table({"preset": "chips"}, "Red", "Blue")
    stranger = At(other.author, other.host_key, at.game_id)
    with pytest.raises(NotFound):
        stranger.roll(1, 1, [6, 4, 3, 3, 1])
    with pytest.raises(NotFound):
        stranger.roll(1, 1, [6, 4, 3, 3, 1], dry_run=True)
    for read in (stranger.log, stranger.turns, stranger.rounds):
        with pytest.raises(NotFound):
            read()
    assert at.version == 1


def test_a_phone_may_say_when_something_was_entered(at: At) -> None:
    at.roll(1, 1, [6, 4, 3, 3, 1], entered_at=1_700_000_000_000_001)
    entry = at.log()[-1]
    assert entry["entered_at"] == "2023-11-14T22:13:20.000001Z"
    assert entry["recorded_at"] == at.game["last_entry"]["recorded_at"] > entry["entered_at"]


def test_a_finished_game_says_when_and_takes_no_more(ledger_file: str) -> None:
    at = open_table({"preset": "critters", "opener": {"first": "seat_1"}}, "Red", "Blue")
    at.roll(1, 1, [6, 5, 4, 6, 6], stand=True)
    result = answer_of(at.roll(2, 1, [6, 5, 4, 1, 1], stand=True))["result"]
    assert result == {
        "turn_score": 2,
        "bust": False,
        "round_winner": 1,
        "pot_paid": 2,
        "game_over": True,
        "sentences": [
            "Blue banked the ship, the captain and the crew; the cargo is 1 and 1, 2 in all.",
            "Blue stands on 2.",
            "Blue scores 2.",
            "Red wins the round and the pot of 2 chips.",
            "Red wins the game.",
        ],
    }
    game = at.game
    assert (game["status"], game["winners"], game["turn"]) == ("finished", [1], None)
    assert game["finished_at"] == game["last_entry"]["recorded_at"]
    assert Game.select(Game.status).scalar() == "finished"
    with pytest.raises(EntryRefused) as refused:
        at.roll(1, 1, [6, 5, 4, 6, 6], round=2)
    assert codes(refused.value) == ["game-over"]


def test_a_bust_is_told(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds", "turn": {"rolls": 1}}, "Red", "Blue")
    result = answer_of(at.roll(1, 1, [1, 1, 1, 1, 1]))["result"]
    assert (result["turn_score"], result["bust"]) == (0, True)


def test_the_roll_for_the_opener_is_shown_until_it_is_over(ledger_file: str) -> None:
    at = open_table({"preset": "critters"}, "Red", "Blue")
    assert at.game["status"] == "rolling_for_opener"
    assert (at.game["round"], at.game["turn"]) == (None, None)
    at.enter("start_roll", seat=1, attempt=1, dice=[1, 2, 3])
    assert at.game["start"] == {"attempt": 1, "totals": [{"seat": 1, "total": 6}], "to_come": [2]}
    at.enter("start_roll", seat=2, attempt=1, dice=[1, 2, 4])
    game = at.game
    assert (game["start"], game["round"]["opener"], game["status"]) == (None, 2, "playing")
    assert Game.select(Game.status).scalar() == "playing"


def test_a_late_seat_gets_a_player_of_that_name(at: At) -> None:
    answer = answer_of(at.enter("join", name="Green"))
    assert answer["result"]["sentences"] == ["Green joins from the next round on."]
    assert answer["last_entry"]["seat"] == 3
    players = ledger.list_players(at.author.table_id).items
    assert answer["seats"][2]["player_id"] == players[2]["id"]
    assert players[2]["name"] == "Green"


@pytest.mark.parametrize("name", ["Red", "red", ""])
def test_who_sits_already_or_has_no_name_cannot_join(at: At, name: str) -> None:
    with pytest.raises(Invalid) as refused:
        at.enter("join", name=name)
    assert [problem.pointer for problem in refused.value.problems] == ["/name"]
    assert at.version == 1


def test_who_is_refused_a_seat_does_not_become_a_player(ledger_file: str) -> None:
    at = open_table({"preset": "critters"}, "Red", "Blue")
    with pytest.raises(EntryRefused) as refused:
        at.enter("join", name="Green")
    assert codes(refused.value) == ["join-closed"]
    assert len(ledger.list_players(at.author.table_id).items) == 2


def test_a_seat_leaves_and_is_deferred(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue", "Green")
    assert at.enter("defer", seat=1).result["sentences"] == ["Red plays last instead."]
    at.enter("leave", seat=2)
    assert at.game["seats"][1]["status"] == "left"
    assert at.game["round"]["to_come"] == [3, 1]


def test_a_game_can_be_abandoned_with_a_reason_that_is_no_part_of_the_chain(at: At) -> None:
    at.enter("abandon", reason="last orders")
    assert at.game["status"] == "abandoned"
    entry = at.log()[-1]
    assert entry["texts"] == {"reason": "last orders"}
    assert "last orders" not in json.dumps(entry["body"])
    assert at.problems() == ()


def test_a_reason_that_is_no_text_is_refused(at: At) -> None:
    with pytest.raises(Invalid) as refused:
        at.enter("abandon", reason="\x00")
    assert refused.value.problems[0].pointer == "/reason"


def test_a_seats_name_is_changed_by_an_entry(at: At) -> None:
    at.roll(1, 1, [6, 4, 3, 3, 1], keep=[6])
    answer = answer_of(at.enter("rename", seat=1, name="Ruby"))
    assert answer["seats"][0]["name"] == "Ruby"
    assert answer["result"]["sentences"] == ["Red is now called Ruby."]
    assert ledger.list_players(at.author.table_id).items[0]["name"] == "Red"
    at.roll(1, 2, [5, 4, 3, 3])
    sentences = [entry["sentences"][0] for entry in at.log()]
    assert sentences[1].startswith("Red banked the ship")
    assert sentences[3].startswith("Ruby banked the captain")
    assert at.problems() == ()


def test_somebody_plays_on_for_somebody_else(at: At) -> None:
    answer = answer_of(at.enter("substitute", seat=2, name="Green"))
    assert answer["result"]["sentences"] == ["Green plays on for Blue."]
    assert answer["seats"][1]["name"] == "Green"
    assert answer["seats"][1]["player_id"] == ledger.list_players(at.author.table_id).items[2]["id"]
    with pytest.raises(Invalid):
        at.enter("substitute", seat=2, name="Red")
    with pytest.raises(rules.Refused):
        at.enter("substitute", seat=3, name="Blue")


def test_a_player_who_is_renamed_keeps_the_name_in_games_that_are_on(at: At) -> None:
    red = at.game["seats"][0]["player_id"]
    ledger.change_player(at.author.table_id, red, name="Ruby")
    at.roll(1, 1, [6, 4, 3, 3, 1])
    assert at.game["seats"][0]["name"] == "Red"


def test_right_to_left_and_emoji_names_are_names_like_any_other(ledger_file: str) -> None:
    at = open_table({"preset": "chips"}, "אדום", "🦀🏴‍☠️")
    at.roll(1, 1, [6, 4, 3, 3, 1])
    assert [seat["name"] for seat in at.game["seats"]] == ["אדום", "🦀🏴‍☠️"]
    assert at.game["last_entry"]["sentences"] == ["אדום banked the ship; 4 dice to roll."]
    assert at.problems() == ()


def test_no_table_of_the_database_is_left_unused(ledger_file: str) -> None:
    at = open_table({"preset": "chips"}, "Red", "Blue")
    ledger.save_house_rules(at.author.table_id, "friday", {})
    for seat in (1, 2):
        at.roll(seat, 1, [6, 5, 4, seat, seat], stand=True)
    ledger.create_invite(at.author.table_id, ledger.InviteWish("viewer"))
    assert [model.__name__ for model in MODELS if not model.select().count()] == []
