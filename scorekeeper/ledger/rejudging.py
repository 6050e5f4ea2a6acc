"""Judging a script again: each play where it says that it belongs, after those that count before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper import rules
from scorekeeper.ledger.script import COMING_AND_GOING, Item
from scorekeeper.ledger.submissions import input_of


class Judged(NamedTuple):
    """A play, the game before it, and what the rules say: what it leads to, or all that it breaks."""

    item: Item
    before: rules.GameState
    played: rules.Played | None
    violations: tuple[rules.Violation, ...] = ()


def judge(state: rules.GameState, items: Iterable[Item], new: int | None = None) -> list[Judged]:
    """Each play judged in turn. One that no longer fits is passed over, so that all that do not are named.

    new: the play that was just put in; if it says which roll it is, that must be true.
    """
    judged: list[Judged] = []
    for item in items:
        result = judge_one(state, item, has_its_roll=item.seq != new)
        judged.append(result)
        if result.played is not None:
            state = result.played.state
    return judged


def judge_one(state: rules.GameState, item: Item, *, has_its_roll: bool = True) -> Judged:
    """One play judged in the pass that it names.

    has_its_roll: it is the next roll of its turn, whatever number it had: one that was forgotten before it
    moves it on.
    """
    named = item.body
    if has_its_roll and item.kind in ("roll", "stand"):
        named = {name: value for name, value in named.items() if name != "roll"}
    try:
        return Judged(item, state, rules.play(state, input_of(item.kind, named)))
    except rules.Refused as refused:
        return Judged(item, state, None, refused.violations)


def unfit(judged: Iterable[Judged]) -> list[Judged]:
    """The plays that break rules."""
    return [each for each in judged if each.played is None]


def kept_to_first_unfit(judged: Sequence[Judged]) -> tuple[list[Judged], list[Item]]:
    """The plays before the first that does not fit, with whoever came and went after it as far as that still
    fits; and the plays that are lost."""
    first = next(index for index, each in enumerate(judged) if each.played is None)
    kept, lost = list(judged[:first]), []
    state = judged[first].before
    for item in (each.item for each in judged[first:]):
        again = judge_one(state, item) if item.kind in COMING_AND_GOING else None
        if again is None or again.played is None:
            lost.append(item)
        else:
            kept.append(again)
            state = again.played.state
    return kept, lost
