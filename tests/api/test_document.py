"""The OpenAPI document: served, committed, valid, whole."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from openapi_spec_validator import validate

from scorekeeper.api.codes import CATALOGUE
from scorekeeper.api.document import document_text, openapi_document
from scorekeeper.api.fields import NAME_PATTERN
from scorekeeper.ledger import NameInvalid, clean_name
from tests.api.at_the_table import Guest
from tests.support import REPOSITORY

COMMITTED = REPOSITORY / "openapi" / "openapi.json"


@pytest.fixture(scope="module")
def document(only_app: Flask) -> dict[str, Any]:
    return openapi_document(only_app)


def _operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method, path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if isinstance(operation, dict) and "operationId" in operation
    ]


def test_the_committed_document_is_what_is_served(guest: Guest) -> None:
    served = guest.get("/openapi.json")
    assert served.content_type == "application/json"
    assert served.text == COMMITTED.read_text(encoding="utf-8")


def test_the_document_is_valid(document: dict[str, Any]) -> None:
    validate(document)


def test_every_application_of_a_release_has_the_same_document(app: Flask) -> None:
    from tests.api.evening import new_app

    assert document_text(app) == document_text(new_app(Path(app.instance_path)))


def test_every_route_below_v1_is_in_the_document(app: Flask, document: dict[str, Any]) -> None:
    routes = {
        (method.lower(), re.sub(r"<(?:[^:>]+:)?([^>]+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/v1") or rule.rule in ("/healthz", "/readyz")
        for method in rule.methods or ()
        if method not in ("HEAD", "OPTIONS")
    }
    assert routes == {(method, path) for method, path, _ in _operations(document)}


def test_every_operation_says_what_it_is(document: dict[str, Any]) -> None:
    operations = _operations(document)
    ids = [operation["operationId"] for _, _, operation in operations]
    assert len(set(ids)) == len(ids)
    for method, path, operation in operations:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", operation["operationId"]), path
        assert operation["summary"], (method, path)
        assert len(operation["tags"]) == 1, (method, path)
        assert any(status.startswith("4") for status in operation["responses"]), (method, path)


def test_every_tag_has_a_description(document: dict[str, Any]) -> None:
    described = {tag["name"] for tag in document["tags"] if tag["description"]}
    assert described == {operation["tags"][0] for _, _, operation in _operations(document)}


def test_what_lies_below_a_table_or_a_game_needs_its_key_and_says_whose(document: dict[str, Any]) -> None:
    for method, path, operation in _operations(document):
        if path.startswith("/v1/admin/"):
            assert operation["security"] == [{"adminKey": []}]
            continue
        is_guarded = "x-roles" in operation
        assert is_guarded or not {"{table_id}", "{game_id}"} & set(path.split("/")), path
        assert (operation.get("security", document["security"]) == [{"tableKey": []}]) is is_guarded, (
            method,
            path,
        )
        assert ("401" in operation["responses"]) is is_guarded, (method, path)


def test_every_error_answer_is_a_problem_with_examples(document: dict[str, Any]) -> None:
    for _, path, operation in _operations(document):
        for status, response in operation["responses"].items():
            if status < "400":
                continue
            media = response["content"]["application/problem+json"]
            assert media["schema"] == {"$ref": "#/components/schemas/Problem"}
            for code in media["examples"]:
                assert code in CATALOGUE, path
                assert code in document["components"]["examples"], path


def test_every_field_and_parameter_is_described(document: dict[str, Any]) -> None:
    bare = [path for path in _undescribed(document["components"]["schemas"], "") if path]
    assert bare == []
    for _, path, operation in _operations(document):
        for parameter in (*operation.get("parameters", ()), *document["paths"][path].get("parameters", ())):
            assert "$ref" in parameter or parameter["description"], (path, parameter)


def _undescribed(schemas: dict[str, Any], above: str) -> list[str]:
    found = []
    for name, schema in schemas.items():
        if not {"description", "$ref", "oneOf", "allOf"} & schema.keys():
            found.append(f"{above}/{name}")
        found += _undescribed(schema.get("properties", {}), f"{above}/{name}")
    return found


def test_bodies_refuse_unknown_fields_and_answers_may_gain_some(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    sent = {
        media["schema"]["$ref"].rpartition("/")[2]
        for _, _, operation in _operations(document)
        for media in operation.get("requestBody", {}).get("content", {}).values()
    }
    assert sent
    for name in sent:
        assert schemas[name]["additionalProperties"] is False, name


def test_every_object_is_a_model_for_makers_of_clients(document: dict[str, Any]) -> None:
    # They read alternatives beside properties as a value of any kind.
    schemas = document["components"]["schemas"]
    assert "properties" in schemas["NewTurn"]
    mixed = [
        name
        for name, schema in schemas.items()
        if "properties" in schema and schema.keys() & {"oneOf", "anyOf", "allOf"}
    ]
    assert mixed == []


def test_the_pattern_of_a_name_is_what_the_ledger_takes_for_one() -> None:
    pattern = re.compile(NAME_PATTERN)
    for point in (*range(0xD800), *range(0xE000, 0x30000)):
        for name in (chr(point), f"x{chr(point)}"):
            if unicodedata.is_normalized("NFC", name):
                assert bool(pattern.fullmatch(name)) is _is_name(name), hex(point)


def _is_name(name: str) -> bool:
    try:
        clean_name(name)
    except NameInvalid:
        return False
    return True


def test_the_servers_address_is_relative(document: dict[str, Any]) -> None:
    assert [server["url"] for server in document["servers"]] == ["/"]


def test_the_license_is_that_of_the_package(document: dict[str, Any]) -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert document["info"]["license"] == {"name": project["license"], "identifier": project["license"]}


def test_names_do_not_depend_on_the_python_that_wrote_them(document: dict[str, Any]) -> None:
    # http.HTTPStatus(422).name is another in Python 3.13.
    assert "responses" not in document["components"]
    assert "UNPROCESSABLE" not in json.dumps(document)


def test_the_command_for_new_examples_says_nothing_and_changes_nothing(tmp_path: Path) -> None:
    from tests.api.evening import EXAMPLES

    before = EXAMPLES.read_bytes()
    subprocess.run([sys.executable, "-c", "import tests.api.evening"], cwd=REPOSITORY, check=True, timeout=60)
    assert EXAMPLES.read_bytes() == before
