"""What the referee is asked, and what the referee says."""

from __future__ import annotations

from scorekeeper.api.complaints import missing
from scorekeeper.api.fields import MOST_DICE, AsSent, Faces, Flag, Items, Part, Request, Whole
from scorekeeper.api.resources.rulesets.schemas import HouseRules
from scorekeeper.api.shapes import Shape, anything, face, flag, items, obj, or_null, ref, text, whole, word
from scorekeeper.rules.ruleset import MOST_ROLLS
from scorekeeper.rules.turn_state import CARGO_DICE, NEEDED

MOST_JUDGED = 20
"""So many rolls are judged; more than any turn has, so that the referee can say what is wrong."""


def _house_rules() -> Part:
    return Part(
        HouseRules, load_default=dict, metadata={"description": "The house rules; the defaults if left out."}
    )


class JudgedThrow(Request):
    """A roll of a turn."""

    dice = Faces(
        "The faces that were thrown.",
        0,
        MOST_DICE,
        required=True,
        error_messages=missing("say what was thrown."),
    )
    keep = Faces("The faces that are banked from this roll; left out, all that can be banked.", 0, MOST_DICE)
    hold = AsSent(face("The cargo die that stays when only the other one is rolled again."))


class JudgedRoll(JudgedThrow):
    """A roll, and the turn as it stood before it."""

    ruleset = _house_rules()
    rolls_used = Whole(
        0, MOST_ROLLS, load_default=0, metadata={"description": "The rolls of the turn before this one."}
    )
    banked = Faces(
        "The faces that were banked before it: a first part of 6, 5, 4.", 0, len(NEEDED), load_default=list
    )
    cargo = Faces(
        "The two cargo dice before it, when 6, 5 and 4 are banked.", CARGO_DICE, CARGO_DICE, load_default=list
    )


class JudgedTurn(Request):
    """A whole turn."""

    ruleset = _house_rules()
    rolls = Items(
        Part(JudgedThrow),
        1,
        MOST_JUDGED,
        required=True,
        error_messages=missing("list the rolls of the turn."),
        metadata={"description": "The rolls in their order."},
    )
    stand = Flag(
        load_default=False, metadata={"description": "Whether the player stood after the last roll."}
    )
    pace = Whole(
        1,
        MOST_ROLLS,
        load_default=None,
        metadata={"description": "The rolls that the round's pace allows, under `turn.pace: opener`."},
    )


_VERDICT = word(
    "What the referee says; a roll after an illegal one is not judged.", "legal", "illegal", "not judged"
)
_VIOLATIONS = items("Everything that is wrong with it.", ref("Violation"))

SHAPES: dict[str, Shape] = {
    "Violation": obj(
        "One broken rule.",
        pointer=text("A JSON pointer to what is wrong in the request."),
        code=text("The code, which has a page under /problems."),
        detail=text("What is wrong here."),
        rule=text("The rule in one sentence."),
        source=text("The text that the rule comes from, S0 to S4, or `rules`."),
        optional={"legal": ref("Legal"), "params": ref("ViolationParams")},
    ),
    "ViolationParams": obj(
        "The seats that `detail` speaks of by their numbers, besides `legal.seat`, and why: an app that "
        "knows the players tells it with their names.",
        optional={
            "seat": whole("The seat that cannot do it.", 1),
            "opener": whole("The seat that opened the game already.", 1),
            "status": word("What that seat is, where it is not in.", "out", "left", "joining"),
            "reason": word("Why it cannot play later.", "rolled", "deferred", "played", "sits-out", "last"),
        },
    ),
    "Legal": anything(
        "What would have been legal, by the name of the field, such as `dice_counts` or `keep`."
    ),
    "JudgedState": obj(
        "Where a turn stands.",
        rolls_used=whole("The rolls taken.", 0, MOST_ROLLS),
        rolls_left=whole("The rolls that may still be taken.", 0, MOST_ROLLS),
        banked=items("The banked faces, in the order 6, 5, 4.", face(), 0, len(NEEDED)),
        cargo=or_null(
            items("The two cargo dice; null before the crew is complete.", face(), CARGO_DICE, CARGO_DICE)
        ),
        over=flag("Whether the turn has ended."),
        bust=flag("Whether it ended without a full crew."),
        score=or_null(whole("The turn's score, 0 or 2 to 12; null while it goes on.", 0, 12)),
        dice_counts=items("How many dice the next roll may have.", whole("A number of dice.", 1, 5)),
        can_stand=flag("Whether the player may stand now."),
        hold=items("The cargo dice that can be held when one alone is rolled again.", face()),
    ),
    "RollVerdict": obj(
        "The verdict on one roll.",
        verdict=_VERDICT,
        bankable=items("All that the roll could bank, in the order 6, 5, 4; empty unless legal.", face()),
        kept=items("What it banked; empty unless legal.", face()),
        turn=or_null(ref("JudgedState")),
        violations=_VIOLATIONS,
    ),
    "TurnVerdict": obj(
        "The verdict on a turn.",
        legal=flag("Whether every roll and the stand are legal."),
        rolls=items("The verdict on each roll.", ref("RollVerdict")),
        stand=items(
            "What is wrong with standing; empty where it is legal, not claimed or not judged.",
            ref("Violation"),
        ),
        turn=ref("JudgedState"),
        score=or_null(whole("The score if every legal roll stands; null while the turn is not over.", 0, 12)),
    ),
}
