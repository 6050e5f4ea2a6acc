"""Where the ledger is kept: peewee models, migrations, and the one transaction a write runs in."""

from __future__ import annotations

from peewee import Model

from scorekeeper.storage import (
    amending,
    belongings,
    counting,
    kept_answers,
    models,
    pulses,
    statements,
)  # fmt: skip
from scorekeeper.storage.amendments import AMENDMENT_MODELS
from scorekeeper.storage.analyses import ANALYSIS_MODELS
from scorekeeper.storage.database import (
    NotConnected,
    Unavailable,
    close,
    database_path,
    execute,
    fetch_all,
    fetch_one,
    forget_connections,
    point_at,
    snapshot,
)
from scorekeeper.storage.database import database as current_database
from scorekeeper.storage.dice import DICE_MODELS
from scorekeeper.storage.jobs import Job, Step
from scorekeeper.storage.kept_answers import KEPT_ANSWER_MODELS
from scorekeeper.storage.operators import OPERATOR_MODELS
from scorekeeper.storage.pulses import PULSE_MODELS
from scorekeeper.storage.schema import is_ready, pending, upgrade
from scorekeeper.storage.writing import WriteInterrupted, writers

__all__ = [
    "MODELS",
    "OF_TABLES",
    "Job",
    "NotConnected",
    "Step",
    "Unavailable",
    "WriteInterrupted",
    "amending",
    "belongings",
    "close",
    "commit",
    "connect",
    "counting",
    "current_database",
    "database_path",
    "dispose",
    "empty_the_log",
    "execute",
    "fetch_all",
    "fetch_one",
    "is_ready",
    "is_writing",
    "kept_answers",
    "pending",
    "pulses",
    "snapshot",
    "statements",
    "tell_of_commits",
    "unlinked",
    "upgrade",
    "write",
]

MODELS = (
    *models.MODELS,
    *AMENDMENT_MODELS,
    *KEPT_ANSWER_MODELS,
    *OPERATOR_MODELS,
    *PULSE_MODELS,
    *DICE_MODELS,
    *ANALYSIS_MODELS,
)
"""Every table."""

OF_TABLES: tuple[type[Model], ...] = belongings.below(models.Table, MODELS)
"""What belongs to a table, and the table: what points to others before what it points to."""


def connect(url: str, *, synchronous: str = "FULL") -> None:
    """Settle which database this process uses. Connections are opened later, one for each thread.

    url: `sqlite:///FILE`, a plain path, or `postgresql://…`. synchronous: SQLite's OFF, NORMAL, FULL or
    EXTRA. Raises ValueError for what is none of these.
    """
    point_at(url, synchronous)
    current_database().bind(MODELS, bind_refs=False, bind_backrefs=False)
    counting.point_at(url)
    writers.renew()
    statements.compile_all()


def dispose() -> None:
    """After a fork: let go of the connections and locks of the parent process."""
    forget_connections()
    counting.forget_connections()
    writers.renew()


commit = writers.commit
"""Commit a prepared Job; False where its guard found that somebody else had written."""

tell_of_commits = writers.tell
"""Have a function called whenever this process has committed something."""

write = writers.transaction
"""`with write(): …` is a transaction, queued with all other writers. Inside another one of the same thread it
is a part of that."""

is_writing = writers.is_open
"""Whether this thread has a transaction open."""

unlinked = writers.unlinked
"""`with unlinked(): …` is a transaction that deletes rows and whatever points to them."""

empty_the_log = writers.empty_the_log
"""See that nothing deleted is left beside the database; False where that has to wait."""
