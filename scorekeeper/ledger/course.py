"""The course of a game: what counted at an entry of its log, each play with the game that it led to.

It goes on from one entry to the next, as the game did when it was played: a play is judged on the game of its
time, and an amendment has what comes after it judged again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scorekeeper import rules
from scorekeeper.ledger.rejudging import judge
from scorekeeper.ledger.script import Edits, Item, Script
from scorekeeper.ledger.submissions import input_of


class Step(NamedTuple):
    """A play, and the game before and after it."""

    item: Item
    before: rules.GameState
    after: rules.GameState


class Course:
    """A game at one entry. script: its plays, counting or not. judged: how often a play was judged so far."""

    def __init__(self, beginning: rules.GameState, items: Iterable[Item] = ()) -> None:
        """The game with these plays, which begin at a state. Raises rules.Refused."""
        self.script = Script(items)
        self.judged = 0
        self._beginning = beginning
        self._played: list[tuple[Item, rules.GameState]] = []
        self._judge_again()

    @property
    def state(self) -> rules.GameState:
        """The game as it stands."""
        return self._played[-1][1] if self._played else self._beginning

    @property
    def plays(self) -> list[Item]:
        """The plays that count, in their order."""
        return [item for item, _ in self._played]

    def play(self, item: Item) -> rules.Played:
        """Go on by a play; what came of it. Raises rules.Refused."""
        played = rules.play(self.state, input_of(item.kind, item.body))
        self.judged += 1
        self.script.append(item)
        self._played.append((item, played.state))
        return played

    def amend(self, edits: Edits, seq: int) -> None:
        """Go on by amendment number `seq`. Raises rules.Refused."""
        self.script.amend(edits, seq)
        self._judge_again()

    def steps(self) -> Iterator[Step]:
        """Every play that counts, in their order."""
        before = self._beginning
        for item, after in self._played:
            yield Step(item, before, after)
            before = after

    def _judge_again(self) -> None:
        """Judge the script from the first play on that is not what it was."""
        plays = [item for item in self.script.items if item.is_effective]
        same = 0
        for item, (was, _) in zip(plays, self._played, strict=False):
            if item != was:
                break
            same += 1
        del self._played[same:]
        self.judged += len(plays) - same
        for item, _, played, violations in judge(self.state, plays[same:]):
            if played is None:
                raise rules.Refused(violations)
            self._played.append((item, played.state))
