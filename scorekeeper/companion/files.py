"""The page's files, read and compressed once.

All files of `static` share one hash, which stands in their address: a browser keeps a file for ever, and a
new release has new addresses. Modules import each other by relative paths, so they stay within one release.
A catalogue of texts is sent in two files: what the first views say, and what is said later. The stylesheets
that come together are sent as one file, and so are modules (`joining.py`).
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
from typing import Any

from scorekeeper.companion.joining import joined

CONTENT_TYPES: Mapping[str, str] = {
    "js": "text/javascript",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "json": "application/json",
}
"""What is served, by the end of the file's name. Licences and types for the type checker stay at home."""
ENTRY = "start.js"
_ALWAYS_WORN = ("base", "parts", "dice", "play")
_WORN_BY_SOME = ("", "views", "wall")
_WORTH_COMPRESSING = 200
_COMMENT = re.compile(r"^[ \t]*(?:/\*\*.*?\*/|//[^\n]*)[ \t]*\n", re.DOTALL | re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_TYPE = re.compile(r"/\*\* @.*?\*/ ?")
LATER_TEXTS = frozenset({
    "abandon", "amended", "analysis", "bests", "changes", "computer", "conflict", "correct", "dispute",
    "disputes", "drop", "end", "entry", "forget", "games", "handover", "hint", "house", "invite", "join",
    "late", "misfit", "next", "over", "problem", "reason", "recover", "rule", "ruling", "saved", "say",
    "settings", "settle", "told", "told_once", "turns", "unfit", "unkept", "verdict", "wall",
})  # fmt: skip
"""The first words of keys such as `house.seats.min` that no part of the first views says; but `.title` is
said by what leads there."""
LATER_KEYS = frozenset({
    "abandon.title", "bests.title", "cancel", "conflict.title", "correct.title", "dispute.title",
    "disputes.title", "drop", "hint", "invite.title", "late.title", "provisional", "provisional.link",
    "reason", "rematch", "ruling.title", "save", "saved.title", "seat.later", "seat.leave",
    "seat.leave_sure", "seat.name", "seat.rename", "table.forget", "table.forget_note",
    "table.forget_unsaved", "table.games", "table.name", "table.no_games", "table.open_host",
    "table.rename", "turn.dice_kept", "turn.held", "turn.title", "wall.title",
})  # fmt: skip
"""Other keys that no part of the first views says."""
_CATALOGUE = re.compile(r"texts/([^/]+)\.json")
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
    found = {
        served: read for path, file in sorted(_walk(root)) for served, read in _read(path, file.read_bytes())
    }
    first = b"\n".join(found.pop(f"looks/{name}.css").body for name in _ALWAYS_WORN)
    for name in _WORN_BY_SOME:
        own = found[f"looks/{name}.css"].body if name else b""
        found[joined_looks(name)] = PageFile(CONTENT_TYPES["css"], first + b"\n" + own)
    modules = joined({path: file.body.decode() for path, file in found.items() if _ending(path) == "js"})
    return found | {path: PageFile(CONTENT_TYPES["js"], text.encode()) for path, text in modules.items()}


def joined_looks(name: str) -> str:
    """The path of the stylesheets of every view and of one more; name: that one, or "" for none."""
    return f"looks/first-{name}.css" if name else "looks/first.css"


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
    codes = [match[1] for match in map(_CATALOGUE.fullmatch, page_files()) if match]
    return {code: catalogue(code)["language"] for code in codes}


def catalogue(language: str) -> dict[str, Any]:
    """What the first views say in one of the languages."""
    found: dict[str, Any] = json.loads(page_files()[f"texts/{language}.json"].body)
    return found


def _imports(path: str) -> list[str]:
    text = page_files()[path].body.decode()
    return [normpath(join(dirname(path), name)) for name in _IMPORTED.findall(text)]


def _walk(folder: Traversable, above: str = "") -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _walk(entry, f"{above}{entry.name}/")
        elif _ending(entry.name) in CONTENT_TYPES:
            yield f"{above}{entry.name}", entry


def _read(path: str, body: bytes) -> Iterator[tuple[str, PageFile]]:
    """What is served of a file, and where: nearly always one file, in its place."""
    content_type = CONTENT_TYPES[_ending(path)]
    if catalogue := _CATALOGUE.fullmatch(path):
        first, later = _in_two(json.loads(body))
        yield path, PageFile(content_type, first)
        yield f"texts/later/{catalogue[1]}.json", PageFile(content_type, later)
    elif _ending(path) == "js" and not path.startswith("vendor/"):
        yield path, PageFile(content_type, _without_comments(body.decode()).encode())
    elif _ending(path) == "css":
        yield path, PageFile(content_type, " ".join(_STYLE_COMMENT.sub("", body.decode()).split()).encode())
    else:
        yield path, PageFile(content_type, body)


def _in_two(texts: dict[str, object]) -> tuple[bytes, bytes]:
    """A catalogue's texts: those of the first views, and the others."""
    later = {key: text for key, text in texts.items() if is_said_later(key)}
    first = {key: text for key, text in texts.items() if key not in later}
    return _json(first), _json(later)


def is_said_later(key: str) -> bool:
    """Whether a text is of no use before a part is loaded that is not in the first views."""
    head, dot, rest = key.partition(".")
    return key in LATER_KEYS or (bool(dot) and head in LATER_TEXTS and rest != "title")


def _json(texts: dict[str, object]) -> bytes:
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()


def _without_comments(text: str) -> str:
    """A module without its comments, which are a third of it, and without what stands before its lines. Lines
    stay where they are: a browser that complains names the line of the source."""
    without = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    return _INDENT.sub("", _TYPE.sub("", without))


def _ending(name: str) -> str:
    return name.rpartition(".")[2]
