"""Where a turn stands: a small automaton whose states are shared by all turns that reach them.

Sources: S0 to S4, and RULES.md, "A turn".
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeGuard

from scorekeeper.rules.ruleset import TurnRules

NEEDED = (6, 5, 4)
"""The ship, the captain and the crew, in the order in which they are banked."""
TITLES = ("ship", "captain", "crew")
DICE = 5
CARGO_DICE = 2
FACES = (1, 2, 3, 4, 5, 6)
PERFECT_CARGO = 12
SCORES = (0, *range(2, PERFECT_CARGO + 1))
"""Every score that a turn can have."""

_REROLLS = {"both": (2,), "any": (1, 2), "one": (1,), "none": ()}


@dataclass(frozen=True, slots=True)
class TurnState:
    """Where a turn stands. Made by `first_state` and `turn_state` only, which share equal states.

    Attributes:
        rules: the house rules of a turn.
        rolls_allowed: the most rolls that this turn may take, 1 to 10.
        rolls_used: the rolls taken, 0 to `rolls_allowed`.
        crew: how many of ship, captain and crew are banked, 0 to 3.
        cargo: the two cargo dice in ascending order once the crew is complete, else empty.
        stood: whether the player stood.
        is_over: whether the turn has ended, by itself or by standing.
        successors: where a roll that names nothing to keep or hold leads, by the faces as bytes.
    """

    rules: TurnRules
    rolls_allowed: int
    rolls_used: int
    crew: int
    cargo: tuple[int, ...]
    stood: bool
    is_over: bool
    successors: dict[bytes, "TurnState"] = field(default_factory=dict, compare=False, repr=False)

    @property
    def has_crew(self) -> bool:
        """Whether ship, captain and crew are all banked."""
        return self.crew == len(NEEDED)

    @property
    def banked(self) -> tuple[int, ...]:
        """The banked faces, in the order 6, 5, 4."""
        return NEEDED[: self.crew]

    @property
    def rolls_left(self) -> int:
        """The rolls that may still be taken; 0 once the turn is over."""
        return 0 if self.is_over else self.rolls_allowed - self.rolls_used

    @property
    def is_bust(self) -> bool:
        """Whether the turn ended without a full crew (S2: shipwreck)."""
        return self.is_over and not self.has_crew

    @property
    def score(self) -> int | None:
        """0 or 2 to 12 once the turn is over, else None."""
        return sum(self.cargo) if self.is_over else None

    @property
    def dice_counts(self) -> tuple[int, ...]:
        """How many dice the next roll may have, ascending; empty once the turn is over."""
        if self.is_over:
            return ()
        return _REROLLS[self.rules.cargo_reroll] if self.has_crew else (DICE - self.crew,)

    @property
    def can_stand(self) -> bool:
        """Whether standing is legal now."""
        return self.has_crew and not self.is_over

    @property
    def holdable(self) -> tuple[int, ...]:
        """The faces that can be held while the other cargo die is rolled again, ascending."""
        return tuple(sorted(set(self.cargo))) if 1 in self.dice_counts and self.has_crew else ()


def turn_state(
    rules: TurnRules, rolls_allowed: int, rolls_used: int, crew: int, cargo: tuple[int, ...], stood: bool
) -> TurnState:
    """The shared state of turns that stand alike; arguments as in `TurnState`."""
    known = _known_states(rules, rolls_allowed)
    key = (rolls_used, crew, cargo, stood)
    if key not in known:
        is_over = stood or rolls_used >= rolls_allowed or (crew == len(NEEDED) and _ends_itself(rules, cargo))
        known[key] = TurnState(rules, rolls_allowed, rolls_used, crew, cargo, stood, is_over)
    return known[key]


def first_state(rules: TurnRules, pace: int | None = None) -> TurnState:
    """A turn before its first roll; `pace` is the most rolls that the round's pace allows (1 to 10)."""
    allowed = rules.rolls if pace is None else min(pace, rules.rolls)
    return turn_state(rules, allowed, 0, 0, (), False)


def bankable(state: TurnState, dice: Iterable[object]) -> tuple[int, ...]:
    """The longest run of still needed faces, in the order 6, 5, 4, that the roll shows (S0)."""
    shown = [die for die in dice if is_face(die)]
    run = 0
    for face in NEEDED[state.crew :]:
        if face not in shown:
            break
        run += 1
    return NEEDED[state.crew : state.crew + run]


def is_face(value: object) -> TypeGuard[int]:
    """Whether `value` is a whole number from 1 to 6; `True`, `6.0` and `"6"` are none."""
    return type(value) is int and 1 <= value <= 6


@lru_cache(maxsize=32)
def _known_states(
    _rules: TurnRules, _rolls_allowed: int
) -> dict[tuple[int, int, tuple[int, ...], bool], TurnState]:
    """The states met so far under these rules.

    Bounded, since a whole automaton takes megabytes and anybody may ask the referee about any house rules.
    """
    return {}


def _ends_itself(rules: TurnRules, cargo: tuple[int, ...]) -> bool:
    is_perfect = sum(cargo) == PERFECT_CARGO and rules.perfect_cargo != "play_on"
    return is_perfect or rules.cargo_reroll == "none"
