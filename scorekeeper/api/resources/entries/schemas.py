"""What is sent to enter something in a game: dice, seats, its end."""

from __future__ import annotations

from typing import Any, ClassVar

import marshmallow as ma

from scorekeeper.api.complaints import invalid, missing
from scorekeeper.api.fields import (
    GREATEST,
    AsSent,
    EntryId,
    Faces,
    Flag,
    FlagText,
    Items,
    Moment,
    Name,
    OptionalBody,
    Part,
    Query,
    Request,
    Text,
    Whole,
    said,
)
from scorekeeper.api.resources.games.schemas import Named, Sitter, player_id
from scorekeeper.api.shapes import Shape, face
from scorekeeper.rules.flow import START_DICE
from scorekeeper.rules.ruleset import MOST_ROLLS, MOST_SEATS
from scorekeeper.rules.turn_state import DICE, NEEDED


class AboutItself:
    """What every entry may say about itself."""

    entry_id = EntryId(
        metadata={
            "format": "uuid",
            "description": (
                "A UUID that the client makes up, one for each entry. Sent again, it records nothing twice."
            ),
        }
    )
    entered_at = Moment(
        metadata={
            "format": "date-time",
            "description": "When it was entered, by the client's clock. Kept, and never relied on.",
        }
    )


def seat(who: str) -> Whole:
    """The seat that an entry is of."""
    return Whole(
        1,
        MOST_SEATS,
        required=True,
        error_messages=missing(f"say which seat {who}."),
        **said(f"The seat that {who}."),
    )


def round_number(**options: Any) -> Whole:
    """The round that an entry belongs to."""
    return Whole(
        1, GREATEST, **options, **said("The round it belongs to; refused unless it is the one being played.")
    )


def roll_off(**options: Any) -> Whole:
    """The roll-off that an entry belongs to."""
    return Whole(0, GREATEST, **options, **said("The roll-off it belongs to, 0 in a round's first pass."))


def thrown(**options: Any) -> Faces:
    """The dice of a roll."""
    return Faces("The faces that were thrown, in any order.", 1, DICE, **options)


def thrown_now() -> Faces:
    """The dice of a roll that must say them."""
    return thrown(required=True, error_messages=missing("say what was thrown."))


def kept(
    description: str = "The faces that are banked from this roll; left out, all that can be banked.",
    **options: Any,
) -> Faces:
    """What is banked from a roll."""
    return Faces(description, 0, len(NEEDED), **options)


def held(
    description: str = "The cargo die that stays when only the other one is rolled again.", **options: Any
) -> AsSent:
    """The cargo die that stays."""
    return AsSent(face(description), **options)


def score(description: str) -> AsSent:
    """The score of a turn."""
    return AsSent({"type": "integer", "minimum": 0, "maximum": 12, "description": description})


class NewStartRoll(AboutItself, Request):
    """A roll for the opener."""

    seat = seat("rolled")
    attempt = Whole(
        1,
        GREATEST,
        required=True,
        error_messages=missing("say which attempt it is, 1 unless seats were tied."),
        **said("Which attempt it is, 1 unless seats were tied."),
    )
    dice = Faces(
        "The faces that were thrown.",
        START_DICE,
        START_DICE,
        required=True,
        error_messages=missing("say what was thrown."),
    )


class NewRoll(AboutItself, Request):
    """A roll."""

    seat = seat("rolled")
    roll = Whole(
        1,
        MOST_ROLLS,
        required=True,
        error_messages=missing("say which roll of the turn it is, 1 for the first."),
        **said("Which roll of the turn it is, numbered from 1."),
    )
    dice = thrown_now()
    keep = kept()
    hold = held()
    stand = Flag(**said("Whether the player stands on this roll."))
    round = round_number()
    roll_off = roll_off()


class NewStand(AboutItself, Request):
    """The end of a turn with the cargo as it lies."""

    seat = seat("stands")
    roll = Whole(
        1,
        MOST_ROLLS,
        required=True,
        error_messages=missing("say which roll the player stands on."),
        **said("The roll that the player stands on."),
    )
    round = round_number()
    roll_off = roll_off()


class Throw(Request):
    """One roll of a whole turn."""

    dice = thrown_now()
    keep = kept()
    hold = held()


class NewTurn(AboutItself, Request):
    """A whole turn at once: its rolls, or its score alone. One of the two."""

    judges_whole = True
    shape: ClassVar[Shape] = {"dependentRequired": {"stand": ["rolls"]}}

    seat = seat("played")
    round = round_number(required=True, error_messages=missing("say which round it is."))
    roll_off = roll_off()
    rolls = Items(Part(Throw), 1, MOST_ROLLS, **said("The rolls in their order."))
    stand = Flag(**said("Whether the player stood after the last roll."))
    score = score("The score alone: 0, or 2 to 12.")

    @ma.validates_schema
    def _say_one(self, data: dict[str, Any], **_: Any) -> None:
        if len(data.keys() & {"rolls", "score"}) != 1:
            raise ma.ValidationError(
                invalid("must have either the rolls of the turn or its score, and not both.")
            )
        if "stand" in data and "rolls" not in data:
            raise ma.ValidationError(invalid("goes with rolls only."), "stand")


class NewSeat(AboutItself, Sitter):
    """Somebody who joins late: a name, or a player of the table. One of the two."""


class SeatChange(AboutItself, Named):
    """What is changed about a seat: the name that it shows, or the player who sits there. One of the two."""

    name = Name("The name that the seat shows from now on.")
    player_id = player_id("The player who sits there from now on, with all that the seat has.")


class SeatEntry(AboutItself, OptionalBody):
    """An entry that the address says everything about."""


class Abandonment(AboutItself, OptionalBody):
    """The end of a game that nobody wins."""

    reason = Text(1, 500, **said("Why, for the log."))


class EntryQuery(Query):
    """How an entry is taken."""

    dry_run = FlagText(
        load_default=False, **said("`true`: judge it, answer as if it were recorded, and record nothing.")
    )
