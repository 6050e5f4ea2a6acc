"""Canonical JSON (RFC 8785) of what the ledger keeps.

The ledger keeps text, whole numbers within 2^53, booleans, null, lists and objects with ASCII keys; never a
float. For these orjson with sorted keys writes the bytes that RFC 8785 asks for. Several texts are written
for a roll, and the standard library would take a sixth of the roll's whole time for them.
"""

from __future__ import annotations

from typing import Any

import orjson


def canonical(value: Any) -> str:
    """The canonical text of a value. Raises TypeError for what is no JSON."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()


def compact(value: Any) -> str:
    """The same without sorting: for answers, whose fields stand in the order of the documentation."""
    return orjson.dumps(value).decode()


def parsed(text: str) -> Any:
    """The value of a text that the ledger wrote."""
    return orjson.loads(text)
