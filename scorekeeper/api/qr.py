"""QR codes of links, as an image that a page can put in its midst, and as one that anything can show."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

import segno

_BORDER: Final = 4
"""The quiet zone that readers need, in modules."""
_DOTS: Final = 8
"""Dots of a PNG for each module."""


def as_svg(link: str) -> bytes:
    """An SVG without a size of its own: plain shapes, no script, no style, nothing from elsewhere."""
    return _draw(link, kind="svg", omitsize=True, xmldecl=False, light="#fff", svgclass=None, lineclass=None)


def as_png(link: str) -> bytes:
    """A PNG in black and white."""
    return _draw(link, kind="png", scale=_DOTS, light="#fff")


def _draw(link: str, **how: Any) -> bytes:
    out = BytesIO()
    segno.make(link, error="m", micro=False).save(out, border=_BORDER, dark="#000", **how)
    return out.getvalue()
