"""A pot that is carried: what it is worth to each seat when nobody has won it.

All play for it again in the next round, and again if need be: a fixed point like a roll-off's. It is reckoned
among the same seats, all of whom can pay on, with the roll-offs that there may be in the order of play.
"""

from functools import lru_cache

import numpy as np

from scorekeeper.odds.effort import TooMuch
from scorekeeper.odds.passes import Pass, PassRules, TieRule, whole_lineup
from scorekeeper.odds.roll_offs import CLOSE, MOST_GUESSES, roll_offs
from scorekeeper.odds.shelf import found_table, good_guess, keep_table, table_name
from scorekeeper.odds.turn_batch import Floats
from scorekeeper.rules.ruleset import Ruleset, TurnRules


@lru_cache(maxsize=64)
def carried_chances(turn: TurnRules, tie: TieRule, all_bust: TieRule, seats: int, step: int) -> Floats:
    """The chance at a carried pot when the next round begins, by place in the order of play.

    Args:
        turn: the house rules of a turn.
        tie: what a tie leads to, and `all_bust` a round in which all bust.
        seats: how many play for it.
        step: how many places the opener moves on between rounds: 1, 0 or -1.
    """
    name = table_name("carried pots", Ruleset(turn=turn), tie, all_bust, seats, step)
    known = found_table(name).get(0)
    chances: Floats = good_guess(known, seats)
    for _ in range(MOST_GUESSES):
        later = np.roll(chances, step)
        rules = PassRules(turn, tie, all_bust, tuple(later[::-1].tolist()))
        found = Pass(rules, roll_offs(turn)).chances(whole_lineup(seats), None, None)
        guess, chances = chances, found[:-1] + found[-1] * later
        if np.abs(chances - guess).max() < CLOSE:
            if guess is not known:
                keep_table(name, {0: chances})
            return chances
    # Some rules of play lead round and round: nobody plays best while all others do.
    raise TooMuch
