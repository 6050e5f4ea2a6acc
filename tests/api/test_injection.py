"""What was made to break out of where it is put comes out as the text that it is, or is refused."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from flask import Flask

from scorekeeper import storage
from scorekeeper.api.codes import CATALOGUE
from scorekeeper.api.document import openapi_document
from scorekeeper.storage.models import Table
from tests.api.access_samples import SAMPLES, Sample
from tests.api.at_the_table import ADMIN_KEY, Guest, HostOf, new_table, pointers, problem
from tests.api.evening import operations

SQL = (
    "'; DROP TABLE games; --",
    '" OR ""="',
    "x') OR ('1'='1",
    "' UNION SELECT hash FROM keys --",
    "%' OR 1=1 --",
    "\\",
)
WALKED = SQL[::2]
"""Those that every operation is tried with."""
FORMULAS = ("=1+1", "@SUM(A1:A9)", "+1", "-1", "=HYPERLINK(1)", "|calc")
MARKUP = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title><svg onload=alert(1)>",
    "&lt;b&gt;",
    "javascript:alert(1)",
    "{{7*7}}${7*7}",
)
EMOJI = "🏴‍☠️" * 15
STEERING = ("\n", "\r\nSet-Cookie: x=1", "\x1b[2J", "\x00", "\x07", "\x7f", "\x9b", "\u2028", "\u202e", "\t")


def cursor(key: str) -> str:
    return base64.urlsafe_b64encode(key.encode()).decode().rstrip("=")


def replaced(body: Any, text: str) -> Iterator[Any]:
    """The body with each of its texts, one after the other, replaced."""
    if isinstance(body, str):
        yield text
    elif isinstance(body, Mapping):
        for name, part in body.items():
            yield from ({**body, name: other} for other in replaced(part, text))
    elif isinstance(body, list):
        for index, part in enumerate(body):
            yield from ([*body[:index], other, *body[index + 1 :]] for other in replaced(part, text))


@pytest.fixture
def furnished(host: HostOf) -> HostOf:
    host.open()
    host.post(f"{host.table}/rulesets", {"name": "Long", "ruleset": {"preset": "chips"}})
    return host


def ids_of(host: HostOf) -> dict[str, str]:
    """What a path may name."""
    return {
        "table_id": host.table_id,
        "game_id": host.get(f"{host.table}/games").get_json()["items"][0]["id"],
        "player_id": host.get(f"{host.table}/players").get_json()["items"][0]["id"],
        "ruleset_id": host.get(f"{host.table}/rulesets").get_json()["items"][0]["id"],
        **dict.fromkeys(("seat", "number", "dispute"), "1"),
        "name": "chips",
    }


def operation_ids() -> list[str]:
    from scorekeeper.api.examples import EXAMPLES

    return sorted(EXAMPLES)


@pytest.mark.parametrize("operation_id", operation_ids())
def test_sql_in_any_text_path_or_parameter_is_a_text(
    app: Flask, guest: Guest, furnished: HostOf, operator: Guest, operation_id: str
) -> None:
    other = new_table(guest, "Next door")
    other_game = other.open(names=("Gold", "Teal"))
    before = {path: other.get(path).text for path in (other.table, other_game, f"{other.table}/players")}
    document = openapi_document(app)
    where = operations(document)[operation_id]
    ids, sample = ids_of(furnished), SAMPLES.get(operation_id, Sample())
    parts = {name: ids.get(name, "x") for name in _parts_of(where.path)}
    asker = operator if where.path.startswith("/v1/admin") else furnished
    for text in WALKED:
        for body in replaced(sample.body, text):
            assert asker.send(where.method, where.path.format(**parts), body).status_code < 500
        for name in parts:
            path = where.path.format(**{**parts, name: text.replace("%", "%25")})
            assert asker.send(where.method, path, sample.body).status_code < 500
        for name in _parameters_of(document, where):
            value = cursor(text) if name == "cursor" else text
            sent = {"path": where.path.format(**parts), "query_string": {name: value}, "method": where.method}
            response = asker.client.open(**sent, headers=asker.headers)
            assert response.status_code < 500
            assert other.table_id not in response.text or asker is operator
    assert {path: other.get(path).text for path in before} == before
    assert storage.is_ready()


def _parts_of(path: str) -> list[str]:
    return [part.strip("{}") for part in path.split("/") if part.startswith("{")]


def _parameters_of(document: dict[str, Any], where: Any) -> list[str]:
    operation = document["paths"][where.path][where.method.lower()]
    return [each["name"] for each in operation.get("parameters", ()) if each.get("in") == "query"]


@pytest.mark.parametrize("name", [*SQL, *FORMULAS, *MARKUP, EMOJI])
def test_a_name_comes_out_as_it_went_in(guest: Guest, name: str) -> None:
    host = new_table(guest, name)
    game = host.open(names=(name, "Blue"))
    host.post(f"{game}/rolls", {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]})
    host.post(f"{game}/abandon", {"reason": name})
    host.post(f"{host.table}/rulesets", {"name": name, "ruleset": {"preset": "chips"}})
    assert host.get(host.table).get_json()["name"] == name
    shown = host.get(game).get_json()
    assert shown["seats"][0]["name"] == name
    log = host.get(f"{game}/log").get_json()["items"]
    assert log[1]["sentences"] == [f"{name} banked the ship; 4 dice to roll."]
    assert log[2]["texts"] == {"reason": name}
    assert host.get(f"{host.table}/players").get_json()["items"][0]["name"] == name
    assert host.get(f"{host.table}/rulesets").get_json()["items"][0]["name"] == name
    assert Table.select().count() == 1


@pytest.mark.parametrize("steering", STEERING)
def test_what_could_steer_is_in_no_name(host: HostOf, guest: Guest, steering: str) -> None:
    name = f"Red{steering}Blue"
    for attempt in (
        guest.post("/v1/tables", {"name": name}),
        host.post(f"{host.table}/players", {"name": name}),
        host.post(f"{host.table}/rulesets", {"name": name, "ruleset": {"preset": "chips"}}),
        host.post(f"{host.table}/games", {"seats": [{"name": name}, {"name": "Blue"}]}),
        host.send("PATCH", host.table, {"name": name}),
    ):
        assert problem(attempt, 422, "name-characters")["errors"]
        assert not set(attempt.text) & {"\x1b", "\x00", "\x07", "\x7f", "\x9b", "\u2028", "\u202e"}


@pytest.mark.parametrize("half", [r'"\ud800"', r'"\udfff\ud800"', r'"Red\udc00"'])
def test_half_of_a_character_is_refused(host: HostOf, half: str) -> None:
    for path in (f"{host.table}/players", "/v1/tables"):
        response = host.send_text(path, f'{{"name": {half}}}')
        assert response.status_code in (400, 422)
        assert response.get_json()["code"] in CATALOGUE


def test_a_reason_may_have_lines_and_they_stay_in_its_json(host: HostOf) -> None:
    game, reason = host.open(), "The lamp fell.\n[2026] ERROR in forged: all is lost"
    host.post(f"{game}/abandon", {"reason": reason})
    response = host.get(f"{game}/log")
    assert response.get_json()["items"][1]["texts"] == {"reason": reason}
    assert "\n" not in response.text


@pytest.mark.parametrize(
    "path",
    [
        "/v1/games/x%0d%0aSet-Cookie:%20x=1",
        "/v1/tables/%0d%0aX-Injected:1",
        "/v1/rulesets/%0d%0aX-Injected:1",
        "/problems/%0d%0aX-Injected:1",
        "/docs/%0d%0aX-Injected:1",
        "/v1/tables?x=%0d%0aX-Injected:1",
        "/%0d%0aX-Injected:1",
    ],
)
def test_no_path_gets_into_a_header(host: HostOf, path: str) -> None:
    for method in ("GET", "POST", "OPTIONS"):
        response = host.send(method, path)
        assert not {"Set-Cookie", "X-Injected"} & set(response.headers.keys())
        assert not any("\n" in value or "\r" in value for value in response.headers.values())
        assert "X-Injected" not in response.text


def test_there_is_no_table_for_spreadsheets_that_a_formula_could_get_into(app: Flask) -> None:
    # Names such as =1+1 are harmless in JSON. Whoever adds a CSV export disarms them there, and says so here.
    document = openapi_document(app)
    kinds = {
        kind
        for methods in document["paths"].values()
        for operation in methods.values()
        if isinstance(operation, dict) and "responses" in operation
        for response in operation["responses"].values()
        for kind in response.get("content", {})
    }
    assert "application/json" in kinds
    assert not [kind for kind in kinds if "csv" in kind or "spreadsheet" in kind or "html" in kind]


def test_every_answer_says_what_it_is_and_is_not_to_be_guessed(host: HostOf, guest: Guest) -> None:
    game = host.open(names=(MARKUP[0], "Blue"))
    for response in (
        host.get(game),
        host.get(f"{game}/standings"),
        host.get(f"{game}/log"),
        host.get(f"{game}/export"),
        host.get(f"{host.table}/export"),
        host.get(f"{host.table}/players"),
        host.post(f"{game}/rolls", {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]}),
        guest.get(f"/v1/games/{MARKUP[0]}"),
        guest.get(f"/problems/{MARKUP[0]}"),
        guest.get("/v1/rulesets"),
    ):
        assert response.content_type in ("application/json", "application/problem+json")
        assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_a_page_of_what_is_not_there_says_nothing_of_what_was_asked_for(guest: Guest) -> None:
    page = guest.get(f"/problems/{MARKUP[0]}", accept="text/html")
    assert (page.status_code, page.content_type) == (404, "text/html; charset=utf-8")
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert "alert(1)" not in page.text


def test_a_picture_holds_no_name_and_can_do_nothing(guest: Guest) -> None:
    host = new_table(guest, MARKUP[0])
    invite = host.post(f"{host.table}/invites", {"role": "viewer", "name": MARKUP[1]}).get_json()
    picture = host.get(f"{host.table}/invites/{invite['id']}/qr.svg")
    assert picture.content_type.startswith("image/svg+xml")
    assert "alert(1)" not in picture.text
    assert "<script" not in picture.text
    assert "sandbox" in picture.headers["Content-Security-Policy"]
    assert picture.headers["X-Content-Type-Options"] == "nosniff"
    assert invite["code"] not in picture.text


def test_a_code_is_told_by_no_refusal(host: HostOf, guest: Guest) -> None:
    invite = host.post(f"{host.table}/invites", {"role": "viewer"}).get_json()
    for said in (invite["code"], invite["url"].partition("#")[2]):
        for response in (
            guest.post("/v1/join", {"code": f"{said}x"}),
            guest.post("/v1/join", {"code": [said]}),
            guest.post("/v1/join", {"code": said, "device": said}),
            guest.get(f"/v1/join?code={said}"),
            guest.get(f"/v1/join/{said}"),
        ):
            assert response.status_code >= 400
            assert said not in response.text


def test_no_page_shows_what_somebody_sent(guest: Guest) -> None:
    new_table(guest, MARKUP[0])
    for path in ("/docs", "/problems", *(f"/problems/{code}" for code in CATALOGUE)):
        page = guest.get(f"{path}?{MARKUP[1]}", accept="text/html")
        assert page.status_code == 200
        assert "alert(1)" not in page.text
        assert "script-src 'self'" in page.headers["Content-Security-Policy"]


def test_a_key_in_the_wrong_place_is_not_told_back(host: HostOf) -> None:
    key = (host.headers or {})["Authorization"].removeprefix("Bearer ")
    for response in (
        host.get(f"{host.table}?{key}=1"),
        host.get(f"{host.table}?key={key}"),
        host.get(f"/v1/games/{key}"),
        host.get(f"/v1/tables/{key}"),
        host.post(f"{host.table}/players", {key: 1}),
        host.post(f"{host.table}/players", {"name": [key]}),
        host.post(f"{host.table}/games", {"seats": [{key: 1}], "ruleset": {"preset": key}}),
        host.get(host.table, authorization=f"Basic {key}"),
        host.get(host.table, authorization=f"Bearer {key}x"),
        host.post(f"{host.table}/players", {"name": "Gold"}, idempotency_key=f"{key} {key}"),
        host.get(f"{host.table}/players?cursor={key}"),
        host.send_text(f"{host.table}/players", f'{{"name": {key}'),
    ):
        assert response.status_code >= 400
        assert key not in response.text
        assert key not in str(response.headers)


def test_the_admin_key_is_told_nowhere(operator: Guest, host: HostOf) -> None:
    assert ADMIN_KEY not in operator.get("/v1/admin/settings").text
    assert ADMIN_KEY not in operator.get(host.table).text
    assert ADMIN_KEY not in json.dumps(operator.client.application.config, default=str)


def test_a_name_of_sixty_characters_is_any_sixty(host: HostOf) -> None:
    assert len(EMOJI) == 60
    assert host.post(f"{host.table}/players", {"name": EMOJI}).status_code == 201
    told = problem(host.post(f"{host.table}/players", {"name": f"{EMOJI}!"}), 422, "name-too-long")
    assert pointers(told) == [("/name", "name-too-long")]
