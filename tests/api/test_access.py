"""Every operation of the OpenAPI document, with every kind of key, against the table in docs/access.md.

A new operation fails the first test until the table has its row. Where it has a body, or needs something to
be there, add a `Sample` to `access_samples.py`; where its path has a new part, add the furnished table's to
`furnish`. A new kind of key is a column of the table and a line of COLUMNS; a new word in its cells is a
function of JUDGES.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper import ledger, storage
from scorekeeper.api.document import openapi_document
from scorekeeper.ledger.keys import add_key
from scorekeeper.storage.models import Key
from tests.api.access_samples import SAMPLES, Sample
from tests.api.at_the_table import PROBLEM, Guest, HostOf, new_table, operator_of, pointers, problem
from tests.databases import migrated
from tests.support import REPOSITORY

DOCUMENTATION = REPOSITORY / "docs" / "access.md"
COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "host": ("host",),
    "scorer": ("scorer",),
    "scorer of a player": ("red", "blue", "green"),
    "viewer": ("viewer",),
    "no key": ("nobody",),
    "operator": ("operator",),
}
"""The keys that each column of the table speaks of."""
ROLES: Final = {"host": "host", "scorer": "scorer", "scorer of a player": "scorer", "viewer": "viewer"}
SEATS: Final = {"red": 1, "blue": 2, "green": None}
"""The seat of each player in the furnished games."""
BROKEN: Final = {
    "revoked": "key-revoked",
    "expired": "key-expired",
    "unknown": "key-unknown",
    "malformed": "key-missing",
}
"""Keys that open nothing, and what they are answered."""


# The table, and the operations of the document


@dataclass(frozen=True)
class Row:
    """One operation of the table."""

    method: str
    path: str
    cells: Mapping[str, str]

    @property
    def is_open(self) -> bool:
        return self.cells["no key"] == "yes"

    @property
    def is_operators(self) -> bool:
        """Whether it is for the admin key; `test_admin` tries such a row with all else."""
        return not self.is_open and self.cells["operator"] == "yes"

    @property
    def roles(self) -> list[str]:
        return [role for role in ("host", "scorer", "viewer") if self.cells[role] not in ("no", "none")]


def read_rows() -> list[Row]:
    """The rows of the table."""
    lines = DOCUMENTATION.read_text(encoding="utf-8").splitlines()
    split = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines if "|" in line]
    head = next(cells for cells in split if cells[:2] == ["method", "path"])
    found = [cells for cells in split if re.fullmatch(r"GET|POST|PUT|PATCH|DELETE", cells[0])]
    return [Row(cells[0], cells[1], dict(zip(head[2:], cells[2:], strict=True))) for cells in found]


ROWS: Final = read_rows()


@cache
def operations(app: Flask) -> dict[tuple[str, str], dict[str, Any]]:
    """The operations of the document by method and path."""
    paths = openapi_document(app)["paths"]
    return {
        (method.upper(), path): operation
        for path, methods in paths.items()
        for method, operation in methods.items()
        if isinstance(operation, dict) and "operationId" in operation
    }


# A furnished table, and everybody who comes to it


@dataclass(frozen=True)
class Furnished:
    """A table with games, and the keys that are tried."""

    ids: Mapping[str, str]
    keys: Mapping[str, Guest]

    @property
    def host(self) -> Guest:
        return self.keys["host"]

    def ask(
        self, who: str, row: Row, sample: Sample, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> TestResponse:
        """The row's request, made by somebody."""
        named = {**self.ids, **{name: part.format(**self.ids) for name, part in sample.path.items()}}
        sent = self._filled(sample.body) if body is None else body
        return self.keys[who].send(row.method, row.path.format(**named), sent, **(headers or {}))

    def _filled(self, body: Any) -> Any:
        """A body with the furnished table's own where it names it."""
        if not isinstance(body, dict):
            return body
        return {name: self.ids.get(str(value).strip("{}"), value) for name, value in body.items()}

    def prepare(self, who: str, sample: Sample) -> None:
        """Enter what has to be there first."""
        for path, body in sample.before:
            response = self.keys[who].post("/v1/games/" + path.format(**self.ids), body)
            assert response.status_code == 201, response.text


