"""Requests that are sent again: the first answer is kept for a day, in the transaction of the write itself.

Of each credential the newest answers are kept, so that nobody fills the database with answers.

A request says by a key of its own that it is the same one. While the first is still under way the second
waits for it; what was refused is not kept, and may be sent again.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, NamedTuple

from scorekeeper import storage
from scorekeeper.ledger.canonical import compact, parsed
from scorekeeper.ledger.errors import KeyReused, SecretsReplaced
from scorekeeper.ledger.holding import writing
from scorekeeper.ledger.ids import now
from scorekeeper.storage import kept_answers as statements

KEPT_FOR: Final = 24 * 60 * 60 * 1_000_000
"""How long an answer is kept, in microseconds."""
MOST_KEPT: Final = 256
"""So many answers of one credential are kept, and until they are counted next AT_ONCE more."""
MOST_BYTES: Final = 2_000_000
"""What the bodies of one credential's answers may take, beside small ones since they were weighed last."""
SMALL: Final = 8_000
"""An answer of fewer bytes is not weighed when it is kept: there are few enough of them."""
AT_ONCE: Final = 32
TOLD: Final = 0
"""The status of what is kept in the place of an answer with secrets: no answer, but what it was about, and
the hashes of what it told."""
CREATION: Final = "create"
"""The scope of requests that need no credential, and are answered with one."""


class Kept(NamedTuple):
    """An answer: its HTTP status, its headers, and its body (UTF-8)."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


class Answered(NamedTuple):
    """is_repeat: it is the answer that an earlier request had."""

    answer: Kept
    is_repeat: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that can be told from others.

    scope: the id of the credential that sent it. key: the client's key for it. request: all that makes it the
    same request.
    """

    scope: str
    key: str
    request: bytes

    @property
    def place(self) -> tuple[str, str]:
        """Where its answer is kept. The key itself is not."""
        return self.scope, sha256(self.key.encode()).hexdigest()


def answer_once(asked: Asked, act: Callable[[], Kept], *, entries_only: bool = False) -> Answered:
    """What `act` answers, or what it answered before; `act` writes within our transaction.

    entries_only: as in `writing`; who repeats the request waits for the claim of its key. Raises KeyReused
    where the key came with another request, and whatever `act` raises: then nothing is kept.
    """
    since = now() - KEPT_FOR
    kept = _find(asked, since)
    if kept is not None:
        return Answered(kept, is_repeat=True)
    with suppress(_WasTaken), writing(entries_only=entries_only):
        _claim(asked, since)
        answer = act()
        keep(asked, answer)
        _forget_expired(since)
        _forget_oldest(asked.scope, len(answer.body))
        return Answered(answer, is_repeat=False)
    kept = _find(asked, since)
    assert kept is not None
    return Answered(kept, is_repeat=True)


def forget_answers_of(key_id: str) -> None:
    """Let go of what a credential was answered that opens nothing now, within the caller's transaction."""
    storage.execute(statements.FORGET_SCOPE.sql, (key_id,))


def was_answered(asked: Asked | None) -> bool:
    """Whether an earlier request was the same one, asked without a lock. Raises KeyReused."""
    return asked is not None and _find(asked, now() - KEPT_FOR) is not None


Secrets = Callable[[str], list[str]]
"""Gives the hashes of the secrets that belong to what has this id, as they are until the transaction is over:
nobody replaces one meanwhile. None where there are none any more."""


class Made(NamedTuple):
    """The id of what was made. is_repeat: an earlier request made it."""

    made_id: str
    is_repeat: bool


def made_once(asked: Asked | None, make: Callable[[], str], secrets: Secrets) -> Made:
    """The id of what `make` makes, or made for an earlier request: for answers with secrets, which are not
    kept, so that a repeat is to tell fresh ones in their place; `keep_told` then.

    asked: None for a request that can't be told from others. secrets: the hashes of the secrets, by the id.
    Raises SecretsReplaced where others than those that this request was told are in force by now, and as
    `answer_once`.
    """
    if asked is None:
        return Made(make(), is_repeat=False)
    kept, is_repeat = answer_once(asked, lambda: Kept(TOLD, (), compact({"id": make()}).encode()))
    made_id = parsed(kept.body.decode())["id"]
    if is_repeat:
        require_told(asked, secrets(made_id))
    return Made(made_id, is_repeat)


