"""All limits of a running server."""

from __future__ import annotations

from typing import Final

from scorekeeper.limits.failures import Failures
from scorekeeper.limits.leases import Leases
from scorekeeper.limits.remembered import Remembered
from scorekeeper.limits.standing import Standing
from scorekeeper.policies import Policies, Policy

EVERYBODY: Final = "everybody"


class Limits:
    """The limits that an operator chose; None for one that is off.

    reads, writes: of each key, by its id. joins, recoveries: of each table. open: of each address, what needs
    no key. ids_of_keys: of those that were used lately, by the hashes of their texts.
    """

    def __init__(self, policies: Policies) -> None:
        self.reads = _leases(policies.reads)
        self.writes = _leases(policies.writes)
        self.ids_of_keys = Remembered()
        self.joins = _leases(policies.joins)
        self.recoveries = _leases(policies.recoveries)
        self.open = _leases(policies.open)
        self._failed_keys = _failures(policies.failed_keys)
        self._failed_codes = _failures(policies.failed_codes)
        self._all_failed_codes = _failures(policies.all_failed_codes)

    def count_failed_key(self, block: str) -> Standing | None:
        """Count a key, a recovery code or a link that opens nothing. Raises CountsUnavailable."""
        return None if self._failed_keys is None else self._failed_keys.count(block)

    def look_at_codes(self, block: str) -> Standing | None:
        """Whether a typed code may be tried from an address: how the address stands, or everybody.

        Raises CountsUnavailable.
        """
        return self._worst(
            None if self._failed_codes is None else self._failed_codes.look(block),
            None if self._all_failed_codes is None else self._all_failed_codes.look(EVERYBODY),
        )

    def count_failed_code(self, block: str) -> Standing | None:
        """Count a typed code that nobody is invited by, of the address and of everybody.

        Raises CountsUnavailable.
        """
        return self._worst(
            None if self._failed_codes is None else self._failed_codes.count(block),
            None if self._all_failed_codes is None else self._all_failed_codes.count(EVERYBODY),
        )

    @staticmethod
    def _worst(*standings: Standing | None) -> Standing | None:
        """A refusal before anything else, the longest first; else whatever is nearest to its end."""
        known = [standing for standing in standings if standing is not None]
        return min(known, key=_order, default=None)


def _order(standing: Standing) -> tuple[bool, int, int]:
    return standing.is_admitted, standing.remaining, -standing.resets_in


def _leases(policy: Policy | None) -> Leases | None:
    return None if policy is None else Leases(policy)


def _failures(policy: Policy | None) -> Failures | None:
    return None if policy is None else Failures(policy)
