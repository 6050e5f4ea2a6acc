from __future__ import annotations

import pytest

from scorekeeper import ledger
from scorekeeper.ledger import Invalid, NotFound
from tests.ledger.playing import At, open_table


@pytest.fixture
def played(ledger_file: str) -> At:
    """Two rounds by S1's rules, the second with a roll-off that is not over."""
    at = open_table({"preset": "chips"}, "Red", "Blue", "Green")
    for seat, dice in ((1, [6, 5, 4, 6, 6]), (2, [6, 5, 4, 1, 1]), (3, [6, 5, 4, 2, 1])):
        at.roll(seat, 1, dice, stand=True)
    at.enter("turn", seat=2, round=2, rolls=[{"dice": [1, 1, 1, 1, 1]}] * 3)
    at.roll(3, 1, [6, 5, 4, 3, 3], stand=True)
    at.roll(1, 1, [6, 5, 4, 4, 2], stand=True)
    at.roll(3, 1, [6, 1, 1, 1, 1])
    return at


def test_turns_are_told_roll_by_roll_and_the_open_one_last(played: At) -> None:
    turns = played.turns()
    assert [turn["number"] for turn in turns] == [1, 2, 3, 4, 5, 6, 7]
    assert [turn["score"] for turn in turns] == [12, 2, 3, 0, 6, 6, None]
    assert turns[0] == {
        "number": 1,
        "round": 1,
        "roll_off": 0,
        "seat": 1,
        "status": "scored",
        "rolls": [{"dice": [6, 5, 4, 6, 6], "kept": [6, 5, 4], "hold": None}],
        "score": 12,
        "bust": False,
        "unverified": False,
    }
    assert (turns[3]["bust"], len(turns[3]["rolls"])) == (True, 3)
    assert turns[6] == {
        "number": 7,
        "round": 2,
        "roll_off": 1,
        "seat": 3,
        "status": "open",
        "rolls": [{"dice": [6, 1, 1, 1, 1], "kept": [6], "hold": None}],
        "score": None,
        "bust": False,
        "unverified": False,
    }


def test_turns_can_be_asked_for_by_seat_round_and_number(played: At) -> None:
    assert [turn["number"] for turn in played.turns(seat=3)] == [3, 5, 7]
    assert [turn["number"] for turn in played.turns(round=1)] == [1, 2, 3]
    assert [turn["number"] for turn in played.turns(seat=1, round=2)] == [6]
    for turn in played.turns():
        assert ledger.read_turn(played.author.table_id, played.game_id, turn["number"]) == turn
    for number in (0, 8, 10**18):
        with pytest.raises(NotFound):
            ledger.read_turn(played.author.table_id, played.game_id, number)


def test_turns_come_in_pages(played: At) -> None:
    numbers, cursor = [], None
    for _ in range(4):
        page = ledger.list_turns(played.author.table_id, played.game_id, limit=2, cursor=cursor)
        numbers.append([turn["number"] for turn in page.items])
        cursor = page.next
    assert (numbers, cursor) == ([[1, 2], [3, 4], [5, 6], [7]], None)


def test_rounds_have_their_turns_and_say_how_they_ended(played: At) -> None:
    first, second = played.rounds()
    turns = first.pop("turns")
    assert first == {"number": 1, "opener": 1, "status": "won", "winner": 1, "tied": [], "pot_paid": 3}
    assert [(turn["seat"], turn["score"]) for turn in turns] == [(1, 12), (2, 2), (3, 3)]
    assert (second["number"], second["opener"], second["status"], second["winner"]) == (2, 2, "open", None)
    assert [(turn["roll_off"], turn["seat"], turn["status"]) for turn in second["turns"]] == [
        (0, 2, "scored"),
        (0, 3, "scored"),
        (0, 1, "scored"),
        (1, 3, "open"),
    ]


def test_rounds_come_in_pages(played: At) -> None:
    first = ledger.list_rounds(played.author.table_id, played.game_id, limit=1)
    second = ledger.list_rounds(played.author.table_id, played.game_id, limit=1, cursor=first.next)
    assert [item["number"] for item in first.items + second.items] == [1, 2]
    assert second.next is None


def test_a_round_that_nobody_won_says_that_the_pot_was_carried(ledger_file: str) -> None:
    at = open_table({"preset": "chips", "round": {"tie": "carry"}}, "Red", "Blue")
    for seat in (1, 2):
        at.roll(seat, 1, [6, 5, 4, 1, 1], stand=True)
    assert [(row["status"], row["tied"]) for row in at.rounds()] == [("carried", [1, 2]), ("open", [])]


