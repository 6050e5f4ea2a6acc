"""Canonical JSON (RFC 8785) of what the ledger keeps.

The ledger keeps text, whole numbers within 2^53, booleans, null, lists and objects with ASCII keys; never
a float. For these the standard encoder with sorted keys and no spaces writes the same bytes as RFC 8785
asks for.
"""

from __future__ import annotations

import json
from typing import Any

_encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
_plain_encoder = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False)

canonical = _encoder.encode
"""The canonical text of a value."""

compact = _plain_encoder.encode
"""The same without sorting: for answers, whose fields stand in the order of the documentation."""


def parsed(text: str) -> Any:
    """The value of a text that the ledger wrote."""
    return json.loads(text)
