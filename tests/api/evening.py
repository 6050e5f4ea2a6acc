"""One evening at a table, from which the document's examples are taken.

    python -m tests.api.evening --write      play it against a new database and write the examples

Each step is a request; `$game` and the like stand for what earlier answers gave. What the server makes up
(ids, keys, times, hashes) is replaced by made-up values that are the same every time, so that the examples
can be compared.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import scorekeeper.api
from scorekeeper import storage
from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.ledger import advice, dice_secrets, hash_key
from scorekeeper.policies import NO_LIMITS
from tests.api.at_the_table import ADMIN_KEY

EXAMPLES = Path(scorekeeper.api.__file__).with_name("examples.json")
_MADE_UP = re.compile(
    r"(?P<key>sk_[a-z]+_[A-Za-z0-9_-]{43})"
    r"|(?P<ticket>st_[A-Za-z0-9_-]{43})"
    r"|(?P<id>[a-z]+_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})"
    r"|(?P<uuid>\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})"
    r"|(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)"
    r"|(?P<token>(?<=/join#)[A-Za-z0-9_-]{22})"
    r"|(?P<code>(?<=\"code\": \")[2-9A-HJKMNP-Z]{6}(?=\"))"
    r"|(?P<hash>\b[0-9a-f]{64}\b)"
)
_LETTERS = str.maketrans("01", "AB")
"""Codes have no 0 and no 1."""
_NO_HASH = "0" * 64


@dataclass(frozen=True)
class Step:
    """One request of the evening.

    keeps: names for parts of the answer, each with the path to it. is_shown: whether it is an example of the
    document.
    """

    operation: str
    name: str
    summary: str
    path: Mapping[str, Any] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    status: int = 200
    keeps: Mapping[str, str] = field(default_factory=dict)
    key: str | None = "$key"
    is_shown: bool = True


class Disguise:
    """Made-up values for what the server made up, in the order in which they appear."""

    def __init__(self) -> None:
        self._shown: dict[str, str] = {}
        self._real: dict[str, str] = {}

    def hide(self, value: Any) -> Any:
        """JSON values with everything that the server made up replaced."""
        return json.loads(_MADE_UP.sub(self._hide, json.dumps(value)))

    def reveal(self, value: Any) -> Any:
        """JSON values with everything made up turned back into what the server gave."""
        return json.loads(_MADE_UP.sub(lambda found: self._real.get(found[0], found[0]), json.dumps(value)))

    def _hide(self, found: re.Match[str]) -> str:
        real = found[0]
        if real == _NO_HASH:
            return real
        if real not in self._shown:
            shown = _MAKERS[found.lastgroup or ""](real, len(self._shown) + 1)
            self._shown[real], self._real[shown] = shown, real
        return self._shown[real]


def _uuid(number: int) -> str:
    return f"019c1a00-0000-7000-8000-{number:012d}"


def _time(number: int) -> str:
    return f"2026-01-31T{19 + number // 3600:02d}:{number // 60 % 60:02d}:{number % 60:02d}.000000Z"


_MAKERS: Mapping[str, Callable[[str, int], str]] = {
    "key": lambda real, number: f"{real[: real.index('_', 3) + 1]}{'made-up-' * 5}{number:03d}",
    "ticket": lambda _, number: f"st_{'made-up-' * 5}{number:03d}",
    "id": lambda real, number: f"{real.partition('_')[0]}_{_uuid(number)}",
    "uuid": lambda _, number: _uuid(number),
    "time": lambda _, number: _time(number),
    "token": lambda _, number: f"made-up-made-up-{number:06d}",
    "code": lambda _, number: f"{number:06d}".translate(_LETTERS),
    "hash": lambda _, number: hashlib.sha256(str(number).encode()).hexdigest(),
}
"""What is shown for a value of each kind that the server made up, the so-many-th of the evening."""


@dataclass(frozen=True)
class Operation:
    """Where an operation of the document is."""

    method: str
    path: str


def operations(document: Mapping[str, Any]) -> dict[str, Operation]:
    """Every operation by its id."""
    return {
        operation["operationId"]: Operation(method.upper(), path)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if isinstance(operation, dict) and "operationId" in operation
    }


def send(
    client: FlaskClient, operation: Operation, request: Mapping[str, Any], key: str | None
) -> TestResponse:
    """Send a request that has path, query, headers and body."""
    headers = {**request["headers"], **({"Authorization": f"Bearer {key}"} if key else {})}
    body = {} if request["body"] is None else {"json": request["body"]}
    return client.open(
        operation.path.format(**request["path"]),
        method=operation.method,
        query_string=dict(request["query"]),
        headers=headers,
        **body,
    )


def play(app: Flask, steps: tuple[Step, ...]) -> Iterator[tuple[Step, dict[str, Any]]]:
    """Play the evening; each step with its example. The server's dice fall the same way each time, and odds
    are waited for."""
    no_chance = patch.object(dice_secrets, "new_secret", lambda: "07" * 32)
    with no_chance, patch.object(advice, "WAIT_SECONDS", 60.0):
        yield from _play(app, steps)


def _play(app: Flask, steps: tuple[Step, ...]) -> Iterator[tuple[Step, dict[str, Any]]]:
    from scorekeeper.api.document import openapi_document

    where = operations(openapi_document(app))
    disguise, kept, client = Disguise(), {"operator": ADMIN_KEY}, app.test_client()
    for step in steps:
        asked = {"path": step.path, "query": step.query, "headers": step.headers, "body": step.body}
        request = _filled(asked, kept)
        response = send(client, where[step.operation], request, kept[step.key[1:]] if step.key else None)
        answer = _read(response)
        response.close()
        if response.status_code != step.status:
            raise AssertionError(f"{step.operation} {step.name!r}: {response.status_code} {answer}")
        for name, place in step.keeps.items():
            kept[name] = _part(answer, place)
        yield step, disguise.hide({**request, "status": response.status_code, "answer": answer})


def _read(response: TestResponse) -> Any:
    """The answer's JSON; of a stream, which has no end, the text up to its first event."""
    if response.mimetype != "text/event-stream":
        return response.get_json(silent=True)
    text = ""
    for piece in response.iter_encoded():
        text += piece.decode()
        if "event: " in text and text.endswith("\n\n"):
            break
    return text


def _filled(value: Any, kept: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {name: _filled(part, kept) for name, part in value.items()}
    if isinstance(value, list):
        return [_filled(part, kept) for part in value]
    return kept[value[1:]] if isinstance(value, str) and value.startswith("$") else value


def _part(answer: Any, place: str) -> Any:
    for name in place.split("."):
        answer = answer[int(name) if name.isdigit() else name]
    return answer


def write_examples() -> None:
    """Play the evening and write what it showed."""
    from tests.api.evening_steps import STEPS

    with tempfile.TemporaryDirectory() as folder:
        app = new_app(Path(folder))
        shown = [
            {
                "operation": step.operation,
                "name": step.name,
                "summary": step.summary,
                "has_key": bool(step.key),
                **example,
            }
            for step, example in play(app, STEPS)
            if step.is_shown
        ]
        storage.close()
    EXAMPLES.write_text(json.dumps(shown, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def new_app(folder: Path) -> Flask:
    """An application on a database of its own."""
    config = Config(
        database=str(folder / "scorekeeper.sqlite3"),
        synchronous="NORMAL",
        limits=NO_LIMITS,
        admin_key_hash=hash_key(ADMIN_KEY),
    )
    app = create_app(config)
    storage.upgrade()
    return app


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    write_examples()