def keep_told(asked: Asked | None, table_id: str, made_id: str, secrets: Secrets) -> None:
    """Keep, within the caller's transaction, which secrets of a table a request was told last: by their
    hashes."""
    if asked is not None:
        told = {"id": made_id, "table_id": table_id, "told": secrets(made_id)}
        keep(asked, Kept(TOLD, (), compact(told).encode()))


def require_told(asked: Asked, in_force: list[str]) -> None:
    """See that the secrets in force are those that a request was told last: then a repeat may replace them.

    in_force: as Secrets gives them, so that what was told is read when nobody can replace it any more; none
    is for the caller to refuse. Raises SecretsReplaced where one was replaced since.
    """
    if in_force and _told(asked).get("told") != in_force:
        raise SecretsReplaced


def made_before(asked: Asked | None, secrets: Secrets) -> str | None:
    """The id of what an earlier request had made that was the same one, asked without a lock; None: there was
    none.

    secrets: the hashes of those in force now. Raises KeyReused; SecretsReplaced where a repeat would be
    refused for that, so that who can't be told anything makes nobody wait.
    """
    before = {} if asked is None else _told(asked)
    if asked is None or not before:
        return None
    made_id = str(before["id"])
    in_force = secrets(made_id)
    is_told = before.get("told") == in_force or not in_force
    # Where another repeat came in between, what was read is of two moments: the lock will tell.
    if not is_told and before == _told(asked):
        raise SecretsReplaced
    return made_id


def _told(asked: Asked) -> dict[str, Any]:
    """What is kept of an answer with secrets; empty where nothing is. Raises KeyReused."""
    kept = _find(asked, now() - KEPT_FOR)
    found: dict[str, Any] = {} if kept is None else parsed(kept.body.decode())
    return found


def _find(asked: Asked, since: int) -> Kept | None:
    row = storage.fetch_one(statements.FIND_ANSWER.sql, (*asked.place, since))
    if row is None:
        return None
    request_hash, status, headers, body = row
    if request_hash != _hash_of(asked):
        raise KeyReused
    return Kept(status, tuple((name, value) for name, value in parsed(headers)), body.encode())


class _WasTaken(Exception):
    """Since we looked, another request with this key came and was answered. Raised, so that the transaction
    lets go of the row that it waited for: others that repeat the request write it too."""


def _claim(asked: Asked, since: int) -> None:
    columns = (*asked.place, _hash_of(asked), now(), since)
    if storage.execute(statements.CLAIM_KEY.sql, columns).rowcount != 1:
        raise _WasTaken


def keep(asked: Asked, answer: Kept) -> None:
    """Keep what a request is answered, in place of what was kept, within the caller's transaction."""
    columns = (answer.status, compact(answer.headers), answer.body.decode(), *asked.place)
    storage.execute(statements.KEEP_ANSWER.sql, columns)


def _forget_expired(since: int) -> None:
    for place in storage.fetch_all(statements.FIND_EXPIRED.sql, (since,)):
        storage.execute(statements.FORGET_ANSWER.sql, place)


def _forget_oldest(scope: str, size: int) -> None:
    """See that a credential's answers stay within MOST_KEPT and MOST_BYTES. size: of the one just kept."""
    # Those of strangers have this scope together. Each is of a table that was made, which an address has a
    # quota of, of a place of an invite, or of a recovery, which a table has few of in an hour.
    if scope == CREATION:
        return
    count = storage.fetch_all(statements.COUNT_ANSWERS.sql, (scope,))[0][0]
    if size < SMALL and count <= MOST_KEPT + AT_ONCE:
        return
    last = _first_beyond(storage.fetch_all(statements.LIST_SIZES.sql, (scope,)))
    if last is not None:
        for place in storage.fetch_all(statements.FIND_OLDER.sql, (scope, last)):
            storage.execute(statements.FORGET_ANSWER.sql, place)


def _first_beyond(newest_first: Iterable[tuple[int, int]]) -> int | None:
    """When the newest answer was given for which there is no room; None where there is room for all.

    The last answer always has room.
    """
    weight = 0
    for count, (created_at, size) in enumerate(newest_first, start=1):
        weight += size
        if count > 1 and (count > MOST_KEPT or weight > MOST_BYTES):
            return created_at
    return None


def _hash_of(asked: Asked) -> str:
    """Of the whole request. With the client's key in it, nobody who has the database can try out names."""
    return hmac.digest(asked.key.encode(), asked.request, "sha256").hex()
