"""The dice of a table or a game: which bias is asked about, and how the counts come back."""

from __future__ import annotations

import re
from typing import Any

from scorekeeper.api.complaints import invalid, messages
from scorekeeper.api.fields import Query, Text
from scorekeeper.api.shapes import Shape, face, identity, items, obj, or_null, ref, text, whole
from scorekeeper.ledger.dice import USUAL_BIAS
from scorekeeper.ledger.fairness import FEWEST, LEVEL, POWER

_PATTERN = r"^0\.(00[1-9]|0[1-9][0-9]?|[1-4][0-9]{0,2}|5)$"


class Bias(Text):
    """A bias in a query, written with a point: 0.001 to 0.5."""

    default_error_messages = messages(invalid=invalid("must be a share from 0.001 to 0.5, such as 0.02."))

    def __init__(self, **options: Any) -> None:
        super().__init__(1, 5, **options)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not re.fullmatch(_PATTERN, str(value)):
            raise self.make_error("invalid", input=value)
        return float(value)

    def _validate(self, value: Any) -> None:
        """It was judged as it was read."""


class DiceQuery(Query):
    """How large a bias is asked about."""

    bias = Bias(
        load_default=USUAL_BIAS,
        metadata={
            "description": "How much more often than one time in six a face would show, from 0.001 to 0.5.",
            "pattern": _PATTERN,
            "example": "0.02",
        },
    )


def _number(description: str, low: float = 0, high: float | None = None) -> Shape:
    bounds = {"minimum": low} if high is None else {"minimum": low, "maximum": high}
    return {"type": "number", **bounds, "description": description}


_BIAS = _number("The bias that was asked about.", 0.001, 0.5)
_COUNTS = {
    "rolls": whole("How many rolls were counted, those for the opener included.", 0),
    "dice": whole("How many dice were thrown in them.", 0),
    "faces": items(
        "How often each face showed.",
        obj(
            "A face.",
            face=face(),
            count=whole("How often it showed.", 0),
            expected=_number("How often it would in an even spread."),
        ),
        6,
        6,
    ),
    "test": or_null(ref("FairnessTest")),
    "reach": ref("FairnessReach"),
    "sentences": items("What the counts say, and what they can't, in words.", text("A sentence."), 1),
}
_OF_ALL = {
    "bias": _BIAS,
    "entries_waiting": whole(
        "How many entries are not counted yet, where there are very many; ask again, and they will be.", 0
    ),
    "thrown_at_the_table": ref("DiceCounts"),
    "sets": items(
        "The same by the name of the dice, where games were opened with a `dice_set`.", ref("DiceSetCounts")
    ),
    "thrown_by_the_server": ref("DiceCounts"),
}

SHAPES: dict[str, Shape] = {
    "FairnessTest": obj(
        f"Pearson's chi-square test of an even spread; null with fewer than {FEWEST} dice.",
        chi_square=_number("How far the counts are from an even spread."),
        degrees_of_freedom=whole("One less than a die has faces.", 1),
        p_value=_number("How often fair dice give counts as uneven as these, looked at once.", 0, 1),
        p_value_adjusted=_number(
            "A bound on the same for who looks at all sets of this answer at once with dice enough to be "
            "tested (Holm); of one set alone, the same.",
            0,
            1,
        ),
    ),
    "FairnessReach": obj(
        "What so many dice can show.",
        level=_number(f"How often the test suspects fair dice: {LEVEL}.", 0, 1),
        power=_number(f"How often it is to notice a bias that is there: {POWER}.", 0, 1),
        dice_needed=whole("How many dice must be thrown to notice the bias so often.", 1),
        rolls_needed=or_null(whole("About how many rolls that is, going by those so far.", 1)),
        power_now=_number("How often the dice thrown so far would have shown the bias.", 0, 1),
        smallest_bias=or_null(_number("The bias that they would have shown so often; null: none.", 0, 1)),
    ),
    "DiceCounts": obj("Faces that were thrown.", **_COUNTS),
    "DiceSetCounts": obj(
        "Faces that were thrown with one set of dice.",
        dice_set=or_null(text("What the dice are called; null for all that have no name.")),
        **_COUNTS,
    ),
    "TableDice": obj(
        "The dice of all games of a table, as far as entries count.",
        table_id=identity("table", "The table."),
        **_OF_ALL,
    ),
    "GameDice": obj(
        "The dice of a game, as far as entries count.", game_id=identity("game", "The game."), **_OF_ALL
    ),
}
