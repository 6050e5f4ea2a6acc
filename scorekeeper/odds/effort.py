"""How much is worked out for one question: more than so much is too much, whatever is asked.

Work is counted in turns that are solved, as estimated milliseconds, and not by the clock: so the same
question comes to the same end on every machine. Whoever keeps what is not finished lets go of it when
`TooMuch` passes.
"""

from typing import Final

MOST: Final = 4_000.0
"""Presets take some hundred; the usual house rules of a table of twenty, or of ten rolls, less than this."""


class TooMuch(Exception):
    """The question takes more than is worked out for one."""


class _Spent:
    milliseconds = 0.0


def begin() -> None:
    """Another question is worked out from now on. One is at a time."""
    _Spent.milliseconds = 0.0


def spend(milliseconds: float) -> None:
    """Say what is about to be worked out. Raises TooMuch."""
    _Spent.milliseconds += milliseconds
    if _Spent.milliseconds > MOST:
        raise TooMuch
