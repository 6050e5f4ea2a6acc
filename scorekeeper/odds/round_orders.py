"""The order of rounds in games that are played out side by side: who opens the next one.

Whom the house rules name is asked of them once for every opener and winner. Rounds are played in seat order
from the opener's place, so that this place tells the whole order.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scorekeeper.odds.passes import sets_pace
from scorekeeper.odds.turn_batch import SCORE_COUNT, Floats
from scorekeeper.rules.flow import takes_round, tie_rule
from scorekeeper.rules.openers import next_round_opener
from scorekeeper.rules.ruleset import Ruleset, TurnRules
from scorekeeper.rules.state import GameState

NOT_PLAYED = -1
"""Stands for the score of a seat that has not played, or won't."""
NOBODY = -1
"""In place of a winner: nobody won the round alone."""

Whole = NDArray[np.signedinteger]


class RoundOrders(NamedTuple):
    """Who opens rounds among some seats.

    Attributes:
        ruleset: the house rules.
        seats: how many seats there are.
        after: by the place of a round's opener, and by that of its winner, last that it has none: the place
            of the next opener.
    """

    ruleset: Ruleset
    seats: int
    after: tuple[tuple[int, ...], ...]

    @property
    def turn(self) -> TurnRules:
        """The house rules of a turn."""
        return self.ruleset.turn

    def winners(self, scores: Whole, evenly: Floats) -> Whole:
        """The place of who wins a round, by sample; NOBODY where nobody does, or it makes no difference.

        Args:
            scores: by sample and by place.
            evenly: by sample a number between 0 and 1: every one of those who are level wins a roll-off as
                often.
        """
        if all(len(set(row)) == 1 for row in self.after):
            return np.full(len(scores), NOBODY)
        best = scores.max(axis=1)
        level = scores == best[:, None]
        counts = level.sum(axis=1)
        chosen = (evenly * counts).astype(int)
        found = (level.cumsum(axis=1) > chosen[:, None]).argmax(axis=1)
        rolls_off = np.array([self._rolls_off(score) for score in range(SCORE_COUNT)])
        return np.where((counts == 1) | rolls_off[best], found, NOBODY)

    def following(self, openers: Whole, scores: Whole, evenly: Floats) -> Whole:
        """The places of who opens the next round, by sample; see `winners`."""
        return np.asarray(np.array(self.after)[openers, self.winners(scores, evenly)])

    def _rolls_off(self, best: int) -> bool:
        """Whether a tie at this score is rolled off."""
        return self.ruleset.wants_round_winner and tie_rule(self.ruleset.round, best) == "roll_off"


def round_orders(state: GameState) -> RoundOrders:
    """Who opens the later rounds of a game. Where order makes no difference, the first seat does."""
    seats = state.numbers("in", "joining")
    return RoundOrders(state.ruleset, len(seats), tuple(_following(state, opener) for opener in seats))


def openers_after(state: GameState) -> Whole:
    """The place of who opens the round after this one, by the place of this one's winner, last that it has
    none. Where order makes no difference, the first seat does."""
    assert state.opener is not None
    return np.array(_following(state, state.opener))


def _following(state: GameState, opener: int) -> tuple[int, ...]:
    seats, turn = state.numbers("in", "joining"), state.ruleset.turn
    if not (sets_pace(turn) or takes_round(turn, SCORE_COUNT - 1)):
        return (0,) * (len(seats) + 1)
    opened = state._replace(opener=opener)
    return tuple(
        seats.index(next_round_opener(opened._replace(round_leader=winner))) for winner in (*seats, None)
    )
