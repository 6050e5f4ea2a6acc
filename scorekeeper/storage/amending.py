"""SQL for putting a game right, compiled once: a stretch of the log is read in a few statements, and each row
that changes is written by one."""

from __future__ import annotations

from typing import Any, Final

from peewee import JOIN, SQL

from scorekeeper.storage.amendments import Amendment, DisputedTurn, Rewrite
from scorekeeper.storage.models import Entry, EntryText, Round, Scorecard, Turn
from scorekeeper.storage.statements import Statement, insert_into, slot

LAST_SNAPSHOT: Final = Statement(
    lambda: (
        Round.select(Round.number, Round.state, Round.last_seq, Rewrite.plays_before, Rewrite.rank)
        .join(Rewrite, JOIN.LEFT_OUTER, on=((Rewrite.game == Round.game) & (Rewrite.seq == Round.last_seq)))
        .where((Round.game == slot("game")) & (Round.number < slot("number")))
        .order_by(Round.number.desc())
        .limit(SQL("1"))
    ),
    "game",
    "number",
)
"""The last round before one: its number, the state after it, and the place in the script where it ended."""

LOG_FROM: Final = Statement(
    lambda: (
        Entry.select(
            Entry.seq,
            Entry.kind,
            Entry.body,
            Entry.voided_by,
            Entry.seat,
            Entry.round,
            Entry.turn,
            Entry.place,
            Entry.told,
            Entry.entry_id,
            Entry.key,
        )
        .where((Entry.game == slot("game")) & (Entry.seq >= slot("first")))
        .order_by(Entry.seq)
    ),
    "game",
    "first",
)

BODY_OF_ENTRY: Final = Statement(
    lambda: Entry.select(Entry.body).where((Entry.game == slot("game")) & (Entry.seq == slot("seq"))),
    "game",
    "seq",
)

REWRITES_FROM: Final = Statement(
    lambda: (
        Rewrite.select(
            Rewrite.seq, Rewrite.by, Rewrite.plays_before, Rewrite.rank, Rewrite.kind, Rewrite.body
        )
        .where((Rewrite.game == slot("game")) & (Rewrite.seq >= slot("first")))
        .order_by(Rewrite.seq)
    ),
    "game",
    "first",
)

TURNS_AFTER: Final = Statement(
    lambda: Turn.select(Turn.number, Turn.round, Turn.roll_off, Turn.seat, Turn.body).where(
        (Turn.game == slot("game")) & (Turn.number > slot("number"))
    ),
    "game",
    "number",
)
ROUNDS_AFTER: Final = Statement(
    lambda: Round.select(Round.number, Round.body, Round.last_seq, Round.state).where(
        (Round.game == slot("game")) & (Round.number > slot("number"))
    ),
    "game",
    "number",
)


def _one_of(model: Any, key: str) -> Any:
    return (model.game == slot("game")) & (getattr(model, key) == slot(key))


SET_ENTRY: Final = Statement(
    lambda: Entry.update(
        {
            Entry.voided_by: slot("voided_by"),
            Entry.seat: slot("seat"),
            Entry.round: slot("round"),
            Entry.turn: slot("turn"),
            Entry.place: slot("place"),
            Entry.told: slot("told"),
        }
    ).where(_one_of(Entry, "seq")),
    *("voided_by", "seat", "round", "turn", "place", "told", "game", "seq"),
)
"""The projections of an entry; what was entered stays."""

DROP_REWRITE: Final = Statement(lambda: Rewrite.delete().where(_one_of(Rewrite, "seq")), "game", "seq")
DROP_TURN: Final = Statement(lambda: Turn.delete().where(_one_of(Turn, "number")), "game", "number")
DROP_ROUND: Final = Statement(lambda: Round.delete().where(_one_of(Round, "number")), "game", "number")

_REWRITE_COLUMNS: Final = ("game", "seq", "by", "plays_before", "rank", "kind", "body")
ADD_REWRITE: Final = Statement(insert_into(Rewrite, _REWRITE_COLUMNS), *_REWRITE_COLUMNS)

_AMENDMENT_COLUMNS: Final = ("game", "seq", "answer")
ADD_AMENDMENT: Final = Statement(insert_into(Amendment, _AMENDMENT_COLUMNS), *_AMENDMENT_COLUMNS)

_DISPUTE_COLUMNS: Final = ("game", "number", "status", "round", "roll_off", "seat", "opened_seq", "body")
ADD_DISPUTE: Final = Statement(insert_into(DisputedTurn, _DISPUTE_COLUMNS), *_DISPUTE_COLUMNS)

CLOSE_DISPUTE: Final = Statement(
    lambda: DisputedTurn.update(
        {DisputedTurn.status: slot("status"), DisputedTurn.closed_seq: slot("closed_seq")}
    ).where(_one_of(DisputedTurn, "number")),
    *("status", "closed_seq", "game", "number"),
)

ERASE_TEXT: Final = Statement(
    lambda: EntryText.update({EntryText.text: slot("text"), EntryText.salt: SQL("NULL")}).where(
        _one_of(EntryText, "seq") & (EntryText.field == slot("field"))
    ),
    *("text", "game", "seq", "field"),
)
"""Puts another text, or none, in the place of one that was entered, whose salt is gone from then on."""

SET_OPEN_DISPUTES: Final = Statement(
    lambda: Scorecard.update({Scorecard.open_disputes: slot("open_disputes")}).where(
        Scorecard.game == slot("game")
    ),
    "open_disputes",
    "game",
)
