"""What is asked about odds. How they come back is in `shapes`."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import marshmallow as ma

from scorekeeper.api.complaints import invalid, messages, missing
from scorekeeper.api.fields import (
    GREATEST,
    AsSent,
    Faces,
    Flag,
    Items,
    Part,
    Query,
    Request,
    Text,
    Whole,
    WholeText,
    Word,
    said,
)
from scorekeeper.api.resources.rulesets.schemas import HouseRules
from scorekeeper.api.shapes import face
from scorekeeper.rules import PRESETS
from scorekeeper.rules.ruleset import FIELDS, MOST_ROLLS, MOST_SEATS
from scorekeeper.rules.turn_state import CARGO_DICE, DICE, NEEDED
from scorekeeper.thinking.asked import OBJECTIVES

_OF_TURNS = {rule.name: rule for rule in FIELDS if rule.group == "turn"}
_MOST_CHIPS = 20_000_000
_MOST_TOTAL = 12 * 100


def _house_rule(name: str) -> Word:
    return Word(*_OF_TURNS[name].choices, **said(f"{_OF_TURNS[name].label}; the preset's if left out."))


class OddsQuery(Query):
    """Under which house rules a turn is played."""

    preset = Word(*PRESETS, **said("The preset whose turns are meant; the defaults if left out."))
    rolls = WholeText(1, MOST_ROLLS, **said("The number of rolls in a turn; the preset's if left out."))
    banking = _house_rule("banking")
    cargo_reroll = _house_rule("cargo_reroll")
    perfect_cargo = _house_rule("perfect_cargo")


class DiceText(Text):
    """Faces in a query: `6,5,3,2,1`."""

    default_error_messages = messages(
        invalid=invalid("must be 1 to 5 faces with commas between, such as 6,5,3,2,1.")
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(1, 2 * DICE, **options)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not re.fullmatch(r"[1-6](,[1-6]){0,4}", str(value)):
            raise self.make_error("invalid", input=value)
        return [int(face) for face in value.split(",")]

    def _validate(self, value: Any) -> None:
        """It was judged as it was read."""


_OBJECTIVE = said(
    "What the seat plays for: to win the game, to win the round, or the most points on average whatever the "
    "others do."
)


class AdviceQuery(Query):
    """What advice is asked for."""

    objective = Word(*OBJECTIVES, load_default=OBJECTIVES[0], **_OBJECTIVE)
    dice = DiceText(
        metadata={
            "description": "Dice that lie on the table and are not entered yet: what to bank of them?",
            "pattern": "^[1-6](,[1-6]){0,4}$",
        }
    )
    hold = WholeText(1, 6, **said("The cargo die that stayed, where one alone was rolled again."))

    @ma.validates_schema
    def _hold_needs_dice(self, data: dict[str, Any], **_: Any) -> None:
        if "hold" in data and "dice" not in data:
            raise ma.ValidationError(invalid("goes with dice only."), "hold")


class SeatDescribed(Request):
    """How a seat stands."""

    total = Whole(
        0,
        _MOST_TOTAL,
        load_default=None,
        **said("The sum of its cargo, what it scored in this round among it; left out, that alone."),
    )
    rounds_won = Whole(0, 100, load_default=0, **said("How many rounds it has won."))
    chips = Whole(
        -_MOST_CHIPS,
        _MOST_CHIPS,
        load_default=None,
        **said("Its chips, this round's ante paid; left out, as if nobody had won anything yet."),
    )
    left = Flag(
        load_default=False,
        **said(
            "Whether it has left, and is listed to tell where it sat: as the one that opened the round, from "
            "whose place the next opener is counted. Nothing else is said of it."
        ),
    )

    joining = Flag(
        load_default=False,
        **said(
            "Whether it waits to sit down, and plays from the next round on. It is listed after those that "
            "are in, and has nothing yet."
        ),
    )


class TurnDescribed(Request):
    """How the open turn stands."""

    rolls_used = Whole(0, MOST_ROLLS, load_default=0, **said("The rolls that were taken."))
    banked = Faces("What is banked: a first part of 6, 5, 4.", 0, len(NEEDED), load_default=list)
    cargo = Faces(
        "The two cargo dice, when 6, 5 and 4 are banked.", CARGO_DICE, CARGO_DICE, load_default=list
    )


class ThrowDescribed(Request):
    """Dice that lie on the table, and are not banked yet."""

    dice = Faces(
        "The faces that were thrown.",
        1,
        DICE,
        required=True,
        error_messages=missing("say what was thrown."),
    )
    hold = AsSent(face("The cargo die that stayed."))


class AdviceQuestion(Request):
    """A game that is played elsewhere, as far as advice needs it."""

    shape: ClassVar[dict[str, Any]] = {}

    ruleset = Part(HouseRules, load_default=dict, **said("The house rules; the defaults if left out."))
    objective = Word(*OBJECTIVES, load_default=OBJECTIVES[0], **_OBJECTIVE)
    seats = Items(
        Part(SeatDescribed),
        1,
        MOST_SEATS,
        required=True,
        error_messages=missing(
            "say who plays: an object for each seat, empty where nothing has happened yet."
        ),
        **said(
            "The seats that are in, clockwise, and the one that opened this round, if it has left; then "
            "those that wait for the next round (`joining`). Nothing need be said of one that has nothing "
            "yet."
        ),
    )
    order = Items(
        Whole(1, MOST_SEATS, **said("A seat.")),
        1,
        MOST_SEATS,
        load_default=None,
        **said("The seats of this pass in the order of play; left out, all that are in from seat 1 on."),
    )
    scores = Items(
        AsSent({"type": "integer", "minimum": 0, "maximum": 12, "description": "0, or 2 to 12."}),
        0,
        MOST_SEATS,
        load_default=list,
        **said("What those who have played in this pass scored, in the order of play."),
    )
    round = Whole(1, GREATEST, load_default=1, **said("The round, from 1."))
    roll_off = Whole(0, GREATEST, load_default=0, **said("0 in a round's first pass."))
    extra_round = Flag(load_default=False, **said("Whether this roll-off decides a game that ended level."))
    pace = Whole(
        1, MOST_ROLLS, load_default=None, **said("The rolls of who finished first, though it may have left.")
    )
    opener = Whole(
        1,
        MOST_SEATS,
        load_default=None,
        **said(
            "The seat that opened the round, though it may have left; left out, the first of `order`. To be "
            "said in a roll-off, unless all play it in the order of the round."
        ),
    )
    pot = Whole(0, _MOST_CHIPS, load_default=None, **said("The pot; left out, this round's antes."))
    gone = Whole(
        0,
        GREATEST,
        load_default=0,
        **said(
            "How many seats left or went out and are not listed: the rounds and chips of the others need not "
            "add up then."
        ),
    )
    turn = Part(
        TurnDescribed,
        load_default=lambda: {"rolls_used": 0, "banked": [], "cargo": []},
        **said("The open turn; left out, its first roll is due."),
    )
    thrown = Part(
        ThrowDescribed,
        load_default=None,
        **said("Dice that lie on the table: then what to bank of them is the question."),
    )
