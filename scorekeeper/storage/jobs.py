"""What is written together: statements that were prepared outside every lock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

Step = tuple[str, Sequence[object]]
"""A compiled statement and its parameters."""

Execute = Callable[[str, Sequence[object]], Any]


@dataclass(slots=True, eq=False)
class Job:
    """Statements that belong together: all of them happen, or none.

    guard: an UPDATE that finds its row only if nobody wrote in between; then the steps are run. first: before
    the guard, what has to be locked. last: what others wait for, which comes at the end of the transaction,
    also where that holds other jobs.
    """

    guard: Step
    steps: Sequence[Step]
    first: Sequence[Step] = ()
    last: Sequence[Step] = ()
    outcome: bool | BaseException | None = None
    wakened: Lock = field(default_factory=Lock)


def run_to_its_end(job: Job, execute: Execute) -> bool:
    """Whether the guard held; then all of the job was run."""
    if not run_steps(job, execute):
        return False
    for sql, params in job.last:
        execute(sql, params)
    return True


def run_steps(job: Job, execute: Execute) -> bool:
    """Whether the guard held; then the steps were run, but what comes last."""
    for sql, params in job.first:
        execute(sql, params)
    if execute(*job.guard).rowcount != 1:
        return False
    for sql, params in job.steps:
        execute(sql, params)
    return True
