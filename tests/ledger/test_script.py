from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import ledger, storage
from scorekeeper.ledger.boards import load_board
from scorekeeper.ledger.script import (
    Edits,
    Insertion,
    Item,
    LogEntry,
    Replacement,
    Script,
    changed_body,
    edits_of,
    fold,
)
from scorekeeper.ledger.stretches import load_stretch
from scorekeeper.storage import amending
from scorekeeper.storage.amendments import Rewrite
from scorekeeper.storage.models import Entry, Game, Round, Turn
from tests.databases import in_threads
from tests.ledger.amending import correct, dispute, plays, replace, rule, undo
from tests.ledger.playing import At, open_table


def roll(seq: int, *dice: int) -> LogEntry:
    return LogEntry(seq, "roll", {"seat": 1, "dice": list(dice or (1, 1, 1, 1, 1))})


def amendment(seq: int, **edits: Any) -> LogEntry:
    return LogEntry(seq, "correction", Edits(**edits).in_body())


def order(*log: LogEntry) -> list[int]:
    """The numbers of the plays that count, in the order of play."""
    return [item.seq for item in fold(log).items if item.is_effective]


def before(seq: int | None, *dice: int) -> Insertion:
    return Insertion(seq, "roll", roll(0, *dice).body)


# The fold


def test_plays_come_in_the_order_in_which_they_were_entered() -> None:
    opening = LogEntry(1, "open", {})
    rename = LogEntry(3, "rename", {"seat": 1})
    assert order(opening, roll(2), rename, roll(4)) == [2, 4]


def test_what_was_taken_out_does_not_count_and_stays_where_it_was() -> None:
    script = fold([roll(2), roll(3), roll(4), amendment(5, voided=(3,))])
    assert [(item.seq, item.voided_by) for item in script.items] == [(2, None), (3, 5), (4, None)]


def test_what_was_brought_back_counts_where_it_was() -> None:
    log = [roll(2), roll(3), roll(4), amendment(5, voided=(3, 4)), amendment(6, restored=(3, 4))]
    assert order(*log) == [2, 3, 4]


def test_what_was_replaced_says_something_else_in_its_place() -> None:
    changes = {"dice": [6, 5, 4, 2, 1], "keep": None}
    script = fold([roll(2), roll(3), amendment(4, replaced=Replacement(2, changes))])
    first = script.items[0]
    assert (first.body, first.by) == ({"seat": 1, "dice": [6, 5, 4, 2, 1]}, 4)


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        ([amendment(4, inserted=before(3))], [2, 4, 3]),
        ([amendment(4, inserted=before(2))], [4, 2, 3]),
        ([amendment(4, inserted=before(None)), roll(5)], [2, 3, 4, 5]),
        ([amendment(4, inserted=before(3)), amendment(5, inserted=before(3))], [2, 4, 5, 3]),
        ([amendment(4, inserted=before(3)), amendment(5, inserted=before(4))], [2, 5, 4, 3]),
        (
            [
                amendment(4, inserted=before(3)),
                amendment(5, inserted=before(3)),
                amendment(6, inserted=before(5)),
            ],
            [2, 4, 6, 5, 3],
        ),
        ([amendment(4, inserted=before(None)), amendment(5, inserted=before(4)), roll(6)], [2, 3, 5, 4, 6]),
        ([amendment(4, voided=(3,)), amendment(5, inserted=before(3)), roll(6)], [2, 5, 6]),
    ],
)
def test_what_was_put_in_is_played_before_what_it_names(log: list[LogEntry], expected: list[int]) -> None:
    assert order(roll(2), roll(3), *log) == expected


def test_an_amendment_may_do_several_things_at_once() -> None:
    both = amendment(4, voided=(2, 3), inserted=before(2, 6, 5, 4, 1, 1))
    assert order(roll(2), roll(3), both) == [4]


def test_a_play_that_was_put_in_can_be_taken_out_again() -> None:
    log = [roll(2), amendment(3, inserted=before(2)), amendment(4, voided=(3,)), amendment(5, restored=(3,))]
    assert order(*log[:3]) == [2]
    assert order(*log) == [3, 2]


def test_what_does_not_amend_changes_nothing() -> None:
    ruling = LogEntry(3, "ruling", {"number": 1, "decision": "stands", "said": {}})
    dispute = LogEntry(4, "dispute", {"number": 1, "voided": [2]})
    assert order(roll(2), ruling, dispute) == [2]


