"""Names of tables, players and rulesets: 1 to 60 characters in any script, emoji included."""

from __future__ import annotations

import unicodedata
from typing import Final

from scorekeeper.ledger.errors import NameInvalid

LONGEST: Final = 60
LONGEST_TEXT: Final = 500

REFUSED: Final = ((0x00, 0x1F), (0x7F, 0x9F), (0x2028, 0x202E), (0x2066, 0x2069), (0xD800, 0xDFFF))
"""Code points that no name has: control characters, line breaks, halves of characters, and marks that would
turn the text around them on everybody's screen. Plain right-to-left text needs none of these.
"""

INVISIBLE: Final = (
    *((0x20, 0x20), (0xA0, 0xA0), (0xAD, 0xAD), (0x061C, 0x061C), (0x1680, 0x1680), (0x180E, 0x180E)),
    *((0x2000, 0x200F), (0x202F, 0x202F), (0x205F, 0x2064), (0x206A, 0x206F), (0x3000, 0x3000)),
    *((0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB)),
)
"""Code points that nobody sees. They are listed, and not asked of a table of Unicode, so that the API's
document can say the same, and an emoji that is newer than this Python is a name.
"""


def _characters(ranges: tuple[tuple[int, int], ...]) -> frozenset[str]:
    return frozenset(chr(point) for first, last in ranges for point in range(first, last + 1))


_REFUSED: Final = _characters(REFUSED)
_INVISIBLE: Final = _characters(INVISIBLE)


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
    if not _REFUSED.isdisjoint(name):
        raise NameInvalid(
            "name-characters", "A name can't hold control characters, line breaks or direction overrides."
        )
    if _INVISIBLE.issuperset(name):
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
    if not (_REFUSED - {"\n", "\t"}).isdisjoint(text):
        raise NameInvalid("name-characters", "A text can't hold control characters or direction overrides.")
    return text


def folded(name: str) -> str:
    """What two names that people take for the same have in common."""
    return unicodedata.normalize("NFC", " ".join(name.casefold().split()))


def _too_long() -> NameInvalid:
    return NameInvalid("name-too-long", f"A name has at most {LONGEST} characters.")
