"""A table: what is sent to make one, and how it comes back."""

from __future__ import annotations

from scorekeeper.api.complaints import missing
from scorekeeper.api.fields import Name, Part, Request
from scorekeeper.api.resources.games.schemas import NewGame
from scorekeeper.api.shapes import Shape, identity, moment, obj, ref, text


class NewTable(Request):
    """A table, and if wanted its first game."""

    name = Name(
        "What the table is called.", required=True, error_messages=missing("say what the table is called.")
    )
    game = Part(NewGame, metadata={"description": "The first game, opened in the same breath."})


class TableChange(Request):
    """What is changed about a table."""

    name = Name(
        "What the table is called from now on.",
        required=True,
        error_messages=missing("say what the table is called from now on."),
    )


_TABLE = {
    "id": identity("table", "The table's id."),
    "name": text("What the table is called."),
    "created_at": moment("When it was made."),
}

SHAPES: dict[str, Shape] = {
    "Table": obj("The people who play together; everything they keep belongs to their table.", **_TABLE),
    "CreatedTable": obj(
        "A new table with its keys. They are shown this once.",
        **_TABLE,
        host_key=text("Opens the table and all that is below it: send it as `Authorization: Bearer <key>`."),
        recovery_code=text("Write it down: it is what is left when the key is lost."),
        optional={"game": ref("GameAfter")},
    ),
}
