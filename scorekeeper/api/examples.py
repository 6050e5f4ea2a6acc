"""The examples of the document: one evening at a table, request by request, with what was really answered.

`examples.json` is written by `python -m tests.api.evening --write`; a test plays the evening again against a
real application and compares every answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class Example:
    """One request and its answer. Ids, keys, times and hashes are made up, and the same throughout the
    evening."""

    operation: str
    name: str
    summary: str
    has_key: bool
    path: Mapping[str, Any]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: Any
    status: int
    answer: Any


def _read() -> tuple[Example, ...]:
    stored = resources.files("scorekeeper.api").joinpath("examples.json").read_text(encoding="utf-8")
    return tuple(Example(**step) for step in json.loads(stored))


EVENING = _read()
"""Every example, in the order in which they are sent."""

EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    operation: tuple(example for example in EVENING if example.operation == operation)
    for operation in {example.operation for example in EVENING}
}
"""The examples of each operation, by its operationId."""
