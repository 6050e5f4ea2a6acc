"""A game as a fold: `start` it, then `play` one entry after another.

`decide` says what an entry leads to, `evolve` gives the next state, and `replay` does both over many entries.
None of them changes anything: an entry that is refused leaves the state as it was.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.rules import consequences as happened
from scorekeeper.rules.consequences import Consequence
from scorekeeper.rules.decide import entered_consequences
from scorekeeper.rules.evolve import evolve
from scorekeeper.rules.flow import follow_up
from scorekeeper.rules.inputs import Input
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.state import Entry, GameState, Seat

ENGINE_VERSION = 1
"""Raised when a release would replay an old log to another result; a game pins the one it was opened with."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game after an entry, and all that the entry led to, in order."""

    state: GameState
    consequences: tuple[Consequence, ...]


def start(ruleset: Ruleset, seats: int, opener: int | None = None, entry: Entry = "dice") -> Played:
    """A game with its first round open, or with the roll for the opener due.

    Args:
        ruleset: the house rules.
        seats: how many seats take part, within `ruleset.seats`.
        opener: the seat that opens round 1; None rolls for it (S4).
        entry: whether a score alone may be entered.

    Raises:
        ValueError: a number of seats or an opener that the ruleset does not allow.
    """
    if not ruleset.seats.min <= seats <= ruleset.seats.max:
        raise ValueError(f"{seats} seats, where {ruleset.seats.min} to {ruleset.seats.max} are allowed")
    if opener is not None and not 1 <= opener <= seats:
        raise ValueError(f"opener {opener} is no seat from 1 to {seats}")
    seated = tuple(Seat("in", ruleset.starting_chips) for _ in range(seats))
    state = GameState(ruleset, entry, "rolling_for_opener", seated)
    first = (
        happened.StartRollOpened(1, state.numbers("in")) if opener is None else happened.OpenerFound(opener)
    )
    return _settle(state, (first,))


def play(state: GameState, entry: Input) -> Played:
    """The game after an entry.

    Raises:
        Refused: with every rule that the entry breaks.
    """
    return _settle(state, entered_consequences(state, entry))


def decide(state: GameState, entry: Input) -> tuple[Consequence, ...]:
    """All that an entry would lead to, in order.

    Raises:
        Refused: with every rule that the entry breaks.
    """
    return play(state, entry).consequences


def replay(state: GameState, entries: Iterable[Input]) -> GameState:
    """The game after all the entries, each of which must be legal.

    Raises:
        Refused: by the first entry that breaks a rule.
    """
    for entry in entries:
        state = play(state, entry).state
    return state


def _settle(state: GameState, entered: tuple[Consequence, ...]) -> Played:
    for consequence in entered:
        state = evolve(state, consequence)
    if _turn_goes_on(entered):
        return Played(state, entered)
    all_of_them = list(entered)
    while (following := follow_up(state)) is not None:
        state = evolve(state, following)
        all_of_them.append(following)
    return Played(state, tuple(all_of_them))


def _turn_goes_on(entered: tuple[Consequence, ...]) -> bool:
    """Whether all that was entered is rolls of a turn that is not over: as most entries are, and then nothing
    follows that had not followed before."""
    last = entered[-1]
    return type(last) is happened.DiceRolled and not last.after.is_over
