from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import ledger
from scorekeeper.ledger import (
    AlreadyRecorded,
    AmendmentRefused,
    Correction,
    EntryRefused,
    LaterEntriesConflict,
    NotFound,
    StaleVersion,
    Target,
    UndoRequest,
)
from tests.ledger.amending import made_afresh, redo, undo
from tests.ledger.amending import replace as say_otherwise
from tests.ledger.playing import At, answer_of, open_table

FIRST_ID = "0190aaaa-0000-7000-8000-000000000001"
SECOND_ID = "0190aaaa-0000-7000-8000-000000000002"


def code(refused: pytest.ExceptionInfo[AmendmentRefused]) -> str:
    return refused.value.code


def shown(game: dict[str, Any]) -> dict[str, Any]:
    """What a game shows of its play, without what every entry changes."""
    return {name: game[name] for name in game if name not in ("version", "head", "last_entry", "finished_at")}


# Undo


def test_an_undo_takes_back_the_last_roll(at: At) -> None:
    at.roll(1, 1, [6, 4, 3, 3, 1])
    before = at.game
    at.roll(1, 2, [5, 5, 3, 1])
    answer = undo(at)
    assert shown(at.game) == shown(before)
    assert answer["result"]["sentences"] == ["Red's roll 2 in round 1 was taken back: 5, 5, 3, 1."]
    assert answer["recorded"] == {
        "seq": 4,
        "entry_id": at.log()[-1]["entry_id"],
        "effective": True,
    }
    assert answer["changes"]["voided"] == [3]
    (change,) = answer["changes"]["entries"]
    assert (change["seq"], change["after"]) == (3, None)
    assert change["before"]["body"]["dice"] == [5, 5, 3, 1]
    assert change["before"]["sentences"] == ["Red banked the captain; 3 dice to roll."]
    assert at.problems() == ()


def test_an_undo_takes_back_again_and_again_to_the_opening(at: At) -> None:
    opened = at.game
    at.roll(1, 1, [6, 5, 4, 2, 1], stand=True)
    at.roll(2, 1, [6, 5, 4, 1, 1])
    at.stand(2, 1)
    at.roll(2, 1, [1, 1, 1, 1, 1])
    for _ in range(4):
        undo(at)
        assert at.problems() == ()
    assert shown(at.game) == shown(opened)
    assert (at.turns(), [row["status"] for row in at.rounds()]) == ([], ["open"])
    with pytest.raises(AmendmentRefused) as refused:
        undo(at)
    assert code(refused) == "nothing-to-undo"
    assert at.version == 9


def test_an_undo_that_names_its_target_takes_back_what_was_played_after_it_too(at: At) -> None:
    before = at.game
    at.roll(1, 1, [6, 5, 4, 2, 1], stand=True)
    at.roll(2, 1, [6, 5, 4, 1, 1], stand=True)
    at.roll(2, 1, [6, 1, 1, 1, 1])
    answer = undo(at, 2)
    assert answer["changes"]["voided"] == [2, 3, 4]
    assert answer["result"]["sentences"] == [
        "Red's roll 1 in round 1 was taken back, and 2 entries after it."
    ]
    assert shown(at.game) == shown(before)


def test_a_target_can_be_named_by_its_id(at: At) -> None:
    at.roll(1, 1, [6, 4, 3, 3, 1], entry_id=FIRST_ID)
    at.roll(1, 2, [5, 5, 3, 1])
    recorded = ledger.undo(at.author, at.game_id, UndoRequest(Target(entry_id=FIRST_ID)))
    assert answer_of(recorded)["changes"]["voided"] == [2, 3]


