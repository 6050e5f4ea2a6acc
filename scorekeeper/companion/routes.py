"""The addresses of the page.

One shell answers them all; which view it shows is read from the address in the browser. What stands behind a
`#` (a key, the token of an invite) is never sent here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from html import escape
from importlib import resources
from urllib.parse import quote

from flask import Blueprint, Response, request

from scorekeeper.api.edge import OWN_FILE
from scorekeeper.api.problems import not_found
from scorekeeper.api.protection import page_headers
from scorekeeper.companion.files import (
    PageFile,
    catalogue,
    joined_looks,
    languages,
    modules_of,
    page_files,
    release,
)

blueprint = Blueprint("companion", __name__)

VIEWS = (
    "/", "/new", "/join", "/join/<code>", "/recover", "/settle", "/settings", "/table/<table>",
    "/watch/<table>", "/play/<game>", "/play/<game>/<path:place>",
)  # fmt: skip
"""Every address that shows the page."""
_LOOKS: Mapping[str, str] = {"play": "", "watch": "wall"}
"""The stylesheet of a view's own, as `ui/app.js` knows it too; all others have `views`."""
_WORKER_POLICY = {"Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src 'self'"}
"""The service worker fetches files of this server, and can do nothing else."""
_FOR_EVER = "max-age=31536000, immutable"
_ASK = "no-cache"
_HTML = "text/html; charset=utf-8"


def show_page(**_place: str) -> Response:
    """The shell."""
    view, *below = request.path[1:].split("/")
    return _send(_shell(view, "../" * len(below)), _ASK, page_headers())


def show_again(**_place: str) -> Response:
    """Where the page did not come in full: the same address once more. A link without a script would lose
    what stands behind its `#`."""
    place, query = quote(request.path.rpartition("/")[2]), request.query_string.decode("latin-1")
    return Response(status=303, headers={"Location": f"./{place}?{query}" if query else f"./{place}"})


for _view in VIEWS:
    blueprint.get(_view)(show_page)
    blueprint.post(_view)(show_again)


@blueprint.get("/app/<hash_>/<path:name>")
def read_file(hash_: str, name: str) -> Response:
    """A file of the page. Raises Problem `not-found` for any other.

    A page that was opened before an update, or on another machine, has another hash: it gets what is here.
    """
    if name not in page_files():
        raise not_found()
    file = page_files()[name]
    if not file.content_type.startswith("image/"):
        request.environ[OWN_FILE] = True
    if hash_ == release():
        return _kept_for_ever(file)
    return _send(file, _ASK)


@blueprint.get("/manifest.webmanifest")
def read_manifest() -> Response:
    """What the page is called when it is installed."""
    return _send(_text("manifest.webmanifest", "application/manifest+json"), _ASK)


@blueprint.get("/service-worker.js")
def read_service_worker() -> Response:
    """What keeps the page's files on the phone, where the browser allows it: over TLS and on loopback."""
    return _send(_service_worker(), _ASK, _WORKER_POLICY)


@lru_cache(maxsize=64)
def _shell(view: str, root: str) -> PageFile:
    """The page's HTML; view: the first part of its address; root: the way up from there to the server's."""
    app = f"{root}app/{release()}/"
    preloads = "\n".join(f'<link rel="modulepreload" href="{app}{path}">' for path in modules_of(view))
    text = _text("shell.html", _HTML).body.decode()
    told = {
        "{looks}": _LOOKS.get(view, "views"),
        "{joined}": joined_looks(_LOOKS.get(view, "views")),
        "{root}": root,
        "{app}": app,
        "{preloads}": preloads,
        "{unfinished}": "\n".join(_unfinished(code) for code in languages()),
        "{languages}": escape(json.dumps(languages(), ensure_ascii=False)),
    }
    for name, value in told.items():
        text = text.replace(name, value)
    return PageFile(_HTML, text.encode())


def _unfinished(language: str) -> str:
    """What is said in a language where the page does not come in full."""
    texts = catalogue(language)
    told, again = (escape(texts[key]) for key in ("unfinished", "try_again"))
    button = f'<button class="button first">{again}</button>'
    return f'<p class="card" lang="{language}">{told} {button}</p>'


@cache
def _service_worker() -> PageFile:
    kept = [path for path in page_files() if not path.endswith("service-worker.js")]
    shell = {"release": release(), "files": kept}
    worker = page_files()["service-worker.js"]
    return PageFile(worker.content_type, f"self.SHELL = {json.dumps(shell)};\n".encode() + worker.body)


@cache
def _text(name: str, content_type: str) -> PageFile:
    folder = resources.files("scorekeeper.companion")
    return PageFile(content_type, folder.joinpath("static", name).read_bytes())


def _kept_for_ever(file: PageFile) -> Response:
    """The file with as few headers as will do: nobody asks again whether it is still the same."""
    response = _send(file, _FOR_EVER)
    del response.headers["ETag"]
    return response


def _send(file: PageFile, cache_control: str, headers: Mapping[str, str] | None = None) -> Response:
    """The file, compressed where the browser understands that, or 304 where it has it already."""
    compressed = file.compressed if request.accept_encodings["gzip"] else None
    tag = f"{file.digest}-gzip" if compressed else file.digest
    response = Response(compressed or file.body, content_type=file.content_type)
    response.set_etag(tag)
    response.headers.update(headers or {})
    response.headers["Cache-Control"] = cache_control
    response.headers["Vary"] = "Accept-Encoding"
    if compressed:
        response.headers["Content-Encoding"] = "gzip"
    response.make_conditional(request)
    return response
