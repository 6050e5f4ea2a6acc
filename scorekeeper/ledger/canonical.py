"""Canonical JSON (RFC 8785) of what the ledger keeps.

The ledger keeps text, whole numbers within 2^53, booleans, null, lists and objects with ASCII keys; never a
float. For these the standard encoder with sorted keys and no spaces writes the bytes that RFC 8785 asks for.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any


def _writer(*, sort_keys: bool) -> Callable[[Any], str]:
    return json.JSONEncoder(
        sort_keys=sort_keys,
        separators=(",", ":"),
        ensure_ascii=False,
        allow_nan=False,
        # What the ledger writes is made of new values, and holds no cycle.
        check_circular=False,
    ).encode


canonical = _writer(sort_keys=True)
"""The canonical text of a value."""

compact = _writer(sort_keys=False)
"""The same without sorting: for answers, whose fields stand in the order of the documentation."""


def parsed(text: str) -> Any:
    """The value of a text that the ledger wrote."""
    return json.loads(text)
