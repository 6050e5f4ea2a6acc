"""What there is to say about a problem code."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ProblemCode:
    """One code: `status` is the HTTP status of an answer that leads with it; `source` is a text of RULES (S0
    to S4)."""

    code: str
    status: int
    title: str
    meaning: str
    remedy: str = ""
    source: str = ""