@pytest.fixture(scope="module")
def app(only_app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with migrated(str(tmp_path_factory.mktemp("access") / "scorekeeper.sqlite3")):
        yield only_app


@pytest.fixture(scope="module")
def only_table(app: Flask) -> Furnished:
    guest = Guest(app.test_client())
    return furnish(new_table(guest), guest)


@pytest.fixture
def furnished(only_table: Furnished) -> Iterator[Furnished]:
    """The table, as it is before each test."""
    with taken_back():
        yield only_table


def furnish(host: HostOf, guest: Guest) -> Furnished:
    """A table with something of everything."""
    games = {
        "game": host.open(entry="dice_or_score"),
        "rolling": host.open("critters"),
        "crewed": host.open(),
        "played": host.open(),
        "over": host.open(),
    }
    turn = {"seat": 1, "round": 1, "rolls": [{"dice": [6, 5, 4, 3, 3]}], "stand": True}
    for game, path, body in (
        ("crewed", "rolls", {"seat": 1, "roll": 1, "dice": [6, 5, 4, 3, 3]}),
        ("played", "turns", turn),
        ("played", "disputes", {"turn": 1, "words": "It was dark."}),
        ("over", "abandon", {}),
    ):
        assert host.post(f"{games[game]}/{path}", body).status_code == 201
    coral = {"name": "Coral", "computer": {"dice": "server"}}
    seats = [coral, {"name": "Red"}, {"name": "Blue"}]
    thrown = host.post(f"{host.table}/games", {"ruleset": {"preset": "chips"}, "seats": seats})
    games["throwing"] = thrown.get_json()["id"]
    host.post(f"{host.table}/players", {"name": "Green"})
    rules = host.post(f"{host.table}/rulesets", {"name": "Long", "ruleset": {"preset": "chips"}})
    players = {row["name"]: row["id"] for row in host.get(f"{host.table}/players").get_json()["items"]}
    ids = {
        **{name: path.rpartition("/")[2] for name, path in games.items()},
        "table_id": host.table_id,
        "game_id": games["game"].rpartition("/")[2],
        "player_id": players["Green"],
        "ruleset_id": rules.get_json()["id"],
        "seat": "1",
        "number": "1",
        "dispute": "1",
        "name": "first-to-three",
    }
    keys = _keys(host, guest, players)
    listed = host.get(f"{host.table}/keys").get_json()["items"]
    ids["key_id"] = next(key["id"] for key in listed if key["name"] == "Spare")
    invite = host.post(f"{host.table}/invites", {"role": "viewer"}).get_json()
    ids |= {"invite_id": invite["id"], "code": invite["code"]}
    ids["recovery_code"] = host.post(f"{host.table}/recovery-code").get_json()["recovery_code"]
    return Furnished(ids, {"host": host, "nobody": guest, **keys})


def _keys(host: HostOf, guest: Guest, players: Mapping[str, str]) -> dict[str, Guest]:
    def holder(role: str, device: str, player_id: str | None = None, **state: int) -> Guest:
        with storage.write():
            new = add_key(host.table_id, role, device, player_id=player_id)
            if state:
                Key.update(**state).where(Key.id == new.author.key_id).execute()
        return Guest(guest.client, {"Authorization": f"Bearer {new.text}"})

    return {
        "scorer": holder("scorer", "Phone"),
        **{name: holder("scorer", name, players[name.title()]) for name in SEATS},
        "viewer": holder("viewer", "Wall"),
        "operator": operator_of(guest),
        "spare": holder("viewer", "Spare"),
        "stranger": new_table(guest, "Next door"),
        "revoked": holder("host", "Lost", revoked_at=1),
        "expired": holder("host", "Lent", expires_at=1),
        "unknown": Guest(guest.client, {"Authorization": "Bearer sk_host_nobody"}),
        "malformed": Guest(guest.client, {"Authorization": "Basic dXNlcjpwdw=="}),
    }


class _TakenBack(Exception):
    """Ends a transaction whose writes are not to stay."""


@contextmanager
def taken_back() -> Iterator[None]:
    """Whatever is written meanwhile is gone afterwards."""
    with suppress(_TakenBack), storage.write():
        yield
        raise _TakenBack


# What each cell means


def may(furnished: Furnished, who: str, row: Row, sample: Sample) -> None:
    furnished.prepare("host", sample)
    response = furnished.ask(who, row, sample)
    assert response.status_code < 400, response.text
    for result in _results(response):
        assert result["status"] == "recorded", result


def may_not(furnished: Furnished, who: str, row: Row, sample: Sample) -> None:
    response = furnished.ask(who, row, sample)
    if who == "nobody":
        problem(response, 401, "key-missing")
        assert response.headers["WWW-Authenticate"].startswith("Bearer ")
    else:
        allowed = problem(response, 403, "role-not-allowed")["roles"]
        assert allowed == row.roles


def opens_nothing(furnished: Furnished, who: str, row: Row, sample: Sample) -> None:
    problem(furnished.ask(who, row, sample), 401, "key-unknown")


def for_the_own_seat(furnished: Furnished, who: str, row: Row, sample: Sample) -> None:
    if who == "red":
        return may(furnished, who, row, sample)
    furnished.prepare("host", sample)
    told = _refusal(furnished.ask(who, row, sample))
    assert (told["status"], told["code"], told["seat"]) == (403, "seat-not-yours", SEATS[who])
    has_pointer = SEATS[who] is not None and "{seat}" not in row.path
    assert [place.rpartition("/")[2] for place, _ in pointers(told)] == (["seat"] if has_pointer else [])
    return None


def where_the_player_sits(furnished: Furnished, who: str, row: Row, sample: Sample) -> None:
    if SEATS[who] is not None:
        return may(furnished, who, row, sample)
    furnished.prepare("host", sample)
    assert problem(furnished.ask(who, row, sample), 403, "seat-not-yours")["seat"] is None
    return None


def for_own_entries(furnished: Furnished, who: str, row: Row, sample: Sample) -> None:
    with taken_back():
        furnished.prepare("host", sample)
        response = furnished.ask(who, row, sample)
        if who == "green":
            problem(response, 403, "seat-not-yours")
        else:
            assert problem(response, 403, "not-your-entry")["entered_by"]["role"] == "host"
    if who in ("scorer", "red"):
        furnished.prepare(who, sample)
        response = furnished.ask(who, row, sample)
        assert response.status_code == 201, response.text


JUDGES: Final[Mapping[str, Callable[[Furnished, str, Row, Sample], None]]] = {
    "yes": may,
    "no": may_not,
    "none": opens_nothing,
    "seat": for_the_own_seat,
    "seated": where_the_player_sits,
    "own": for_own_entries,
}


def _results(response: TestResponse) -> list[dict[str, Any]]:
    """What became of each entry of a batch."""
    answer = response.get_json(silent=True)
    return answer.get("results", []) if isinstance(answer, dict) else []


def _refusal(response: TestResponse) -> dict[str, Any]:
    """The problem of a request, or of the entry of a batch."""
    results = _results(response)
    if results:
        told: dict[str, Any] = results[0]["problem"]
        return {**told, "errors": told.get("errors", [])}
    assert response.content_type == PROBLEM
    return {"errors": [], **response.get_json()}


# The tests


def test_every_operation_has_its_row_and_every_row_its_operation(app: Flask) -> None:
    rows = [(row.method, row.path) for row in ROWS]
    assert len(set(rows)) == len(rows)
    assert set(rows) == set(operations(app))


def test_the_document_says_the_same_as_the_table(app: Flask) -> None:
    for row in ROWS:
        operation = operations(app)[row.method, row.path]
        of_all = [] if row.is_operators else ["host", "scorer", "viewer"]
        assert operation.get("x-roles", of_all) == row.roles, row
        assert ("security" in operation and operation["security"] == []) is row.is_open, row
        refusals = operation["responses"].get("403", {"description": ""})["description"]
        assert ("`role-not-allowed`" in refusals) is (0 < len(row.roles) < 3), row
        assert ("`seat-not-yours`" in refusals or "batch" in row.path) is bool(
            {"seat", "seated", "own"} & set(row.cells.values())
        ), row


def _sample(app: Flask, row: Row) -> Sample:
    operation = operations(app)[row.method, row.path]
    name = operation["operationId"]
    assert "requestBody" not in operation or name in SAMPLES, f"{name} needs a Sample in access_samples.py"
    return SAMPLES.get(name, Sample())


each_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.method} {row.path}")


