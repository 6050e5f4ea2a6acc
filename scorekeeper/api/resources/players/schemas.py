"""Players: what is sent about them, and how they come back."""

from __future__ import annotations

from typing import Any, ClassVar

import marshmallow as ma

from scorekeeper.api.complaints import invalid, missing
from scorekeeper.api.fields import Flag, FlagText, Name, PageQuery, Request
from scorekeeper.api.shapes import Shape, flag, identity, moment, obj, page, text


class NewPlayer(Request):
    """A player."""

    name = Name("What the player is called.", required=True, error_messages=missing("say who it is."))


class PlayerChange(Request):
    """What is changed about a player; at least one of the fields."""

    judges_whole = True
    shape: ClassVar[Shape] = {"minProperties": 1}

    name = Name("What the player is called from now on.")
    archived = Flag(
        metadata={"description": "Whether the player is hidden from the list and the name free for others."}
    )

    @ma.validates_schema
    def _change_something(self, data: dict[str, Any], **_: Any) -> None:
        if not data:
            raise ma.ValidationError(
                invalid("must change something: the name, or whether the player is archived.")
            )


class PlayersQuery(PageQuery):
    """Which players."""

    archived = FlagText(
        load_default=False,
        metadata={
            "description": (
                "`true`: only archived players; `false`: only active ones. Left out: only active ones."
            )
        },
    )


SHAPES: dict[str, Shape] = {
    "Player": obj(
        "Somebody who plays at the table.",
        id=identity("player", "The player's id."),
        table_id=identity("table", "The table."),
        name=text("What the player is called."),
        archived=flag("Whether the player is hidden from the list."),
        created_at=moment("When the player came."),
    ),
    "PlayerPage": page("Player", "Players in the order in which they came."),
}
