"""Modules that always come together, sent as one.

Each request costs a phone some 300 bytes of headers, and small files compress badly: what every view is
made of, the rules, the session and the table of a game are some forty modules to read, and six to fetch.
They are put one after another, each after those that it imports, as a browser would evaluate them. So the
modules of a group must not declare the same name twice, and import by `import { a, b } from "./c.js";`
alone. In the place of each stays a module that exports the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from posixpath import dirname, join, normpath, relpath

GROUPS: Mapping[str, tuple[str, ...]] = {
    "base": ("sync/api.js", "sync/keeping.js", "sync/store.js"),
    "page": (
        *(f"ui/{name}.js" for name in ("texts", "looks", "icons", "router", "later", "way_back", "parts")),
        *(f"ui/{name}.js" for name in ("dice", "target", "seats", "roles", "failures", "speak", "phone")),
        "views/trouble.js",
        "ui/app.js",
    ),
    "rules": tuple(
        f"engine/{name}.js" for name in ("table", "judge", "reading", "flow", "evolve", "game", "answer")
    ),
    "session": tuple(
        f"sync/{name}.js"
        for name in (
            "events", "lock", "live", "sources", "past", "queue", "view", "hearing", "sending", "session",
        )
    ),
    "settling": tuple(f"sync/{name}.js" for name in ("there", "taking_back", "asking_again")),
    "playing": tuple(
        f"ui/{name}.js"
        for name in ("banners", "draft", "kept_draft", "game", "telling", "pad", "tray")
    ),
}  # fmt: skip
"""The modules of each group, each after those that it imports."""
_HOME = {path: f"joined/{group}.js" for group, paths in GROUPS.items() for path in paths}
_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";$', re.MULTILINE)
_BLANK = re.compile(r"\n\n+")
_NAMED = re.compile(r"""((?:\bfrom |\bimport |\bimport\()["'])(\.{1,2}/[^"']+)(?=["'])""")


def joined(modules: Mapping[str, str]) -> dict[str, str]:
    """The texts of all modules by their paths, as they are sent: each imports from where things are."""
    alone = {path: _moved(text, path, path) for path, text in modules.items() if path not in _HOME}
    stubs = {path: f'export * from "{_from(path, home)}";\n' for path, home in _HOME.items()}
    groups = {f"joined/{group}.js": _one(group, paths, modules) for group, paths in GROUPS.items()}
    return {**alone, **stubs, **groups}


def _one(group: str, paths: Iterable[str], modules: Mapping[str, str]) -> str:
    """The modules of a group as one."""
    home = f"joined/{group}.js"
    outside: dict[str, dict[str, None]] = {}
    bodies = []
    for path in paths:
        moved = _moved(modules[path], path, home)
        for names, source in _IMPORT.findall(moved):
            outside.setdefault(source, {}).update(dict.fromkeys(_names(names)))
        bodies.append(_BLANK.sub("\n", _IMPORT.sub("", moved)).strip())
    outside.pop(f"./{group}.js", None)
    heads = [f'import {{ {", ".join(names)} }} from "{source}";' for source, names in outside.items()]
    return "\n".join([*heads, *bodies, ""])


def _names(listed: str) -> Iterator[str]:
    return (name.strip() for name in listed.split(",") if name.strip())


def _moved(text: str, path: str, home: str) -> str:
    """A module's text where it stands at another path: what it imports is named from there."""

    def name(match: re.Match[str]) -> str:
        target = normpath(join(dirname(path), match[2]))
        return match[1] + _from(home, _HOME.get(target, target))

    return _NAMED.sub(name, text)


def _from(path: str, target: str) -> str:
    """How a module names another one."""
    way = relpath(target, dirname(path) or ".")
    return way if way.startswith("../") else f"./{way}"
