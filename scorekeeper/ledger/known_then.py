"""What the computer knew when it decided, where that is not what counts now.

It decides with the entry of a roll, by the game as it is entered by then. What is put right later, and who
comes or goes before its next roll, it did not know. People look at the dice on the table instead: what an
entry is corrected to is what they saw.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from scorekeeper.ledger.course import Course
from scorekeeper.ledger.script import AMENDMENT_KINDS, NO_EDITS, PLAY_KINDS, Edits, Item, LogEntry, edits_of
from scorekeeper.rules import GameState
from scorekeeper.thinking.asked import Known

MOST_JUDGED: Final = 20_000
"""Where amendments have had plays judged more often than this, what was known then is not told."""


class _Decision(NamedTuple):
    """A roll of the computer's: the game before and after it, as it was when the computer decided."""

    before: GameState
    after: GameState


class _Memory:
    """What the computer knew so far, by the entries of its rolls. rolled: the game in which it chose to make
    the roll; decided: the game that it decided on the dice in."""

    def __init__(self, beginning: GameState) -> None:
        self.course = Course(beginning)
        self.rolled: dict[int, GameState] = {}
        self.decided: dict[int, _Decision] = {}

    def play(self, item: Item) -> None:
        before, last = self.course.state, self._last_decision()
        self.course.play(item)
        if _is_decided(item):
            self.decided[item.seq] = _Decision(before, self.course.state)
            if last is not None and before.turn is not None:
                self.rolled[item.seq] = last.after

    def amend(self, edits: Edits, seq: int) -> None:
        self.course.amend(edits, seq)
        replaced = edits.replaced
        if replaced and _is_decided(self.course.script.find(replaced.seq)):
            # Its dice were put right, and it decided anew.
            steps = (step for step in self.course.steps() if step.item.seq == replaced.seq)
            self.decided.update({step.item.seq: _Decision(step.before, step.after) for step in steps})

    def _last_decision(self) -> _Decision | None:
        """The computer's on the last roll of the open turn, where it is the computer's."""
        turn = self.course.state.turn
        if turn is None:
            return None
        rolls = (item for item in reversed(self.course.plays) if item.body.get("seat") == turn.seat)
        last = next((item for item in rolls if item.kind in ("roll", "turn")), None)
        return None if last is None else self.decided.get(last.seq)


def known_then(beginning: GameState, log: Iterable[LogEntry]) -> Mapping[int, Known]:
    """What the computer knew at its rolls that count, by their entries, where that is not what is so now.

    beginning: the game at its opening. log: all its entries.
    """
    memory = _Memory(beginning)
    for seq, kind, body in log:
        if memory.course.judged > MOST_JUDGED:
            return {}
        if kind in PLAY_KINDS:
            memory.play(Item(seq, kind, body))
        elif kind in AMENDMENT_KINDS and (edits := edits_of(body)) != NO_EDITS:
            memory.amend(edits, seq)
    found = {}
    for item, before, _ in memory.course.steps():
        if item.seq in memory.decided and _is_decided(item):
            rolled, banked = memory.rolled.get(item.seq, before), memory.decided[item.seq].before
            found[item.seq] = Known(_unless_same(rolled, before), _unless_same(banked, before))
    return {seq: known for seq, known in found.items() if known != Known()}


def decides(plays: Iterable[Item]) -> bool:
    """Whether the computer has decided anything among these plays."""
    return any(map(_is_decided, plays))


def _is_decided(item: Item) -> bool:
    return item.kind == "roll" and "computer" in item.body


def _unless_same(then: GameState, now: GameState) -> GameState | None:
    return None if then == now else then
