"""Limits as the API applies them: what is counted for which request, and the refusal.

A request is counted once: by its key, where the operation needs one, else by its address. Who holds a valid
key is never refused for what others do at the same address, so a key is looked up before anything is refused:
that lookup is cheaper than the answer, and nobody guesses 256 random bits. A code of six letters can be
guessed: it is not even looked up once too many were wrong.
"""

from __future__ import annotations

from typing import Any, Final, cast

from flask import request

from scorekeeper.api.client import client_block
from scorekeeper.api.problems import Problem, busy
from scorekeeper.limits import CountsUnavailable, Leases, Limits, Standing
from scorekeeper.right_of_way import NoPlace, right_of_way

Environ = dict[str, Any]
"""A WSGI environment."""

LIMITS: Final = "scorekeeper.limits"
"""Where the limits are in the WSGI environment of a request."""
STANDING: Final = "scorekeeper.standing"
"""Where it is noted how the client stands, for the headers of the answer."""
TYPED: Final = "scorekeeper.typed"
"""Where it is noted that the request tries a code that somebody typed."""
ALONE: Final = "scorekeeper.alone"
"""Where it is noted that nothing but its failures is counted of the request."""
COST_OF_TABLE: Final = 10
"""A new table stays on the disk: it counts as so many requests that need no key."""
ITS_FAILURES: Final = 0
"""What is opened by a code or a secret counts for an address only where that is wrong, and else for the table
that it opens: nobody who floods an address keeps others there from joining by a link."""
_OPENS_NOTHING: Final = frozenset(
    {"key-unknown", "key-revoked", "key-expired", "code-unknown", "ticket-unknown"}
)
_REPEATS_NOTHING: Final = frozenset({"secrets-replaced", "idempotency-key-reused"})
READS: Final = frozenset({"GET", "HEAD"})


def admit_key_again(environ: Environ, key_hash: str) -> bool:
    """Count a request of a key that was valid a moment ago; False for one that is to be looked up first.

    Raises Problem `rate-limited`.
    """
    limits, leases = _limits(environ), _leases_of_key(environ)
    if limits is None or leases is None:
        return True
    key_id = limits.ids_of_keys.get(key_hash)
    standing = None if key_id is None else leases.hit_again(key_id)
    if standing is None:
        return False
    _admit(environ, standing)
    return True


def admit_key(environ: Environ, key_hash: str, key_id: str) -> None:
    """Count a request of a valid key, once: by its id, which another text of the key leaves as it is.

    Raises Problem `rate-limited`.
    """
    counted: Standing | None = environ.get(STANDING)
    limits, leases = _limits(environ), _leases_of_key(environ)
    if limits is None or leases is None:
        return
    limits.ids_of_keys.remember(key_hash, key_id)
    if counted is None or not counted.is_admitted:
        _admit(environ, leases.hit(key_id))


def forget_key(environ: Environ, key_hash: str) -> None:
    """A text is no key any more: whoever sends it is not counted for the key that it was."""
    limits = _limits(environ)
    if limits is not None:
        limits.ids_of_keys.forget(key_hash)


def admit_joining(table_id: str) -> None:
    """Count somebody who joins a table by the right code. Raises Problem `rate-limited`."""
    limits = _limits(request.environ)
    if limits is not None and limits.joins is not None:
        _admit(request.environ, limits.joins.hit(table_id))


def admit_recovery(table_id: str) -> None:
    """Count a recovery of a table by its code. Raises Problem `rate-limited`."""
    limits = _limits(request.environ)
    if limits is not None and limits.recoveries is not None:
        _admit(request.environ, limits.recoveries.hit(table_id))


def refuse_address(environ: Environ, cost: int) -> Problem | None:
    """Count a request that needs no key; what to answer where there were too many from its address."""
    limits = _limits(environ)
    if limits is None or limits.open is None:
        return None
    environ[STANDING] = standing = limits.open.hit(client_block(), cost)
    return None if standing.is_admitted else rate_limited(standing)


def require_guess() -> None:
    """See that the typed code of this request may be looked up at all; whether it is wrong is counted later.

    Raises Problem `rate-limited`, and `busy` where nobody can know how many were wrong.
    """
    environ = request.environ
    limits = _limits(environ)
    if limits is None:
        return
    environ[TYPED] = True
    try:
        standing = limits.look_at_codes(client_block())
    except CountsUnavailable:
        raise busy() from None
    if standing is not None:
        _admit(environ, standing)


def count_guess(problem: Problem) -> Problem:
    """What to answer to a request that was refused: the problem, or that there were too many wrong keys or
    codes. Of other problems nothing is counted."""
    environ = request.environ
    limits = _limits(environ)
    if limits is None or not _is_failure(environ, problem):
        return problem
    count = limits.count_failed_code if TYPED in environ else limits.count_failed_key
    try:
        standing = count(client_block())
    except CountsUnavailable:
        return problem
    if standing is None:
        return problem
    environ[STANDING] = standing
    return problem if standing.is_admitted else rate_limited(standing)


def count_failures() -> None:
    """Have this request, of which nothing else is counted, counted where it repeats one in vain, too."""
    request.environ[ALONE] = True


def give_way() -> None:
    """Let those go first who record: for whoever asks about odds. Raises Problem `busy`."""
    try:
        right_of_way.give_way()
    except NoPlace:
        detail = "Very many ask about odds while rolls are recorded, which goes first. Ask again in a second."
        raise busy(detail=detail) from None


def _is_failure(environ: Environ, problem: Problem) -> bool:
    return problem.code in _OPENS_NOTHING or (ALONE in environ and problem.code in _REPEATS_NOTHING)


def _limits(environ: Environ) -> Limits | None:
    return cast("Limits | None", environ.get(LIMITS))


def _leases_of_key(environ: Environ) -> Leases | None:
    limits = _limits(environ)
    if limits is None:
        return None
    return limits.reads if environ["REQUEST_METHOD"] in READS else limits.writes


def _admit(environ: Environ, standing: Standing) -> None:
    environ[STANDING] = standing
    if not standing.is_admitted:
        raise rate_limited(standing)


_SENTENCES: Final = {
    "reads": "This key asks too often.",
    "writes": "This key sends too much.",
    "joins": "Very many people join this table just now.",
    "recoveries": "This table was recovered again and again.",
    "open": "Too many requests come from this address.",
    "failed-keys": "Too many wrong keys came from this address.",
    "failed-codes": "Too many wrong codes were typed at this address; the link and the QR code still work.",
    "all-failed-codes": "Too many wrong codes were typed lately; the link and the QR code still work.",
}
"""What each limit says when it is reached."""


def rate_limited(standing: Standing) -> Problem:
    """429: try again later."""
    seconds = standing.resets_in
    detail = f"{_SENTENCES[standing.policy.name]} Wait {_in_words(seconds)}, then try again."
    return Problem("rate-limited", detail, headers={"Retry-After": str(seconds)}, retry_after=seconds)


def _in_words(seconds: int) -> str:
    if seconds > 90:
        return f"{-(-seconds // 60)} minutes"
    return "a second" if seconds == 1 else f"{seconds} seconds"


def header_pairs(environ: Environ) -> tuple[tuple[str, str], ...]:
    """The headers that tell a client how it stands; none for a request that was not counted."""
    standing: Standing | None = environ.get(STANDING)
    if standing is None:
        return ()
    return (("RateLimit", standing.told), ("RateLimit-Policy", standing.policy.told))
