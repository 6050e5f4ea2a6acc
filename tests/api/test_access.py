"""Every operation of the OpenAPI document, with every kind of key, against the table in docs/access.md.

A new operation fails the first test until the table has its row. Where it has a body, or needs something to
be there, add a `Sample` to `access_samples.py`; where its path has a new part, add the furnished table's to
`furnished.py`. A new kind of key is a column of the table and a line of COLUMNS; a new word in its cells is a
function of JUDGES.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper import ledger, storage
from scorekeeper.api.document import openapi_document
from scorekeeper.storage.analyses import OddsTable
from scorekeeper.storage.models import Key, Player, Scorecard, Table
from tests.api.access_samples import SAMPLES, Sample
from tests.api.access_table import Row, read_rows
from tests.api.at_the_table import PROBLEM, Guest, new_table, pointers, problem
from tests.api.furnished import SEATS, Furnished, furnish, taken_back
from tests.databases import migrated

COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "host": ("host",),
    "scorer": ("scorer",),
    "scorer of a player": ("red", "blue", "green"),
    "viewer": ("viewer",),
    "no key": ("nobody",),
    "operator": ("operator",),
}
"""The keys that each column of the table speaks of."""
RETRY: Final = "8e03978e-40d5-43e8-bc93-6894a57f9324"
BROKEN: Final = {
    "revoked": "key-revoked",
    "expired": "key-expired",
    "unknown": "key-unknown",
    "malformed": "key-missing",
}
"""Keys that open nothing, and what they are answered."""


# The table, and the operations of the document


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


# What each cell means


def may(furnished: Furnished, who: str, row: Row, sample: Sample) -> None:
    furnished.prepare("host", sample)
    response = furnished.ask(who, *row.place, sample)
    assert response.status_code < 400, response.text
    for result in _results(response):
        assert result["status"] == "recorded", result
    # A stream would go on.
    response.close()


def may_not(furnished: Furnished, who: str, row: Row, sample: Sample) -> None:
    response = furnished.ask(who, *row.place, sample)
    if who == "nobody":
        problem(response, 401, "key-missing")
        assert response.headers["WWW-Authenticate"].startswith("Bearer ")
    else:
        allowed = problem(response, 403, "role-not-allowed")["roles"]
        assert allowed == row.roles


def opens_nothing(furnished: Furnished, who: str, row: Row, sample: Sample) -> None:
    problem(furnished.ask(who, *row.place, sample), 401, "key-unknown")


def for_the_own_seat(furnished: Furnished, who: str, row: Row, sample: Sample) -> None:
    if who == "red":
        return may(furnished, who, row, sample)
    furnished.prepare("host", sample)
    told = _refusal(furnished.ask(who, *row.place, sample))
    assert (told["status"], told["code"], told["seat"]) == (403, "seat-not-yours", SEATS[who])
    has_pointer = SEATS[who] is not None and "{seat}" not in row.path
    assert [place.rpartition("/")[2] for place, _ in pointers(told)] == (["seat"] if has_pointer else [])
    return None


def where_the_player_sits(furnished: Furnished, who: str, row: Row, sample: Sample) -> None:
    if SEATS[who] is not None:
        return may(furnished, who, row, sample)
    furnished.prepare("host", sample)
    assert problem(furnished.ask(who, *row.place, sample), 403, "seat-not-yours")["seat"] is None
    return None


def for_own_entries(furnished: Furnished, who: str, row: Row, sample: Sample) -> None:
    with taken_back():
        furnished.prepare("host", sample)
        response = furnished.ask(who, *row.place, sample)
        if who == "green":
            problem(response, 403, "seat-not-yours")
        else:
            assert problem(response, 403, "not-your-entry")["entered_by"]["role"] == "host"
    if who in ("scorer", "red"):
        furnished.prepare(who, sample)
        response = furnished.ask(who, *row.place, sample)
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
            response = furnished.ask(who, *row.place, sample)
            if row.is_open:
                assert response.status_code < 400, response.text
                continue
            of_keys = ("key-revoked", "key-expired")
            problem(response, 401, "key-unknown" if row.is_operators and code in of_keys else code)
            is_refused = 'error="invalid_token"' in response.headers["WWW-Authenticate"]
            assert is_refused is (who != "malformed")


@each_row
@pytest.mark.parametrize("keyed", [False, True])
def test_a_key_that_ends_while_its_request_waits_for_others_writes_nothing(
    app: Flask, furnished: Furnished, row: Row, keyed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits to write is asked for its key again: here it ends after every check that comes before."""
    if row.is_open or row.is_operators or row.method == "GET":
        return
    sample, headers = _sample(app, row), {"idempotency_key": RETRY} if keyed else None
    furnished.prepare("host", sample)
    own = furnished.host.get("/v1/key").get_json()["id"]
    write, commit, before = storage.write, storage.commit, _counts()

    def revoke() -> None:
        Key.update({Key.revoked_at: 1}).where(Key.id == own).execute()

    def write_later() -> Any:
        revoke()
        return write()

    def commit_later(job: storage.Job) -> bool:
        revoke()
        return commit(job)

    monkeypatch.setattr(storage, "write", write_later)
    monkeypatch.setattr(storage, "commit", commit_later)
    problem(furnished.ask("host", *row.place, sample, headers=headers), 401, "key-revoked")
    assert _counts() == before


def _counts() -> dict[str, Any]:
    """How many rows each table of the database has, and what the games and the keys are at. Odds that were
    worked out are kept whoever asked: they are nobody's."""
    counted = (model for model in storage.MODELS if model is not OddsTable)
    counts: dict[str, Any] = {model.__name__: model.select().count() for model in counted}
    counts["heads"] = sorted(Scorecard.select(Scorecard.game, Scorecard.head).tuples())
    counts["hashes"] = sorted(Key.select(Key.id, Key.hash, Key.device, Key.expires_at).tuples())
    counts["names"] = sorted(Table.select(Table.id, Table.name, Table.recovery_hash).tuples())
    counts["players"] = sorted(Player.select(Player.id, Player.name).tuples())
    return counts


@each_row
def test_what_is_another_tables_is_not_there(app: Flask, furnished: Furnished, row: Row) -> None:
    if row.is_operators or not {"{table_id}", "{game_id}"} & set(row.path.split("/")):
        return
    sample = _sample(app, row)
    problem(furnished.ask("stranger", *row.place, sample), 404, "not-found")
    others = {"table_id": "table_x", "game_id": "game_x"}
    elsewhere = Sample(sample.body, {**sample.path, **others})
    for who in ("host", "scorer", "red", "viewer"):
        problem(furnished.ask(who, *row.place, elsewhere), 404, "not-found")


@each_row
def test_who_asks_is_judged_before_what_is_asked(app: Flask, furnished: Furnished, row: Row) -> None:
    if row.is_open or row.is_operators or "requestBody" not in operations(app)[row.method, row.path]:
        return
    sample, nonsense = _sample(app, row), {"nonsense": 1}
    problem(furnished.ask("nobody", *row.place, sample, nonsense), 401, "key-missing")
    if {"{table_id}", "{game_id}"} & set(row.path.split("/")):
        problem(furnished.ask("stranger", *row.place, sample, nonsense), 404, "not-found")
    problem(furnished.ask("viewer", *row.place, sample, nonsense), 403, "role-not-allowed")
    told = furnished.ask("host", *row.place, sample, nonsense).get_json()
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
    assert furnished.ask("host", *row.place, sample, headers=keyed).status_code < 400
    problem(furnished.ask("viewer", *row.place, sample, headers=keyed), 403, "role-not-allowed")


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
