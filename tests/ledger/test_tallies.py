"""The faces that are counted are those of the entries that count."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper import ledger
from scorekeeper.ledger import Opening, SeatClaim, deleting, tallies
from scorekeeper.ledger.tallies import Faces, dice_of, faces_of_game, faces_of_table
from scorekeeper.rules import Ruleset
from tests.databases import in_threads
from tests.ledger.amending import correct, plays, redo, replace, undo
from tests.ledger.playing import At, dice_box, open_table
from tests.ledger.test_amendments_property import REFUSED, RULESETS, do_something


def counted(at: At) -> Faces:
    """What is kept of the game, asked for."""
    (faces,) = [each.faces for each in faces_of_game(at.game_id).thrown if each.thrown_by == "table"]
    return faces


def recounted(at: At) -> Faces:
    """The same from the log, folded afresh."""
    rolls = [dice for item in plays(at) for dice in dice_of(item.kind, item.body)]
    faces = Counter(face for dice in rolls for face in dice)
    return Faces(len(rolls), tuple(faces[face] for face in range(1, 7)))


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ruleset=RULESETS, seed=st.integers(0, 2**32))
def test_whatever_is_put_right_the_faces_are_those_that_count(
    ledger_file: str, ruleset: Ruleset, seed: int
) -> None:
    rng = dice_box(seed)
    names = [f"Player {number}" for number in range(ruleset.seats.min)]
    opener = 1 if ruleset.opener.first == "chosen" else None
    at = open_table(ruleset.to_json(), *names, entry="dice_or_score", opener_seat=opener)
    for number in range(30):
        try:
            do_something(at, rng, number)
        except REFUSED:
            continue
        if rng.random() < 0.4:
            assert counted(at) == recounted(at)
    assert counted(at) == recounted(at)


def test_a_roll_that_is_taken_back_is_no_throw(at: At) -> None:
    at.roll(1, 1, [6, 4, 3, 3, 1], keep=[6])
    assert counted(at) == Faces(1, (1, 0, 2, 1, 0, 1))
    undo(at)
    assert counted(at) == Faces(0, (0,) * 6)
    redo(at)
    assert counted(at).rolls == 1


def test_a_face_that_is_put_right_is_counted_as_it_was(at: At) -> None:
    at.roll(1, 1, [6, 4, 3, 3, 1], keep=[6])
    counted(at)
    replace(at, 2, dice=[6, 4, 3, 3, 2])
    assert counted(at).counts == (0, 1, 2, 1, 0, 1)
    correct(at, drop={"seq": 2})
    assert counted(at).dice == 0


def test_the_log_is_read_on_from_where_it_was_counted_last(at: At) -> None:
    at.roll(1, 1, [6, 4, 3, 3, 1], keep=[6])
    counted(at)
    at.roll(1, 2, [1, 1, 1, 1])
    assert counted(at).counts == (5, 0, 2, 1, 0, 1)


def test_dice_are_counted_by_the_name_of_their_set(ledger_file: str) -> None:
    at = open_table({"preset": "first-to-three"}, "Red", "Blue", dice_set="Bone")
    again = Opening(
        {"preset": "first-to-three"}, (SeatClaim("Red"), SeatClaim("Blue")), dice_set="BONE ", entry="dice"
    )
    other = At(at.author, at.host_key, ledger.open_game(at.author, again).game_id)
    nameless = At(
        at.author,
        at.host_key,
        ledger.open_game(at.author, Opening(again.ruleset, again.seats)).game_id,
    )
    for game, dice in ((at, [1] * 5), (other, [2] * 5), (nameless, [3] * 5)):
        game.roll(1, 1, dice)
    assert len(faces_of_table(at.author.table_id).thrown) == 6
    told = ledger.dice_of_table(at.author.table_id)
    assert [(each["dice_set"], each["dice"]) for each in told["sets"]] == [("BONE ", 10), (None, 5)]
    assert told["thrown_at_the_table"]["dice"] == 15
    assert told["thrown_by_the_server"]["dice"] == 0


def test_several_who_ask_at_once_count_nothing_twice(at: At) -> None:
    for seat in (1, 2):
        for roll in (1, 2, 3):
            at.roll(seat, roll, [1] * 5)
    answers = in_threads(6, lambda _: counted(at))
    assert answers == [Faces(6, (30, 0, 0, 0, 0, 0))] * 6


def test_a_long_log_is_read_in_parts(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tallies, "_READ_AT_ONCE", 1)
    at.roll(1, 1, [1] * 5)
    at.roll(1, 2, [2] * 5)
    assert counted(at) == recounted(at) == Faces(2, (5, 5, 0, 0, 0, 0))


def test_so_many_entries_that_one_would_have_to_wait_are_counted_bit_by_bit(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tallies, "MOST_AT_ONCE", 2)
    for seat in (1, 2):
        for roll in (1, 2, 3):
            at.roll(seat, roll, [1] * 5)
    undo(at)
    waiting = []
    while not waiting or waiting[-1]:
        waiting.append(ledger.dice_of_game(at.author.table_id, at.game_id)["entries_waiting"])
    assert waiting == [6, 4, 2, 0]
    assert counted(at) == recounted(at)


def test_nothing_is_counted_of_a_table_that_is_deleted_meanwhile(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    at.roll(1, 1, [6, 4, 3, 3, 1])
    added, table_id = tallies._added, at.author.table_id

    def add_and_delete(*entries: Any) -> Any:
        found = added(*entries)
        deleting.delete_table(table_id, ledger.get_table(table_id)["name"])
        return found

    monkeypatch.setattr(tallies, "_added", add_and_delete)
    assert faces_of_game(at.game_id).thrown == []
