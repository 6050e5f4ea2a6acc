"""Dice that the server throws: what is asked for, and how all throws of a game come back."""

from __future__ import annotations

from typing import Any

import marshmallow as ma

from scorekeeper.api.complaints import invalid, missing
from scorekeeper.api.fields import GREATEST, Pattern, Request, Text, Whole, said
from scorekeeper.api.resources.entries.schemas import AboutItself, roll_off, round_number, seat
from scorekeeper.api.shapes import (
    HASH,
    NONCE,
    Shape,
    face,
    flag,
    identity,
    items,
    obj,
    or_null,
    text,
    whole,
)
from scorekeeper.ledger.revealing import ALGORITHM
from scorekeeper.rules.ruleset import MOST_ROLLS

_OF_ROLLS = frozenset({"round", "roll_off", "roll"})


class Nonce(Text):
    """A text that the table makes up for a throw."""

    def __init__(self, **options: Any) -> None:
        super().__init__(8, 64, **options)
        predicate = "must have 8 to 64 letters, digits, hyphens or underscores."
        self.validators = [Pattern(NONCE, error=invalid(predicate))]


class NewThrow(AboutItself, Request):
    """A throw to be made: of a roll, named by `round`, `roll_off` and `roll`, or for the opener, by
    `attempt`."""

    judges_whole = True

    seat = seat("is to roll")
    round = round_number()
    roll_off = roll_off()
    roll = Whole(1, MOST_ROLLS, **said("Which roll of the turn it is, numbered from 1."))
    attempt = Whole(1, GREATEST, **said("Which attempt it is, in a roll for the opener."))
    nonce = Nonce(
        required=True,
        error_messages=missing("make up a text that nobody can foresee."),
        metadata={
            "pattern": NONCE,
            "description": (
                "What the table adds to the throw: made up now, so that the server could not foresee it. The "
                "first one of a place stays."
            ),
        },
    )

    @ma.validates_schema
    def _name_a_place(self, data: dict[str, Any], **_: Any) -> None:
        named = data.keys() & {*_OF_ROLLS, "attempt"}
        if named not in (_OF_ROLLS, {"attempt"}):
            raise ma.ValidationError(
                invalid("must name the roll by round, roll_off and roll, or for the opener by attempt alone.")
            )


SHAPES: dict[str, Shape] = {
    "Throws": obj(
        "The server's throws of a game: all that a check needs. docs/computer-seats.md says how.",
        game_id=identity("game", "The game."),
        version=whole("The number of entries; the game's ETag.", 1),
        algorithm=text("What dice are made with.", const=ALGORITHM),
        commitments=items(
            "What the server has committed to, the first one first.",
            obj(
                "A commitment.",
                seq=whole("The entry that has it.", 1),
                commitment=text("The SHA-256 of the secret.", pattern=HASH),
                secret=or_null(text("The secret, in hex; null while the game is on.", pattern=HASH)),
            ),
        ),
        throws=items(
            "Every throw, the first one first, also those that were taken back. Where a person has entered "
            "dice that lay at a place, the entry is here with these, a whole turn once for each such roll.",
            obj(
                "A throw.",
                seq=whole("The entry.", 1),
                entry_id=text("Its id.", format="uuid"),
                place=text(
                    "Where it was made: `round.roll_off.seat.roll`, or `start.attempt.seat`.",
                    pattern=r"^(start|[0-9]+\.[0-9]+)\.[0-9]+\.[0-9]+$",
                ),
                commitment=whole(
                    "The entry that committed to the secret which it follows from. Dice that had fallen at "
                    "the place before stay, and follow from what they followed from then.",
                    1,
                ),
                nonce=text("What the table made up for it, when its last die fell first.", pattern=NONCE),
                dice=items("The faces.", face(), 1, 5),
                effective=flag("Whether it still counts."),
            ),
        ),
    ),
}