def test_an_undo_takes_a_score_and_a_whole_turn_back(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue", entry="dice_or_score")
    at.enter("turn", seat=1, round=1, score=7)
    at.enter("turn", seat=2, round=1, rolls=[{"dice": [6, 5, 4, 1, 1]}], stand=True)
    undo(at)
    undo(at)
    assert [seat["total"] for seat in at.game["seats"]] == [0, 0]
    assert [seat["unverified"] for seat in at.game["seats"]] == [0, 0]


def test_undoing_the_winning_roll_reopens_the_game(ledger_file: str) -> None:
    at = open_table({"preset": "critters", "opener": {"first": "seat_1"}}, "Red", "Blue")
    at.roll(1, 1, [6, 5, 4, 6, 6], stand=True)
    at.roll(2, 1, [6, 5, 4, 1, 1], stand=True)
    finished = at.game
    assert (finished["status"], finished["winners"]) == ("finished", [1])
    answer = undo(at)
    assert (answer["status"], answer["winners"], answer["finished_at"]) == ("playing", [], None)
    assert answer["result"]["sentences"][-1] == "The game goes on."
    assert [row["status"] for row in at.rounds()] == ["open"]
    assert ledger.list_games(at.author.table_id, status="finished").items == []
    at.roll(2, 1, [6, 5, 4, 6, 6], stand=True)
    assert at.game["round"]["roll_off"] == 1
    assert at.problems() == ()


def test_an_abandoned_game_can_be_taken_up_again(at: At) -> None:
    at.roll(1, 1, [6, 4, 3, 3, 1])
    before = at.game
    at.enter("abandon", reason="Closing time")
    assert undo(at)["result"]["sentences"] == ["The end of the game was taken back.", "The game goes on."]
    assert shown(at.game) == shown(before)
    assert at.game["finished_at"] is None


def test_undo_of_a_join(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue")
    at.roll(1, 1, [6, 5, 4, 2, 1], stand=True)
    before = at.game
    at.enter("join", name="Green")
    assert len(at.game["seats"]) == 3
    undo(at)
    assert shown(at.game) == shown(before)
    assert [row["name"] for row in ledger.list_players(at.author.table_id).items] == ["Red", "Blue", "Green"]
    at.enter("join", name="Amber")
    assert [seat["name"] for seat in at.game["seats"]] == ["Red", "Blue", "Amber"]
    assert at.log()[-3]["sentences"] == ["Green joins from the next round on."]
    assert at.problems() == ()


def test_undo_of_a_leave(ledger_file: str) -> None:
    at = open_table({"preset": "chips"}, "Red", "Blue", "Green")
    at.roll(1, 1, [6, 5, 4, 2, 1], stand=True)
    at.roll(2, 1, [6, 4, 3, 1, 1])
    before = at.game
    at.enter("leave", seat=2)
    assert at.game["seats"][1]["status"] == "left"
    answer = undo(at)
    assert shown(at.game) == shown(before)
    assert answer["result"]["sentences"] == ["Blue's leaving was taken back."]
    assert at.game["turn"]["rolls_used"] == 1
    assert at.problems() == ()


def test_who_came_and_who_left_comes_back_only_as_the_target_itself(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue", "Green")
    at.roll(1, 1, [6, 5, 4, 2, 1], stand=True)
    at.enter("join", name="Amber")
    at.roll(2, 1, [6, 5, 4, 2, 1], stand=True)
    at.enter("leave", seat=3)
    answer = undo(at, 2)
    assert answer["changes"]["voided"] == [2, 4]
    assert [seat["status"] for seat in at.game["seats"]] == ["in", "in", "left", "joining"]
    assert at.game["next"]["seat"] == 1
    assert made_afresh(at).state == at.state
    assert at.problems() == ()


def test_who_could_not_have_come_makes_an_undo_a_conflict(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue")
    at.enter("join", name="Green")
    at.enter("join", name="Amber")
    before = at.game
    with pytest.raises(LaterEntriesConflict) as refused:
        undo(at, 2)
    (conflict,) = refused.value.conflicts
    assert (conflict["seq"], conflict["kind"], conflict["body"]["seat"]) == (3, "join", 4)
    assert conflict["sentences"] == ["Amber joins from the next round on."]
    assert [(error["code"], error["legal"]) for error in conflict["errors"]] == [
        ("out-of-order", {"seat": 3})
    ]
    assert at.game == before


def test_names_are_not_taken_back(at: At) -> None:
    at.roll(1, 1, [6, 4, 3, 3, 1])
    at.enter("rename", seat=1, name="Ruby")
    answer = undo(at)
    assert answer["changes"]["voided"] == [2]
    assert at.game["seats"][0]["name"] == "Ruby"
    with pytest.raises(AmendmentRefused) as refused:
        undo(at, 3)
    assert code(refused) == "entry-not-correctable"


def test_a_name_goes_with_the_seat_that_it_was_given_to(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue")
    at.enter("join", name="Green")
    at.enter("rename", seat=3, name="Grey")
    undo(at, 2)
    at.enter("join", name="Amber")
    assert [seat["name"] for seat in at.game["seats"]] == ["Red", "Blue", "Amber"]
    assert at.problems() == ()


def test_a_roll_for_the_opener_is_taken_back(ledger_file: str) -> None:
    at = open_table({"preset": "critters"}, "Red", "Blue")
    at.enter("start_roll", seat=1, attempt=1, dice=[1, 2, 3])
    before = at.game
    at.enter("start_roll", seat=2, attempt=1, dice=[1, 1, 1])
    assert at.game["status"] == "playing"
    answer = undo(at)
    assert answer["status"] == "rolling_for_opener"
    assert shown(at.game) == shown(before)
    assert at.rounds() == []


def test_a_voided_turn_counts_nowhere(ledger_file: str) -> None:
    at = open_table({"preset": "chips"}, "Red", "Blue")
    opened = at.game
    at.roll(1, 1, [6, 5, 4, 6, 6], stand=True)
    at.roll(2, 1, [6, 5, 4, 1, 1], stand=True)
    undo(at, 2)
    assert at.game["seats"] == opened["seats"]
    assert at.game["round"] == opened["round"]
    assert at.turns() == []
    assert [row["turns"] for row in at.rounds()] == [[]]
    # Its place is free: another roll can be entered there, and is no repeat of the one that was taken back.
    again = at.roll(1, 1, [6, 5, 4, 1, 2], stand=True, round=1, roll_off=0)
    assert not again.already_recorded
    assert [turn["score"] for turn in at.turns()] == [3]
    assert [entry["effective"] for entry in at.log()] == [True, False, False, True, True]


def test_nothing_is_undone_that_is_not_there_or_does_not_count(at: At) -> None:
    at.roll(1, 1, [6, 4, 3, 3, 1])
    at.roll(1, 2, [5, 5, 3, 1])
    undo(at)
    before = at.game
    for seq, wanted in ((1, "entry-not-correctable"), (3, "entry-voided"), (4, "entry-not-correctable")):
        with pytest.raises(AmendmentRefused) as refused:
            undo(at, seq)
        assert code(refused) == wanted
    for seq in (0, -1, 99, 2**70):
        with pytest.raises(AmendmentRefused) as refused:
            undo(at, seq)
        assert (code(refused), refused.value.pointer) == ("entry-unknown", "/target/seq")
    with pytest.raises(AmendmentRefused) as refused:
        ledger.undo(at.author, at.game_id, UndoRequest(Target(entry_id=FIRST_ID)))
    assert (code(refused), refused.value.pointer) == ("entry-unknown", "/target/entry_id")
    assert at.game == before


def test_a_game_of_another_table_is_not_there(at: At) -> None:
    other = open_table({"preset": "chips"}, "Red", "Blue")
    with pytest.raises(NotFound):
        ledger.undo(other.author, at.game_id, UndoRequest())


# Redo


def test_a_redo_brings_back_what_the_undo_took(at: At) -> None:
    at.roll(1, 1, [6, 5, 4, 2, 1], stand=True)
    at.roll(2, 1, [6, 5, 4, 1, 1], stand=True)
    before = at.game
    undo(at, 2)
    answer = redo(at)
    assert answer["changes"]["restored"] == [2, 3]
    assert [(entry["before"], entry["seq"]) for entry in answer["changes"]["entries"]] == [
        (None, 2),
        (None, 3),
    ]
    assert answer["result"]["sentences"] == [
        "Red's roll 1 in round 1 counts again, and 1 entry taken back with it."
    ]
    assert shown(at.game) == shown(before)
    assert [entry["effective"] for entry in at.log()] == [True] * 5
    assert at.problems() == ()


def test_undo_and_redo_go_back_and_forth_step_by_step(at: At) -> None:
    at.roll(1, 1, [6, 5, 4, 2, 1])
    at.stand(1, 1)
    at.roll(2, 1, [6, 5, 4, 1, 1], stand=True)
    states = [at.state]
    for _ in range(3):
        undo(at)
        states.append(at.state)
    for expected in states[2::-1]:
        redo(at)
        assert at.state == expected
        assert at.problems() == ()
    with pytest.raises(AmendmentRefused) as refused:
        redo(at)
    assert code(refused) == "nothing-to-redo"
    undo(at)
    redo(at)
    assert at.state == states[0]


def test_a_redo_that_names_an_undo_brings_back_all_from_there(at: At) -> None:
    at.roll(1, 1, [6, 5, 4, 2, 1])
    at.stand(1, 1)
    before = at.game
    undo(at)
    undo(at)
    assert redo(at, 4)["changes"]["restored"] == [2, 3]
    assert shown(at.game) == shown(before)


def test_nothing_comes_back_once_something_new_was_entered(at: At) -> None:
    at.roll(1, 1, [6, 5, 4, 2, 1])
    undo(at)
    at.roll(1, 1, [6, 5, 1, 1, 1])
    before = at.game
    for seq in (None, 3):
        with pytest.raises(AmendmentRefused) as refused:
            redo(at, seq)
        assert code(refused) == "nothing-to-redo"
    with pytest.raises(AmendmentRefused) as refused:
        redo(at, 99)
    assert code(refused) == "entry-unknown"
    assert at.game == before


def test_a_correction_is_something_new(at: At) -> None:
    at.roll(1, 1, [6, 5, 4, 2, 1], stand=True)
    at.roll(2, 1, [6, 5, 4, 1, 1])
    undo(at)
    say_otherwise(at, 2, dice=[6, 5, 4, 2, 2])
    with pytest.raises(AmendmentRefused) as refused:
        redo(at)
    assert code(refused) == "nothing-to-redo"


def test_a_name_that_was_changed_is_something_new(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue")
    at.enter("join", name="Green")
    undo(at)
    at.enter("substitute", seat=1, name="Green")
    with pytest.raises(AmendmentRefused) as refused:
        redo(at)
    assert code(refused) == "nothing-to-redo"


def test_a_redo_of_a_join_seats_the_same_person_with_the_name_of_then(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue")
    at.enter("join", name="Green")
    at.enter("rename", seat=3, name="Grey")
    before = at.game
    undo(at)
    assert redo(at)["result"]["sentences"] == ["Grey's seat counts again."]
    assert shown(at.game) == shown(before)
    assert at.problems() == ()


# Who, again, and at which version


def test_a_scorer_takes_back_only_what_the_own_key_has_entered(at: At) -> None:
    mine, theirs = at.by_scorer("Blue's phone"), at.by_scorer("Red's phone")
    theirs.roll(1, 1, [6, 5, 1, 1, 1])
    before = at.game
    with pytest.raises(AmendmentRefused) as refused:
        undo(mine)
    assert code(refused) == "not-your-entry"
    assert refused.value.more["entered_by"] == {
        "seq": 2,
        "key_id": theirs.author.key_id,
        "role": "scorer",
        "device": "Red's phone",
    }
    mine.roll(1, 2, [4, 1, 1])
    with pytest.raises(AmendmentRefused) as refused:
        undo(theirs, 2)
    assert code(refused) == "not-your-entry"
    assert "“Blue's phone” (a scorer)" in refused.value.detail
    assert undo(mine, 3)["changes"]["voided"] == [3]
    assert undo(theirs)["changes"]["voided"] == [2]
    with pytest.raises(AmendmentRefused) as refused:
        redo(mine)
    assert code(refused) == "not-your-entry"
    assert redo(theirs)["changes"]["restored"] == [2]
    assert shown(at.game) == shown(before)


def test_a_scorer_takes_back_several_own_entries_at_once(at: At) -> None:
    mine = at.by_scorer("Blue's phone")
    mine.roll(1, 1, [6, 5, 1, 1, 1])
    mine.roll(1, 2, [4, 1, 1])
    assert undo(mine, 2)["changes"]["voided"] == [2, 3]


def test_what_a_host_has_put_right_a_scorer_does_not_take_back(at: At) -> None:
    mine = at.by_scorer("Blue's phone")
    mine.roll(1, 1, [6, 5, 1, 1, 1])
    ledger.correct(at.author, at.game_id, Correction(replace={"seq": 2, "dice": [6, 5, 1, 1, 2]}))
    with pytest.raises(AmendmentRefused) as refused:
        undo(mine)
    assert refused.value.more["entered_by"]["key_id"] == at.author.key_id
    assert undo(at)["changes"]["voided"] == [2]


def test_an_undo_that_arrives_again_is_done_once(at: At) -> None:
    at.roll(1, 1, [6, 5, 1, 1, 1])
    at.roll(1, 2, [4, 1, 1])
    first = undo(at, entry_id=FIRST_ID)
    again = undo(at, entry_id=FIRST_ID)
    assert again.pop("already_recorded")
    assert not first.pop("already_recorded")
    assert again == first
    assert at.version == 4
    with pytest.raises(AlreadyRecorded) as refused:
        undo(at, 2, entry_id=FIRST_ID)
    assert (refused.value.recorded["seq"], refused.value.recorded["kind"]) == (4, "undo")
    with pytest.raises(AlreadyRecorded):
        redo(at, entry_id=FIRST_ID)
    with pytest.raises(AlreadyRecorded):
        at.roll(1, 2, [4, 1, 1], entry_id=FIRST_ID)
    assert redo(at, entry_id=SECOND_ID)["changes"] == redo(at, entry_id=SECOND_ID)["changes"]


def test_an_entry_that_was_undone_and_arrives_again_stays_undone(at: At) -> None:
    at.roll(1, 1, [6, 5, 1, 1, 1], entry_id=FIRST_ID)
    undo(at)
    before = at.game
    late = at.roll(1, 1, [6, 5, 1, 1, 1], entry_id=FIRST_ID)
    assert (late.already_recorded, late.entry["effective"]) == (True, False)
    assert at.game == before
    assert at.game["turn"]["rolls"] == []


def test_an_undo_can_be_tried_first(at: At) -> None:
    at.roll(1, 1, [6, 5, 1, 1, 1])
    before = at.game
    tried = undo(at, dry_run=True)
    assert (tried["dry_run"], tried["version"], tried["turn"]["rolls"]) == (True, 3, [])
    assert at.game == before
    done = undo(at)
    for name in ("result", "changes", "turn", "next", "seats"):
        assert done[name] == tried[name]


def test_an_undo_says_which_version_it_has_seen(at: At) -> None:
    at.roll(1, 1, [6, 5, 1, 1, 1])
    with pytest.raises(StaleVersion):
        undo(at, if_match=1)
    assert undo(at, if_match=2)["version"] == 3


def test_the_game_goes_on_after_an_undo_as_if_nothing_had_been(at: At) -> None:
    at.roll(1, 1, [6, 5, 4, 6, 6], stand=True)
    at.roll(2, 1, [6, 5, 1, 1, 1])
    undo(at)
    with pytest.raises(EntryRefused):
        at.roll(2, 2, [4, 1, 1])
    at.roll(2, 1, [6, 1, 1, 1, 1])
    assert at.roll(2, 1, [6, 1, 1, 1, 1]).already_recorded
    assert at.roll(1, 1, [6, 5, 4, 6, 6], stand=True, round=1).already_recorded
    assert at.problems() == ()
