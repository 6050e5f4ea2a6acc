"""Analyses of games: what was worked out once is kept for as long as the game stays as it is."""

from __future__ import annotations

from typing import Final

from peewee import BigIntegerField, ForeignKeyField, IntegerField, Model, TextField

from scorekeeper.storage.models import Game


class Analysis(Model):
    """What was found in a game at a version, as JSON; `edition` says by which way of working it out."""

    game = ForeignKeyField(Game, primary_key=True, backref="analysis")
    version = IntegerField()
    edition = IntegerField()
    body = TextField()

    class Meta:
        table_name = "analyses"


class OddsTable(Model):
    """Odds that were worked out once, by what was asked, for as long as the edition is the same: the odds of
    a turn, and solved games.

    body: a SHA-256 and the text. used_at: when it was kept, or last read by a process that works odds out.
    """

    question = TextField(primary_key=True)
    edition = IntegerField()
    body = TextField()
    used_at = BigIntegerField()

    class Meta:
        table_name = "odds_tables"


ANALYSIS_MODELS: Final[tuple[type[Model], ...]] = (Analysis, OddsTable)
