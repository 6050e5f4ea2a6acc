"""Modules that always come together are sent as one, and are still what they were."""

from __future__ import annotations

import re
from collections import Counter
from posixpath import dirname, join, normpath

import pytest

from scorekeeper.companion.files import modules_of, page_files
from scorekeeper.companion.joining import GROUPS, joined
from scorekeeper.companion.turn_table import FILE

DECLARED = re.compile(r"^(?:export )?(?:async )?(?:const|let|function\*?|class) (\w+)", re.MULTILINE)
IMPORTED = re.compile(r"""^import \{[^}]*\} from "([^"]+)";$""", re.MULTILINE)
STUBS = {path for paths in GROUPS.values() for path in paths}


def served(path: str) -> str:
    return page_files()[path].body.decode()


@pytest.mark.parametrize("group", GROUPS)
def test_the_modules_of_a_group_declare_no_name_twice(group: str) -> None:
    sources = [(FILE.parents[1] / path).read_text() for path in GROUPS[group]]
    declared = Counter(name for source in sources for name in DECLARED.findall(source))
    assert len(declared) > 5
    assert [name for name, times in declared.items() if times > 1] == []


@pytest.mark.parametrize("group", GROUPS)
def test_in_the_place_of_a_joined_module_is_one_that_exports_the_same(group: str) -> None:
    for path in GROUPS[group]:
        assert served(path) == f'export * from "../joined/{group}.js";\n'


def test_no_view_fetches_a_module_that_only_stands_for_another() -> None:
    assert "joined/rules.js" in modules_of("play")
    assert STUBS.isdisjoint(modules_of("play"))
    text = "".join(served(path) for path in page_files().keys() - STUBS if path.endswith(".js"))
    assert [path for path in STUBS if re.search(rf"""["'][./]*/{path}["']""", text)] == []


def test_what_a_module_imports_is_named_from_where_it_now_stands() -> None:
    modules = dict.fromkeys(STUBS, "") | {
        "ui/banners.js": 'import { t } from "./texts.js";\nimport { open } from "../sync/session.js";\n'
        'export const load = () => import("./menu.js");\n',
        "ui/draft.js": 'import { load } from "./banners.js";\nimport { t, u } from "./texts.js";\nload(t);\n',
        "views/play.js": 'import { load } from "../ui/banners.js";\n',
    }
    sent = joined(modules)
    assert sent["views/play.js"] == 'import { load } from "../joined/playing.js";\n'
    assert sent["joined/playing.js"].split("\n") == [
        'import { t, u } from "./page.js";',
        'import { open } from "./session.js";',
        'export const load = () => import("../ui/menu.js");',
        "load(t);",
        *[""] * 6,
    ]


@pytest.mark.parametrize("group", GROUPS)
def test_a_module_stands_after_those_that_it_imports(group: str) -> None:
    paths = GROUPS[group]
    for at, path in enumerate(paths):
        source = (FILE.parents[1] / path).read_text()
        imported = {normpath(join(dirname(path), name)) for name in IMPORTED.findall(source)}
        assert imported.isdisjoint(paths[at:]), path
