"""Players: what is sent about them, and how they come back."""

from __future__ import annotations

from typing import ClassVar

from scorekeeper.api.fields import Flag, FlagText, Name, PageQuery, Request, missing
from scorekeeper.api.shapes import Shape, flag, identity, moment, obj, page, text


class NewPlayer(Request):
    """A player."""

    name = Name(
        required=True,
        error_messages=missing("say who it is."),
        metadata={"description": "What the player is called."},
    )


class PlayerChange(Request):
    """What is changed about a player; at least one of the fields."""

    shape: ClassVar[Shape] = {"minProperties": 1}

    name = Name(metadata={"description": "What the player is called from now on."})
    archived = Flag(
        metadata={"description": "Whether the player is hidden from the list and the name free for others."}
    )


class PlayersQuery(PageQuery):
    """Which players."""

    archived = FlagText(
        load_default=None,
        metadata={
            "description": "`true`: only archived players; `false`: only active ones. Left out: only active ones."
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
