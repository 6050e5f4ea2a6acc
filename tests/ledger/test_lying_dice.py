"""Where the server has thrown its dice lie for everybody, whoever has the seat and whatever is put right."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from scorekeeper import ledger
from scorekeeper.ledger import AmendmentRefused, ComputerDecides, Submission, record_batch
from scorekeeper.ledger.boards import look_at
from scorekeeper.ledger.fallen_dice import FallenDie
from scorekeeper.ledger.lying_dice import _are_among, _tell
from scorekeeper.ledger.server_marks import _mark, of_the_server
from scorekeeper.ledger.stretches import load_stretch
from scorekeeper.thinking.asked import analysis_about
from tests.ledger.amending import correct, redo, replace, undo
from tests.ledger.playing import At, answer_of
from tests.ledger.test_throws import thrown, throws, with_server_dice


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
    for put_right in (others(dice), in_another_order(dice)):
        assert code_of_amendment(at, replace={"seq": seq, "dice": put_right}) == "server-throw-stands"
    assert code_of_amendment(at, drop={"seq": seq}) == "server-throw-stands"
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
    assert said.startswith("The server's roll 1 in round 1 for Teal was taken back: ")
    assert "Blue" not in said
    (said, *_) = redo(at)["result"]["sentences"]
    assert said.startswith("The server's roll 1 in round 1 for Teal counts again: ")


def test_dice_that_a_person_entered_again_were_thrown_for_that_person(ledger_file: str) -> None:
    at, dice = handed_over()
    at.roll(1, 1, dice)
    (said, *_) = undo(at)["result"]["sentences"]
    assert said.startswith("The server's roll 1 in round 1 for Blue was taken back: ")


# The mark


def counted(at: At) -> tuple[list[int], list[int]]:
    """How often each face was thrown at the table, and by the server."""
    told = ledger.dice_of_game(at.author.table_id, at.game_id)
    table, server = (
        [face["count"] for face in told[who]["faces"]]
        for who in ("thrown_at_the_table", "thrown_by_the_server")
    )
    return table, server


def faces_of(dice: list[int]) -> list[int]:
    return [dice.count(face) for face in range(1, 7)]


def told_throws(at: At) -> list[tuple[bool, list[int]]]:
    """The server's throws: whether each counts, and its dice."""
    return [(each["effective"], each["dice"]) for each in throws(at)["throws"]]


NONE = [0] * 6


def test_a_roll_that_a_person_enters_on_the_servers_dice_is_marked_as_the_servers(ledger_file: str) -> None:
    at, dice = handed_over()
    throw = at.log()[1]["body"]
    recorded = at.roll(1, 1, in_another_order(dice))
    body = at.log()[-1]["body"]
    assert body == {name: throw[name] for name in body}
    assert (body["thrown_by"], body["dice"]) == ("server", dice)
    assert "computer" not in body
    assert answer_of(recorded)["result"]["sentences"][0].startswith("The server threw ")
    assert [(each["effective"], each["dice"]) for each in throws(at)["throws"]] == [
        (False, dice),
        (True, dice),
    ]
    assert counted(at) == (NONE, faces_of(dice))
    assert at.problems() == ()


def test_the_same_roll_sent_again_in_any_order_is_the_marked_one(ledger_file: str) -> None:
    at, dice = handed_over()
    at.roll(1, 1, in_another_order(dice), round=1, roll_off=0)
    version = at.version
    assert answer_of(at.roll(1, 1, in_another_order(dice), round=1, roll_off=0))["version"] == version
    assert at.version == version


def test_a_whole_turn_says_which_of_its_dice_lay_there(ledger_file: str) -> None:
    at, dice = handed_over(ruleset={"preset": "five-rounds", "turn": {"rolls": 1}})
    at.enter("turn", seat=1, round=1, roll_off=0, rolls=[{"dice": in_another_order(dice)}])
    assert at.log()[-1]["body"]["lying"] == [dice]
    assert [(each["effective"], each["dice"]) for each in throws(at)["throws"]] == [
        (False, dice),
        (True, dice),
    ]
    assert counted(at) == (NONE, faces_of(dice))
    undo(at)
    assert counted(at) == (NONE, NONE)
    redo(at)
    assert counted(at) == (NONE, faces_of(dice))
    assert at.problems() == ()


