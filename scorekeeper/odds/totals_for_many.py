"""Games of totals among more seats than can be solved: what totals are worth when the last round begins."""

from collections.abc import Callable
from itertools import combinations

import numpy as np

from scorekeeper.odds.games_of_rounds import TooLarge
from scorekeeper.odds.totals_for_more import MOST_SEATS, games_among, is_by_totals
from scorekeeper.odds.turn_batch import Floats, Indices
from scorekeeper.rules.openers import clockwise_from, next_round_opener
from scorekeeper.rules.state import GameState


def last_round_of_the_best(state: GameState) -> Callable[[Indices], Floats]:
    """What totals are worth before the last round among more seats, told by those who are ahead.

    The others are taken to have lost, which makes little difference: few have as much as one chance in
    a hundred, and none on average.

    Returns:
        Of totals, by row and by seat that is in or waits, the chances of all, and last of a draw.

    Raises:
        TooLarge: there is more to be known of a game than its totals, or this is the last round.
    """
    seats, rounds = state.numbers("in", "joining"), (state.ruleset.goal.rounds or 1) - state.round
    if not is_by_totals(state) or rounds < 1:
        raise TooLarge
    for _ in range(rounds):
        state = state._replace(opener=next_round_opener(state))
    assert state.opener is not None
    places = [seats.index(seat) for seat in clockwise_from(state.opener, seats)]
    best = tuple(range(1, MOST_SEATS + 1))
    games = games_among(state.ruleset, best, MOST_SEATS)
    games.before_last_round(np.zeros((1, MOST_SEATS), dtype=int))

    def chances(totals: Indices) -> Floats:
        ahead = np.array(places)[_best_of(totals[:, places])]
        found = np.zeros((len(totals), len(seats) + 1))
        values = games.before_last_round(np.take_along_axis(totals, ahead, axis=1))
        np.put_along_axis(found, ahead, values[:, :-1], axis=1)
        found[:, -1] = values[:, -1]
        return found

    return chances


def _best_of(totals: Indices) -> Indices:
    """Of each row the places of the best, ascending; of level ones the first. Ranked by looking at each pair,
    which is done sooner than many short rows are sorted."""
    by_place = np.ascontiguousarray(totals.T)
    better = np.zeros(by_place.shape, dtype=np.int8)
    for one, other in combinations(range(len(by_place)), 2):
        is_one = by_place[one] >= by_place[other]
        better[other] += is_one
        better[one] += ~is_one
    return np.nonzero((better < MOST_SEATS).T)[1].reshape(len(totals), MOST_SEATS)
