"""What the operator has settled, told to people at a table."""

from __future__ import annotations

from scorekeeper import ledger
from scorekeeper.api.problems import Problem

_ROOM = {
    "games_per_table": "A table can have {most:,} games on this server, and this one has as many.",
    "players_per_table": "A table can have {most:,} players on this server, archived ones included.",
    "house_rules_per_table": "A table can save {most:,} house rules on this server.",
    "keys_per_table": "{most:,} phones and screens can have a key of one table on this server.",
    "invites_per_table": "A table can have {most:,} invites open on this server. Revoke one first.",
    "keys_ever_per_table": "A table can be given {most:,} keys on this server, revoked ones included.",
    "invites_ever_per_table": "A table can make {most:,} invites on this server, old ones included.",
    "entries_per_game": "A game can have {most:,} entries on this server, and this one has as many.",
}
"""What is said of each quota that is no daily one."""


def from_operator(error: ledger.LedgerError) -> Problem:
    """A problem of what the operator has settled; raises whatever else it is."""
    match error:
        case ledger.DailyQuotaReached(quota=quota, most=most, seconds=seconds):
            detail = f"{most:,} tables a day can be made from one address on this server. Nothing was stored."
            return _reached("daily-quota-reached", detail, quota, most, {"Retry-After": str(seconds)})
        case ledger.QuotaReached(quota=quota, most=most):
            detail = f"{_ROOM[quota].format(most=most)} Nothing was stored."
            return _reached("quota-reached", detail, quota, most)
        case ledger.TableCreationClosed():
            return Problem("table-creation-closed", "This server makes no new tables. Ask its operator.")
        case ledger.TableDisabled(reason=reason):
            why = f": {reason}" if reason else "."
            return Problem("table-disabled", f"The operator of this server has closed this table{why}")
    raise error


def _reached(code: str, detail: str, quota: str, most: int, headers: dict[str, str] | None = None) -> Problem:
    return Problem(code, detail, headers=headers, quota={"name": quota, "most": most})
