"""Judging a script again: each play where it says that it belongs, after those that count before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scorekeeper import rules
from scorekeeper.ledger.script import Item
from scorekeeper.ledger.submissions import input_of


class Judged(NamedTuple):
    """A play, the game before it, and what the rules say: what it leads to, or all that it breaks."""

    item: Item
    before: rules.GameState
    played: rules.Played | None
    violations: tuple[rules.Violation, ...] = ()


def judge(state: rules.GameState, items: Iterable[Item], new: int | None = None) -> Iterator[Judged]:
    """Each play judged in turn. One that no longer fits is passed over, so that all that do not are named.

    new: the play that was just put in; if it says which roll it is, that must be true.
    """
    for item in items:
        judged = judge_one(state, item, has_its_roll=item.seq != new)
        if judged.played is not None:
            state = judged.played.state
        yield judged


def judge_one(state: rules.GameState, item: Item, *, has_its_roll: bool = True) -> Judged:
    """One play judged in the pass that it names.

    has_its_roll: it is the next roll of its turn, whatever number it had: one that was forgotten before it
    moves it on.
    """
    named = item.body
    if has_its_roll and "roll" in named:
        named = {name: value for name, value in named.items() if name != "roll"}
    try:
        return Judged(item, state, rules.play(state, input_of(item.kind, named)))
    except rules.Refused as refused:
        return Judged(item, state, None, refused.violations)
