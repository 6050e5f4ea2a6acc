"""The addresses of the page's files."""

from __future__ import annotations

from flask import Blueprint, Response, request

from scorekeeper.api.problems import not_found
from scorekeeper.companion.files import PageFile, page_files, release

blueprint = Blueprint("companion", __name__)

_FOR_EVER = "public, max-age=31536000, immutable"
_ASK = "no-cache"


@blueprint.get("/app/<hash_>/<path:name>")
def read_file(hash_: str, name: str) -> Response:
    """A file of the page. Raises Problem `not-found` for any other.

    A page that was opened before an update, or on another machine, has another hash: it gets what is here.
    """
    if name not in page_files():
        raise not_found()
    return _send(page_files()[name], _FOR_EVER if hash_ == release() else _ASK)


def _send(file: PageFile, cache_control: str) -> Response:
    """The file, compressed where the browser understands that, or 304 where it has it already."""
    compressed = file.compressed if request.accept_encodings["gzip"] else None
    tag = f"{file.digest}-gzip" if compressed else file.digest
    response = Response(compressed or file.body, content_type=file.content_type)
    response.set_etag(tag)
    response.headers["Cache-Control"] = cache_control
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["X-Content-Type-Options"] = "nosniff"
    if compressed:
        response.headers["Content-Encoding"] = "gzip"
    response.make_conditional(request)
    return response
