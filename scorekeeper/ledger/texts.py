"""Free texts of entries (names, reasons), kept beside the log so that a person can be erased and the chain
still holds.

An entry's body holds `{"digest": …}` where the text would stand: the SHA-256 over a random salt and the
text. Without the salt nobody can find the text by guessing. In stored sentences a name is a mark that says
which text it is.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from scorekeeper.ledger.canonical import canonical

ERASED: Final = "(erased)"

# No name can hold these characters, so that a mark is never taken for a name.
_OPEN, _CLOSE = "\x02", "\x03"
_MARK = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")


@dataclass(frozen=True, slots=True)
class FreeText:
    """A text of one entry. field: where it stands in the entry (`name`, `seats/2/name`, `reason`)."""

    field: str
    text: str
    salt: str
    player_id: str | None = None

    @property
    def in_body(self) -> dict[str, str]:
        """What stands in the entry's body."""
        return {"digest": digest(self.salt, self.text)}


def salted(field: str, text: str, player_id: str | None = None) -> FreeText:
    """The text with a new salt."""
    return FreeText(field, text, secrets.token_hex(16), player_id)


def digest(salt: str, text: str) -> str:
    """SHA-256, in hex, over the canonical JSON list of salt and text."""
    return sha256(canonical([salt, text]).encode()).hexdigest()


def reference(seq: int, field: str) -> str:
    """Names a text within its game."""
    return f"{seq}/{field}"


def mark(ref: str) -> str:
    """Stands in a stored sentence for the text that `ref` names."""
    return f"{_OPEN}{ref}{_CLOSE}"


def references(sentence: str) -> list[str]:
    """The texts that a stored sentence names."""
    return _MARK.findall(sentence)


def with_texts(sentence: str, text_of: Callable[[str], str | None]) -> str:
    """The sentence with its texts; `text_of` gives None for one that was erased."""
    return _MARK.sub(lambda found: text_of(found[1]) or ERASED, sentence)
