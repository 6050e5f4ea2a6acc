"""Names of tables, players and rulesets: 1 to 60 characters in any script, emoji included."""

from __future__ import annotations

import unicodedata
from typing import Final

from scorekeeper.ledger.errors import NameInvalid

LONGEST: Final = 60
LONGEST_TEXT: Final = 500

_DIRECTION_OVERRIDES: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""They would turn the text around them on everybody's screen. Plain right-to-left text needs none of them."""

_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})


def clean_name(raw: object) -> str:
    """The name as it is kept: NFC, else unchanged.

    Raises NameInvalid for what is no text, empty or only blanks, longer than 60 characters, or holds control
    characters, line breaks, lone surrogates or direction overrides.
    """
    if not isinstance(raw, str):
        raise NameInvalid("invalid", "A name is text.")
    if len(raw) > 4 * LONGEST:
        raise _too_long()
    name = unicodedata.normalize("NFC", raw)
    if any(_is_refused(character) for character in name):
        raise NameInvalid(
            "name-characters", "A name can't hold control characters, line breaks or direction overrides."
        )
    if all(unicodedata.category(character) in _INVISIBLE for character in name):
        raise NameInvalid("name-empty", "A name needs at least one visible character.")
    if len(name) > LONGEST:
        raise _too_long()
    return name


def clean_text(raw: object) -> str:
    """A reason or a claim as it is kept: NFC, 1 to 500 characters; line breaks are allowed. Raises
    NameInvalid."""
    if not isinstance(raw, str) or not 0 < len(raw) <= LONGEST_TEXT:
        raise NameInvalid("invalid", f"This is a text of 1 to {LONGEST_TEXT} characters.")
    text = unicodedata.normalize("NFC", raw)
    if any(_is_refused(character) for character in text if character not in "\n\t"):
        raise NameInvalid("name-characters", "A text can't hold control characters or direction overrides.")
    return text


def folded(name: str) -> str:
    """What two names that people take for the same have in common."""
    return unicodedata.normalize("NFC", " ".join(name.casefold().split()))


def _is_refused(character: str) -> bool:
    return character in _DIRECTION_OVERRIDES or unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")


def _too_long() -> NameInvalid:
    return NameInvalid("name-too-long", f"A name has at most {LONGEST} characters.")
