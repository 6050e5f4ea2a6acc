"""Where a round may lead: the engine is asked, so that no rule of rounds and games is said again here."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from scorekeeper.rules.evolve import evolve
from scorekeeper.rules.flow import follow_up, pass_won
from scorekeeper.rules.game import play
from scorekeeper.rules.inputs import Score
from scorekeeper.rules.state import GameState, Result

Level = tuple[tuple[int, ...], bool]
"""Places that end level, and whether that is because all bust."""
BEST, BUST = 8, 0
"""Scores that stand for the best of a pass and for less, where totals do not count."""


def won_by(state: GameState, seat: int) -> GameState:
    """The game after this pass, if the seat has the best score of it alone."""
    played = _all_played(state)
    return settled(evolve(played, pass_won(played, seat)))


def level_between(state: GameState, seats: Sequence[int], is_bust: bool = False) -> GameState:
    """The game after this pass, if these seats are level at the best score of it, or if all bust.

    For games in which totals do not count: what was scored in this pass before is forgotten.
    """
    order = [seat for seat in state.order if state.seat(seat).status == "in"]
    best = () if is_bust else seats
    results = tuple([Result(seat, BEST if seat in best else BUST) for seat in order])
    return settled(_all_played(state)._replace(results=results))


def settled(state: GameState) -> GameState:
    """The game when all has happened that happens by itself."""
    while (following := follow_up(state)) is not None:
        state = evolve(state, following)
    return state


def _all_played(state: GameState) -> GameState:
    return state._replace(results=(), to_come=(), turn=None, just_ended=None, deferred=())


def played_out(state: GameState, scores: Mapping[int, int]) -> GameState:
    """The game after a pass that has not begun, if its seats score so, and 0 where nothing is said."""
    for seat in state.to_come:
        state = play(state, Score(seat, scores.get(seat, BUST))).state
    return state


def ways_to_be_level(seats: int) -> Iterator[Level]:
    """Every way in which two seats or more can end level."""
    for size in range(2, seats + 1):
        for places in combinations(range(seats), size):
            yield places, False
    yield tuple(range(seats)), True
