"""The hash chain of a game's log.

Each entry's hash covers what was entered, by which key, when, and the hash of the entry before it, so that
`head`, the last one, stands for the whole scorecard. Only the ids and the salted digests of free texts are
covered: a person can be erased and the chain still holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from json.encoder import encode_basestring as quoted
from typing import Final

FIRST: Final = "0" * 64
"""What the first entry names as the hash before it."""


@dataclass(frozen=True, slots=True)
class Link:
    """What an entry's hash covers. `body` is canonical JSON; times are microseconds UTC."""

    game_id: str
    seq: int
    entry_id: str
    kind: str
    body: str
    recorded_at: int
    entered_at: int | None
    key_id: str


def hash_of(link: Link, prev_hash: str) -> str:
    """The entry's hash: SHA-256, in hex, over the canonical JSON of its parts and the hash before it."""
    return sha256(hashed_text(link, prev_hash).encode()).hexdigest()


def hashed_text(link: Link, prev_hash: str) -> str:
    """What is hashed: a canonical JSON object.

    The body is canonical already and the other texts are ids of our own making, which need no escapes: so it
    can be put together.
    """
    entered_at = "null" if link.entered_at is None else link.entered_at
    return (
        f'{{"body":{link.body},"entered_at":{entered_at},"entry_id":{quoted(link.entry_id)},'
        f'"game_id":"{link.game_id}","key_id":"{link.key_id}","kind":"{link.kind}","prev_hash":"{prev_hash}",'
        f'"recorded_at":{link.recorded_at},"seq":{link.seq}}}'
    )


def faults(links: Iterable[tuple[Link, str, str]]) -> list[str]:
    """What is wrong with a log, in order; empty if it is whole.

    links: each entry with the hash before it and its own, as stored, in the order of `seq`.
    """
    found: list[str] = []
    prev_hash = FIRST
    for expected_seq, (link, stored_prev, stored_hash) in enumerate(links, start=1):
        if link.seq != expected_seq:
            found.append(f"entry {expected_seq} is missing: the next one is {link.seq}")
            return found
        if stored_prev != prev_hash:
            found.append(f"entry {link.seq} does not follow the entry before it")
        if stored_hash != hash_of(link, stored_prev):
            found.append(f"entry {link.seq} is not what was recorded")
        prev_hash = stored_hash
    return found
