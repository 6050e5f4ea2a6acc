"""Where the server has thrown its dice lie for everybody, whoever has the seat and whatever is put right."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from scorekeeper.ledger import AmendmentRefused, ComputerDecides, Submission, record_batch
from scorekeeper.ledger.lying_dice import _are_among, _tell
from tests.ledger.amending import correct, redo, replace, undo
from tests.ledger.playing import At
from tests.ledger.test_throws import thrown, with_server_dice


def handed_over(**how: Any) -> tuple[At, list[int]]:
    """A game in which the server threw Teal's first roll, which was taken back when a person had Teal's seat;
    and the dice, which are not all one number."""
    dice: list[int] = []
    while len(set(dice)) < 2:
        at = with_server_dice(**dict(how))
        thrown(at)
        dice = at.log()[-1]["body"]["dice"]
    at.enter("substitute", seat=1, name="Blue")
    undo(at)
    return at, dice


def others(dice: list[int]) -> list[int]:
    """Dice that are not these, in whatever order."""
    return [dice[0] % 6 + 1, *dice[1:]]


def in_another_order(dice: list[int]) -> list[int]:
    """The same dice."""
    return next(list(order) for order in permutations(dice) if list(order) != dice)


def refused(at: At, kind: str, pointer: str, **fields: Any) -> str:
    before = at.version
    with pytest.raises(ComputerDecides) as refusal:
        at.enter(kind, seat=1, round=1, roll_off=0, **fields)
    (problem,) = refusal.value.problems
    assert (problem.code, problem.pointer, at.version) == ("server-throw-stands", pointer, before)
    return problem.detail


def test_a_person_who_has_taken_the_seat_over_enters_the_servers_dice_and_no_others(ledger_file: str) -> None:
    at, dice = handed_over()
    said = refused(at, "roll", "/dice", roll=1, dice=others(dice))
    assert said.endswith(f"enter {', '.join(map(str, dice))}.")
    refused(at, "turn", "/rolls/0/dice", rolls=[{"dice": others(dice)}])
    at.roll(1, 1, dice[::-1])
    assert at.problems() == ()


def test_a_batch_refuses_other_dice_too(ledger_file: str) -> None:
    at, dice = handed_over()
    body = {"seat": 1, "round": 1, "roll_off": 0, "roll": 1, "dice": others(dice)}
    entry = Submission("roll", body, "019c1a00-0000-4000-8000-000000000001")
    batch = record_batch(at.author, at.game_id, [entry])
    assert isinstance(batch.outcomes[0].refusal, ComputerDecides)


def test_a_score_alone_does_not_hide_them(ledger_file: str) -> None:
    at, dice = handed_over(entry="dice_or_score")
    assert str(dice[0]) in refused(at, "turn", "/score", score=12)


def test_the_roll_for_the_opener_lies_as_well(ledger_file: str) -> None:
    at, dice = handed_over(preset="critters")
    with pytest.raises(ComputerDecides):
        at.enter("start_roll", seat=1, attempt=1, dice=others(dice))
    at.enter("start_roll", seat=1, attempt=1, dice=dice)


def test_dice_that_lie_there_are_among_more_that_are_thrown_now() -> None:
    assert _are_among([3, 1], [1, 2, 3])
    assert not _are_among([3, 3], [1, 2, 3])
    assert _tell([3, 1], 3).endswith("3, 1 are among these.")
    assert _tell([3, 1, 2], 2).endswith("enter 3, 1.")


def code_of_amendment(at: At, **what: Any) -> str:
    before = at.version
    with pytest.raises(AmendmentRefused) as refusal:
        correct(at, **what)
    assert at.version == before
    return refusal.value.code


def test_no_correction_makes_other_dice_of_them(ledger_file: str) -> None:
    at, dice = handed_over()
    at.roll(1, 1, dice)
    seq = at.version
    assert code_of_amendment(at, replace={"seq": seq, "dice": others(dice)}) == "server-throw-stands"
    replace(at, seq, dice=in_another_order(dice))
    assert at.problems() == ()


def test_nothing_is_put_in_there_or_moved_there(ledger_file: str) -> None:
    at, dice = handed_over()
    at.roll(1, 1, dice)
    seq = at.version
    insert = {"before": {"seq": seq}, "kind": "roll", "seat": 1, "dice": others(dice)}
    assert code_of_amendment(at, insert=insert, on_conflict="void_following") == "server-throw-stands"
    assert at.problems() == ()


def test_undone_and_brought_back_they_are_the_same(ledger_file: str) -> None:
    at, dice = handed_over()
    at.roll(1, 1, dice)
    undo(at)
    redo(at)
    assert at.log()[1]["body"]["dice"] == dice
    assert at.problems() == ()


def test_what_the_server_threw_is_not_called_the_roll_of_who_has_the_seat_now(ledger_file: str) -> None:
    at = with_server_dice()
    thrown(at)
    at.enter("substitute", seat=1, name="Blue")
    (said, *_) = undo(at)["result"]["sentences"]
    assert said.startswith("The server's roll 1 in round 1 for seat 1 was taken back: ")
    assert "Blue" not in said
