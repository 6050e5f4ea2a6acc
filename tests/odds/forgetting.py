"""As in a process that has just begun: nothing of any game is known."""

from __future__ import annotations

import sys

from scorekeeper.odds import effort

OF_TURNS = frozenset({"throws", "turn_batch", "turn_graph", "turn_policy", "turn_odds", "turn_table"})
"""What these modules know follows from the house rules of a turn, takes long, and depends on nothing else."""


def forget() -> None:
    """Forget all that was solved, played out, or found to be too much."""
    for name, module in [*sys.modules.items()]:
        package, _, own = name.rpartition(".")
        if package == "scorekeeper.odds" and own not in OF_TURNS:
            for known in vars(module).values():
                if hasattr(known, "cache_clear"):
                    known.cache_clear()
    effort.forget_too_much()
