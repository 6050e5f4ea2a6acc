"""Which part of what was played is asked for."""

from __future__ import annotations

from scorekeeper.api.fields import (
    GREATEST,
    PageQuery,
    WholeText,
    Word,
    said,
)
from scorekeeper.api.resources.games.schemas import ENTRY_KINDS
from scorekeeper.rules.ruleset import MOST_SEATS


class TurnsQuery(PageQuery):
    """Which turns."""

    seat = WholeText(1, MOST_SEATS, **said("Only the turns of this seat."))
    round = WholeText(1, GREATEST, **said("Only the turns of this round."))


class LogQuery(TurnsQuery):
    """Which entries."""

    seat = WholeText(1, MOST_SEATS, **said("Only the entries of this seat."))
    round = WholeText(1, GREATEST, **said("Only the entries of this round."))
    kind = Word(*ENTRY_KINDS, **said("Only entries of this kind."))
