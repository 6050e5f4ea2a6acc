"""What the operator sends, and what comes back."""

from __future__ import annotations

from typing import Any, ClassVar

import marshmallow as ma

from scorekeeper.api.complaints import invalid, missing
from scorekeeper.api.fields import Flag, FlagText, PageQuery, Part, Request, Text, Whole, Word, said
from scorekeeper.api.shapes import Shape, identity, moment, obj, or_null, page, ref, text, whole, word
from scorekeeper.ledger.settings import CREATION, GREATEST_QUOTA

_NO_LIMIT = "null: no limit."
_QUOTAS = {
    "tables_per_address_per_day": "The tables that are made from one address on a day (UTC).",
    "games_per_table": "The games of a table.",
    "players_per_table": "The players of a table, archived ones included.",
    "house_rules_per_table": "The house rules that a table saves.",
    "keys_per_table": "The keys of a table that are not revoked.",
    "invites_per_table": "The invites of a table that can be joined by.",
    "keys_ever_per_table": "The keys of a table, revoked ones included.",
    "invites_ever_per_table": "The invites of a table, those that are over included.",
    "entries_per_game": "The entries of a game.",
}


def _quota(name: str) -> Whole:
    return Whole(0, GREATEST_QUOTA, allow_none=True, **said(f"{_QUOTAS[name]} {_NO_LIMIT}"))


class TablesQuery(PageQuery):
    """Which tables."""

    disabled = FlagText(
        load_default=None,
        **said("`true`: only tables that are disabled; `false`: only the others. Left out: all."),
    )


class AdminTableChange(Request):
    """Whether a table is disabled."""

    judges_whole = True

    disabled = Flag(
        required=True,
        error_messages=missing("say whether the table is disabled."),
        **said("`true`: none of the table's keys opens it; `false`: they do again."),
    )
    reason = Text(1, 500, **said("What its people are told. With `disabled: true` alone."))

    @ma.validates_schema
    def _reason_is_for_closing(self, data: dict[str, Any], **_: Any) -> None:
        if "reason" in data and data.get("disabled") is False:
            raise ma.ValidationError({"reason": [invalid("goes with disabled: true alone.")]})


class QuotasChange(Request):
    """The quotas that change; those that are left out stay as they are."""

    tables_per_address_per_day = _quota("tables_per_address_per_day")
    games_per_table = _quota("games_per_table")
    players_per_table = _quota("players_per_table")
    house_rules_per_table = _quota("house_rules_per_table")
    keys_per_table = _quota("keys_per_table")
    invites_per_table = _quota("invites_per_table")
    keys_ever_per_table = _quota("keys_ever_per_table")
    invites_ever_per_table = _quota("invites_ever_per_table")
    entries_per_game = _quota("entries_per_game")


class SettingsChange(Request):
    """What is settled anew; at least one of the fields."""

    judges_whole = True
    shape: ClassVar[Shape] = {"minProperties": 1}

    table_creation = Word(*CREATION, **said("`closed`: the operator alone makes tables."))
    quotas = Part(QuotasChange, **said("The quotas that change."))

    @ma.validates_schema
    def _change_something(self, data: dict[str, Any], **_: Any) -> None:
        if not data:
            raise ma.ValidationError(invalid("must change something: table_creation, or quotas."))


SHAPES: dict[str, Shape] = {
    "AdminTable": obj(
        "A table as the operator sees it: how much it holds, and nothing of what is played.",
        id=identity("table", "The table's id."),
        name=text("What the table is called."),
        created_at=moment("When it was made."),
        games=whole("Its games.", 0),
        entries=whole("The entries of all its games.", 0),
        players=whole("Its players, archived ones included.", 0),
        keys=whole("Its keys that are not revoked.", 0),
        last_entry_at=or_null(moment("When the last entry was recorded; null where there is none.")),
        disabled_at=or_null(moment("Since when it is disabled; null: it is not.")),
        disabled_reason=or_null(text("What its people are told.")),
    ),
    "AdminTablePage": page("AdminTable", "Tables in the order in which they were made."),
    "Settings": obj(
        "What the operator settled for the whole server.",
        table_creation=word("`closed`: the operator alone makes tables.", *CREATION),
        quotas=ref("Quotas"),
    ),
    "Quotas": obj(
        f"The most of everything; {_NO_LIMIT}",
        **{name: or_null(whole(description, 0)) for name, description in _QUOTAS.items()},
    ),
}
