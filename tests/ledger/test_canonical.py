from __future__ import annotations

import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger.canonical import canonical, compact, parsed

KEYS = st.text(st.characters(min_codepoint=32, max_codepoint=126))
TEXTS = st.text(st.characters(exclude_categories=("Cs",)))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
    max_leaves=20,
)


@given(VALUES)
def test_canonical_json_is_what_rfc_8785_writes(value: object) -> None:
    assert canonical(value).encode() == rfc8785.dumps(value)  # type: ignore[arg-type]


@given(VALUES)
def test_what_was_written_is_read_back(value: object) -> None:
    assert parsed(canonical(value)) == parsed(compact(value)) == value
