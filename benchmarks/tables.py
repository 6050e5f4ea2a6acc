"""Figures as a Markdown table."""

from __future__ import annotations

from collections.abc import Sequence


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as their widest cell; all but the first are aligned right."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    rule = [("-" * width) if index == 0 else ("-" * (width - 1) + ":") for index, width in enumerate(widths)]
    return "\n".join(_line(cells, widths) for cells in (heads, rule, *rows))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *rest = (
        cell.ljust(width) if index == 0 else cell.rjust(width)
        for index, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return f"| {' | '.join([first, *rest])} |"
