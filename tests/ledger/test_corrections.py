from __future__ import annotations

from typing import Any

import pytest

from scorekeeper import ledger
from scorekeeper.ledger import (
    AlreadyRecorded,
    AmendmentRefused,
    Correction,
    EntryRefused,
    Invalid,
    LaterEntriesConflict,
    RoleNotAllowed,
    StaleVersion,
)
from scorekeeper.ledger.keys import add_key
from tests.ledger.amending import correct, made_afresh, plays, replace, undo
from tests.ledger.playing import At, open_table

ID = "0190aaaa-0000-7000-8000-000000000001"
OTHER_ID = "0190aaaa-0000-7000-8000-000000000002"


def crewed(cargo: int) -> list[int]:
    """Five dice with a full crew and a cargo."""
    return [6, 5, 4, cargo // 2, cargo - cargo // 2]


def play_turns(at: At, *scores: int) -> list[int]:
    """A turn of one roll for each cargo, by whoever is to move; the numbers of the entries."""
    return [
        at.roll(
            at.game["next"]["seat"], 1, crewed(score), stand=True, round=at.game["round"]["number"]
        ).entry["seq"]
        for score in scores
    ]


def assert_whole(at: At) -> None:
    """All that is stored is what the log leads to, and what an untroubled game would have."""
    assert at.problems() == ()
    fresh = made_afresh(at)
    assert fresh.state == at.state
    assert (fresh.turns(), fresh.rounds()) == (at.turns(), at.rounds())


def column(at: At, name: str) -> list[Any]:
    return [seat[name] for seat in at.game["seats"]]


@pytest.fixture
def chips(ledger_file: str) -> At:
    """Red, Blue and Green by S1's rules."""
    return open_table({"preset": "chips"}, "Red", "Blue", "Green")


# What a correction moves


def test_a_correction_in_round_2_during_round_4(chips: At) -> None:
    play_turns(chips, 9, 3, 4)
    second = play_turns(chips, 8, 5, 6)
    play_turns(chips, 7, 3, 4)
    chips.roll(1, 1, [6, 1, 1, 1, 1], round=4)
    assert [row["winner"] for row in chips.rounds()] == [1, 2, 3, None]
    turn = chips.game["turn"]
    answer = replace(chips, second[0], dice=crewed(2))
    assert [row["winner"] for row in chips.rounds()] == [1, 1, 3, None]
    assert column(chips, "chips") == [7, 1, 4]
    assert chips.game["turn"] == turn
    assert answer["result"]["sentences"] == [
        "Blue's roll 1 in round 2 was corrected: 6, 5, 4, 1, 1, then a stand instead of "
        "6, 5, 4, 4, 4, then a stand."
    ]
    assert [entry["seq"] for entry in answer["changes"]["entries"]] == [second[0], second[2]]
    won_by_red = answer["changes"]["entries"][1]
    assert won_by_red["before"]["sentences"][-2] == "Blue wins the round and the pot of 3 chips."
    assert won_by_red["after"]["sentences"][-2] == "Red wins the round and the pot of 3 chips."
    assert [row["chips"] for row in answer["changes"]["standings"]["before"]] == [4, 4, 4]
    assert [(row["seat"], row["chips"]) for row in answer["changes"]["standings"]["after"]] == [
        (1, 7),
        (3, 4),
        (2, 1),
    ]
    assert answer["changes"]["voided"] == []
    assert_whole(chips)


def test_a_correction_that_moves_a_roll_off(chips: At) -> None:
    first = play_turns(chips, 9, 9, 4)
    off = play_turns(chips, 5, 3)
    assert [row["winner"] for row in chips.rounds()] == [1, None]
    # Green was level with them: the roll-off is one of three, and Green is still to roll.
    replace(chips, first[2], dice=crewed(9))
    assert [row["winner"] for row in chips.rounds()] == [None]
    assert chips.game["round"]["order"] == [1, 2, 3]
    assert (chips.game["next"]["roll_off"], chips.game["next"]["seat"]) == (1, 3)
    assert_whole(chips)
    # Blue was not level at all, but Red and Green were: Blue's roll of the roll-off should not have been.
    with pytest.raises(LaterEntriesConflict) as refused:
        replace(chips, first[1], dice=crewed(8))
    assert [conflict["seq"] for conflict in refused.value.conflicts] == [off[1]]
    replace(chips, first[1], void=True, dice=crewed(8))
    assert chips.game["round"]["order"] == [1, 3]
    assert play_turns(chips, 6)
    assert chips.rounds()[0]["winner"] == 3
    assert_whole(chips)


def test_a_roll_off_that_should_not_have_been_is_a_conflict(chips: At) -> None:
    first = play_turns(chips, 9, 9, 4)
    off = play_turns(chips, 5, 3)
    before = chips.game
    with pytest.raises(LaterEntriesConflict) as refused:
        replace(chips, first[0], dice=crewed(8))
    conflicts = refused.value.conflicts
    assert [conflict["seq"] for conflict in conflicts] == off
    assert [conflict["errors"][0]["code"] for conflict in conflicts] == ["not-your-turn", "out-of-order"]
    assert [conflict["body"]["roll_off"] for conflict in conflicts] == [1, 1]
    assert conflicts[0]["sentences"][-1] == "Red scores 5."
    assert refused.value.version == before["version"]
    assert chips.game == before


def test_what_no_longer_fits_is_voided_if_that_is_wanted(chips: At) -> None:
    first = play_turns(chips, 9, 9, 4)
    gone = [*play_turns(chips, 5, 3), *play_turns(chips, 7)]
    answer = replace(chips, first[0], "Blue saw it", void=True, dice=crewed(8))
    assert answer["changes"]["voided"] == gone
    assert answer["result"]["sentences"][1] == (
        "From Red's roll 1 in round 1, roll-off 1 on, 3 entries no longer fit and do not count any more."
    )
    assert [row["winner"] for row in chips.rounds()] == [2, None]
    assert chips.game["next"]["seat"] == 2
    for entry in chips.log()[4:7]:
        assert (entry["effective"], entry["voided_by"], entry["voided_because"]) == (False, 8, "Blue saw it")
    after = {entry["seq"]: entry["after"] for entry in answer["changes"]["entries"]}
    assert [after[seq] for seq in gone] == [None, None, None]
    assert_whole(chips)


def test_a_correction_that_un_eliminates_a_seat(ledger_file: str) -> None:
    at = open_table(
        {"preset": "chips", "stakes": {"ante": 1, "per": "round", "chips": 1}}, "Red", "Blue", "Green"
    )
    first = play_turns(at, 9, 3, 4)
    assert (at.game["status"], at.game["winners"]) == ("finished", [1])
    replace(at, first[1], "It was a twelve", dice=crewed(12))
    assert (column(at, "status"), at.game["winners"]) == (["out", "in", "out"], [2])
    two = open_table(
        {"preset": "chips", "stakes": {"ante": 1, "per": "round", "chips": 2}}, "Pink", "Grey", "White"
    )
    play_turns(two, 9, 3, 4)
    second = play_turns(two, 3, 4, 9)
    assert (column(two, "status"), column(two, "chips")) == (["in", "out", "out"], [6, 0, 0])
    answer = replace(two, second[0], "Grey had more", dice=crewed(12))
    assert column(two, "status") == ["in", "in", "out"]
    assert column(two, "chips") == [2, 2, 0]
    assert (answer["status"], answer["winners"], answer["next"]["seat"]) == ("playing", [], 1)
    assert_whole(two)


def test_a_correction_that_reopens_a_finished_game(ledger_file: str) -> None:
    at = open_table({"preset": "critters", "opener": {"first": "seat_1"}}, "Red", "Blue")
    first = play_turns(at, 9, 3)
    assert at.game["winners"] == [1]
    before = at.game
    with pytest.raises(Invalid) as refused:
        replace(at, first[1], dice=crewed(9))
    assert [(problem.pointer, problem.code) for problem in refused.value.problems] == [
        ("/reason", "required")
    ]
    assert at.game == before
    answer = replace(at, first[1], "They were level", dice=crewed(9))
    assert (answer["status"], answer["winners"], answer["finished_at"]) == ("playing", [], None)
    assert answer["result"]["sentences"][-1] == "The game goes on."
    assert answer["round"]["roll_off"] == 1
    assert ledger.list_games(at.author.table_id, status="finished").items == []
    assert_whole(at)


def test_a_correction_that_finishes_an_open_game(ledger_file: str) -> None:
    at = open_table({"preset": "critters", "opener": {"first": "seat_1"}}, "Red", "Blue")
    first = play_turns(at, 9, 9)
    assert at.game["status"] == "playing"
    answer = replace(at, first[1], dice=crewed(8))
    assert (answer["status"], answer["winners"]) == ("finished", [1])
    assert answer["finished_at"] == answer["last_entry"]["recorded_at"]
    assert answer["result"]["sentences"][-1] == "Red wins the game."
    assert answer["result"]["game_over"]
    (listed,) = ledger.list_games(at.author.table_id, status="finished").items
    assert listed["finished_at"] == answer["finished_at"]
    assert_whole(at)


def test_another_winner_of_a_finished_game_leaves_the_time_when_it_ended(ledger_file: str) -> None:
    at = open_table({"preset": "critters", "opener": {"first": "seat_1"}}, "Red", "Blue")
    first = play_turns(at, 9, 3)
    finished_at = at.game["finished_at"]
    answer = replace(at, first[1], "Blue had twelve", dice=crewed(12))
    assert (answer["winners"], answer["finished_at"]) == ([2], finished_at)
    assert answer["result"]["sentences"][-1] == "Blue wins the game."


def test_a_correction_of_the_opener_s_roll(ledger_file: str) -> None:
    at = open_table({"preset": "critters"}, "Red", "Blue")
    at.enter("start_roll", seat=1, attempt=1, dice=[6, 6, 6])
    second = at.enter("start_roll", seat=2, attempt=1, dice=[1, 1, 1]).entry["seq"]
    play_turns(at, 9)
    with pytest.raises(LaterEntriesConflict) as refused:
        replace(at, second, dice=[6, 6, 6])
    assert [conflict["errors"][0]["code"] for conflict in refused.value.conflicts] == ["start-roll-due"]
    replace(at, second, dice=[6, 6, 5])
    assert (at.game["round"]["opener"], at.game["next"]["seat"]) == (1, 2)
    answer = replace(at, 2, void=True, dice=[1, 1, 2])
    assert (answer["round"]["opener"], answer["next"]["seat"]) == (2, 2)
    assert answer["changes"]["voided"] == [4]
    assert answer["result"]["sentences"][0] == (
        "Red's roll for the opener was corrected: 1, 1, 2 instead of 6, 6, 6."
    )
    assert_whole(at)


def test_the_opener_of_later_rounds_follows(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds", "opener": {"next_round": "winner"}}, "Red", "Blue")
    first = play_turns(at, 9, 3)
    assert at.game["round"]["opener"] == 1
    replace(at, first[1], dice=crewed(11))
    assert at.game["round"]["opener"] == 2
    assert_whole(at)


def test_totals_follow(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue", entry="dice_or_score")
    first = at.enter("turn", seat=1, round=1, score=9).entry["seq"]
    play_turns(at, 3)
    replace(at, first, score=5)
    assert column(at, "total") == [5, 3]
    answer = replace(at, first, rolls=[{"dice": crewed(7)}], stand=True)
    assert (column(at, "total"), column(at, "unverified")) == ([7, 3], [0, 0])
    assert answer["changes"]["entries"][0]["after"]["kind"] == "turn"
    replace(at, first, score=2)
    assert (column(at, "total"), column(at, "unverified")) == ([2, 3], [1, 0])
    assert_whole(at)


# The open turn


def test_an_open_turn_that_stays_legal_stays_as_it_is(chips: At) -> None:
    first = play_turns(chips, 9, 3)
    chips.roll(3, 1, [6, 1, 1, 1, 1])
    chips.roll(3, 2, [5, 2, 2, 2])
    before = chips.game
    replace(chips, first[0], dice=crewed(2))
    for name in ("turn", "next"):
        assert chips.game[name] == before[name]
    assert chips.game["round"]["best"] == 3


def test_a_roll_of_the_open_turn_is_corrected(chips: At) -> None:
    chips.roll(1, 1, [6, 1, 1, 1, 1])
    chips.roll(1, 2, [5, 2, 2, 2])
    answer = replace(chips, 3, dice=[5, 4, 2, 2])
    assert (answer["turn"]["banked"], answer["turn"]["cargo"]) == ([6, 5, 4], [2, 2])
    with pytest.raises(LaterEntriesConflict):
        replace(chips, 2, dice=[6, 5, 1, 1, 1])
    assert_whole(chips)


# Keep, hold, stand, seat


def test_what_was_kept_is_corrected(at: At) -> None:
    at.roll(1, 1, [6, 5, 3, 3, 1])
    replace(at, 2, keep=[6])
    assert at.game["turn"]["banked"] == [6]
    replace(at, 2, keep=None)
    assert at.game["turn"]["banked"] == [6, 5]
    answer = replace(at, 2, keep=[])
    assert answer["result"]["sentences"] == [
        "Red's roll 1 in round 1 was corrected: 6, 5, 3, 3, 1, keeping nothing instead of 6, 5, 3, 3, 1."
    ]
    entry = at.log()[1]
    assert entry["body"] == {"seat": 1, "round": 1, "roll_off": 0, "roll": 1, "dice": [6, 5, 3, 3, 1]}
    assert entry["counts_as"]["body"] == {**entry["body"], "keep": []}
    assert entry["counts_as"]["by"] == 5
    assert entry["counts_as"]["sentences"] == ["Red banked nothing; 5 dice to roll."]
    assert_whole(at)


def test_which_die_was_held_is_corrected(ledger_file: str) -> None:
    at = open_table({"preset": "voyage"}, "Red", "Blue")
    at.roll(1, 1, [6, 5, 4, 1, 5])
    at.roll(1, 2, [3], hold=5)
    replace(at, 3, hold=1)
    assert at.game["turn"]["cargo"] == [1, 3]
    assert_whole(at)


def test_a_stand_that_was_not_is_taken_from_a_roll(at: At) -> None:
    at.roll(1, 1, crewed(4), stand=True)
    replace(at, 2, stand=None)
    assert at.game["next"] == {**at.game["next"], "seat": 1, "roll": 2, "stand": True}
    replace(at, 2, stand=True)
    assert at.game["next"]["seat"] == 2
    assert_whole(at)


def test_the_seat_is_corrected(chips: At) -> None:
    """Blue's turn was entered as put off, though it was Green who was at the bar."""
    chips.enter("defer", seat=2)
    answer = replace(chips, 2, seat=1)
    assert answer["result"]["sentences"] == ["Blue's deferral in round 1 was corrected: Red instead of Blue."]
    assert chips.game["round"]["order"] == [2, 3, 1]
    chips.enter("leave", seat=3)
    replace(chips, 4, seat=2)
    assert column(chips, "status") == ["in", "left", "in"]
    assert_whole(chips)


# Drop and insert


def test_an_entry_is_struck_out(at: At) -> None:
    at.roll(1, 1, [1, 1, 1, 1, 1])
    at.roll(1, 2, [6, 5, 4, 1, 1])
    at.roll(1, 3, [2, 2])
    answer = correct(at, drop={"seq": 2})
    assert answer["result"]["sentences"] == ["Red's roll 1 in round 1 was struck out: 1, 1, 1, 1, 1."]
    assert (answer["next"]["roll"], answer["turn"]["rolls_used"]) == (3, 2)
    assert [entry["seq"] for entry in answer["changes"]["entries"]] == [2, 3, 4]
    # The rolls after it have moved up, and a roll that arrives again is known by its place of now.
    assert [entry["counts_as"]["body"]["roll"] for entry in at.log()[2:4]] == [1, 2]
    assert at.roll(1, 2, [2, 2], round=1).already_recorded
    assert_whole(at)


def test_a_forgotten_roll_is_put_in(at: At) -> None:
    at.roll(1, 1, [6, 5, 1, 1, 1])
    at.roll(1, 2, [4, 1, 1])
    answer = correct(
        at, insert={"before": {"seq": 3}, "kind": "roll", "seat": 1, "dice": [3, 3, 3]}, entry_id=ID
    )
    assert answer["recorded"]["entry_id"] == ID
    assert answer["result"]["sentences"] == ["Red's roll 2 in round 1 was put in: 3, 3, 3."]
    assert [roll["dice"] for roll in at.turns()[0]["rolls"]] == [[6, 5, 1, 1, 1], [3, 3, 3], [4, 1, 1]]
    assert (at.turns()[0]["score"], at.game["next"]["seat"]) == (2, 2)
    moved, correction = at.log()[2:]
    assert (moved["body"]["roll"], moved["counts_as"]["body"]["roll"], moved["counts_as"]["by"]) == (
        2,
        3,
        None,
    )
    assert correction["kind"] == "correction"
    assert (correction["seat"], correction["round"], correction["turn"]) == (1, 1, 1)
    assert correction["counts_as"]["kind"] == "roll"
    assert correction["counts_as"]["body"]["roll"] == 2
    assert correction["counts_as"]["sentences"] == ["Red banked nothing; 3 dice to roll."]
    assert_whole(at)


def test_a_forgotten_stand_is_put_in_after_the_last_entry(at: At) -> None:
    at.roll(1, 1, crewed(7))
    correct(at, insert={"after": {"seq": 2}, "kind": "stand", "seat": 1, "roll": 1})
    assert at.turns()[0]["score"] == 7
    play_turns(at, 4)
    assert_whole(at)


def test_several_are_put_in_before_the_same_entry_in_their_order(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue", "Green", "Amber", entry="dice_or_score")
    at.enter("defer", seat=1)
    at.roll(2, 1, crewed(5), stand=True)
    anchor = at.enter("leave", seat=1).entry["seq"]
    third = correct(at, insert={"before": {"seq": anchor}, "kind": "turn", "seat": 3, "score": 3})
    fourth = correct(at, insert={"before": {"seq": anchor}, "kind": "turn", "seat": 4, "score": 4})
    seqs = [answer["recorded"]["seq"] for answer in (third, fourth)]
    assert [item.seq for item in plays(at)] == [2, 3, *seqs, anchor]
    between = correct(at, insert={"after": {"seq": seqs[0]}, "kind": "leave", "seat": 2})["recorded"]["seq"]
    assert [item.seq for item in plays(at)] == [2, 3, seqs[0], between, seqs[1], anchor]
    assert [turn["score"] for turn in at.turns()] == [5, 3, 4]
    undo(at, seqs[1])
    assert [item.seq for item in plays(at)] == [2, 3, seqs[0], between, anchor]
    assert_whole(at)


def test_a_round_that_ended_with_what_was_put_in_is_where_the_next_stretch_begins(chips: At) -> None:
    play_turns(chips, 9, 3)
    chips.roll(3, 1, crewed(4))
    correct(chips, insert={"after": {"seq": 4}, "kind": "stand", "seat": 3})
    second = play_turns(chips, 5, 6)
    replace(chips, second[0], dice=crewed(11))
    assert_whole(chips)
    assert chips.roll(3, 1, crewed(6), stand=True, round=2).already_recorded
    assert chips.roll(3, 1, crewed(4), round=1).already_recorded
    assert chips.stand(3, 1, round=1, roll_off=0).entry["seq"] == 5


def test_a_forgotten_leave_and_a_forgotten_join(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue", "Green")
    first = play_turns(at, 5, 6, 7)
    play_turns(at, 2)
    answer = correct(at, insert={"before": {"seq": first[1]}, "kind": "join", "name": "Amber"})
    assert answer["result"]["sentences"] == ["Amber's seat was put in."]
    assert [seat["name"] for seat in at.game["seats"]] == ["Red", "Blue", "Green", "Amber"]
    assert column(at, "status") == ["in"] * 4
    assert "Amber sits down." in at.log()[first[2] - 1]["sentences"][-1]
    assert at.problems() == ()
    correct(at, insert={"after": {"seq": first[2]}, "kind": "leave", "seat": 3})
    assert column(at, "status") == ["in", "in", "left", "in"]
    assert at.game["round"]["to_come"] == [2, 4]
    play_turns(at, 9, 9)
    assert_whole(at)


def test_a_forgotten_join_before_another_join_is_a_conflict(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue")
    first = play_turns(at, 5)
    at.enter("join", name="Green")
    with pytest.raises(LaterEntriesConflict) as refused:
        correct(at, insert={"before": {"seq": first[0]}, "kind": "join", "name": "Amber"})
    assert [error["code"] for error in refused.value.conflicts[0]["errors"]] == ["out-of-order"]
    answer = correct(
        at,
        insert={"before": {"seq": first[0]}, "kind": "join", "name": "Amber"},
        on_conflict="void_following",
    )
    assert answer["changes"]["voided"] == [3]
    assert [seat["name"] for seat in at.game["seats"]] == ["Red", "Blue", "Amber"]
    assert_whole(at)


def test_who_came_later_stays_when_what_does_not_fit_is_voided(ledger_file: str) -> None:
    at = open_table({"preset": "first-to-three"}, "Red", "Blue", "Green")
    first = play_turns(at, 9, 9, 4)
    gone = play_turns(at, 5, 3)
    at.enter("join", name="Amber")
    at.enter("leave", seat=3)
    answer = replace(at, first[0], void=True, dice=crewed(8))
    assert answer["changes"]["voided"] == gone
    assert column(at, "status") == ["in", "in", "left", "joining"]
    assert_whole(at)


# What was corrected before


def test_a_correction_is_corrected(at: At) -> None:
    first = play_turns(at, 9, 3)
    replace(at, first[0], dice=crewed(2))
    answer = replace(at, first[0], dice=crewed(5))
    assert answer["result"]["sentences"] == [
        "Red's roll 1 in round 1 was corrected: 6, 5, 4, 2, 3, then a stand instead of "
        "6, 5, 4, 1, 1, then a stand."
    ]
    assert at.log()[1]["counts_as"]["by"] == 5
    put_in = correct(at, insert={"before": {"seq": first[0]}, "kind": "roll", "seat": 1, "dice": [1] * 5})
    seq = put_in["recorded"]["seq"]
    replace(at, seq, dice=[2, 1, 1, 1, 1])
    assert at.log()[seq - 1]["counts_as"]["by"] == seq + 1
    assert at.log()[seq - 1]["sentences"] == ["Red's roll 1 in round 1 was put in: 1, 1, 1, 1, 1."]
    assert_whole(at)
    answer = correct(at, drop={"seq": seq})
    assert answer["changes"]["voided"] == [seq]
    assert at.log()[seq - 1]["effective"] is False
    assert at.log()[1]["counts_as"]["body"]["roll"] == 1
    assert_whole(at)


def test_a_retry_of_what_was_corrected_since_is_known_as_it_was_sent(at: At) -> None:
    at.roll(1, 1, crewed(9), stand=True, entry_id=ID)
    replace(at, 2, dice=crewed(4))
    again = at.roll(1, 1, crewed(9), stand=True, entry_id=ID)
    assert (again.already_recorded, again.entry["seq"]) == (True, 2)
    with pytest.raises(AlreadyRecorded):
        at.roll(1, 1, crewed(4), stand=True, entry_id=ID)
    # By its place it is what counts now.
    assert at.roll(1, 1, crewed(4), stand=True, round=1).already_recorded
    with pytest.raises(AlreadyRecorded) as refused:
        at.roll(1, 1, crewed(9), stand=True, round=1)
    assert refused.value.recorded["dice"] == crewed(4)


# Refused


def test_a_correction_refused_leaves_the_same_head(at: At) -> None:
    first = play_turns(at, 9, 3)
    undone = at.roll(1 if at.game["next"]["seat"] == 1 else 2, 1, [1] * 5).entry["seq"]
    undo(at)
    before, head = at.game, at.game["head"]
    refusals: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"replace": {"seq": 99, "dice": crewed(2)}}, AmendmentRefused, "entry-unknown"),
        ({"replace": {"entry_id": OTHER_ID, "dice": crewed(2)}}, AmendmentRefused, "entry-unknown"),
        ({"drop": {"seq": undone}}, AmendmentRefused, "entry-voided"),
        ({"drop": {"seq": 1}}, AmendmentRefused, "entry-not-correctable"),
        ({"drop": {"seq": 5}}, AmendmentRefused, "entry-not-correctable"),
        (
            {"insert": {"before": {"seq": 1}, "kind": "leave", "seat": 1}},
            AmendmentRefused,
            "entry-not-correctable",
        ),
    ]
    for what, kind, code in refusals:
        with pytest.raises(kind) as refused:
            correct(at, **what)
        assert refused.value.code == code  # type: ignore[attr-defined]
    with pytest.raises(EntryRefused) as illegal:
        replace(at, first[0], dice=[6, 5, 4, 7, 1])
    assert [(each.pointer, each.code) for each in illegal.value.violations] == [
        ("/replace/dice/3", "face-invalid")
    ]
    with pytest.raises(LaterEntriesConflict):
        correct(at, drop={"seq": first[0]})
    assert (at.game, at.game["head"]) == (before, head)
    assert at.problems() == ()


@pytest.mark.parametrize(
    ("what", "problem"),
    [
        ({}, ("", "required")),
        ({"replace": {"seq": 2}}, ("/replace", "required")),
        ({"replace": {"seq": 2, "score": 3, "dice": crewed(2)}}, ("/replace/score", "unknown-field")),
        ({"replace": {"seq": 2, "dice": None}}, ("/replace/dice", "invalid")),
        ({"replace": {"seq": 2, "dice": crewed(9)}}, ("/replace", "invalid")),
        ({"drop": {"seq": 2}, "on_conflict": "perhaps"}, ("/on_conflict", "invalid")),
        ({"drop": {"seq": 2}, "reason": ""}, ("/reason", "invalid")),
        ({"insert": {"kind": "roll", "seat": 1, "dice": crewed(2)}}, ("/insert", "required")),
        ({"insert": {"before": {"seq": 2}, "kind": "open"}}, ("/insert/kind", "invalid")),
        ({"insert": {"before": {"seq": 2}, "kind": "roll", "seat": 1}}, ("/insert/dice", "required")),
        (
            {"insert": {"before": {"seq": 2}, "kind": "stand", "seat": 1, "dice": [1]}},
            ("/insert/dice", "unknown-field"),
        ),
        (
            {"insert": {"before": {"seq": 2}, "kind": "join", "name": "Red"}},
            ("/insert/name", "player-seated"),
        ),
    ],
)
def test_what_can_not_be_meant_is_said(at: At, what: dict[str, Any], problem: tuple[str, str]) -> None:
    play_turns(at, 9)
    before = at.game
    with pytest.raises(Invalid) as refused:
        correct(at, **what)
    assert (refused.value.problems[0].pointer, refused.value.problems[0].code) == problem
    assert at.game == before


def test_what_is_put_in_must_be_legal_itself(at: At) -> None:
    play_turns(at, 9, 3)
    for insert, wanted in (
        ({"before": {"seq": 3}, "kind": "roll", "seat": 1, "dice": [1] * 5}, ("/insert/seat", "turn-over")),
        (
            {"before": {"seq": 3}, "kind": "roll", "seat": 2, "roll": 2, "dice": [1] * 5},
            ("/insert/roll", "out-of-order"),
        ),
        (
            {"before": {"seq": 3}, "kind": "roll", "seat": 2, "round": 3, "dice": [1] * 5},
            ("/insert/round", "out-of-order"),
        ),
        ({"before": {"seq": 3}, "kind": "stand", "seat": 2}, ("/insert", "crew-incomplete")),
    ):
        with pytest.raises(EntryRefused) as refused:
            correct(at, insert=insert)
        assert [(each.pointer, each.code) for each in refused.value.violations] == [wanted]


def test_a_person_is_no_matter_of_corrections(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue")
    at.enter("join", name="Green")
    at.enter("rename", seat=1, name="Ruby")
    for seq in (2, 3):
        with pytest.raises(AmendmentRefused) as refused:
            replace(at, seq, seat=2)
        assert refused.value.code == "entry-not-correctable"
    assert correct(at, drop={"seq": 2})["changes"]["voided"] == [2]
    assert [seat["name"] for seat in at.game["seats"]] == ["Ruby", "Blue"]


# Trying, arriving again, versions


def test_a_correction_can_be_tried_first(chips: At) -> None:
    first = play_turns(chips, 9, 9, 4)
    play_turns(chips, 5, 3)
    before = chips.game
    tried = correct(
        chips, replace={"seq": first[0], "dice": crewed(8)}, on_conflict="void_following", dry_run=True
    )
    assert chips.game == before
    assert (tried["dry_run"], tried["version"]) == (True, before["version"] + 1)
    done = replace(chips, first[0], void=True, dice=crewed(8))
    for name in ("result", "changes", "seats", "round", "turn", "next", "status"):
        assert done[name] == tried[name]


def test_a_correction_that_arrives_again_is_made_once(chips: At) -> None:
    first = play_turns(chips, 9, 3, 4)
    what = {"replace": {"seq": first[0], "dice": crewed(2)}, "reason": "It was two", "entry_id": ID}
    made = correct(chips, **what)
    version = chips.version
    again = correct(chips, **what)
    assert (again.pop("already_recorded"), made.pop("already_recorded")) == (True, False)
    assert again == made
    by_id = {"entry_id": chips.log()[first[0] - 1]["entry_id"], "dice": crewed(2)}
    assert correct(chips, **{**what, "replace": by_id})["already_recorded"]
    for other in (
        {"replace": {"seq": first[0], "dice": crewed(3)}},
        {"replace": {"seq": first[1], "dice": crewed(2)}},
        {"replace": None, "drop": {"seq": first[0]}},
        {"reason": None},
        {"reason": "Another"},
    ):
        with pytest.raises(AlreadyRecorded):
            correct(chips, **{**what, **other})
    assert chips.version == version


def test_what_was_put_in_and_arrives_again_is_put_in_once(at: At) -> None:
    at.roll(1, 1, [6, 5, 1, 1, 1])
    insert = {"before": {"seq": 2}, "kind": "roll", "seat": 1, "dice": [1] * 5}
    made = correct(at, insert=insert, entry_id=ID)
    assert correct(at, insert=insert, entry_id=ID)["changes"] == made["changes"]
    with pytest.raises(AlreadyRecorded):
        correct(at, insert={**insert, "dice": [2] * 5}, entry_id=ID)
    assert at.version == 3


def test_another_place_under_the_same_id_is_a_conflict(at: At) -> None:
    at.roll(1, 1, [6, 5, 1, 1, 1])
    at.roll(1, 2, [1, 1, 1])
    insert = {"kind": "roll", "seat": 1, "dice": [2, 2, 2]}
    correct(at, insert={"after": {"seq": 2}, **insert}, entry_id=ID)
    with pytest.raises(AlreadyRecorded):
        correct(at, insert={"before": {"seq": 2}, **insert}, entry_id=ID)
    assert at.version == 4


def test_somebody_else_who_joined_under_the_same_id_is_a_conflict(at: At) -> None:
    at.roll(1, 1, [6, 5, 1, 1, 1])
    join = {"after": {"seq": 2}, "kind": "join"}
    correct(at, insert={**join, "name": "Green"}, entry_id=ID)
    assert correct(at, insert={**join, "name": "Green"}, entry_id=ID)["already_recorded"]
    with pytest.raises(AlreadyRecorded):
        correct(at, insert={**join, "name": "White"}, entry_id=ID)
    assert [seat["name"] for seat in at.game["seats"]] == ["Red", "Blue", "Green"]


def test_only_a_host_corrects(at: At) -> None:
    at.roll(1, 1, [6, 5, 1, 1, 1])
    by_scorer = At(add_key(at.author.table_id, "scorer", "Blue's phone").author, at.host_key, at.game_id)
    before = at.game
    for what in ({"drop": {"seq": 2}}, {"replace": {"seq": 2, "dice": [1] * 5}}):
        with pytest.raises(RoleNotAllowed):
            correct(by_scorer, **what)
    assert at.game == before


def test_a_correction_says_which_version_it_has_seen(at: At) -> None:
    first = play_turns(at, 9)
    with pytest.raises(StaleVersion):
        correct(at, drop={"seq": first[0]}, if_match=1)
    assert correct(at, drop={"seq": first[0]}, if_match=2)["version"] == 3


# The series


def test_a_correction_warns_where_a_later_game_was_opened_by_the_old_result(ledger_file: str) -> None:
    rules = {"preset": "critters", "opener": {"first": "seat_1", "next_game": "winner"}}
    at = open_table(rules, "Red", "Blue")
    first = play_turns(at, 9, 3)
    following = ledger.rematch(at.author, at.game_id)
    other = At(at.author, at.host_key, following.game_id)
    assert other.game["round"]["opener"] == 1
    before = other.game
    answer = replace(at, first[1], "Blue had more", dice=crewed(12))
    assert answer["warnings"] == [
        "The next game of the series was opened by seat 1; by this result seat 2 opens it."
    ]
    assert other.game == before
    reopened = undo(at)
    assert reopened["warnings"] == [
        "The next game of the series was opened when this one was over, and now it is not."
    ]


def test_a_correction_without_a_later_game_warns_of_nothing(at: At) -> None:
    first = play_turns(at, 9)
    assert replace(at, first[0], dice=crewed(2))["warnings"] == []


# Names


def test_what_is_judged_again_is_told_with_the_names_of_its_time(at: At) -> None:
    first = play_turns(at, 9)
    at.enter("rename", seat=1, name="Ruby")
    replace(at, first[0], dice=crewed(2))
    assert at.log()[1]["sentences"][-1] == "Red scores 2."
    assert at.log()[-1]["sentences"][0].startswith("Ruby's roll 1 in round 1 was corrected: ")
    assert at.problems() == ()


def test_a_reason_stands_where_it_can_be_erased(at: At) -> None:
    first = play_turns(at, 9)
    replace(at, first[0], "Green saw it", dice=crewed(2))
    entry = at.log()[-1]
    assert entry["texts"] == {"reason": "Green saw it"}
    assert list(entry["body"]["reason"]) == ["digest"]


def test_a_game_of_another_table_is_not_corrected(at: At) -> None:
    play_turns(at, 9)
    other = open_table({"preset": "chips"}, "Red", "Blue")
    with pytest.raises(ledger.NotFound):
        ledger.correct(other.author, at.game_id, Correction(drop={"seq": 2}))


def test_who_was_forgotten_may_take_the_seat_before_that_of_who_came_later(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue")
    at.enter("join", name="Green")
    at.enter("join", name="Gold")
    correct(at, insert={"before": {"seq": 2}, "kind": "join", "name": "Teal"}, on_conflict="void_following")
    assert [seat["name"] for seat in at.game["seats"]] == ["Red", "Blue", "Teal", "Gold"]
    assert at.problems() == ()
