"""The faces that were thrown in each game, counted once; and what the server's own throws follow from."""

from __future__ import annotations

from typing import Any, Final

from peewee import JOIN, BooleanField, CompositeKey, ForeignKeyField, IntegerField, Model, TextField

from scorekeeper.storage.amendments import Amendment
from scorekeeper.storage.models import Entry, Game
from scorekeeper.storage.statements import Statement, slot


class DiceTally(Model):
    """How often each face was thrown in the entries of a game that count, up to the entry `version`.

    thrown_by: `table` or `server`. A game that was looked at has a row for each.
    """

    game = ForeignKeyField(Game, backref="dice_tallies", index=False)
    thrown_by = TextField()
    version = IntegerField()
    rolls = IntegerField()
    ones = IntegerField()
    twos = IntegerField()
    threes = IntegerField()
    fours = IntegerField()
    fives = IntegerField()
    sixes = IntegerField()

    class Meta:
        table_name = "dice_tallies"
        primary_key = CompositeKey("game", "thrown_by")
        without_rowid = True


class DiceSecret(Model):
    """What the server's dice of a game follow from, in hex; the entry `seq` has committed to it.

    is_told: the game was over since then, so that anybody could read it: it decides no new dice.
    """

    game = ForeignKeyField(Game, backref="dice_secrets", index=False)
    seq = IntegerField()
    secret = TextField()
    is_told = BooleanField(default=False)

    class Meta:
        table_name = "dice_secrets"
        primary_key = CompositeKey("game", "seq")
        without_rowid = True


class ServerThrow(Model):
    """A place of a game at which the server has thrown: the secret (by the entry that committed to it) and
    the nonce. It stays when the throw is taken back; another secret decides there only dice that had not
    fallen."""

    game = ForeignKeyField(Game, backref="server_throws", index=False)
    place = TextField()
    commitment = IntegerField()
    nonce = TextField()

    class Meta:
        table_name = "server_throws"
        primary_key = CompositeKey("game", "place", "commitment")
        without_rowid = True


DICE_MODELS: Final[tuple[type[Model], ...]] = (DiceTally, DiceSecret, ServerThrow)

_COUNTS: Final = ("rolls", "ones", "twos", "threes", "fours", "fives", "sixes")

PLACES_THROWN_AT: Final = Statement(
    lambda: ServerThrow.select(ServerThrow.place).where(ServerThrow.game == slot("game")), "game"
)
"""The places of a game at which the server has thrown."""

THROWN_BETWEEN: Final = Statement(
    lambda: (
        Entry.select(Entry.seq, Entry.kind, Entry.body, Amendment.answer)
        .join(Amendment, JOIN.LEFT_OUTER, on=((Amendment.game == Entry.game) & (Amendment.seq == Entry.seq)))
        .where((Entry.game == slot("game")) & (Entry.seq >= slot("first")) & (Entry.seq <= slot("last")))
    ),
    *("game", "first", "last"),
)
"""Entries with their numbers, what they say and, of amendments, what they changed."""


def _add_tally() -> Any:
    row = {getattr(DiceTally, name): slot(name) for name in ("game", "thrown_by", "version", *_COUNTS)}
    return DiceTally.insert(row).on_conflict_ignore()


ADD_TALLY: Final = Statement(_add_tally, *("game", "thrown_by", "version", *_COUNTS))
"""The first count of a game, unless there is one."""


def _raise_tally() -> Any:
    more = {getattr(DiceTally, name): getattr(DiceTally, name) + slot(name) for name in _COUNTS}
    raised = DiceTally.update({DiceTally.version: slot("version"), **more})
    is_it = (DiceTally.game == slot("game")) & (DiceTally.thrown_by == slot("thrown_by"))
    return raised.where(is_it & (DiceTally.version == slot("since")))


RAISE_TALLY: Final = Statement(_raise_tally, *("version", *_COUNTS, "game", "thrown_by", "since"))
"""What is added to a count, unless somebody else counted on since."""