@each_row
def test_each_key_may_do_what_the_table_says(app: Flask, furnished: Furnished, row: Row) -> None:
    sample = _sample(app, row)
    for column, cell in row.cells.items():
        for who in COLUMNS[column]:
            with taken_back():
                JUDGES[cell](furnished, who, row, sample)


@each_row
def test_a_key_that_opens_nothing_is_told_why(app: Flask, furnished: Furnished, row: Row) -> None:
    sample = _sample(app, row)
    for who, code in BROKEN.items():
        with taken_back():
            response = furnished.ask(who, row, sample)
            if row.is_open:
                assert response.status_code < 400, response.text
                continue
            of_keys = ("key-revoked", "key-expired")
            problem(response, 401, "key-unknown" if row.is_operators and code in of_keys else code)
            is_refused = 'error="invalid_token"' in response.headers["WWW-Authenticate"]
            assert is_refused is (who != "malformed")


@each_row
def test_what_is_another_tables_is_not_there(app: Flask, furnished: Furnished, row: Row) -> None:
    if row.is_operators or not {"{table_id}", "{game_id}"} & set(row.path.split("/")):
        return
    sample = _sample(app, row)
    problem(furnished.ask("stranger", row, sample), 404, "not-found")
    others = {"table_id": "table_x", "game_id": "game_x"}
    elsewhere = Sample(sample.body, {**sample.path, **others})
    for who in ("host", "scorer", "red", "viewer"):
        problem(furnished.ask(who, row, elsewhere), 404, "not-found")


