"""Every error is a problem, and every code has its page."""

from __future__ import annotations

import ast
from pathlib import Path
from unittest.mock import patch

import pytest
from flask import Flask

import scorekeeper
from scorekeeper import ledger, storage
from scorekeeper.api.codes import CATALOGUE
from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.rules.ruleset_problems import RULESET_CODES
from scorekeeper.rules.violations import CODES
from scorekeeper.storage.database import Unavailable
from tests.api.at_the_table import PROBLEM, Guest, HostOf, problem

SOURCES = Path(scorekeeper.__file__).parent


def test_an_unknown_address_is_a_problem(guest: Guest) -> None:
    problem(guest.get("/v1/nowhere"), 404, "not-found")
    problem(guest.get("/nowhere"), 404, "not-found")


def test_two_slashes_are_another_address_and_no_page_that_leads_to_the_right_one(guest: Guest) -> None:
    problem(guest.get("/v1//rulesets"), 404, "not-found")
    problem(guest.get("/v1/rulesets/"), 404, "not-found")


def test_a_browser_gets_a_problem_below_v1_too(guest: Guest) -> None:
    problem(guest.get("/v1/nowhere", accept="text/html"), 404, "not-found")


def test_a_wrong_method_names_those_that_are_allowed(guest: Guest) -> None:
    response = guest.send("DELETE", "/v1/tables")
    problem(response, 405, "method-not-allowed")
    assert response.headers["Allow"] == "OPTIONS, POST"


def test_options_names_the_methods_and_has_no_body(guest: Guest) -> None:
    response = guest.send("OPTIONS", "/v1/rulesets/check")
    assert (response.status_code, response.headers["Allow"], response.data) == (204, "OPTIONS, POST", b"")
    assert "Content-Type" not in response.headers


def test_a_failure_is_a_problem_that_tells_nothing_of_the_inside(
    host: HostOf, caplog: pytest.LogCaptureFixture
) -> None:
    with patch.object(ledger, "get_table", side_effect=ZeroDivisionError("secret")):
        response = host.get(host.table)
    problem(response, 500, "internal-error")
    assert "secret" not in response.text
    assert "secret" in caplog.text


def test_a_game_that_others_keep_writing_to_is_busy(host: HostOf) -> None:
    game = host.open()
    with patch.object(ledger, "record", side_effect=ledger.TooBusy("game")):
        response = host.post(f"{game}/rolls", {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]})
    problem(response, 503, "busy")
    assert response.headers["Retry-After"] == "1"


def test_a_database_that_cannot_be_had_is_busy(host: HostOf) -> None:
    with patch.object(ledger, "get_table", side_effect=Unavailable("database is locked")):
        response = host.get(host.table)
    problem(response, 503, "busy")
    assert response.headers["Retry-After"] == "1"
    assert "locked" not in response.text


def test_a_server_whose_database_is_of_another_release_is_not_ready(guest: Guest) -> None:
    with patch.object(storage, "is_ready", return_value=False):
        response = guest.get("/readyz")
    problem(response, 503, "not-ready")
    assert response.headers["Retry-After"] == "5"


def test_the_type_of_a_problem_is_below_the_public_address(tmp_path: Path) -> None:
    config = Config(database=str(tmp_path / "x.sqlite3"), public_url="https://dice.example.org/game")
    client = create_app(config).test_client()
    told = client.get("/v1/nowhere", headers={"Host": "evil.example"}).get_json()
    assert told["type"] == "https://dice.example.org/game/problems/not-found"


def test_every_code_of_the_rules_is_in_the_catalogue_with_its_level() -> None:
    statuses = {code: CATALOGUE[code].status for code in CODES}
    assert statuses == {
        code: 422 if told.level == "dice" or code == "seat-unknown" else 409 for code, told in CODES.items()
    }


def test_every_code_of_the_house_rules_is_in_the_catalogue() -> None:
    assert {CATALOGUE[code].status for code in RULESET_CODES} == {422}


def test_every_code_that_the_sources_name_is_in_the_catalogue() -> None:
    named = {
        code
        for folder in ("api", "ledger")
        for path in (SOURCES / folder).rglob("*.py")
        for code in _codes_in(path)
    }
    assert named
    assert named <= CATALOGUE.keys()


def _codes_in(path: Path) -> set[str]:
    """The codes in calls such as Problem("not-found", …), Complaint("invalid", …) and the ledger's
    Problem(pointer, code, …)."""
    calls = [
        node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)
    ]
    places = dict.fromkeys(("Complaint", "NameInvalid", "Violation", "AmendmentRefused"), 0)
    places["Problem"] = 1 if "ledger" in path.parts else 0
    found = set()
    for call in calls:
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        if name in places and len(call.args) > places[name]:
            argument = call.args[places[name]]
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                found.add(argument.value)
    return found


