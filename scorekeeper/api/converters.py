"""Parts of addresses that are not just any text."""

from __future__ import annotations

from werkzeug.routing import BaseConverter


class PresetConverter(BaseConverter):
    """The name of a preset, which is never `check`: that is an address of its own."""

    regex = r"(?!check$)[^/]+"
