"""What machines are told."""

from __future__ import annotations

from scorekeeper.api.shapes import Shape, obj, word

SHAPES: dict[str, Shape] = {
    "Health": obj("All is well.", status=word("Always `ok`; else the answer is a problem.", "ok"))
}
