"""The table of who may what, as docs/access.md has it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tests.support import REPOSITORY

DOCUMENTATION = REPOSITORY / "docs" / "access.md"


@dataclass(frozen=True)
class Row:
    """One operation of the table."""

    method: str
    path: str
    cells: Mapping[str, str]

    @property
    def place(self) -> tuple[str, str]:
        """Method and path."""
        return self.method, self.path

    @property
    def is_open(self) -> bool:
        return self.cells["no key"] == "yes"

    @property
    def is_operators(self) -> bool:
        """Whether it is for the admin key; `test_admin` tries such a row with all else."""
        return not self.is_open and self.cells["operator"] == "yes"

    @property
    def roles(self) -> list[str]:
        return [role for role in ("host", "scorer", "viewer") if self.cells[role] not in ("no", "none")]


def read_rows() -> list[Row]:
    """The rows of the table."""
    lines = DOCUMENTATION.read_text(encoding="utf-8").splitlines()
    split = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines if "|" in line]
    head = next(cells for cells in split if cells[:2] == ["method", "path"])
    found = [cells for cells in split if re.fullmatch(r"GET|POST|PUT|PATCH|DELETE", cells[0])]
    return [Row(cells[0], cells[1], dict(zip(head[2:], cells[2:], strict=True))) for cells in found]
