"""Where a round may lead: the engine is asked, so that no rule of rounds and games is said again here."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from scorekeeper.rules.game import play
from scorekeeper.rules.inputs import Score
from scorekeeper.rules.state import GameState, Result

Level = tuple[tuple[int, ...], bool]
"""Places that end level, and whether that is because all bust."""
BEST, BUST = 8, 0
"""Scores that stand for the best of a pass and for less, where totals do not count."""


def won_by(state: GameState, seat: int) -> GameState:
    """The game after this pass, if the seat has the best score of it alone."""
    return pass_ended(state, {seat: BEST})


def level_between(state: GameState, seats: Sequence[int], is_bust: bool = False) -> GameState:
    """The game after this pass, if these seats are level at the best score of it, or if all bust."""
    return pass_ended(state, dict.fromkeys(() if is_bust else seats, BEST))


def played_out(state: GameState, scores: Mapping[int, int]) -> GameState:
    """The game after a pass that has not begun, if its seats score so, and 0 where nothing is said."""
    for seat in state.to_come:
        state = play(state, Score(seat, scores.get(seat, BUST))).state
    return state


def pass_ended(state: GameState, scores: Mapping[int, int]) -> GameState:
    """The game after this pass, if its seats score so, and 0 where nothing is said.

    For games in which totals do not count: what was scored in this pass before is forgotten.
    """
    order = tuple(seat for seat in state.order if state.seat(seat).status == "in")
    *before, last = order
    results = tuple(Result(seat, scores.get(seat, BUST)) for seat in before)
    ready = state._replace(
        entry="dice_or_score", results=results, to_come=(last,), turn=None, just_ended=None, deferred=()
    )
    return play(ready, Score(last, scores.get(last, BUST))).state


def ways_to_be_level(seats: int) -> Iterator[Level]:
    """Every way in which two seats or more can end level."""
    for size in range(2, seats + 1):
        for places in combinations(range(seats), size):
            yield places, False
    yield tuple(range(seats)), True
