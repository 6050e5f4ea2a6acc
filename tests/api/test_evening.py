"""The document's examples are what the application answers, and every answer has the shape that the document
says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator

from scorekeeper.api.document import openapi_document
from scorekeeper.api.examples import EVENING
from tests.api.evening import EXAMPLES, Step, operations, play
from tests.api.evening_steps import STEPS
from tests.databases import migrated

JSON_TYPES = ("application/json", "application/problem+json")
STREAM_TYPE = "text/event-stream"


@pytest.fixture(scope="module")
def played(only_app: Flask, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Step, dict[str, Any]]]:
    with migrated(str(tmp_path_factory.mktemp("evening") / "scorekeeper.sqlite3")):
        return list(play(only_app, STEPS))


def test_the_examples_sent_again_are_answered_as_the_document_says(
    played: list[tuple[Step, dict[str, Any]]],
) -> None:
    answered = [
        {
            "operation": step.operation,
            "name": step.name,
            "summary": step.summary,
            "has_key": step.key is not None,
            **example,
        }
        for step, example in played
        if step.is_shown
    ]
    assert answered == json.loads(EXAMPLES.read_text(encoding="utf-8"))


def test_every_answer_of_the_evening_has_the_shape_that_the_document_says(
    only_app: Flask, played: list[tuple[Step, dict[str, Any]]]
) -> None:
    document = openapi_document(only_app)
    exact = json.dumps({**document, "components": {"schemas": _exact(document["components"]["schemas"])}})
    for step, example in played:
        described = _operation(document, step.operation)["responses"][str(example["status"])]
        if example["answer"] is None:
            assert not {*JSON_TYPES} & described.get("content", {}).keys()
            continue
        if STREAM_TYPE in described["content"]:
            _check_stream(exact, described["content"][STREAM_TYPE]["x-events"], example["answer"])
            continue
        (media,) = (described["content"][kind] for kind in JSON_TYPES if kind in described["content"])
        errors = _validator(exact, media["schema"]["$ref"]).iter_errors(example["answer"])
        assert [error.message for error in errors] == [], f"{step.operation} {step.name}"


def _check_stream(document: str, events: Mapping[str, Any], text: str) -> None:
    """Every event of a piece of a stream has the data that the document says."""
    told = [block for block in text.split("\n\n") if "event: " in block]
    assert told
    for block in told:
        lines = dict(line.split(": ", 1) for line in block.split("\n"))
        reference = events[lines["event"]]["$ref"]
        errors = _validator(document, reference).iter_errors(json.loads(lines["data"]))
        assert [error.message for error in errors] == []


def _exact(schemas: dict[str, Any]) -> dict[str, Any]:
    """The same shapes without room for fields that they don't describe."""
    parts = {name.rpartition("/")[2] for schema in schemas.values() for name in _parts(schema)}
    return {name: _closed(schema, is_part=name in parts) for name, schema in schemas.items()}


def _parts(schema: Any) -> list[str]:
    """The components that a shape is put together from."""
    return [part["$ref"] for part in schema.get("allOf", ()) if "$ref" in part]


def _closed(schema: Any, *, is_part: bool = False) -> Any:
    if isinstance(schema, list):
        return [_closed(item, is_part=is_part) for item in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(value, is_part=key == "allOf") for key, value in schema.items()}
    has_fields = "properties" in schema or "allOf" in schema
    return closed if is_part or not has_fields else {"unevaluatedProperties": False, **closed}


def test_every_operation_has_an_example_of_its_success(app: Flask) -> None:
    shown = {example.operation for example in EVENING if example.status < 400}
    assert shown == set(operations(openapi_document(app)))


def test_the_document_shows_each_body_and_each_answer_of_the_evening(app: Flask) -> None:
    document = openapi_document(app)
    for example in EVENING:
        operation = _operation(document, example.operation)
        if example.status >= 400:
            continue
        if example.body is not None:
            assert (
                operation["requestBody"]["content"]["application/json"]["examples"][example.name]["value"]
                == example.body
            )
        if example.answer is not None:
            (media,) = operation["responses"][str(example.status)]["content"].values()
            assert media["examples"][example.name]["value"] == example.answer


def _operation(document: Mapping[str, Any], operation_id: str) -> Mapping[str, Any]:
    where = operations(document)[operation_id]
    operation: Mapping[str, Any] = document["paths"][where.path][where.method.lower()]
    return operation


_read = cache(json.loads)


@cache
def _validator(document: str, reference: str) -> Draft202012Validator:
    """A validator of one component; the whole document comes along, since components refer to each other."""
    schema = {**_read(document), "$ref": reference}
    return Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
