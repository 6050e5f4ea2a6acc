"""What schemathesis can't read in the document: a table's key is in the answer that made the table.

Loaded by schemathesis itself (`hooks` in its configuration). A request about a table or a game that the run
has made is sent with that table's key.
"""

from __future__ import annotations

from typing import Any

import schemathesis

KEYS: dict[str, str] = {}
"""The key of each table and game that the run has made, by their ids."""


@schemathesis.hook
def after_call(
    context: schemathesis.HookContext, case: schemathesis.Case, response: schemathesis.Response
) -> None:
    """Keep the key that a new table came with."""
    if response.status_code != 201:
        return
    made = response.json()
    if "host_key" in made:
        KEYS[made["id"]] = made["host_key"]
        if "game" in made:
            KEYS[made["game"]["id"]] = made["host_key"]
    elif made.get("table_id") in KEYS:
        KEYS[made["id"]] = KEYS[made["table_id"]]


@schemathesis.hook
def before_call(context: schemathesis.HookContext, case: schemathesis.Case, kwargs: dict[str, Any]) -> None:
    """Send the key of the table that the path is about."""
    path = case.path_parameters or {}
    key = next((KEYS[value] for value in path.values() if isinstance(value, str) and value in KEYS), None)
    if key is not None:
        kwargs["headers"] = {**(kwargs.get("headers") or {}), "Authorization": f"Bearer {key}"}
