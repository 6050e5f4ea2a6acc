"""A game at one moment: a frozen value, and what can be read off it.

Seats, rounds, turns and roll-offs are numbered from 1. A *pass* is what every seat takes one turn in: the
first pass of a round, or a roll-off. What changes at every entry is a NamedTuple, since those are copied four
times as fast as frozen dataclasses.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.turn_state import TurnState, first_state

SeatStatus = Literal["in", "out", "left", "joining"]
GameStatus = Literal["rolling_for_opener", "playing", "finished", "abandoned"]
Entry = Literal["dice", "dice_or_score"]


class Seat(NamedTuple):
    """A place at the table.

    Attributes:
        status: `in`, `out` (no chips for the next ante), `left`, or `joining` (waits for the next round).
        rounds_won: rounds won so far.
        total: the sum of the cargo of its turns in first passes.
        chips: chips in hand, or net winnings where they are not counted out; None without stakes.
        out_round: the round after which the seat went out.
        unverified: how many of its turns were entered as a score alone.
    """

    status: SeatStatus
    chips: int | None
    rounds_won: int = 0
    total: int = 0
    out_round: int | None = None
    unverified: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """A seat's turn in this pass: 0 or 2 to 12, and whether it was entered as a score alone."""

    seat: int
    score: int
    is_unverified: bool = False


@dataclass(frozen=True, slots=True)
class RecordedRoll:
    """A roll of the open turn: the faces thrown, those banked, and the cargo die that stayed."""

    dice: tuple[int, ...]
    kept: tuple[int, ...]
    hold: int | None


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """A turn that has begun and is not over."""

    seat: int
    state: TurnState
    rolls: tuple[RecordedRoll, ...]


@dataclass(frozen=True, slots=True)
class StartRolls:
    """The roll for the opener: the attempt, the totals thrown in it, and who still rolls."""

    attempt: int
    totals: tuple[tuple[int, int], ...]
    to_come: tuple[int, ...]

    @property
    def contenders(self) -> tuple[int, ...]:
        """Who may still open, ascending."""
        return tuple(sorted((*(seat for seat, _ in self.totals), *self.to_come)))


class GameState(NamedTuple):
    """A game between two entries.

    Attributes:
        ruleset: the house rules that the game was opened with.
        entry: whether a score alone may be entered.
        status: `rolling_for_opener`, `playing`, `finished` or `abandoned`.
        seats: all seats ever taken; seat n is at index n - 1.
        first_opener: the seat that opened round 1, None before it is known.
        opener: the seat that opened this round.
        round: this round's number; 0 before the first.
        roll_off: this roll-off's number; 0 in the first pass.
        is_extra_round: whether this roll-off decides the game.
        is_round_over: whether the round is decided and the next one not opened.
        results: the turns of this pass that are over.
        to_come: the seats still to play in this pass; the first one is to move.
        deferred: the seats that were put off in this pass.
        pace: the most rolls that a turn of this pass may still take, None where it is free.
        turn: the open turn, None before its first roll.
        turns: how many turns have ended.
        just_ended: the seat whose turn has ended, until an entry of another seat.
        round_leader: who opens next under `winner`, None where the last round has nobody.
        pot: the chips in the middle.
        start: the roll for the opener, None once it is over.
        winners: the winner of a finished game, or all who drew.
    """

    ruleset: Ruleset
    entry: Entry
    status: GameStatus
    seats: tuple[Seat, ...]
    first_opener: int | None = None
    opener: int | None = None
    round: int = 0
    roll_off: int = 0
    is_extra_round: bool = False
    is_round_over: bool = False
    results: tuple[Result, ...] = ()
    to_come: tuple[int, ...] = ()
    deferred: tuple[int, ...] = ()
    pace: int | None = None
    turn: OpenTurn | None = None
    turns: int = 0
    just_ended: int | None = None
    round_leader: int | None = None
    pot: int = 0
    start: StartRolls | None = None
    winners: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether the game takes no more entries."""
        return self.status in ("finished", "abandoned")

    @property
    def to_move(self) -> int | None:
        """The seat whose entry is due, None when the game is over."""
        if self.is_over:
            return None
        waiting = self.start.to_come if self.start else self.to_come
        return waiting[0] if waiting else None

    @property
    def turn_state(self) -> TurnState:
        """Where the turn of the seat to move stands."""
        return self.turn.state if self.turn else first_state(self.ruleset.turn, self.pace)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats of this pass in the order of play, as far as they are still in it."""
        return (*(result.seat for result in self.results), *self.to_come)

    @property
    def counted(self) -> tuple[Result, ...]:
        """The results of this pass that can still win it."""
        return tuple(result for result in self.results if self.seat(result.seat).status == "in")

    @property
    def best(self) -> int | None:
        """The best score of this pass by a seat that is still in; None before the first."""
        return max((result.score for result in self.counted), default=None)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the best score of this pass."""
        best = self.best
        return tuple(result.seat for result in self.counted if result.score == best)

    def seat(self, number: int) -> Seat:
        """The seat with a number from 1 to the number of seats."""
        return self.seats[number - 1]

    def numbers(self, *statuses: SeatStatus) -> tuple[int, ...]:
        """The numbers of the seats that have one of the statuses, ascending."""
        return tuple([number for number, seat in enumerate(self.seats, 1) if seat.status in statuses])
