"""Which key a text is: known without the database, of those that were used lately."""

from __future__ import annotations

from typing import Final

MOST_REMEMBERED: Final = 10_000


class Remembered:
    """The ids of keys by the hashes of their texts. Valid ones come in; all go where they are too many."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def get(self, key_hash: str) -> str | None:
        """The id of the key that had this text when it was last looked up."""
        return self._ids.get(key_hash)

    def remember(self, key_hash: str, key_id: str) -> None:
        """A key that was looked up."""
        if len(self._ids) >= MOST_REMEMBERED and key_hash not in self._ids:
            self._ids = {}
        self._ids[key_hash] = key_id

    def forget(self, key_hash: str) -> None:
        """The text is no key any more."""
        self._ids.pop(key_hash, None)
