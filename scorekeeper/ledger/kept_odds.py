"""Odds that are kept once they were worked out: tables by their names, bounded in number and size.

They are a help and no more. A table that can't be kept is worked out again, one that was not of use for
longest goes first, and whoever reads one looks at it before it is believed. Damage of any kind, also such
that the database can't read it, is as if nothing had been kept; what is worked out anew takes its place.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from peewee import fn

from scorekeeper import storage
from scorekeeper.ledger.ids import now
from scorekeeper.ledger.seals import sealed, unsealed
from scorekeeper.storage.analyses import OddsTable
from scorekeeper.storage.queries import first_row, readable, values
from scorekeeper.thinking import client
from scorekeeper.thinking.asked import EDITION, Answer, Question

MOST_TABLES: Final = 500
MOST_TEXT: Final = 32_000_000
"""So many characters all of them have at the most."""


class KeptTables:
    """The tables of the database, for `client.ask`."""

    def find(self, name: str) -> str | None:
        """A table of this edition, which now has been of use; None where there is none."""
        text = known_table(name)
        if text is not None:
            with suppress(storage.Unavailable), storage.write():
                OddsTable.update(used_at=now()).where(OddsTable.question == name).execute()
        return text

    def keep(self, name: str, text: str) -> None:
        """Keep a table, unless the database can't be had."""
        with suppress(storage.Unavailable):
            keep_table(name, text)


TABLES: Final = KeptTables()


def ask(question: Question, wait: float) -> Answer | None:
    """As `client.ask`, with the tables of the database."""
    return client.ask(question, wait, TABLES)


def known_table(name: str) -> str | None:
    """A table of this edition, as it was kept; None where there is none."""
    query = OddsTable.select().where((OddsTable.question == name) & (OddsTable.edition == EDITION))
    row = readable(lambda: first_row(query))
    return None if row is None else unsealed(name, row["body"])


def keep_table(name: str, text: str) -> None:
    """Keep a table in the place of an older one, and let go of what is too much then."""
    if len(text) > MOST_TEXT:
        return
    kept = {
        OddsTable.question: name,
        OddsTable.edition: EDITION,
        OddsTable.body: sealed(name, text),
        OddsTable.used_at: now(),
    }
    with storage.write():
        OddsTable.insert(kept).on_conflict(conflict_target=[OddsTable.question], update=kept).execute()
        _let_go(name)


def _let_go(newest: str) -> None:
    """Delete what other editions found, and beyond the bounds what was not of use for longest; all but the
    newest where a name is damaged, since they can't be told apart then."""
    OddsTable.delete().where(OddsTable.edition != EDITION).execute()
    query = OddsTable.select(OddsTable.question, fn.LENGTH(OddsTable.body).coerce(False))
    listed = readable(lambda: values(query.order_by(OddsTable.used_at.desc())))
    if listed is None:
        OddsTable.delete().where(OddsTable.question != newest).execute()
        return
    text = 0
    for number, (name, length) in enumerate(listed):
        text += length
        if number >= MOST_TABLES or text > MOST_TEXT:
            OddsTable.delete().where(OddsTable.question == name).execute()
