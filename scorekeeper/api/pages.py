"""What people read in a browser: the documentation, and a page for every problem code. Nothing comes from
elsewhere.

Swagger UI's files are those of the package flask-swagger-ui; the page around them is ours, so that no script
stands in it and the content security policy can be strict.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from importlib import resources
from typing import Any

from flask import Blueprint, Flask, Response, current_app, request

from scorekeeper.api.codes import CATALOGUE
from scorekeeper.api.document import document_text
from scorekeeper.api.html import HTML, PAGE
from scorekeeper.api.problem_code import ProblemCode
from scorekeeper.api.problems import not_found
from scorekeeper.api.protection import page_headers
from scorekeeper.api.responses import answer_json

blueprint = Blueprint("pages", __name__)

_ASSETS: Mapping[str, tuple[str, str, str]] = {
    "swagger-ui.css": ("flask_swagger_ui", "dist", "text/css; charset=utf-8"),
    "swagger-ui-bundle.js": ("flask_swagger_ui", "dist", "text/javascript; charset=utf-8"),
    "favicon-32x32.png": ("flask_swagger_ui", "dist", "image/png"),
    "start.js": ("scorekeeper.api", "static", "text/javascript; charset=utf-8"),
    "pages.css": ("scorekeeper.api", "static", "text/css; charset=utf-8"),
}
"""Every file that pages load: its package, its folder and its type."""

_DOCS = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Scorekeeper API</title>
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/pages.css">
<script src="docs/swagger-ui-bundle.js" defer></script>
<script src="docs/start.js" defer></script>
</head>
<body>
<p class="more"><a href="v1/odds">The odds of a turn</a> · <a href="problems">Problem codes</a></p>
<div id="docs"></div>
<noscript><p>This page needs scripts; <a href="openapi.json">the document itself</a> does not.</p></noscript>
</body>
</html>
"""


@blueprint.get("/docs")
def read_docs() -> Response:
    """The documentation."""
    return _page(_DOCS)


@blueprint.get("/docs/<name>")
def read_asset(name: str) -> Response:
    """A file that a page loads. Raises Problem `not-found` for any other."""
    if name not in _ASSETS:
        raise not_found()
    package, folder, content_type = _ASSETS[name]
    headers = {"Cache-Control": "public, max-age=86400"}
    return Response(_asset(package, folder, name), headers=headers, content_type=content_type)


@lru_cache(maxsize=len(_ASSETS))
def _asset(package: str, folder: str, name: str) -> bytes:
    return resources.files(package).joinpath(folder, name).read_bytes()


@blueprint.get("/openapi.json")
def read_document() -> Response:
    """The OpenAPI document."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    if "openapi-text" not in app.extensions:
        app.extensions["openapi-text"] = document_text(app)
    headers = {"Cache-Control": "no-cache"}
    return Response(app.extensions["openapi-text"], headers=headers, content_type="application/json")


@blueprint.get("/problems")
def list_problems() -> Response:
    """Every problem code."""
    codes = sorted(CATALOGUE.values(), key=lambda code: (code.status, code.code))
    if _wants_json():
        return answer_json({"items": [_told(code) for code in codes], "next": None})
    rows = "\n".join(
        f'<li>{code.status} <a href="problems/{code.code}">{code.code}</a>: {escape(code.title)}</li>'
        for code in codes
    )
    return _page(PAGE.format(title="Problems", root="", content=f"<h1>Problems</h1>\n<ul>\n{rows}\n</ul>"))


@blueprint.get("/problems/<code>")
def read_problem(code: str) -> Response:
    """What a problem code means, for a browser or as JSON. Raises Problem `not-found`."""
    if code not in CATALOGUE:
        raise not_found("There is no such problem code.")
    if _wants_json():
        return answer_json(_told(CATALOGUE[code]), headers={"Vary": "Accept"})
    return _page(_problem_page(CATALOGUE[code]))


def _told(code: ProblemCode) -> dict[str, Any]:
    told = {"code": code.code, "status": code.status, "title": code.title, "meaning": code.meaning}
    return {**told, "remedy": code.remedy or None, "source": code.source or None}


def _problem_page(code: ProblemCode) -> str:
    paragraphs = [code.meaning, code.remedy, f"Source: {code.source}." if code.source else ""]
    content = "\n".join(
        [
            f"<h1>{escape(code.title)}</h1>",
            f"<p><code>{code.code}</code>, HTTP status {code.status}</p>",
            *(f"<p>{_code_spans(paragraph)}</p>" for paragraph in paragraphs if paragraph),
            '<p><a href="../problems">All problems</a>, <a href="../docs">documentation</a></p>',
        ]
    )
    return PAGE.format(title=escape(code.title), root="../", content=content)


def _code_spans(text: str) -> str:
    """A paragraph as HTML, with what stands between backticks set as code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if index % 2 else part for index, part in enumerate(parts))


def _wants_json() -> bool:
    return request.accept_mimetypes.best_match(("text/html", "application/json")) == "application/json"


def _page(html: str) -> Response:
    headers = {**page_headers(), "Cache-Control": "no-cache", "Vary": "Accept"}
    return Response(html, headers=headers, content_type=HTML)
