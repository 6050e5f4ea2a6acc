"""What is sent about a dispute: what is doubted, what is claimed, and how it is settled."""

from __future__ import annotations

from typing import Any, ClassVar

import marshmallow as ma

from scorekeeper.api.complaints import invalid, missing
from scorekeeper.api.fields import (
    GREATEST,
    MOST_DICE,
    AsSent,
    Faces,
    Flag,
    Items,
    OptionalBody,
    PageQuery,
    Part,
    Request,
    Text,
    Whole,
    Word,
    said,
)
from scorekeeper.api.resources.amendments.schemas import EntryNamed, on_conflict, reason
from scorekeeper.api.resources.entries.schemas import AboutItself, Throw, score
from scorekeeper.api.shapes import Shape, whole
from scorekeeper.ledger.dispute_list import STATUSES
from scorekeeper.ledger.ruling import DECISIONS
from scorekeeper.rules.ruleset import MOST_ROLLS

MOST_CLAIMED = 20
"""So many rolls can be claimed; more than any turn has, so that the verdict can say what is wrong."""
_GREATEST_NUMBER = 2**53
_SUBJECTS = ("turn", "entry")
_CLAIMS = ("rolls", "roll", "score")


def _number(description: str) -> Shape:
    """Any whole number: the verdict says whether a die can show it, or a turn can score it."""
    return whole(description, -_GREATEST_NUMBER, _GREATEST_NUMBER)


def _faces(description: str, **options: Any) -> Faces:
    """Claimed dice; what no die shows is accepted, and the verdict says so."""
    return Faces(description, 0, MOST_DICE, of=_number("A face."), **options)


class ClaimedThrow(Request):
    """A roll, as somebody remembers it."""

    dice = _faces(
        "The faces that were thrown.", required=True, error_messages=missing("say what was thrown.")
    )
    keep = _faces("The faces that were banked from it; left out, all that can be banked.")
    hold = AsSent(_number("The cargo die that stayed."))


class NewClaim(Request):
    """What a turn was instead: its rolls, one of its rolls, or its score. One of the three.

    It may break rules: the verdict says which.
    """

    judges_whole = True
    shape: ClassVar[Shape] = {
        "dependentRequired": {"roll": ["dice"], "dice": ["roll"], "keep": ["roll"], "hold": ["roll"]},
    }

    rolls = Items(Part(ClaimedThrow), 1, MOST_CLAIMED, **said("All rolls of the turn."))
    roll = Whole(1, MOST_CLAIMED, **said("The number of the roll that was otherwise; the others stay."))
    dice = _faces("The faces that were thrown in that roll.")
    keep = _faces("The faces that were banked from that roll; left out, all that can be banked.")
    hold = AsSent(_number("The cargo die that stayed in that roll."))
    stand = Flag(**said("Whether the player stood after the last roll; left out with `roll`, as recorded."))
    score = AsSent(_number("The score alone."))

    @ma.validates_schema
    def _claim_one(self, data: dict[str, Any], **_: Any) -> None:
        if len(data.keys() & {*_CLAIMS}) != 1:
            raise ma.ValidationError(
                invalid("must have the rolls of the turn, or one roll of it, or its score.")
            )
        for name in ("dice", "keep", "hold"):
            if name in data and "roll" not in data:
                raise ma.ValidationError(invalid("goes with roll only."), name)
        if "roll" in data and "dice" not in data:
            raise ma.ValidationError(missing("say what was thrown.")["required"], "dice")
        if "score" in data and "stand" in data:
            raise ma.ValidationError(invalid("goes with rolls only."), "stand")


class NewDispute(AboutItself, Request):
    """A doubt about a turn: its number or an entry of it, one of the two, and a claim, or words, or both."""

    judges_whole = True

    turn = Whole(1, GREATEST, **said("The turn's number in the game; it may be the open one."))
    entry = Part(EntryNamed, **said("An entry of the turn, in place of its number."))
    claim = Part(NewClaim, **said("What it was instead."))
    words = Text(1, 500, **said("Why it is doubted."))

    @ma.validates_schema
    def _say_what(self, data: dict[str, Any], **_: Any) -> None:
        if len(data.keys() & {*_SUBJECTS}) != 1:
            raise ma.ValidationError(invalid("must have either a turn or an entry of it, and not both."))
        if not data.keys() & {"claim", "words"}:
            raise ma.ValidationError(
                missing("say what it was instead, or in words why it is doubted.")["required"], "claim"
            )


class NewRuling(AboutItself, Request):
    """How a dispute is settled.

    `stands`: what is recorded counts. `corrected`: the turn was what is said here, or else what was claimed.
    `replay_turn`: the turn is played again.
    """

    judges_whole = True
    shape: ClassVar[Shape] = {"dependentSchemas": {"score": {"properties": {"rolls": False, "stand": False}}}}

    decision = Word(
        *DECISIONS,
        required=True,
        error_messages=missing(f"say one of {', '.join(DECISIONS)}."),
        **said(
            "`stands`: what is recorded counts. `corrected`: the turn was what is said here, or else what "
            "was claimed. `replay_turn`: it is played again, as long as it is the latest one."
        ),
    )
    rolls = Items(Part(Throw), 1, MOST_ROLLS, **said("The rolls of the turn, where it is corrected."))
    stand = Flag(**said("Whether the player stood after the last roll."))
    score = score("The score of the turn alone, where it is corrected.")
    reason = reason()
    on_conflict = on_conflict()

    @ma.validates_schema
    def _say_one(self, data: dict[str, Any], **_: Any) -> None:
        for name in ("rolls", "stand"):
            if name in data and "score" in data:
                raise ma.ValidationError(invalid("does not go with a score."), name)


class NewWithdrawal(AboutItself, OptionalBody):
    """The end of a doubt."""

    reason = Text(1, 500, **said("Why, for the log."))


class DisputesQuery(PageQuery):
    """Which disputes."""

    status = Word(*STATUSES, **said("Only disputes with this status."))
