"""The tables of what was put right. All of it follows from the amendments in the log."""

from __future__ import annotations

from typing import Final

from peewee import CompositeKey, ForeignKeyField, IntegerField, Model, TextField

from scorekeeper.storage.models import Game


class Rewrite(Model):
    """What an entry plays, where that is not what it says: it was corrected, or it is an amendment that
    brought in a play of its own.

    by: the amendment whose content this is; null where only the number of its roll moved. plays_before, rank:
    where an inserted play stands: before the entry of that number, and after the inserted ones of a lower
    rank; null: where its number puts it.
    """

    game = ForeignKeyField(Game, backref="rewrites", index=False)
    seq = IntegerField()
    by = IntegerField(null=True)
    plays_before = IntegerField(null=True)
    rank = IntegerField()
    kind = TextField()
    body = TextField()

    class Meta:
        table_name = "rewrites"
        primary_key = CompositeKey("game", "seq")
        without_rowid = True


class Amendment(Model):
    """What an amendment was answered with, beside the game: canonical JSON, names by their references."""

    game = ForeignKeyField(Game, backref="amendments", index=False)
    seq = IntegerField()
    answer = TextField()

    class Meta:
        table_name = "amendments"
        primary_key = CompositeKey("game", "seq")
        without_rowid = True


class DisputedTurn(Model):
    """A dispute: where it stands, the turn that it is about, and what was found when it was opened."""

    game = ForeignKeyField(Game, backref="disputes", index=False)
    number = IntegerField()
    status = TextField()
    round = IntegerField()
    roll_off = IntegerField()
    seat = IntegerField()
    opened_seq = IntegerField()
    closed_seq = IntegerField(null=True)
    body = TextField()

    class Meta:
        table_name = "disputes"
        primary_key = CompositeKey("game", "number")
        without_rowid = True


AMENDMENT_MODELS: Final[tuple[type[Model], ...]] = (Rewrite, Amendment, DisputedTurn)
