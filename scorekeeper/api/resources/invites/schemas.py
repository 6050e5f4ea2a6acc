"""Invites: what is sent about them, and how they come back."""

from __future__ import annotations

from typing import Final

from scorekeeper.api.complaints import missing
from scorekeeper.api.fields import FlagText, Name, Query, Request, Text, Whole, Word, said
from scorekeeper.api.resources.keys.schemas import HOLDER, player
from scorekeeper.api.shapes import Shape, identity, moment, obj, or_null, page, text, whole, word
from scorekeeper.ledger.invites import ALPHABET, GOOD_FOR, INVITED, LENGTH, PLACES, STATUSES

SHORTEST: Final = 60
LONGEST: Final = 30 * 24 * 60 * 60
"""How long an invite can last, in seconds."""
MOST_JOINS: Final = 100


class NewInvite(Request):
    """An invite for those who sit around the table, or for a screen."""

    role = Word(
        *INVITED,
        required=True,
        error_messages=missing(f"say what its keys may do: {', '.join(INVITED)}."),
        **said("What its keys may do: keep score, or read. Never what a host may."),
    )
    player_id = player()
    name = Name("What its keys are called, where a phone does not say what it is called.")
    expires_in = Whole(
        SHORTEST,
        LONGEST,
        load_default=GOOD_FOR,
        **said("It can be joined by for so many seconds from now."),
    )
    joins = Whole(1, MOST_JOINS, load_default=PLACES, **said("The most keys that it gives."))


class Joining(Request):
    """A code that somebody read out, or the token of a link."""

    code = Text(
        1,
        200,
        required=True,
        error_messages=missing("send the code, or the token of the link."),
        **said(
            f"The code of {LENGTH} letters and digits, in upper or lower case, with spaces and dashes as you "
            "like; or the token: what stands behind the `#` of the link."
        ),
    )
    name = Name("What the phone is called.")


class JoiningQuery(Query):
    """How somebody joins."""

    dry_run = FlagText(
        load_default=False,
        **said("`true`: say what the code opens, give no key, and take no place of the invite."),
    )


_CODE = text(f"The code to type: {LENGTH} letters and digits.", pattern=f"^[{ALPHABET}]{{{LENGTH}}}$")

SHAPES: dict[str, Shape] = {
    "Invite": obj(
        "What people join the table by.",
        id=identity("invite", "The invite's id: nobody joins by it."),
        status=word("`open`: it can be joined by.", *STATUSES),
        code=or_null(_CODE),
        url=or_null(
            text(
                "The page that joins, the token is behind the `#`. Null once it is over.",
                format="uri-reference",
            )
        ),
        role=word("What its keys may do.", *INVITED),
        player_id=or_null(identity("player", "The player whose seat alone its keys enter for.")),
        name=or_null(text("What its keys are called, where a phone does not say.")),
        joins=whole("The most keys that it gives.", 1, MOST_JOINS),
        joins_left=whole("How many more it gives.", 0, MOST_JOINS),
        created_at=moment("When it was made."),
        expires_at=moment("When it ends."),
        revoked_at=or_null(moment("When a host has taken it back.")),
    ),
    "InvitePage": page("Invite", "Invites, the newest first."),
    "Opened": obj(
        "What a code opens: the key that joining by it would give.",
        **{name: HOLDER[name] for name in ("table", "name", "role", "player_id")},
    ),
    "Joined": obj(
        "A key of the table that was joined.",
        **HOLDER,
        key=text("What opens the table: send it as `Authorization: Bearer <key>`. It is told this once."),
    ),
}
