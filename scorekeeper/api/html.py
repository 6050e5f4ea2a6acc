"""Pages of our own: the frame that they share, and whether one is wanted."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from flask import Response, request

from scorekeeper.api.protection import page_headers

HTML = "text/html; charset=utf-8"
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} – Scorekeeper</title>
<link rel="stylesheet" href="{root}docs/pages.css">
</head>
<body>
<main>
{content}
</main>
</body>
</html>
"""


def wants_html() -> bool:
    """Whether the request would rather have a page than JSON, as browsers would."""
    return request.accept_mimetypes.best_match(("application/json", "text/html")) == "text/html"


def answer_html(
    title: str, content: str, root: str, headers: Mapping[str, str] | None = None, status: int = 200
) -> Response:
    """A page. title: plain text; content: HTML; root: the way from its address to the server's, as `../`."""
    html = PAGE.format(title=escape(title), root=root, content=content)
    return Response(html, status, {**page_headers(), **(headers or {})}, content_type=HTML)
