"""Turns and games that tests of several parts play.

house(preset, **parts)     house rules, as a table would send them
crewed(cargo), BUST        dice of a first roll that completes the crew, and of one that banks nothing
after(rules, *rolls)       where a turn stands after some rolls
codes(refused)             the codes of what is wrong
Table                      a game that is played entry by entry, and that knows when an entry changed nothing
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from scorekeeper import rules
from scorekeeper.rules import turn
from scorekeeper.rules.inputs import Input, Thrown
from scorekeeper.rules.ruleset import Ruleset, TurnRules
from scorekeeper.rules.state import Entry, GameState
from scorekeeper.rules.turn_state import TurnState, first_state

RED, BLUE, GREEN, AMBER = 1, 2, 3, 4
"""Seats by the colour of who sits there."""
NAMES = ("Red", "Blue", "Green", "Amber", "Violet", "Brown")

BUST = (1, 1, 2, 3, 3)
"""Five dice that bank nothing."""


def house(preset: str | None = None, **parts: Any) -> Ruleset:
    """House rules: parts laid over a preset, or over the defaults."""
    return rules.read_ruleset({"preset": preset, **parts} if preset else parts)


def crewed(cargo: int) -> tuple[int, ...]:
    """Five dice with a full crew and a cargo of 2 to 12."""
    return (6, 5, 4, cargo // 2, cargo - cargo // 2)


def thrown(roll: Sequence[Any] | Thrown) -> Thrown:
    """A roll, where only its dice are said."""
    return roll if isinstance(roll, Thrown) else Thrown(roll)


def after(turn_rules: TurnRules, *rolls: Sequence[Any] | Thrown, pace: int | None = None) -> TurnState:
    """Where a turn stands after rolls that must be legal."""
    state = first_state(turn_rules, pace)
    for roll in map(thrown, rolls):
        state = turn.roll(state, roll.dice, roll.keep, roll.hold)
    return state


def codes(error: pytest.ExceptionInfo[rules.Refused]) -> list[str]:
    """The codes of all that an entry was refused for, in their order."""
    return [violation.code for violation in error.value.violations]


def refusals(state: TurnState, roll: Sequence[Any] | Thrown) -> list[tuple[str, str]]:
    """Code and pointer of all that is wrong with a roll; empty where it is legal."""
    roll = thrown(roll)
    try:
        turn.roll(state, roll.dice, roll.keep, roll.hold)
    except rules.Refused as refused:
        return [(violation.code, violation.pointer) for violation in refused.violations]
    return []


class Table:
    """A game that a test plays.

    Attributes:
        opening: the state that the game was opened in.
        state: the state now.
        entries: what was entered so far.
        happened: what the last entry led to.
    """

    def __init__(
        self, ruleset: Ruleset | None = None, seats: int = 3, opener: int | None = 1, entry: Entry = "dice"
    ) -> None:
        opened = rules.start(ruleset or Ruleset(), seats, opener, entry)
        self.opening = self.state = opened.state
        self.happened = opened.consequences
        self.entries: list[Input] = []

    def enter(self, entry: Input) -> GameState:
        """Make an entry that must be legal."""
        played = rules.play(self.state, entry)
        self.entries.append(entry)
        self.state, self.happened = played.state, played.consequences
        return self.state

    def refused(self, entry: Input) -> list[str]:
        """The codes of an entry that must be refused, and that must change nothing."""
        return [violation.code for violation in self.violations(entry)]

    def violations(self, entry: Input) -> tuple[rules.Violation, ...]:
        """All that is wrong with an entry, which must change nothing."""
        before = rules.state_to_json(self.state)
        with pytest.raises(rules.Refused) as error:
            rules.play(self.state, entry)
        assert rules.state_to_json(self.state) == before
        return error.value.violations

    def roll(self, *dice: Any, keep: Any = None, hold: Any = None, stand: bool = False) -> GameState:
        """The seat to move rolls."""
        return self.enter(rules.Roll(self.to_move, Thrown(dice, keep, hold), stand))

    def stand(self) -> GameState:
        """The seat to move stands."""
        return self.enter(rules.Stand(self.to_move))

    def score(self, *scores: int) -> GameState:
        """The seats to move take whole turns with these scores, one after another; 0 is a bust."""
        for score in scores:
            rolls = [crewed(score)] if score else [BUST] * self.state.turn_state.rolls_allowed
            self.enter(rules.WholeTurn(self.to_move, [Thrown(dice) for dice in rolls], stand=bool(score)))
        return self.state

    def start_rolls(self, *totals: int) -> GameState:
        """The seats to move roll these totals (3 to 18) for the opener, one after another."""
        for total in totals:
            third, rest = divmod(total, 3)
            dice = [third + (index < rest) for index in range(3)]
            self.enter(rules.StartRoll(self.to_move, dice))
        return self.state

    @property
    def to_move(self) -> int:
        """The seat that the game waits for."""
        seat = self.state.to_move
        assert seat is not None, "the game is over"
        return seat

    def of_type(self, kind: type) -> list[Any]:
        """What the last entry led to, as far as it is of one kind."""
        return [consequence for consequence in self.happened if isinstance(consequence, kind)]

    @property
    def chips(self) -> list[int | None]:
        """The chips of every seat."""
        return [seat.chips for seat in self.state.seats]

    @property
    def totals(self) -> list[int]:
        """The total of every seat."""
        return [seat.total for seat in self.state.seats]

    @property
    def rounds_won(self) -> list[int]:
        """The rounds that every seat has won."""
        return [seat.rounds_won for seat in self.state.seats]

    @property
    def statuses(self) -> list[str]:
        """The status of every seat."""
        return [seat.status for seat in self.state.seats]