@each_row
def test_who_asks_is_judged_before_what_is_asked(app: Flask, furnished: Furnished, row: Row) -> None:
    if row.is_open or row.is_operators or "requestBody" not in operations(app)[row.method, row.path]:
        return
    sample, nonsense = _sample(app, row), {"nonsense": 1}
    problem(furnished.ask("nobody", row, sample, nonsense), 401, "key-missing")
    if {"{table_id}", "{game_id}"} & set(row.path.split("/")):
        problem(furnished.ask("stranger", row, sample, nonsense), 404, "not-found")
    problem(furnished.ask("viewer", row, sample, nonsense), 403, "role-not-allowed")
    told = furnished.ask("host", row, sample, nonsense).get_json()
    assert ("/nonsense", "unknown-field") in pointers(told)


@each_row
def test_a_request_that_came_before_is_not_answered_to_a_role_that_may_not(
    app: Flask, furnished: Furnished, row: Row
) -> None:
    sent = str(operations(app)[row.method, row.path].get("parameters"))
    if row.cells["viewer"] == "yes" or "IdempotencyKey" not in sent:
        return
    keyed = {"idempotency_key": "8e03978e-40d5-43e8-bc93-6894a57f9324"}
    sample = _sample(app, row)
    furnished.prepare("host", sample)
    assert furnished.ask("host", row, sample, headers=keyed).status_code < 400
    problem(furnished.ask("viewer", row, sample, headers=keyed), 403, "role-not-allowed")


def test_a_dry_run_is_no_way_to_write(furnished: Furnished) -> None:
    roll = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]}
    path = f"/v1/games/{furnished.ids['game']}/rolls?dry_run=true"
    problem(furnished.keys["viewer"].post(path, roll), 403, "role-not-allowed")
    problem(furnished.keys["blue"].post(path, roll), 403, "seat-not-yours")
    assert furnished.keys["red"].post(path, roll).status_code == 200


def test_in_a_batch_each_entry_is_judged_by_its_own_row(furnished: Furnished) -> None:
    entries = [
        {"kind": "roll", "seat": 1, "roll": 1, "dice": [6, 5, 4, 3, 3], "stand": True},
        {"kind": "roll", "seat": 2, "roll": 1, "dice": [6, 5, 4, 3, 3]},
        {"kind": "join", "name": "Plum"},
        {"kind": "leave", "seat": 1},
    ]
    for number, entry in enumerate(entries):
        entry["entry_id"] = f"019c1a00-0000-4000-8000-00000000000{number}"
    sent = {"entries": entries, "on_refusal": "continue"}
    response = furnished.keys["red"].post(f"/v1/games/{furnished.ids['game']}/batch", sent)
    assert response.status_code == 200, response.text
    results = response.get_json()["results"]
    assert [result["status"] for result in results] == ["recorded", "refused", "refused", "refused"]
    told = [result["problem"] for result in results[1:]]
    assert [each["code"] for each in told] == ["seat-not-yours", "role-not-allowed", "role-not-allowed"]
    assert pointers(told[0]) == [("/entries/1/seat", "seat-not-yours")]
    assert told[1]["roles"] == ["host"]


def test_a_key_of_a_player_goes_where_the_player_sits(furnished: Furnished) -> None:
    game = f"/v1/games/{furnished.ids['game']}"
    roll = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]}
    furnished.host.send("PATCH", f"{game}/seats/1", {"player_id": furnished.ids["player_id"]})
    problem(furnished.keys["red"].post(f"{game}/rolls", roll), 403, "seat-not-yours")
    assert furnished.keys["green"].post(f"{game}/rolls", roll).status_code == 201


def test_the_ledger_itself_refuses_who_may_not(furnished: Furnished) -> None:
    key = (furnished.keys["viewer"].headers or {})["Authorization"].removeprefix("Bearer ")
    viewer, game = ledger.find_author(key), furnished.ids["played"]
    roll = ledger.Submission("roll", {"seat": 2, "roll": 1, "dice": [6, 4, 3, 3, 1]})
    for attempt in (
        lambda: ledger.record(viewer, game, roll),
        lambda: ledger.undo(viewer, game, ledger.UndoRequest()),
        lambda: ledger.correct(viewer, game, ledger.Correction(drop={"seq": 2})),
    ):
        with pytest.raises(ledger.RoleNotAllowed):
            attempt()
