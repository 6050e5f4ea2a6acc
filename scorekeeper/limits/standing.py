"""How somebody stands with a limit."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.policies import Policy


class Standing(NamedTuple):
    """What a limit says of one subject, just now.

    is_admitted: whether the hit that was asked for may be done. remaining: how many more may be, at most.
    resets_in: the seconds (1 or more) until there are more of them again.
    """

    policy: Policy
    is_admitted: bool
    remaining: int
    resets_in: int

    @property
    def told(self) -> str:
        """As the header RateLimit says it."""
        return f'"{self.policy.name}";r={self.remaining};t={self.resets_in}'