def test_a_script_sorts_by_its_order() -> None:
    script = fold(
        [
            *(roll(2), roll(3), amendment(4, inserted=before(3)), amendment(5, inserted=before(4))),
            *(amendment(6, inserted=before(3)), roll(7)),
        ]
    )
    shuffled = list(script.items)
    random.Random(7).shuffle(shuffled)  # noqa: S311 an order of a test
    assert sorted(shuffled, key=lambda item: item.order) == script.items


@given(st.lists(st.tuples(st.sampled_from(["play", "put in", "take out"]), st.integers(0, 50)), max_size=30))
def test_however_much_is_put_in_the_order_can_be_told_from_each_play_alone(
    steps: list[tuple[str, int]],
) -> None:
    """As it is stored, each with the play that it stands before and its rank."""
    script, naive = Script(), list[int]()
    for seq, (what, which) in enumerate(steps, start=2):
        if what == "play" or not naive:
            script.append(Item(seq, "roll", {}))
            naive.append(seq)
        elif what == "put in":
            anchor = naive[which % len(naive)]
            script.amend(Edits(inserted=before(anchor)), seq)
            naive.insert(naive.index(anchor), seq)
        else:
            script.amend(Edits(voided=(naive[which % len(naive)],)), seq)
    assert [item.seq for item in script.items] == naive
    assert [item.seq for item in sorted(script.items, key=lambda item: item.order)] == naive
    following = [*naive[1:], None][: len(naive)]
    assert [script.after(seq) for seq in naive] == following


# Edits


def test_edits_survive_being_written() -> None:
    edits = Edits((2, 3), (4,), Replacement(5, {"keep": None}), before(6, 6, 5, 4, 1, 1))
    assert edits_of(edits.in_body()) == edits
    assert edits_of({"target": 3}) == Edits()
    assert Edits().in_body() == {}


@pytest.mark.parametrize(
    ("kind", "body", "changes", "expected"),
    [
        ("roll", {"dice": [1], "keep": []}, {"keep": None}, ("roll", {"dice": [1]})),
        ("roll", {"dice": [1]}, {"dice": [2], "seat": 2}, ("roll", {"dice": [2], "seat": 2})),
        ("turn", {"rolls": [1], "stand": True}, {"score": 3}, ("score", {"score": 3})),
        ("score", {"score": 3}, {"rolls": [1], "stand": True}, ("turn", {"rolls": [1], "stand": True})),
        ("score", {"score": 3}, {"score": 0}, ("score", {"score": 0})),
    ],
)
def test_a_play_after_a_change(
    kind: str, body: dict[str, Any], changes: dict[str, Any], expected: tuple[str, dict[str, Any]]
) -> None:
    assert changed_body(kind, body, changes) == expected


# What is stored


@pytest.fixture
def amended(ledger_file: str) -> At:
    """A game in which something of every kind was put right."""
    at = open_table({"preset": "chips"}, "Red", "Blue", "Green")
    for seat, dice in ((1, [6, 5, 4, 2, 2]), (2, [6, 5, 4, 1, 1]), (3, [6, 5, 4, 1, 2])):
        at.roll(seat, 1, dice, stand=True)
    at.roll(2, 1, [6, 5, 1, 1, 1])
    at.roll(2, 2, [4, 1, 1], stand=True)
    replace(at, 3, dice=[6, 5, 4, 6, 6])
    correct(at, insert={"before": {"seq": 5}, "kind": "roll", "seat": 2, "dice": [1] * 5})
    at.roll(3, 1, [6, 1, 1, 1, 1])
    undo(at)
    dispute(at, turn=1, claim={"score": 3})
    rule(at, 1, "corrected", rolls=[{"dice": [6, 5, 4, 3, 2]}], stand=True)
    assert at.problems() == ()
    return at


def test_what_is_stored_of_a_stretch_is_what_the_log_folds_to(amended: At) -> None:
    board = load_board(amended.game_id)
    folded = plays(amended)
    for round_number in (0, 1, 2):
        stretch = load_stretch(board, round_number)
        expected = folded if round_number < 2 else folded[-3:]
        assert [item.seq for item in stretch.plays()] == [item.seq for item in expected]
        for item, other in zip(stretch.plays(), expected, strict=True):
            assert {**item.body, "roll": 0} == {**other.body, "roll": 0}
            assert (item.kind, item.by, item.order) == (other.kind, other.by, other.order)


