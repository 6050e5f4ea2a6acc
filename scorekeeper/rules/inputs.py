"""What people enter. The log holds these; everything else about a game follows from them.

Dice, kept faces, a held die and a score are taken as they come, since judging them is the rules' work. The
places (`round`, `roll_off`, `roll`) may be left out; where one is given it must be the next.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Thrown:
    """One throw of the dice.

    Attributes:
        dice: the faces, in any order.
        keep: the faces to bank, in any order; None banks all that is bankable.
        hold: the cargo die that stays when the other one alone is rolled again.
    """

    dice: Sequence[Any]
    keep: Sequence[Any] | None = None
    hold: Any = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry belongs; None where it does not say.

    Attributes:
        round: numbered from 1.
        roll_off: 0 for the first pass of a round, then numbered from 1.
        roll: the number of the roll in its turn, from 1; for the roll for the opener the attempt.
    """

    round: int | None = None
    roll_off: int | None = None
    roll: int | None = None


ANYWHERE = Place()


@dataclass(frozen=True, slots=True)
class StartRoll:
    """A seat rolls three dice for the opener (S4)."""

    seat: int
    dice: Sequence[Any]
    place: Place = ANYWHERE


@dataclass(frozen=True, slots=True)
class Roll:
    """A seat rolls, and may stand on the roll in the same breath."""

    seat: int
    thrown: Thrown
    stand: bool = False
    place: Place = ANYWHERE


@dataclass(frozen=True, slots=True)
class Stand:
    """A seat ends its turn with the cargo as it lies; the place's roll is the one that it stands on."""

    seat: int
    place: Place = ANYWHERE


@dataclass(frozen=True, slots=True)
class WholeTurn:
    """All rolls of a turn at once."""

    seat: int
    rolls: Sequence[Thrown]
    stand: bool = False
    place: Place = ANYWHERE


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a turn without its dice."""

    seat: int
    score: Any
    place: Place = ANYWHERE


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody takes a new seat after the last one, from the next round on; `seat` is its number, if said."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """A seat leaves for good."""

    seat: int


@dataclass(frozen=True, slots=True)
class Defer:
    """A seat plays at the end of the pass; the place says which pass."""

    seat: int
    place: Place = ANYWHERE


@dataclass(frozen=True, slots=True)
class Abandon:
    """The table stops the game; nobody wins."""


Input = StartRoll | Roll | Stand | WholeTurn | Score | Join | Leave | Defer | Abandon
