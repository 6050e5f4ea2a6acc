"""Roll-offs: a pass between seats that are level, again and again until one leads.

A roll-off in which all are level again leads to itself, so its chances are a fixed point: found by playing it
with a guess of its own outcome until the guess comes out.
"""

from functools import lru_cache

import numpy as np

from scorekeeper.odds.effort import TooMuch
from scorekeeper.odds.passes import Pass, PassRules, whole_lineup
from scorekeeper.odds.shelf import found_table, good_guess, keep_table, table_name
from scorekeeper.odds.turn_batch import Floats
from scorekeeper.rules.ruleset import Ruleset, TurnRules

CLOSE = 1e-13
"""A guess that comes out within this is taken."""
MOST_GUESSES = 2_000
"""A turn of one roll busts 84 times in 100, so two seats repeat their roll-off 70 times in 100."""


class RollOffs:
    """What a roll-off is worth to each seat, by how many roll off."""

    def __init__(self, turn: TurnRules) -> None:
        self._chances: list[Floats] = [np.zeros(0), np.ones(1)]
        self._name = table_name("roll-offs", Ruleset(turn=turn))
        self._known = found_table(self._name)
        self.passes = Pass(PassRules(turn, "roll_off", "roll_off"), self)

    def chances(self, seats: int) -> Floats:
        """The chance of each of so many seats to win the roll-off, by its place in the order."""
        while len(self._chances) <= seats:
            count = len(self._chances)
            try:
                self._solve(count)
            except BaseException:
                # Whatever stops it, no guess is left behind as if it were the answer.
                del self._chances[count:]
                self.passes.forget(count)
                raise
        return self._chances[seats]

    def _solve(self, seats: int) -> None:
        # What was solved before is no more than a good guess: it has to come out again.
        known = self._known.get(seats)
        self._chances.append(good_guess(known, seats))
        lineup = whole_lineup(seats)
        for _ in range(MOST_GUESSES):
            guess = self._chances[seats]
            self.passes.forget(seats)
            found = self.passes.chances(lineup, None, None)[:-1]
            self._chances[seats] = found
            if np.abs(found - guess).max() < CLOSE:
                if guess is not known:
                    self._known[seats] = found
                    keep_table(self._name, self._known)
                return
        # Some rules of play lead round and round: nobody plays best while all others do.
        raise TooMuch


@lru_cache(maxsize=16)
def roll_offs(turn: TurnRules) -> RollOffs:
    """The roll-offs under some house rules, solved as far as they were asked about."""
    return RollOffs(turn)
