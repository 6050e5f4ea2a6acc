"""The server's dice follow from a secret that is committed to, from a place, and from the table's nonce."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest

from scorekeeper.ledger import fairness
from scorekeeper.ledger.server_dice import commitment_to, new_secret, throw

SECRET = "00" * 31 + "07"


def test_a_throw_is_what_was_published_for_it() -> None:
    # Made once with another program (openssl dgst -sha256 -mac HMAC): who changes it breaks every check.
    assert throw(SECRET, "1.0.2.1", "table-nonce", 5) == [3, 3, 5, 3, 6]


def test_the_commitment_is_the_hash_of_the_secrets_bytes() -> None:
    assert commitment_to(SECRET) == sha256(bytes.fromhex(SECRET)).hexdigest()
    assert len({new_secret() for _ in range(20)}) == 20


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_fewer_dice_are_the_first_ones_of_more(count: int) -> None:
    assert throw(SECRET, "1.0.2.1", "nonce-01", count) == throw(SECRET, "1.0.2.1", "nonce-01", 5)[:count]


def test_another_place_nonce_or_secret_is_another_throw() -> None:
    throws = [
        throw(SECRET, "1.0.2.1", "nonce-01", 20),
        throw(SECRET, "1.0.2.2", "nonce-01", 20),
        throw(SECRET, "1.0.2.1", "nonce-02", 20),
        throw(new_secret(), "1.0.2.1", "nonce-01", 20),
    ]
    assert len({tuple(dice) for dice in throws}) == 4


def test_every_face_is_as_likely_as_any_other() -> None:
    faces = Counter(
        face for number in range(4_000) for face in throw(SECRET, f"1.0.2.{number}", "nonce-01", 5)
    )
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert fairness.p_value(fairness.chi_square([faces[face] for face in range(1, 7)])) > 0.001


def test_a_long_throw_goes_on_from_block_to_block() -> None:
    dice = throw(SECRET, "1.0.2.1", "nonce-01", 200)
    assert len(dice) == 200
    assert dice[:32] != dice[32:64]
