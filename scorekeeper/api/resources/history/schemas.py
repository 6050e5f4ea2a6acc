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


LONGEST_WAIT = 30


class LogQuery(TurnsQuery):
    """Which entries."""

    seat = WholeText(1, MOST_SEATS, **said("Only the entries of this seat."))
    round = WholeText(1, GREATEST, **said("Only the entries of this round."))
    kind = Word(*ENTRY_KINDS, **said("Only entries of this kind."))
    after = WholeText(
        0, 999_999_999, **said("Only entries with a higher number than this. Not together with `cursor`.")
    )
    wait = WholeText(
        0,
        LONGEST_WAIT,
        load_default=0,
        **said("How many seconds to wait for an entry where there is none yet. Without `after`: for any."),
    )
