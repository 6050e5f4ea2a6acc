"""How much may be done in what time: by a key, by an address, by everybody.

    Limits       all of them, as the settings have them
    Leases       a generous one
    Standing     how somebody stands with one
    CountsUnavailable     nobody can know just now

Generous limits (`leases`) are for those who play and never ask the database twice for what they were given;
tight ones (`failures`) are for guesses and count each. All processes and machines on one database share them.
"""

from __future__ import annotations

from scorekeeper.limits.leases import Leases
from scorekeeper.limits.limits import Limits
from scorekeeper.limits.standing import Standing
from scorekeeper.storage.counting import CountsUnavailable

__all__ = ["CountsUnavailable", "Leases", "Limits", "Standing"]
