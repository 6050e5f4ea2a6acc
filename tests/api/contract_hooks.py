"""What schemathesis can't read in the document: a table's key is in the answer that made the table.

Loaded by schemathesis itself (`hooks` in its configuration). Requests carry the key of the table that they
are about, or that of CONTRACT_KEY; and each has an idempotency key of its own.
"""

from __future__ import annotations

import os
import re
import uuid
from typing import Any

import schemathesis

KEYS: dict[str, str] = {}
"""The key of each table and game that the run has made, by their ids."""
IDEMPOTENCY_KEY = re.compile("[!-~]{1,255}")
CREATION_KEY = re.compile("[!-~]{22,255}")
"""Keys that are accepted, below a table and without one; what is none is sent as it was made up."""


WAITS = {str(seconds) for seconds in range(1, 31)}
"""What `wait` may be, beside not at all."""


@schemathesis.auth(refresh_interval=None)
class KeyOfTheTable:
    """The credential of every request that needs one."""

    def get(self, case: schemathesis.Case, _: schemathesis.AuthContext) -> str:
        ids = (case.path_parameters or {}).values()
        return next(
            (KEYS[value] for value in ids if isinstance(value, str) and value in KEYS),
            os.environ["CONTRACT_KEY"],
        )

    def set(self, case: schemathesis.Case, data: str, _: schemathesis.AuthContext) -> None:
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def before_call(context: schemathesis.HookContext, case: schemathesis.Case, kwargs: dict[str, Any]) -> None:
    """Give the request an idempotency key that no other has, in place of one that would be accepted."""
    accepted = IDEMPOTENCY_KEY if case.path_parameters else CREATION_KEY
    if accepted.fullmatch(str(case.headers.get("Idempotency-Key", ""))):
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
    if str((case.query or {}).get("wait", "")) in WAITS:
        # Nobody is going to make an entry meanwhile.
        case.query["wait"] = 0


@schemathesis.hook
def after_call(
    context: schemathesis.HookContext, case: schemathesis.Case, response: schemathesis.Response
) -> None:
    """Keep the key that a new table came with."""
    if response.status_code != 201:
        return
    made = response.json()
    if "host_key" in made and "id" in made:
        KEYS[made["id"]] = made["host_key"]
        if "game" in made:
            KEYS[made["game"]["id"]] = made["host_key"]
    elif made.get("table_id") in KEYS:
        KEYS[made["id"]] = KEYS[made["table_id"]]
