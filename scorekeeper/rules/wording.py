"""Small parts of sentences."""

from collections.abc import Iterable


def in_words(parts: Iterable[str]) -> str:
    """One or more parts as "a", "a and b" or "a, b and c"."""
    *head, last = parts
    return f"{', '.join(head)} and {last}" if head else last


def counted(count: int, one: str) -> str:
    """So many of what has a regular plural: `1 round`, `3 rounds`."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"
