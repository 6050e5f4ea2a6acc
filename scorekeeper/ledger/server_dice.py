"""The dice that the server throws for a seat of the computer's: nobody can choose them, and everybody can
check them.

A game has a secret of 256 random bits. Its commitment, the SHA-256 of the secret, is in the log before the
first throw; a throw follows from the secret, from its place in the game, and from a nonce that the table gave
when it had seen the commitment. When the game is over the secret is told. docs/computer-seats.md has the
check in a few lines.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from typing import Final

FACES: Final = 6
_FAIR: Final = 256 - 256 % FACES
"""Bytes from here on are passed over: the others are as many for each face."""


def new_secret() -> str:
    """256 random bits in hex, from the system's cryptographic generator."""
    return secrets.token_hex(32)


def commitment_to(secret: str) -> str:
    """What is told of a secret before it is: the SHA-256 of its bytes, in hex."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def throw(secret: str, place: str, nonce: str, count: int) -> list[int]:
    """The faces of `count` dice. The first ones are the same, however many are thrown.

    place: as the ledger writes it, `2.0.3.1` for round 2, first pass, seat 3, roll 1. nonce: ASCII.
    """
    return list(islice(_faces(bytes.fromhex(secret), f"{place}:{nonce}"), count))


def _faces(key: bytes, message: str) -> Iterator[int]:
    block = 0
    while True:
        for byte in hmac.digest(key, f"{message}:{block}".encode(), "sha256"):
            if byte < _FAIR:
                yield byte % FACES + 1
        block += 1
