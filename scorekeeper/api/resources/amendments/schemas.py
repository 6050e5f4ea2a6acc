"""What is sent to put a game right: which entry is meant, and what it should have been."""

from __future__ import annotations

from typing import Any, ClassVar

import marshmallow as ma

from scorekeeper.api.complaints import invalid, missing
from scorekeeper.api.fields import (
    GREATEST,
    EntryId,
    Flag,
    Items,
    Name,
    OptionalBody,
    Part,
    Request,
    Text,
    Whole,
    Word,
    said,
)
from scorekeeper.api.resources.entries.schemas import AboutItself, Throw, held, kept, roll_off, score, thrown
from scorekeeper.api.resources.games.schemas import player_id
from scorekeeper.api.shapes import Shape
from scorekeeper.ledger.composing import ON_CONFLICT
from scorekeeper.ledger.inserting import INSERTABLE
from scorekeeper.rules.ruleset import MOST_ROLLS, MOST_SEATS

_WHAT = ("replace", "drop", "insert")


class EntryNamed(Request):
    """An entry of the game, by its number or by its id. One of the two."""

    judges_whole = True

    seq = Whole(1, GREATEST, **said("The number of the entry in the game."))
    entry_id = EntryId(metadata={"format": "uuid", "description": "The id of the entry."})

    @ma.validates_schema
    def _name_one(self, data: dict[str, Any], **_: Any) -> None:
        if len(data.keys() & {"seq", "entry_id"}) != 1:
            raise ma.ValidationError(invalid("must have either a seq or an entry_id, and not both."))


class TakenBack(AboutItself, OptionalBody):
    """What is to be taken back."""

    target = Part(EntryNamed, **said("What is meant; left out, the last one."))


class Replacement(EntryNamed):
    """An entry, and what it should have said. What is left out stays as it is."""

    shape: ClassVar[Shape] = {"minProperties": 2}

    seat = Whole(1, MOST_SEATS, **said("The seat that it is of."))
    dice = thrown()
    keep = kept("The faces that are banked from it; null for all that can be banked.", allow_none=True)
    hold = held("The cargo die that stays; null for none.", allow_none=True)
    stand = Flag(allow_none=True, **said("Whether the player stood on it; null is as good as false."))
    rolls = Items(
        Part(Throw), 1, MOST_ROLLS, **said("The rolls of a whole turn, also where it had a score alone.")
    )
    score = score("The score of a turn, also where it had rolls.")


class Insertion(Request):
    """A play that was forgotten, and either the play before it or the one after it.

    It has the fields that it would have had as an entry of its kind.
    """

    judges_whole = True

    before = Part(EntryNamed, **said("The play that comes just after it."))
    after = Part(EntryNamed, **said("The play that comes just before it."))
    kind = Word(
        *INSERTABLE,
        required=True,
        error_messages=missing(f"say what was forgotten, one of {', '.join(INSERTABLE)}."),
        **said(
            "What was forgotten. `start_roll` has seat and dice; `roll` seat and dice, and if wanted keep, "
            "hold and stand; `stand`, `leave` and `defer` a seat; `turn` a seat, and rolls or a score; "
            "`join` a name or a player_id."
        ),
    )
    seat = Whole(1, MOST_SEATS, **said("The seat that it is of."))
    dice = thrown()
    keep = kept()
    hold = held()
    stand = Flag(**said("Whether the player stood on it."))
    rolls = Items(Part(Throw), 1, MOST_ROLLS, **said("The rolls of a whole turn."))
    score = score("The score of a turn alone.")
    name = Name("Who joined: an active player's name, or a new player's.")
    player_id = player_id("Who joined: a player of the table.")
    round = Whole(1, GREATEST, **said("The round it belongs to; left out, the one that is on at that place."))
    roll_off = roll_off()
    roll = Whole(1, MOST_ROLLS, **said("Which roll of the turn it is; refused unless it is that one."))
    attempt = Whole(1, GREATEST, **said("Which attempt a roll for the opener belongs to."))

    @ma.validates_schema
    def _place_it(self, data: dict[str, Any], **_: Any) -> None:
        if len(data.keys() & {"before", "after"}) != 1:
            raise ma.ValidationError(invalid("must have either before or after, and not both."))


def reason(**options: Any) -> Text:
    """Why something is done."""
    return Text(1, 500, **options, **said("Why, for the log. Needed where a game that is over changes."))


def on_conflict() -> Word:
    """What becomes of entries that no longer fit."""
    return Word(
        *ON_CONFLICT,
        load_default=ON_CONFLICT[0],
        **said(
            "What to do where entries that were made later no longer fit: `refuse`, and name them; "
            "`void_following`: from the first of them on no entry counts any more, but who came and who "
            "left, where that still fits."
        ),
    )


class NewCorrection(AboutItself, Request):
    """A correction: an entry is replaced or dropped, or a forgotten one is inserted. One of the three."""

    judges_whole = True

    replace = Part(Replacement, **said("An entry that should have said something else."))
    drop = Part(EntryNamed, **said("An entry that should not have been made."))
    insert = Part(Insertion, **said("An entry that was forgotten."))
    reason = reason()
    on_conflict = on_conflict()

    @ma.validates_schema
    def _say_one(self, data: dict[str, Any], **_: Any) -> None:
        if len(data.keys() & {*_WHAT}) != 1:
            raise ma.ValidationError(invalid("must have one of replace, drop and insert, and only one."))
