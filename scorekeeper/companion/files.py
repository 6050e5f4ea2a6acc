"""The page's files, read and compressed once.

All files of `static` share one hash, which stands in their address: a browser keeps a file for ever, and a
new release has new addresses. Modules import each other by relative paths, so they stay within one release.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from posixpath import dirname, join, normpath

CONTENT_TYPES: Mapping[str, str] = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "json": "application/json",
}
"""What is served, by the end of the file's name. Licences and types for the type checker stay at home."""
ENTRY = "start.js"
_WORTH_COMPRESSING = 200
_COMMENT = re.compile(r"^[ \t]*(?:/\*\*.*?\*/|//[^\n]*)[ \t]*\n", re.DOTALL | re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_TYPE = re.compile(r"/\*\* @.*?\*/ ?")
_IMPORTED = re.compile(r"""\b(?:from|import)\s*["'](\.{1,2}/[^"']+)["']""")


@dataclass(frozen=True)
class PageFile:
    """A file as it is sent: its type, its bytes, and the same with gzip where that is smaller."""

    content_type: str
    body: bytes

    @cached_property
    def compressed(self) -> bytes | None:
        """The body with gzip; None where that would save nothing."""
        if len(self.body) < _WORTH_COMPRESSING or self.content_type == CONTENT_TYPES["png"]:
            return None
        return gzip.compress(self.body, 9, mtime=0)

    @cached_property
    def digest(self) -> str:
        """What tells this body from every other one."""
        return hashlib.sha256(self.body).hexdigest()[:20]


@cache
def page_files() -> Mapping[str, PageFile]:
    """Every file that is served, by its path below `static`."""
    root = resources.files("scorekeeper.companion").joinpath("static")
    return {path: _read(path, file) for path, file in sorted(_walk(root))}


@cache
def release() -> str:
    """The hash of all files together."""
    whole = hashlib.sha256()
    for path, file in page_files().items():
        whole.update(f"{path}\0{file.digest}\0".encode())
    return whole.hexdigest()[:16]


@cache
def modules_of(view: str) -> tuple[str, ...]:
    """The modules that a view needs: the entry, the view's own, and all that they import.

    view: the first part of its address; another one is shown as `home`.
    """
    own = f"views/{view}.js"
    found: dict[str, None] = {}
    waiting = [ENTRY, own if own in page_files() else "views/home.js"]
    while waiting:
        path = waiting.pop(0)
        if path not in found:
            found[path] = None
            waiting += _imports(path)
    return tuple(found)


@cache
def languages() -> Mapping[str, str]:
    """The languages that the page speaks: the code of each, and its name for itself."""
    catalogues = {
        path: file for path, file in page_files().items() if re.fullmatch(r"texts/[^/]+\.json", path)
    }
    return {path[6:-5]: json.loads(file.body)["language"] for path, file in catalogues.items()}


def _imports(path: str) -> list[str]:
    text = page_files()[path].body.decode()
    return [normpath(join(dirname(path), name)) for name in _IMPORTED.findall(text)]


def _walk(folder: Traversable, above: str = "") -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _walk(entry, f"{above}{entry.name}/")
        elif _ending(entry.name) in CONTENT_TYPES:
            yield f"{above}{entry.name}", entry


def _read(path: str, file: Traversable) -> PageFile:
    body = file.read_bytes()
    if _ending(path) == "js" and not path.startswith("vendor/"):
        body = _without_comments(body.decode()).encode()
    if _ending(path) == "css":
        body = " ".join(_STYLE_COMMENT.sub("", body.decode()).split()).encode()
    return PageFile(CONTENT_TYPES[_ending(path)], body)


def _without_comments(text: str) -> str:
    """A module without its comments, which are a third of it, and without what stands before its lines. Lines
    stay where they are: a browser that complains names the line of the source."""
    without = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    return _INDENT.sub("", _TYPE.sub("", without))


def _ending(name: str) -> str:
    return name.rpartition(".")[2]