def test_a_round_that_asks_for_no_winner_is_over(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue")
    for seat in (1, 2):
        at.roll(seat, 1, [6, 5, 4, 1, 1], stand=True)
    assert [row["status"] for row in at.rounds()] == ["over", "open"]


def test_a_game_that_ends_in_a_round_leaves_it_and_its_turn_broken_off(played: At) -> None:
    played.enter("abandon")
    assert [row["status"] for row in played.rounds()] == ["won", "broken_off"]
    turn = played.turns()[-1]
    assert (turn["status"], turn["score"], len(turn["rolls"])) == ("broken_off", None, 1)


def test_an_extra_round_belongs_to_the_last_round(ledger_file: str) -> None:
    goal = {"kind": "highest_total", "rounds": 1, "tie": "extra_round"}
    at = open_table({"preset": "five-rounds", "goal": goal}, "Red", "Blue")
    for seat, cargo in ((1, 1), (2, 1), (1, 2), (2, 1)):
        at.roll(seat, 1, [6, 5, 4, cargo, cargo], stand=True)
    assert at.game["winners"] == [1]
    (row,) = at.rounds()
    assert (row["status"], [turn["roll_off"] for turn in row["turns"]]) == ("over", [0, 0, 1, 1])
    assert at.problems() == ()


def test_the_log_says_who_entered_what_from_which_device_and_when(ledger_file: str) -> None:
    seats = (ledger.SeatClaim("Red"), ledger.SeatClaim("Blue"))
    opening = ledger.Opening({"preset": "chips"}, seats)
    created = ledger.create_table("Friday", opening, device="Red's phone")
    assert created.game is not None
    at = At(created.author, created.host_key, created.game.game_id)
    at.roll(1, 1, [6, 4, 3, 3, 1], keep=[6])
    opened, entry = at.log()
    texts = {name: entry.pop(name) for name in ("entry_id", "recorded_at", "hash")}
    assert entry == {
        "seq": 2,
        "kind": "roll",
        "seat": 1,
        "round": 1,
        "turn": 1,
        "entered_at": None,
        "key_id": created.author.key_id,
        "device": "Red's phone",
        "body": {"seat": 1, "round": 1, "roll_off": 0, "roll": 1, "dice": [6, 4, 3, 3, 1], "keep": [6]},
        "texts": {},
        "effective": True,
        "voided_by": None,
        "voided_because": None,
        "counts_as": None,
        "sentences": ["Red banked the ship; 4 dice to roll."],
        "result": {
            "turn_score": None,
            "bust": False,
            "round_winner": None,
            "pot_paid": None,
            "game_over": False,
        },
        "prev_hash": opened["hash"],
    }
    assert texts["hash"] == at.game["head"]


def test_the_log_can_be_asked_for_by_seat_round_and_kind(played: At) -> None:
    assert [entry["seq"] for entry in played.log(seat=3)] == [4, 6, 8]
    assert [entry["seq"] for entry in played.log(round=1)] == [2, 3, 4]
    assert [entry["seq"] for entry in played.log(kind="turn")] == [5]
    assert [entry["seq"] for entry in played.log(kind="open")] == [1]


def test_the_log_comes_in_pages(played: At) -> None:
    first = ledger.list_log(played.author.table_id, played.game_id, limit=7)
    second = ledger.list_log(played.author.table_id, played.game_id, limit=7, cursor=first.next)
    assert [entry["seq"] for entry in first.items + second.items] == list(range(1, 9))
    assert second.next is None


@pytest.mark.parametrize("cursor", ["", "%", "YQ", "LTE", "OTk5OTk5OTk5OTk5OTk5OTk5OTk"])
def test_a_cursor_of_another_list_is_refused(played: At, cursor: str) -> None:
    for listed in (ledger.list_log, ledger.list_turns, ledger.list_rounds):
        with pytest.raises(Invalid):
            listed(played.author.table_id, played.game_id, cursor=cursor)


def test_who_sits_down_when_all_others_have_gone_wins_in_a_round_of_its_own(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue", opener_seat=1)
    at.enter("join", name="Green")
    at.enter("leave", seat=1)
    at.enter("leave", seat=2)
    assert (at.game["status"], at.game["winners"], at.game["round"]["number"]) == ("finished", [3], 2)
    told = [(row["number"], row["opener"], row["status"], row["winner"]) for row in at.rounds()]
    assert told == [(1, 1, "over", None), (2, 3, "broken_off", None)]
    assert at.problems() == ()
    ledger.undo(at.author, at.game_id, ledger.UndoRequest())
    assert [row["number"] for row in at.rounds()] == [1]
    ledger.redo(at.author, at.game_id, ledger.UndoRequest())
    assert [(row["number"], row["opener"], row["status"], row["winner"]) for row in at.rounds()] == told
    assert at.problems() == ()
