"""What is kept as a help alone, and can be worked out again: sealed, so that damage of any kind shows."""

from __future__ import annotations

from hashlib import sha256
from typing import Any


def sealed(name: str, text: str) -> str:
    """A text as it is kept by a name."""
    return f"{_digest(name, text)}\n{text}"


def unsealed(name: str, kept: Any) -> str | None:
    """The text that was kept by this name; None where it is damaged, or was kept by another one."""
    if not isinstance(kept, str):
        return None
    digest, _, text = kept.partition("\n")
    return text if digest == _digest(name, text) else None


def _digest(name: str, text: str) -> str:
    """A lone surrogate can be in a text that was damaged, and in none that was kept."""
    return sha256(f"{name}\n{text}".encode(errors="replace")).hexdigest()
