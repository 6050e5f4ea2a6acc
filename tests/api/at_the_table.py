"""Talking to the API as people at a table do.

Guest       requests without a key
operator_of requests with the admin key
HostOf      requests with a table's key; `open` opens a game, `enter` makes an entry
problem     what a refused request was answered, checked to be a whole problem
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

ADMIN_KEY = "the-operator-of-the-tests-holds-this-key"
"""Of every application of the tests."""
PROBLEM = "application/problem+json"


@dataclass(frozen=True)
class Guest:
    """Somebody without a key."""

    client: FlaskClient
    headers: Mapping[str, str] | None = None

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.send("GET", path, **headers)

    def post(self, path: str, json: Any = None, **headers: str) -> TestResponse:
        return self.send("POST", path, json, **headers)

    def send(self, method: str, path: str, json: Any = None, **headers: str) -> TestResponse:
        """A request; `if_match="…"` becomes the header If-Match."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        body = {} if json is None else {"json": json}
        return self.client.open(path, method=method, headers={**(self.headers or {}), **named}, **body)

    def send_text(
        self, path: str, body: str | bytes, content_type: str | None = "application/json"
    ) -> TestResponse:
        """A POST with a body that is sent as it is."""
        return self.client.post(path, data=body, content_type=content_type, headers=self.headers)


@dataclass(frozen=True)
class HostOf(Guest):
    """The holder of a table's key."""

    table_id: str = ""

    @property
    def table(self) -> str:
        return f"/v1/tables/{self.table_id}"

    def open(
        self, preset: str = "first-to-three", names: tuple[str, ...] = ("Red", "Blue"), **more: Any
    ) -> str:
        """Open a game; its path."""
        body = {"ruleset": {"preset": preset}, "seats": [{"name": name} for name in names], **more}
        response = self.post(f"{self.table}/games", body)
        assert response.status_code == 201, response.text
        return f"/v1/games/{response.get_json()['id']}"


def operator_of(guest: Guest) -> Guest:
    """The holder of the admin key."""
    return Guest(guest.client, {"Authorization": f"Bearer {ADMIN_KEY}"})


def new_table(guest: Guest, name: str = "The Anchor") -> HostOf:
    """Create a table and be its host."""
    created = guest.post("/v1/tables", {"name": name}).get_json()
    return HostOf(guest.client, {"Authorization": f"Bearer {created['host_key']}"}, created["id"])


def problem(response: TestResponse, status: int, code: str) -> dict[str, Any]:
    """The body of a refusal, which must be a whole problem with this status and code."""
    assert response.status_code == status, response.text
    assert response.content_type == PROBLEM
    told: dict[str, Any] = response.get_json()
    assert told["status"] == status
    assert told["code"] == code, told
    assert told["type"] == f"/problems/{code}"
    assert told["title"]
    assert told["detail"]
    return told


def pointers(told: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Where each error of a problem points, and its code."""
    return [(error.get("pointer", error.get("parameter")), error["code"]) for error in told["errors"]]
