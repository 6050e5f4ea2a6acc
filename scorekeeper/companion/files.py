"""The page's files, read and compressed once.

All files of `static` share one hash, which stands in their address: a browser keeps a file for ever, and a
new release has new addresses. Modules import each other by relative paths, so they stay within one release.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable

CONTENT_TYPES: Mapping[str, str] = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "json": "application/json",
}
"""What is served, by the end of the file's name. Licences and types for the type checker stay at home."""
_WORTH_COMPRESSING = 200


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


def _walk(folder: Traversable, above: str = "") -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _walk(entry, f"{above}{entry.name}/")
        elif _ending(entry.name) in CONTENT_TYPES:
            yield f"{above}{entry.name}", entry


def _read(path: str, file: Traversable) -> PageFile:
    return PageFile(CONTENT_TYPES[_ending(path)], file.read_bytes())


def _ending(name: str) -> str:
    return name.rpartition(".")[2]
