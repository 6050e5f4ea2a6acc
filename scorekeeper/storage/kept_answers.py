"""The answers that are kept for requests sent again: the table, and its SQL compiled once."""

from __future__ import annotations

from typing import Any, Final

from peewee import SQL, BigIntegerField, CompositeKey, IntegerField, Model, TextField, fn

from scorekeeper.storage import database as place
from scorekeeper.storage.statements import Statement, slot


class KeptAnswer(Model):
    """What a request with an `Idempotency-Key` was answered.

    scope: the id of the credential that sent it, or a word for requests that need none. key_hash,
    request_hash: SHA-256 in hex of the key, and of all that makes it the same request. status, headers (JSON,
    a list of pairs) and body: the answer; null while its transaction is open, which nobody else ever sees.
    """

    scope = TextField()
    key_hash = TextField()
    request_hash = TextField()
    status = IntegerField(null=True)
    headers = TextField(null=True)
    body = TextField(null=True)
    created_at = BigIntegerField(index=True)

    class Meta:
        table_name = "idempotency_keys"
        primary_key = CompositeKey("scope", "key_hash")


KEPT_ANSWER_MODELS: Final[tuple[type[Model], ...]] = (KeptAnswer,)


def _is_asked() -> Any:
    return (KeptAnswer.scope == slot("scope")) & (KeptAnswer.key_hash == slot("key_hash"))


FIND_ANSWER: Final = Statement(
    lambda: KeptAnswer.select(
        KeptAnswer.request_hash, KeptAnswer.status, KeptAnswer.headers, KeptAnswer.body
    ).where(_is_asked() & (KeptAnswer.created_at > slot("since"))),
    *("scope", "key_hash", "since"),
)

CLAIM_KEY: Final = Statement(
    lambda: KeptAnswer.insert(
        {
            KeptAnswer.scope: slot("scope"),
            KeptAnswer.key_hash: slot("key_hash"),
            KeptAnswer.request_hash: slot("request_hash"),
            KeptAnswer.created_at: slot("created_at"),
        }
    ).on_conflict(
        conflict_target=(KeptAnswer.scope, KeptAnswer.key_hash),
        preserve=(KeptAnswer.request_hash, KeptAnswer.created_at),
        where=(KeptAnswer.created_at <= slot("since")),
    ),
    *("scope", "key_hash", "request_hash", "created_at", "since"),
)
"""Takes a key that is new or older than `since`: one row. No row: somebody has used it. Waits for a
transaction that is taking the same key."""

KEEP_ANSWER: Final = Statement(
    lambda: KeptAnswer.update(
        {
            KeptAnswer.status: slot("status"),
            KeptAnswer.headers: slot("headers"),
            KeptAnswer.body: slot("body"),
        }
    ).where(_is_asked()),
    *("status", "headers", "body", "scope", "key_hash"),
)


def _size() -> Any:
    if place.is_sqlite():
        return fn.LENGTH(KeptAnswer.body.cast("BLOB"))
    return fn.OCTET_LENGTH(KeptAnswer.body)


COUNT_ANSWERS: Final = Statement(
    lambda: KeptAnswer.select(fn.COUNT(SQL("*"))).where(KeptAnswer.scope == slot("scope")), "scope"
)
"""How many answers of a scope are kept; the index alone is read."""

LIST_SIZES: Final = Statement(
    lambda: (
        KeptAnswer.select(KeptAnswer.created_at, _size())
        .where(KeptAnswer.scope == slot("scope"))
        .order_by(KeptAnswer.created_at.desc())
    ),
    "scope",
)
"""When the answers of a scope were given, and their bodies' bytes, the newest first."""


def _to_forget(condition: Any) -> Any:
    query = KeptAnswer.select(KeptAnswer.scope, KeptAnswer.key_hash).where(condition)
    # What another writer is removing is left to that one: nobody waits for it.
    return query if place.is_sqlite() else query.for_update(skip_locked=True)


FIND_OLDER: Final = Statement(
    lambda: _to_forget((KeptAnswer.scope == slot("scope")) & (KeptAnswer.created_at <= slot("created_at"))),
    *("scope", "created_at"),
)
"""The answers of a scope that were given by then."""

FIND_EXPIRED: Final = Statement(
    lambda: (
        _to_forget(KeptAnswer.created_at <= slot("since")).order_by(KeptAnswer.created_at).limit(SQL("4"))
    ),
    "since",
)
"""A few that have been kept long enough: more than a write adds, and too few to be felt."""

FORGET_ANSWER: Final = Statement(lambda: KeptAnswer.delete().where(_is_asked()), "scope", "key_hash")

FORGET_SCOPE: Final = Statement(lambda: KeptAnswer.delete().where(KeptAnswer.scope == slot("scope")), "scope")
