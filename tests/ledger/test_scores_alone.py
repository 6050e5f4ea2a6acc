"""A score alone names no roll: after the first roll of its turn the rules refuse it, and say why."""

from __future__ import annotations

import pytest

from scorekeeper.ledger import AlreadyRecorded, EntryRefused
from tests.ledger.playing import At, open_table

BUST = [1, 1, 2, 3, 3]


@pytest.fixture
def scored(ledger_file: str) -> At:
    return open_table({"preset": "five-rounds"}, "Red", "Blue", entry="dice_or_score")


def codes(at: At, **score: int) -> list[str]:
    before = at.game
    with pytest.raises(EntryRefused) as refused:
        at.enter("turn", **score)
    assert at.game == before
    return [violation.code for violation in refused.value.violations]


def test_a_score_after_the_first_roll_of_its_turn_is_not_allowed(scored: At) -> None:
    scored.roll(1, 1, BUST, round=1, roll_off=0)
    assert codes(scored, seat=1, round=1, roll_off=0, score=7) == ["score-not-allowed"]


def test_a_score_of_a_turn_that_was_rolled_comes_after_the_turns_end(scored: At) -> None:
    scored.roll(1, 1, [6, 5, 4, 3, 4], round=1, stand=True)
    assert codes(scored, seat=1, round=1, score=7) == ["turn-over"]
    scored.roll(2, 1, BUST, round=1)
    assert codes(scored, seat=1, round=1, score=7) == ["not-your-turn"]


def test_another_score_of_a_turn_that_was_scored_is_a_conflict(scored: At) -> None:
    scored.enter("turn", seat=1, round=1, score=7)
    with pytest.raises(AlreadyRecorded):
        scored.enter("turn", seat=1, round=1, score=8)
    assert scored.enter("turn", seat=1, round=1, score=7).already_recorded


def test_a_score_alone_is_marked_beside_the_cargo_of_its_pass(scored: At) -> None:
    scored.enter("turn", seat=1, round=1, score=7)
    assert scored.game["round"]["cargo"] == [
        {"seat": 1, "score": 7, "unverified": True},
        {"seat": 2, "score": None, "unverified": False},
    ]
