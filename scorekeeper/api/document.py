"""The OpenAPI document: made by smorest from the routes' contracts, completed here with what all of them
share."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from flask_smorest import Api as SmorestApi

from scorekeeper.api.blueprint import ADMIN_KEY
from scorekeeper.api.components import (
    ADMIN_SECURITY_SCHEME,
    HEADERS,
    KEY,
    PARAMETERS,
    PATH_PARAMETERS,
    SCHEMAS,
    SECURITY_SCHEME,
    error_examples,
)
from scorekeeper.api.examples import EXAMPLES
from scorekeeper.api.fields import AsSent, Request
from scorekeeper.api.resources.batches.schemas import OF_KIND

OPENAPI_VERSION = "3.1.0"
API_VERSION = "1.0.0"
_INFO = {
    "summary": "Keeps score of the dice game Ship, Captain and Crew.",
    "description": (
        "People at a table throw real dice and enter the faces; this API says what may be banked "
        "and whose turn it is, and "
        "keeps rounds, roll-offs, pots, chips and totals.\n\n"
        "Every game answer has `next`: the entry that the game waits for, ready to be sent back. "
        "Every error is a problem "
        "(RFC 9457) whose `type` is a page of this server that explains it. Answers may gain "
        "fields; requests with unknown "
        "fields are refused."
    ),
    "license": {"name": "MIT", "identifier": "MIT"},
}


class Api(SmorestApi):  # type: ignore[misc]
    """smorest's API without its own error bodies, default responses and document routes."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Flask) -> None:
        plugin = MarshmallowPlugin()
        options = {
            "title": "Scorekeeper",
            "version": API_VERSION,
            "openapi_version": OPENAPI_VERSION,
            "marshmallow_plugin": plugin,
            "info": _INFO,
            "servers": [{"url": "/", "description": "This server."}],
            "security": [{KEY: []}],
        }
        super().__init__(app, spec_kwargs=options)
        assert plugin.converter is not None
        plugin.converter.add_attribute_function(_shape_of)  # type: ignore[no-untyped-call]
        components = self.spec.components
        components.security_scheme(KEY, SECURITY_SCHEME)
        components.security_scheme(ADMIN_KEY, ADMIN_SECURITY_SCHEME)
        for name, shape in SCHEMAS.items():
            components.schema(name, deepcopy(shape))
        for schema in OF_KIND.values():
            components.schema(schema.__name__, schema=schema)
        for name, header in HEADERS.items():
            components.header(name, header)
        for name, parameter in PARAMETERS.items():
            components.parameter(name, parameter["in"], parameter)
        for code, example in error_examples().items():
            components.example(code, example)

    def _register_error_handlers(self) -> None:
        """Errors are answered by `translate`, for the pages too."""


def _shape_of(_: Any, field: Any, **__: Any) -> dict[str, Any]:
    return deepcopy(field.shape) if isinstance(field, AsSent) else {}


def openapi_document(app: Flask) -> dict[str, Any]:
    """The document of an application, as JSON values; the same for every application of this release."""
    api = app.extensions["flask-smorest"]["apis"][""]["ext_obj"]
    document: dict[str, Any] = deepcopy(api.spec.to_dict())
    _describe_requests(api, document["components"]["schemas"])
    for path in document["paths"].values():
        _describe_path(path)
        for operation in _operations(path):
            _unwrap(operation)
    _drop_unused(document)
    return document


def document_text(app: Flask) -> str:
    """The document as it is served and committed."""
    return json.dumps(openapi_document(app), indent=2, ensure_ascii=False) + "\n"


def _describe_requests(api: Any, schemas: dict[str, Any]) -> None:
    """Give requests the description of their class, and what no single field can say."""
    for key, name in api.ma_plugin.converter.refs.items():
        kind = key[0]
        if issubclass(kind, Request):
            schemas[name] = {
                "description": (kind.__doc__ or "").split("\n\n")[0],
                **schemas[name],
                **kind.shape,
            }


def _describe_path(path: dict[str, Any]) -> None:
    operations = list(_operations(path))
    for parameter in path.get("parameters", ()):
        description, shape = PATH_PARAMETERS[parameter["name"]]
        parameter["description"] = description
        parameter["schema"] |= {
            keyword: value for keyword, value in shape.items() if keyword != "description"
        }
        for example in (
            example for operation in operations for example in EXAMPLES.get(operation["operationId"], ())
        ):
            parameter["example"] = example.path[parameter["name"]]
            break


def _unwrap(operation: dict[str, Any]) -> None:
    """Docstrings are wrapped for those who read the source; a paragraph of the document is one line."""
    if "description" in operation:
        paragraphs = operation["description"].split("\n\n")
        operation["description"] = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def _operations(path: dict[str, Any]) -> Iterator[dict[str, Any]]:
    return (value for value in path.values() if isinstance(value, dict) and "operationId" in value)


def _drop_unused(document: dict[str, Any]) -> None:
    """Leave out components that no operation leads to: smorest's own, and examples of codes that only pages
    have."""
    components = document["components"]
    used = "".join(_used_texts(document))
    for group in ("schemas", "examples"):
        for name in [name for name in components[group] if f'"#/components/{group}/{name}"' not in used]:
            del components[group][name]


def _used_texts(document: dict[str, Any]) -> Iterator[str]:
    yield json.dumps(document["paths"])
    yield from (json.dumps(schema) for schema in document["components"]["schemas"].values())
