"""The referee: a turn judged as a whole, without a game around it.

A turn is judged roll by roll up to the first roll that breaks a rule; what follows is not judged.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scorekeeper.rules import turn
from scorekeeper.rules.inputs import Thrown
from scorekeeper.rules.ruleset import TurnRules
from scorekeeper.rules.turn_state import TurnState, bankable, first_state
from scorekeeper.rules.violations import Refused, Violation


@dataclass(frozen=True, slots=True)
class RollVerdict:
    """What the referee says of one roll.

    Attributes:
        verdict: `legal`, `illegal`, or `not judged` after an illegal one.
        bankable: all that the roll could bank, in the order 6, 5, 4; empty unless legal.
        kept: what it banked; empty unless legal.
        state: where the turn stood after the roll, None unless legal.
        violations: everything that is wrong with it, empty unless illegal.
    """

    verdict: Literal["legal", "illegal", "not judged"]
    bankable: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    state: TurnState | None = None
    violations: tuple[Violation, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnVerdict:
    """What the referee says of a turn.

    Attributes:
        rolls: a verdict for each roll.
        stand: what is wrong with standing; empty where it is legal, not claimed, or not judged.
        state: where the turn stands if every legal roll, and a legal stand, counts.
    """

    rolls: tuple[RollVerdict, ...]
    stand: tuple[Violation, ...]
    state: TurnState

    @property
    def is_legal(self) -> bool:
        """Whether every roll and the stand are legal."""
        return not self.stand and all(roll.verdict == "legal" for roll in self.rolls)

    @property
    def score(self) -> int | None:
        """The score that the legal rolls made, None while the turn is not over."""
        return self.state.score


def judge_roll(state: TurnState, thrown: Thrown) -> RollVerdict:
    """The verdict on one roll from `state`."""
    try:
        following = turn.roll(state, thrown.dice, thrown.keep, thrown.hold)
    except Refused as refused:
        return RollVerdict("illegal", violations=refused.violations)
    kept = following.banked[state.crew :]
    return RollVerdict("legal", bankable(state, thrown.dice), kept, following)


def judge_turn(
    rules: TurnRules, rolls: Sequence[Thrown], stand: bool = False, pace: int | None = None
) -> TurnVerdict:
    """The verdict on a turn.

    Args:
        rules: the house rules of a turn.
        rolls: the rolls in their order, any number.
        stand: whether the player stood after the last of them.
        pace: the most rolls that the round's pace allows (1 to 10), None where it is free.
    """
    state = first_state(rules, pace)
    verdicts: list[RollVerdict] = []
    is_judged = True
    for thrown in rolls:
        verdict = judge_roll(state, thrown) if is_judged else RollVerdict("not judged")
        is_judged = verdict.state is not None
        state = verdict.state or state
        verdicts.append(verdict)
    if not (stand and is_judged):
        return TurnVerdict(tuple(verdicts), (), state)
    try:
        return TurnVerdict(tuple(verdicts), (), turn.stand_after_roll(state))
    except Refused as refused:
        return TurnVerdict(tuple(verdicts), refused.violations, state)
