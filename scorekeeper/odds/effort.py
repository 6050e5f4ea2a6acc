"""How much is worked out for one question: more than so much is too much, whatever is asked.

Work is counted in turns that are solved, as estimated milliseconds, and not by the clock: so the same
question comes to the same end on every machine. Whoever keeps what is not finished lets go of it when
`TooMuch` passes. What was too much to solve is played out at random, with as much again.

Whoever says what is about to be worked out is also told when somebody more urgent waits: `SteppedAside`
passes then, and the question is worked out anew later.
"""

from collections.abc import Callable, Hashable
from typing import Final

MOST: Final = 3_200.0
"""Presets take some hundred; the usual house rules of a table of twenty, or of ten rolls, less than this.
It is about a second of a processor."""
MOST_TO_PLAY: Final = 6_000.0
"""What was too much is played out with so much more; no house rules take as much."""
MOST_REMEMBERED: Final = 1_000


class TooMuch(Exception):
    """The question takes more than is worked out for one."""


class SteppedAside(TooMuch):
    """Somebody more urgent waits: the question is begun anew after that. What is not finished is let go of as
    where it is too much."""


def _nobody_waits() -> bool:
    return False


class _Spent:
    milliseconds = 0.0
    most = MOST
    is_urged: Callable[[], bool] = staticmethod(_nobody_waits)
    too_much: Final[dict[Hashable, int]] = {}


def begin(is_urged: Callable[[], bool] = _nobody_waits) -> None:
    """Another question is worked out from now on. One is at a time.

    Args:
        is_urged: whether somebody more urgent waits meanwhile.
    """
    _Spent.milliseconds, _Spent.most = 0.0, MOST
    _Spent.is_urged = staticmethod(is_urged)


def begin_to_play() -> None:
    """The same question is played out from now on, since it was too much to solve."""
    _Spent.milliseconds, _Spent.most = 0.0, MOST_TO_PLAY


def spend(milliseconds: float) -> None:
    """Say what is about to be worked out. Raises TooMuch, or SteppedAside."""
    if _Spent.is_urged():
        raise SteppedAside
    _Spent.milliseconds += milliseconds
    if _Spent.milliseconds > _Spent.most:
        raise TooMuch


def room() -> float:
    """The milliseconds that are left for the question."""
    return _Spent.most - _Spent.milliseconds


def remember_too_much(question: Hashable, seats: int) -> None:
    """Say that a question was too much with so many seats."""
    if len(_Spent.too_much) > MOST_REMEMBERED:
        _Spent.too_much.clear()
    _Spent.too_much[question] = seats


def was_too_much(question: Hashable, seats: int) -> bool:
    """Whether a question was too much before, so that nobody waits for that again. With half as many seats it
    is tried once more."""
    return question in _Spent.too_much and 2 * seats > _Spent.too_much[question]


def forget_too_much() -> None:
    """Try everything once more."""
    _Spent.too_much.clear()
