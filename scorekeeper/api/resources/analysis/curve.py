"""The curve of the chances to win, drawn as SVG.

Each seat has a line with a colour and a dash of its own, and its name at the line's end, so that colour is
never the only sign. Names are text and nothing else, and turn no text around them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

_WIDTH, _HEIGHT = 720, 360
_LEFT, _TOP, _RIGHT, _BOTTOM = 48, 24, 168, 40
_ACROSS, _DOWN = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
_LIGHT: Final = ("#b3261e", "#0b57d0", "#146c2e", "#8a5000", "#00696f", "#6d23b6", "#5d5f00", "#99195e")
_DARK: Final = ("#ff8a80", "#8ab4ff", "#7ddc94", "#ffb95c", "#6fd6dd", "#cfa8ff", "#d6d85a", "#ff8ec6")
_DASHES: Final = ("none", "8 3", "2 3", "10 3 2 3", "5 5")
_LONGEST_NAME: Final = 18
_LINE: Final = 14

_STYLE: Final = """
svg { color-scheme: light dark; --paper: #fff; --ink: #1d1d1f; --grid: #d8d8dc; }
@media (prefers-color-scheme: dark) { svg { --paper: #17181c; --ink: #ececf1; --grid: #3b3d45; } }
text { font: 12px system-ui, sans-serif; fill: var(--ink); unicode-bidi: isolate; }
.grid { stroke: var(--grid); }
.seat { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
"""


def draw_curve(analysis: Mapping[str, Any]) -> str:
    """The picture. analysis: as JSON answers have it."""
    names = [seat["name"] for seat in analysis["seats"]]
    curve = analysis["curve"]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'role="img" aria-labelledby="title desc">',
        '<title id="title">Chances to win, play by play</title>',
        f'<desc id="desc">{_text(_description(names, analysis))}</desc>',
        f"<style>{_STYLE}{_colours(len(names))}</style>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="var(--paper)"/>',
        *_grid(curve),
        *_lines(names, curve),
        "</svg>",
    ]
    return "\n".join(parts)


def _colours(seats: int) -> str:
    """The strokes of the lines, by day and in the dark."""
    light = "".join(f" .s{seat} {{ stroke: {_LIGHT[seat % len(_LIGHT)]}; }}" for seat in range(seats))
    dark = "".join(f" .s{seat} {{ stroke: {_DARK[seat % len(_DARK)]}; }}" for seat in range(seats))
    return f"{light}\n@media (prefers-color-scheme: dark) {{{dark} }}\n"


def _description(names: Sequence[str], analysis: Mapping[str, Any]) -> str:
    ends = [
        f"{name} from {100 * seat['start']:.0f} % to {100 * seat['end']:.0f} %"
        for name, seat in zip(names, analysis["seats"], strict=True)
    ]
    turns = [point["sentence"] for point in analysis["turning_points"]]
    return " ".join([f"{'; '.join(ends)}.", *turns])


def _grid(curve: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        yield f'<line class="grid" x1="{_LEFT}" y1="{y}" x2="{_LEFT + _ACROSS}" y2="{y}"/>'
        yield f'<text x="{_LEFT - 6}" y="{y + 4}" text-anchor="end">{percent} %</text>'
    shown = 0.0
    for index, point in enumerate(curve):
        is_new = point["round"] and (index == 0 or curve[index - 1]["round"] != point["round"])
        x = _x(index, len(curve))
        if is_new and (not shown or x - shown >= 2 * _LINE):
            shown = x
            yield f'<line class="grid" x1="{x}" y1="{_TOP}" x2="{x}" y2="{_TOP + _DOWN}"/>'
            yield f'<text x="{x}" y="{_HEIGHT - _BOTTOM + 16}" text-anchor="middle">{point["round"]}</text>'
    yield f'<text x="{_LEFT + _ACROSS / 2}" y="{_HEIGHT - 8}" text-anchor="middle">round</text>'


def _lines(names: Sequence[str], curve: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    ends = []
    for seat, name in enumerate(names):
        points = [
            f"{_x(index, len(curve))},{_y(point['chances'][seat])}"
            for index, point in enumerate(curve)
            if seat < len(point["chances"])
        ]
        dash = _DASHES[seat % len(_DASHES)]
        yield f'<polyline class="seat s{seat}" stroke-dasharray="{dash}" points="{" ".join(points)}"/>'
        chances = curve[-1]["chances"]
        ends.append((_y(chances[seat]) if seat < len(chances) else _y(0), seat, name))
    yield from _labels(ends)


def _labels(ends: Sequence[tuple[float, int, str]]) -> Iterator[str]:
    """The names at the ends of the lines, one below the other where they would meet."""
    x, placed = _LEFT + _ACROSS + 8, sorted(ends)
    heights = _spread([y for y, _, _ in placed])
    for y, (_, seat, name) in zip(heights, placed, strict=True):
        dash = _DASHES[seat % len(_DASHES)]
        sample = f'x1="{x}" y1="{y}" x2="{x + 18}" y2="{y}"'
        yield f'<line class="seat s{seat}" stroke-dasharray="{dash}" {sample}/>'
        yield f'<text x="{x + 24}" y="{y + 4}">{_text(_short(name))}</text>'


def _spread(heights: Sequence[float]) -> list[float]:
    """Ascending heights, moved apart so that a line of text fits between any two, and none out of the
    picture."""
    lowest = _HEIGHT - float(_LINE)
    spread: list[float] = []
    for height in heights:
        spread.append(max(height, spread[-1] + _LINE if spread else 0.0))
    for index in reversed(range(len(spread))):
        below = spread[index + 1] - _LINE if index + 1 < len(spread) else lowest
        spread[index] = round(min(spread[index], below), 1)
    return spread


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def _text(text: str) -> str:
    """Text as XML holds it: what it can't hold is left out."""
    return escape("".join(letter for letter in text if letter >= " " and letter not in "\ufffe\uffff"))


def _x(index: int, count: int) -> float:
    return round(_LEFT + _ACROSS * (index / max(count - 1, 1)), 1)


def _y(chance: float) -> float:
    return round(_TOP + _DOWN * (1 - min(max(chance, 0.0), 1.0)), 1)
