from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import pytest
import rfc8785

from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.chain import FIRST, Link, faults, hash_of, hashed_text

LINK = Link(
    "game_1", 1, "id-1", "roll", '{"dice":[6,5,4,1,1],"seat":1}', 1_700_000_000_000_001, None, "key_1"
)


def chained(*links: Link) -> list[tuple[Link, str, str]]:
    prev, whole = FIRST, []
    for link in links:
        whole.append((link, prev, hash_of(link, prev)))
        prev = whole[-1][2]
    return whole


def three() -> list[tuple[Link, str, str]]:
    return chained(*(replace(LINK, seq=seq, entry_id=f"id-{seq}") for seq in (1, 2, 3)))


@pytest.mark.parametrize("entered_at", [None, 1_700_000_000_000_000])
def test_a_hash_is_sha_256_over_the_canonical_json_of_the_entry(entered_at: int | None) -> None:
    link = replace(LINK, entered_at=entered_at, entry_id='a "quoted" id')
    entry = {
        "body": parsed(link.body),
        "entered_at": entered_at,
        "entry_id": link.entry_id,
        "game_id": "game_1",
        "key_id": "key_1",
        "kind": "roll",
        "prev_hash": FIRST,
        "recorded_at": 1_700_000_000_000_001,
        "seq": 1,
    }
    text = rfc8785.dumps(entry)  # type: ignore[arg-type]
    assert hashed_text(link, FIRST).encode() == text
    assert hash_of(link, FIRST) == sha256(text).hexdigest()


def test_a_whole_chain_has_no_faults() -> None:
    assert faults(three()) == []


@pytest.mark.parametrize(
    "change",
    [
        {"body": '{"dice":[6,5,4,6,6],"seat":1}'},
        {"kind": "turn"},
        {"recorded_at": 5},
        {"entered_at": 5},
        {"key_id": "key_2"},
        {"game_id": "game_2"},
        {"entry_id": "id-9"},
    ],
)
def test_an_entry_that_was_changed_is_found(change: dict[str, object]) -> None:
    whole = three()
    link, prev, hash_ = whole[1]
    whole[1] = (replace(link, **change), prev, hash_)  # type: ignore[arg-type]
    assert faults(whole) == ["entry 2 is not what was recorded"]


def test_an_entry_that_was_changed_and_hashed_again_breaks_the_chain() -> None:
    whole = three()
    link, prev, _ = whole[1]
    other = replace(link, body="{}")
    whole[1] = (other, prev, hash_of(other, prev))
    assert faults(whole) == ["entry 3 does not follow the entry before it"]


def test_an_entry_that_was_taken_out_is_found() -> None:
    whole = three()
    del whole[1]
    assert faults(whole) == ["entry 2 is missing: the next one is 3"]
