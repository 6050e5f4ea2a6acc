"""What is sent to open a game. How games come back is in `shapes`."""

from __future__ import annotations

from typing import Any

import marshmallow as ma

from scorekeeper.api.complaints import invalid, missing
from scorekeeper.api.fields import (
    Items,
    Name,
    OptionalBody,
    PageQuery,
    Part,
    Request,
    Text,
    Whole,
    Word,
    said,
)
from scorekeeper.api.resources.rulesets.schemas import TableRules
from scorekeeper.api.shapes import identity
from scorekeeper.ledger import SeatClaim
from scorekeeper.ledger.people import THROWERS, computer_of
from scorekeeper.ledger.planning import ADVICE
from scorekeeper.rules.ruleset import MOST_SEATS

PLAY_KINDS = ("start_roll", "roll", "stand", "turn", "score", "join", "leave", "defer", "abandon")
"""What the rules judge."""
AMENDMENT_KINDS = ("undo", "redo", "correction", "dispute", "ruling", "withdrawal")
"""What puts plays right, or doubts them."""
ENTRY_KINDS = ("open", *PLAY_KINDS, "rename", "substitute", *AMENDMENT_KINDS, "erasure")
GAME_STATUSES = ("rolling_for_opener", "playing", "finished", "abandoned")


def player_id(description: str) -> Text:
    """The id of a player of the table."""
    return Text(1, 60, metadata={"description": description, "pattern": identity("player", "")["pattern"]})


class Named(Request):
    """Somebody: a name, or a player of the table. One of the two."""

    # That one of two fields must be there is said in words, here and in other requests: makers of clients
    # read a `oneOf` beside `properties` as a value of any kind.
    judges_whole = True

    name = Name("A name. An active player's name is that player; another name is a new player.")
    player_id = player_id("A player of the table.")

    @ma.validates_schema
    def _name_one(self, data: dict[str, Any], **_: Any) -> None:
        if len(data.keys() & {"name", "player_id"}) != 1:
            raise ma.ValidationError(invalid("must have either a name or a player_id, and not both."))


class Computer(Request):
    """A computer that plays a seat as the advice says."""

    dice = Word(
        *THROWERS,
        required=True,
        error_messages=missing("say who throws its dice, the table or the server."),
        **said(
            "Who throws its dice: people at the table, who enter them as any others, or this server, when it "
            "is asked to (`POST /v1/games/{game_id}/throws`)."
        ),
    )


class Sitter(Named):
    """Who is to sit on a seat: a name, or a player of the table. One of the two."""

    computer = Part(Computer, **said("Given where the computer is to play the seat."))


class SeatClaims(Items):
    """Who sits where, clockwise from seat 1."""

    def __init__(self, **options: Any) -> None:
        super().__init__(Part(Sitter), 1, MOST_SEATS, **options)

    def _deserialize(self, value: Any, *args: Any, **options: Any) -> Any:
        sitters: list[Any] = super()._deserialize(value, *args, **options)
        return tuple(
            SeatClaim(sitter.get("name"), sitter.get("player_id"), computer_of(sitter)) for sitter in sitters
        )


class NewGame(Request):
    """A game to be opened."""

    ruleset = Part(
        TableRules,
        load_default=dict,
        **said("The house rules; the defaults if left out. The game keeps them."),
    )
    seats = SeatClaims(
        required=True,
        error_messages=missing("say who plays, clockwise."),
        **said("Who sits where, clockwise from seat 1."),
    )
    opener_seat = Whole(1, MOST_SEATS, **said("Who opens, where the house rules say that this is chosen."))
    entry = Word(
        "dice",
        "dice_or_score",
        load_default="dice",
        **said("What is entered: always the dice, or if wanted the score of a turn alone."),
    )
    dice_set = Name(
        "What the dice are called, so that each set is counted apart when their faces are tested."
    )
    advice = Word(
        *ADVICE,
        load_default="allowed",
        **said("Whether anybody at the table may ask what to do (`GET /v1/games/{game_id}/advice`)."),
    )


class Rematch(OptionalBody):
    """The next game of a series."""

    seats = SeatClaims(**said("Who plays, clockwise from seat 1; left out, those who sit now."))


class GamesQuery(PageQuery):
    """Which games."""

    status = Word(*GAME_STATUSES, **said("Only games with this status."))
