"""What follows from an entry, in the past tense. Derived from the log's inputs, and never stored as facts.

Seats, rounds, turns and roll-offs are numbered from 1; chips and pots are whole chips.
"""

from dataclasses import dataclass

from scorekeeper.rules.turn_state import TurnState


@dataclass(frozen=True, slots=True)
class StartRolled:
    """A seat rolled for the opener, in the numbered attempt."""

    seat: int
    attempt: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StartRollOpened:
    """These seats roll for the opener (again), in this order."""

    attempt: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OpenerFound:
    """The roll for the opener is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """A round begins; `seated` came in with it, and each seat in `antes` paid `ante`."""

    number: int
    opener: int
    order: tuple[int, ...]
    seated: tuple[int, ...]
    antes: tuple[int, ...]
    ante: int


@dataclass(frozen=True, slots=True)
class RollOffOpened:
    """The level seats take one more turn each; an extra round decides the game."""

    number: int
    order: tuple[int, ...]
    is_extra_round: bool


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """A seat rolled. `hold` is the cargo die that stayed; `after` is where the turn stands now."""

    seat: int
    dice: tuple[int, ...]
    kept: tuple[int, ...]
    hold: int | None
    after: TurnState


@dataclass(frozen=True, slots=True)
class Stood:
    """A seat stood on its cargo."""

    seat: int
    after: TurnState


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A turn was scored. `rolls` counts its rolls (all of them allowed, for a score alone)."""

    seat: int
    number: int
    score: int
    rolls: int
    is_bust: bool
    is_unverified: bool


@dataclass(frozen=True, slots=True)
class TurnBroken:
    """A turn ended unscored, since its seat left or the game ended."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class SeatDeferred:
    """A seat plays at the end of the pass."""

    seat: int


@dataclass(frozen=True, slots=True)
class RoundWon:
    """A round has a winner, who takes the round's pot (0 where there is none)."""

    seat: int
    pot: int


@dataclass(frozen=True, slots=True)
class RoundCarried:
    """Nobody won the round; the pot stays."""

    seats: tuple[int, ...]
    pot: int


@dataclass(frozen=True, slots=True)
class RoundDone:
    """A round is over that asks for no winner, or that nobody was left to win."""


@dataclass(frozen=True, slots=True)
class SeatsOut:
    """These seats cannot pay the next ante."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatJoined:
    """A new seat waits for the next round."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat left for good, and took its chips along."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameWon:
    """The game has a winner, who takes what lies in the pot."""

    seat: int
    pot: int


@dataclass(frozen=True, slots=True)
class GameDrawn:
    """The game ended level between these seats."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The game ended without a result."""


Consequence = (
    StartRolled
    | StartRollOpened
    | OpenerFound
    | RoundOpened
    | RollOffOpened
    | DiceRolled
    | Stood
    | TurnEnded
    | TurnBroken
    | SeatDeferred
    | RoundWon
    | RoundCarried
    | RoundDone
    | SeatsOut
    | SeatJoined
    | SeatLeft
    | GameWon
    | GameDrawn
    | GameAbandoned
)
