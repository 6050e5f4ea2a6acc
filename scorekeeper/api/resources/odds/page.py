"""The odds of a turn as a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

from scorekeeper.rules import PRESETS

_REROLLS: Final = {
    "both": "both dice",
    "any": "either die or both",
    "one": "one die",
    "none": "no re-roll",
}


def odds_page(found: Mapping[str, Any]) -> str:
    """The content of the page, as HTML. found: the odds as JSON answers have them."""
    parts = [
        "<h1>The odds of a turn</h1>",
        f"<p>{escape(found['sentence'])}.</p>",
        _table(
            "Ship, captain and crew",
            ("by roll", "chance", "exactly"),
            ((row["roll"], _percent(row["chance"]), row["exact"]) for row in found["crew_by_roll"]),
        ),
        f"<p>Who plays for the most points scores {found['mean']:.4f} on average, busts included; exactly "
        f"{found['mean_exact']}.</p>",
        _table(
            "Scores of who plays for the most points",
            ("score", "chance"),
            ((row["score"] or "bust", _percent(row["chance"])) for row in found["scores"]),
        ),
        _cargo(found["cargo"]),
        _links(),
    ]
    return "\n".join(part for part in parts if part)


def working_page() -> str:
    """The content of the page while the odds are worked out: it loads itself again."""
    return (
        "<h1>The odds of a turn</h1>\n"
        '<p role="status">They are still being worked out: this page loads itself again.</p>\n'
        f"{_links()}"
    )


def _cargo(rows: Sequence[Mapping[str, Any]]) -> str:
    if not rows:
        return ""
    return _table(
        "Keep or roll again, for the most points",
        ("cargo", "rolls left", "best", "worth", "standing"),
        (
            (
                f"{row['cargo'][0]} and {row['cargo'][1]}",
                row["rolls_left"],
                " or ".join(_told(option) for option in row["options"] if option["best"]),
                f"{max(option['mean'] for option in row['options']):.3f}",
                sum(row["cargo"]),
            )
            for row in rows
        ),
    )


def _told(option: Mapping[str, Any]) -> str:
    if option["action"] == "stand":
        return "stand"
    return "roll both" if option["hold"] is None else f"hold the {option['hold']}"


def _links() -> str:
    presets = ", ".join(f'<a href="odds?preset={name}">{escape(name)}</a>' for name in PRESETS)
    rerolls = ", ".join(
        f'<a href="odds?cargo_reroll={value}">{escape(label)}</a>' for value, label in _REROLLS.items()
    )
    return (
        f"<p>Other house rules: {presets}. Cargo rolled again: {rerolls}.</p>\n"
        '<p><a href="../docs">Documentation</a></p>'
    )


def _table(caption: str, heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "\n".join(
        f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in cells)}</tr>" for cells in rows
    )
    return (
        f"<table>\n<caption>{escape(caption)}</caption>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{body}\n</tbody>\n</table>"
    )


def _percent(chance: float) -> str:
    return f"{100 * chance:.2f} %"
