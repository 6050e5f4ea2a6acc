"""The codes of what the operator of a server has settled: quotas, closed creation, disabled tables."""

from __future__ import annotations

from scorekeeper.api.problem_code import ProblemCode

OPERATOR_CODES = (
    ProblemCode(
        "table-creation-closed", 403, "No new tables here",
        "The operator of this server has closed the making of tables. Tables that are there go on playing.",
        "Ask the operator for a table, or use another server.",
    ),
    ProblemCode(
        "table-disabled", 403, "The table is closed",
        "The operator of this server has closed this table: nothing can be read or entered. The answer says "
        "why, where the operator gave a reason. Nothing is lost; it can be opened again.",
        "Ask the operator.",
    ),
    ProblemCode(
        "quota-reached", 409, "There is no room for more",
        "The operator of this server has settled how much a table or a game may hold, and there is as much. "
        "`quota` says which quota it is and how much it allows. Nothing was stored. A game that has as many "
        "entries as it may have can still be abandoned.",
        "Delete or finish something, or ask the operator for more.",
    ),
    ProblemCode(
        "daily-quota-reached", 429, "Enough for today",
        "As many tables were made from this address today as the operator of this server allows. Nothing was "
        "stored.",
        "Play at a table that is there, or come back after the seconds in `Retry-After`.",
    ),
)  # fmt: skip
"""Every code that says what the operator has settled."""
