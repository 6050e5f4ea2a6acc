"""A pot that is carried: what it is worth to each seat when nobody has won it.

All play for it again in the next round, and again if need be: the same seats, all of whom can pay on, with
the roll-offs that there may be in the order of play. Where that ends, by chips or by rounds, `rounds` looks
at every round until then.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from scorekeeper.odds.effort import TooMuch
from scorekeeper.odds.passes import Pass, PassRules, whole_lineup
from scorekeeper.odds.played_passes import played_pass
from scorekeeper.odds.roll_offs import CLOSE, MOST_GUESSES, roll_offs
from scorekeeper.odds.shelf import found_table, good_guess, keep_table, table_name
from scorekeeper.odds.turn_batch import Floats
from scorekeeper.rules.ruleset import Ruleset


@lru_cache(maxsize=64)
def carried_chances(rules: PassRules, seats: int, step: int) -> Floats:
    """The chance at a carried pot when the next round begins, by place in the order of play: a fixed point
    like a roll-off's.

    Args:
        rules: what those rounds are played by.
        seats: how many play for it.
        step: how many places the opener moves on between rounds: 1, 0 or -1.

    Raises:
        TooMuch: it takes too much, or some rules of play lead round and round: nobody plays best while all
            others do.
    """
    name = table_name("carried pots", Ruleset(turn=rules.turn), rules.tie, rules.all_bust, seats, step)
    known = found_table(name).get(0)
    chances: Floats = good_guess(known, seats)
    for _ in range(MOST_GUESSES):
        guess, chances = chances, _earlier(rules, np.roll(chances, step))
        if np.abs(chances - guess).max() < CLOSE:
            if guess is not known:
                keep_table(name, {0: chances})
            return chances
    raise TooMuch


@lru_cache(maxsize=64)
def carried_again(rules: PassRules, seats: int, step: int) -> float:
    """The chance that a carried pot is carried once more, in a game that goes on."""
    later = np.roll(carried_chances(rules, seats, step), step)
    return float(_round(rules, later)[-1])


def _earlier(rules: PassRules, later: Floats) -> Floats:
    """The chances when a round begins, if a pot that it carries is worth so much to its seats."""
    found = _round(rules, later)
    return np.asarray(found[:-1] + found[-1] * later, dtype=np.float64)


def _round(rules: PassRules, later: Floats) -> Floats:
    """The chance of each seat to win such a round, and last that the pot is carried."""
    known = replace(rules, carried=tuple(later[::-1].tolist()))
    return Pass(known, roll_offs(rules.turn)).chances(whole_lineup(len(later)), None, None)


@lru_cache(maxsize=64)
def carried_when_played(rules: PassRules, seats: int, step: int, rounds: int | None) -> Floats:
    """The same where rounds are played out at random (`played_passes`): by part, and by place."""
    whole = whole_lineup(seats)
    chances = played_pass(PassRules(rules.turn, "roll_off", "roll_off")).chances(whole)[:, :-1]
    found = played_pass(rules).chances(whole)
    for _ in range(MOST_GUESSES if rounds is None else rounds - 1):
        guess, chances = chances, found[:, :-1] + found[:, -1:] * np.roll(chances, step, axis=1)
        if np.abs(chances - guess).max() < CLOSE:
            break
    return chances
