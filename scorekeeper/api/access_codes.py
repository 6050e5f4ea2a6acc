"""The codes of what a key opens, and of what its role may do."""

from __future__ import annotations

from scorekeeper.api.problem_code import ProblemCode

ACCESS_CODES = (
    ProblemCode(
        "key-missing", 401, "A key is needed",
        "What was asked for belongs to a table, and the request carried no key.",
        "Send the table's key as `Authorization: Bearer <key>`.",
    ),
    ProblemCode(
        "key-unknown", 401, "The key opens nothing",
        "The request carried a key that no table has.",
        "Send the key that was given when the table was created. It is shown once.",
    ),
    ProblemCode(
        "key-revoked", 401, "The key was revoked",
        "A host of the table has taken this key back.",
        "Ask a host for another key, or join again with an invite.",
    ),
    ProblemCode(
        "key-expired", 401, "The key's time is over",
        "The key was given for a time, which is over.",
        "Ask a host to let it last longer, or for another key.",
    ),
    ProblemCode(
        "role-not-allowed", 403, "The key's role may not do that",
        "A host does everything at the table. A scorer reads, enters, takes back its own entries, and "
        "disputes. A viewer reads. The answer's `roles` are those that may do what was asked for.",
        "Ask a host of the table, or for a key of such a role.",
    ),
    ProblemCode(
        "seat-not-yours", 403, "The key is for another seat",
        "The key was given to one player, and enters for the seat which that player has in the game. Where "
        "the player has no seat, it only reads.",
        "`seat` in the answer is the one that the key enters for. For another, ask its player or a host.",
    ),
    ProblemCode(
        "last-host-key", 409, "It is the last host key",
        "A table keeps a host key that does not end. This is the last one, so it can't be revoked, nor be "
        "given an end.",
        "Give another host a key first. If this one is lost, recover the table with its recovery code.",
    ),
    ProblemCode(
        "key-closed", 409, "The key was revoked",
        "A key that was revoked stays so: it can't be changed, and gets no other text.",
        "Give another key.",
    ),
    ProblemCode(
        "secrets-replaced", 409, "The key or the code was replaced since",
        "A request that is sent again is told fresh secrets in place of those that it was told before. A "
        "host has replaced one of them since (rotated the key, made another recovery code), and that holds.",
        "Ask a host for another key, or use the recovery code.",
    ),
    ProblemCode(
        "invite-closed", 409, "The invite is over",
        "The invite was revoked, its time is over, or all its places are taken: there is nothing to show.",
        "Make another invite.",
    ),
    ProblemCode(
        "code-unknown", 404, "The code opens nothing",
        "No table has given out this code; or it is used up, over or revoked. Which of these is not told, so "
        "that nobody learns anything by guessing.",
        "Look at the code again, or ask a host of the table for another.",
    ),
)  # fmt: skip
"""Every code about keys and roles."""