@pytest.mark.parametrize("code", sorted(CATALOGUE))
def test_every_code_has_a_page(guest: Guest, code: str) -> None:
    page = guest.get(f"/problems/{code}", accept="text/html,*/*;q=0.8")
    assert page.status_code == 200
    assert page.content_type == "text/html; charset=utf-8"
    assert f"<code>{code}</code>" in page.text
    told = guest.get(f"/problems/{code}", accept="application/json").get_json()
    assert told["code"] == code
    assert told["status"] == CATALOGUE[code].status
    assert told["meaning"]


def test_an_unknown_code_has_no_page(guest: Guest) -> None:
    problem(guest.get("/problems/%3Cscript%3E"), 404, "not-found")
    page = guest.get("/problems/%3Cscript%3E", accept="text/html")
    assert page.status_code == 404
    assert page.content_type == "text/html; charset=utf-8"
    assert "<script>" not in page.text


def test_the_list_of_problems_leads_to_every_page(guest: Guest) -> None:
    page = guest.get("/problems", accept="text/html").text
    assert all(f'href="problems/{code}"' in page for code in CATALOGUE)
    listed = guest.get("/problems", accept="application/json").get_json()
    assert {item["code"] for item in listed["items"]} == set(CATALOGUE)


def test_no_answer_below_v1_is_a_page(app: Flask, guest: Guest) -> None:
    for rule in app.url_map.iter_rules():
        if not rule.rule.startswith("/v1"):
            continue
        path = rule.rule.replace("<int(min=1,max=1000000):", "<").replace("<", "").replace(">", "")
        for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"):
            response = guest.send(method, path)
            content_type = response.content_type or ""
            assert "html" not in content_type, (method, path)
            if response.status_code >= 400:
                assert content_type == PROBLEM, (method, path)


ADMIN = "q7/Zt~vN2mXw9Kd4-rB8sLh3_yPc6FjG1aTe5UoWiEx"
SENT = f"sk_host_{'x1' * 20}"


@pytest.mark.parametrize("secret", [ADMIN, SENT, f"{'-' * 14}{ADMIN}", f"{'-' * 50}{ADMIN}", f"x{SENT}"])
def test_a_key_that_was_sent_by_mistake_comes_back_in_no_problem(
    host: HostOf, monkeypatch: pytest.MonkeyPatch, secret: str
) -> None:
    monkeypatch.setenv("SCOREKEEPER_ADMIN_KEY", ADMIN)
    bodies = (
        {"preset": secret},
        {"saved": secret},
        {"turn": {"rolls": secret}},
        {"goal": {"kind": secret}},
        {"turn": {secret: 1}},
        {secret: 1},
        {"stakes": secret},
    )
    answers = [host.post("/v1/rulesets/check", body) for body in bodies]
    answers += [
        host.post(f"{host.table}/games", {"ruleset": body, "seats": [{"name": "Red"}]}) for body in bodies
    ]
    answers += [host.post(f"{host.table}/players", {secret: 1}), host.get(f"{host.table}/games?{secret}=1")]
    answers += [host.post(f"{host.table}/players", {"name": secret}) for _ in range(2)][1:]
    entry = {"kind": "roll", "entry_id": "019c1a00-0000-4000-8000-000000000001", "seat": 1, "dice": [secret]}
    answers += [host.post(f"{host.open()}/batch", {"entries": [entry]})]
    for answer in answers:
        assert "problem" in answer.text
        for shown in (ADMIN[:16], ADMIN[:16].replace("~", "~0").replace("/", "~1"), "x1x1"):
            assert shown not in answer.text, answer.text


@pytest.mark.parametrize(
    "name", ["Bearer Bob", "Bearer tablet", "sk_ate_board", "sk_host_johnson", "x/join/us"]
)
def test_people_may_be_called_what_begins_as_a_secret_does(host: HostOf, name: str) -> None:
    host.post(f"{host.table}/players", {"name": name})
    told = problem(host.post(f"{host.table}/players", {"name": name}), 409, "name-taken")
    assert name in told["detail"]


def test_words_that_only_look_a_little_like_a_key_are_told_as_they_are(
    host: HostOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_ADMIN_KEY", ADMIN)
    told = problem(
        host.post("/v1/rulesets/check", {"preset": f"task_list_{ADMIN[:10]}"}), 422, "unknown-preset"
    )
    assert f"task_list_{ADMIN[:10]}" in told["detail"]