def test_the_roll_for_the_opener_is_marked_as_well(ledger_file: str) -> None:
    at, dice = handed_over(preset="critters")
    at.enter("start_roll", seat=1, attempt=1, dice=dice[::-1])
    assert at.log()[-1]["body"]["thrown_by"] == "server"
    assert counted(at) == (NONE, faces_of(dice))
    assert at.problems() == ()


def test_dice_that_a_person_throws_where_the_server_has_not_are_the_tables(ledger_file: str) -> None:
    at = with_server_dice()
    thrown(at)
    at.enter("substitute", seat=1, name="Blue")
    place = {name: at.game["next"][name] for name in ("seat", "round", "roll_off", "roll")}
    more = [1] * at.game["next"]["dice_counts"][0]
    at.enter("roll", dice=more, **place)
    assert "thrown_by" not in at.log()[-1]["body"]
    assert counted(at)[0] == faces_of(more)
    assert len(throws(at)["throws"]) == 1


def test_of_more_dice_than_lay_there_the_others_are_the_persons() -> None:
    lying = [FallenDie(face, 1, "nonce-of-ours") for face in (3, 1)]
    assert of_the_server([1, 2, 3], lying) == [3, 1]
    assert of_the_server([1], lying) == []
    assert _mark("roll", {"dice": [1, 2, 3]}, [lying]) == {"lying": [3, 1]}


def test_what_a_person_banked_of_them_can_be_put_right(ledger_file: str) -> None:
    dice: list[int] = []
    while 6 not in dice:
        at, dice = handed_over(preset="first-to-three")
    at.roll(1, 1, dice)
    replace(at, at.version, keep=[])
    assert at.log()[-2]["counts_as"]["body"]["thrown_by"] == "server"
    assert at.problems() == ()


def test_a_roll_of_more_dice_than_lay_there_is_counted_in_part(ledger_file: str) -> None:
    rolled: list[list[int]] = [[]]
    goes_on = False
    while 6 not in rolled[0] or not goes_on:
        at = with_server_dice(preset="first-to-three")
        thrown(at)
        rolled = [at.log()[-1]["body"]["dice"]]
        goes_on = at.game["next"]["seat"] == 1
    thrown(at)
    lay = at.log()[-1]["body"]["dice"]
    undo(at)
    undo(at)
    at.enter("substitute", seat=1, name="Blue")
    at.roll(1, 1, rolled[0], keep=[])
    others_dice = [1] * (5 - len(lay))
    at.roll(1, 2, [*others_dice, *lay], keep=[])
    body = at.log()[-1]["body"]
    assert body["lying"] == lay
    assert "thrown_by" not in body
    assert counted(at) == (faces_of(others_dice), faces_of([*rolled[0], *lay]))
    assert [each["dice"] for each in throws(at)["throws"] if each["effective"]] == [*rolled, lay]
    assert at.problems() == ()


def test_a_log_without_the_mark_is_as_good_and_its_dice_are_told_as_the_servers(
    ledger_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.ledger.server_marks._mark", lambda *_: {})
    at, dice = handed_over()
    at.roll(1, 1, in_another_order(dice))
    assert "thrown_by" not in at.log()[-1]["body"]
    assert counted(at) == (NONE, faces_of(dice))
    assert [each["effective"] for each in throws(at)["throws"]] == [False, True]
    assert at.problems() == ()


def test_the_analysis_is_told_that_the_server_threw_it(ledger_file: str) -> None:
    at, dice = handed_over()
    at.roll(1, 1, dice)
    board = look_at(at.author.table_id, at.game_id).board
    asked = analysis_about({}, ((item.seq, item.kind, item.body) for item in load_stretch(board, 0).plays()))
    assert [body.get("thrown_by") for _, _, body in asked["plays"]] == ["server"]