@pytest.mark.parametrize(
    ("tamper", "found"),
    [
        (lambda: Entry.update(voided_by=None).where(Entry.seq == 2).execute(), "entry 2"),
        (lambda: Entry.update(place=None).where(Entry.seq == 4).execute(), "entry 4"),
        (lambda: Entry.update(round=7).where(Entry.seq == 6).execute(), "entry 6"),
        (lambda: Rewrite.delete().where(Rewrite.seq == 3).execute(), "entry 3"),
        (lambda: Rewrite.update(rank=2).where(Rewrite.seq == 8).execute(), "entry 8"),
        (lambda: Turn.delete().where(Turn.number == 2).execute(), "turns"),
        (lambda: Turn.update(seat=3).where(Turn.number == 2).execute(), "turns"),
        (lambda: Round.update(last_seq=3).where(Round.number == 1).execute(), "rounds"),
    ],
)
def test_what_was_changed_behind_our_back_is_found(amended: At, tamper: Any, found: str) -> None:
    assert tamper() == 1
    assert amended.problems() == (f"what is stored of the game's {found} is not what the log leads to",)


def test_answers_that_were_changed_are_found(amended: At) -> None:
    storage.execute("UPDATE scorecards SET moment = replace(moment, 'false', 'true')", ())
    assert amended.problems() == ("the stored answer is not that of the stored state",)
    storage.execute("UPDATE seatings SET seats = replace(seats, 'Red', 'Ruby')", ())
    assert "the stored seats are not those of the stored state" in amended.problems()


@pytest.mark.parametrize("change", ["status = 'open'", "closed_seq = 3", "seat = 2", "number = 2"])
def test_a_dispute_that_was_changed_is_found(amended: At, change: str) -> None:
    storage.execute(f"UPDATE disputes SET {change}", ())  # noqa: S608 our own words
    assert amended.problems() == ("the stored disputes are not those of the log",)


def test_an_amendment_that_was_changed_breaks_the_chain(amended: At) -> None:
    Entry.update(body='{"target":9,"voided":[]}').where(Entry.seq == 10).execute()
    assert amended.problems()[0] == "entry 10 is not what was recorded"


# Others at the same time


def test_a_correction_and_rolls_at_the_same_time_are_all_recorded(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue", entry="dice_or_score")
    for seat in (1, 2):
        at.enter("turn", seat=seat, round=1, score=2)

    def work(number: int) -> Any:
        if number == 0:
            return [at.enter("turn", seat=seat, round=2, score=5) for seat in (1, 2)]
        return [replace(at, 1 + number, score=score) for score in (3, 4, 5, 6)]

    answers = in_threads(3, work)
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert [seat["total"] for seat in at.game["seats"]] == [11, 11]
    assert at.version == 3 + 2 + 8
    assert at.problems() == ()


# What it costs


def test_taking_back_the_last_roll_reads_one_round_and_no_more(
    ledger_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_table({"preset": "five-rounds", "goal": {"kind": "highest_total", "rounds": 20}}, "Red", "Blue")
    for _ in range(30):
        entry = at.game["next"]
        at.roll(entry["seat"], 1, [6, 5, 4, 1, 1], stand=True)
    read: list[int] = []
    fetch_all = storage.fetch_all

    def counting(sql: str, params: Any) -> list[tuple[Any, ...]]:
        found = fetch_all(sql, params)
        read.append(len(found))
        return found

    monkeypatch.setattr(storage, "fetch_all", counting)
    undo(at)
    assert sum(read) < 10


def test_only_rows_that_differ_are_written(ledger_file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    at = open_table({"preset": "first-to-three", "goal": {"kind": "rounds_won", "rounds": 20}}, "Red", "Blue")
    for _ in range(10):
        at.roll(at.game["next"]["seat"], 1, [6, 5, 4, 6, 5], stand=True)
        at.roll(at.game["next"]["seat"], 1, [6, 5, 4, 1, 1], stand=True)
    written: list[str] = []
    commit = storage.commit

    def counting(job: storage.Job) -> bool:
        written.extend(sql for sql, _ in job.steps)
        return commit(job)

    monkeypatch.setattr(storage, "commit", counting)
    replace(at, 3, dice=[6, 5, 4, 1, 2])
    # The entry and its turn have changed; of the rounds only the states after them, since Blue's total has.
    assert written.count(amending.SET_ENTRY.sql) == 1
    assert written.count(amending.DROP_TURN.sql) == 1
    assert written.count(amending.DROP_ROUND.sql) == 10
    assert ledger.verify_game(at.game_id) == ()
    assert Game.select().count() == 1
