"""Keys: what is sent about them, and how they come back."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import marshmallow as ma

from scorekeeper.api.complaints import invalid, missing
from scorekeeper.api.fields import Name, Request, Text, Whole, Word, said
from scorekeeper.api.shapes import Shape, identity, moment, obj, or_null, page, text, word
from scorekeeper.ledger import ROLES

SHORTEST: Final = 60
LONGEST: Final = 366 * 24 * 60 * 60
"""How long a key that ends can last, in seconds."""


def expiry(description: str, **options: Any) -> Whole:
    """A field that says how long a key lasts."""
    return Whole(SHORTEST, LONGEST, **said(description), **options)


def player() -> Text:
    """A field that names a player of the table."""
    return Text(1, 60, **said("For a scorer: the player whose seat alone the key enters for."))


class NewKey(Request):
    """A key for another device."""

    role = Word(
        *ROLES,
        required=True,
        error_messages=missing(f"say what the key may do: {', '.join(ROLES)}."),
        **said("What the key may do: everything, keep score, or read."),
    )
    name = Name("What its device is called.")
    player_id = player()
    expires_in = expiry("For so many seconds from now; left out: without an end.")


class KeyChange(Request):
    """What is changed about a key; at least one of the fields."""

    judges_whole = True
    shape: ClassVar[Shape] = {"minProperties": 1}

    name = Name("What its device is called from now on.")
    expires_in = expiry("It lasts for so many seconds from now on; null: without an end.", allow_none=True)

    @ma.validates_schema
    def _change_something(self, data: dict[str, Any], **_: Any) -> None:
        if not data:
            raise ma.ValidationError(invalid("must change something: the name, or how long the key lasts."))


class Recovery(Request):
    """The code that was shown when the table was made, or when it was last replaced."""

    recovery_code = Text(
        1,
        200,
        required=True,
        error_messages=missing("send the recovery code of the table."),
        **said("The recovery code. It stops, and the answer has another."),
    )
    name = Name("What the device is called that gets the key.")


_KEY = {
    "id": identity("key", "The key's id: not what opens something."),
    "name": or_null(text("What its device is called.")),
    "role": word("What it may do.", *ROLES),
    "player_id": or_null(identity("player", "The player whose seat alone it enters for.")),
    "invite_id": or_null(identity("invite", "The invite that it was made by.")),
    "created_at": moment("When it was made."),
    "last_used_at": or_null(moment("When it was last used, to some ten minutes.")),
    "expires_at": or_null(moment("When it ends.")),
    "revoked_at": or_null(moment("When it was taken back.")),
}
_TABLE = obj("The table.", id=identity("table", "Its id."), name=text("What it is called."))
_TEXT = text("What opens the table: send it as `Authorization: Bearer <key>`. It is told this once.")
_CODE = text("Write it down: it is what is left when every key is lost. It is told this once.")

HOLDER: dict[str, Shape] = {
    "id": _KEY["id"],
    "table": _TABLE,
    **{name: _KEY[name] for name in ("name", "role", "player_id", "expires_at")},
}
"""What the holder of a key is told about it."""

SHAPES: dict[str, Shape] = {
    "Key": obj("A key of a table, without what opens it.", **_KEY),
    "KeyPage": page("Key", "Keys in the order in which they were made, revoked ones included."),
    "GivenKey": obj(
        "A key with what opens the table.",
        **_KEY,
        key=_TEXT,
        optional={
            "watch_url": text(
                "For a viewer: the page for a screen on the wall, with the key behind the `#`.",
                format="uri-reference",
            )
        },
    ),
    "Holder": obj("The key that the request was sent with.", **HOLDER),
    "Recovered": obj(
        "A table's new host key and its new recovery code.",
        table=_TABLE,
        key_id=_KEY["id"],
        host_key=_TEXT,
        recovery_code=_CODE,
    ),
    "RecoveryCode": obj("A table's new recovery code.", recovery_code=_CODE),
}
