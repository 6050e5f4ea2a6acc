"""A pot that is carried: what it is worth to each seat when nobody has won it.

All play for it again in the next round, and again if need be: the same seats, all of whom can pay on, with
the roll-offs that there may be. Where that ends, by chips or by rounds, `rounds` looks at every round until
then.

Seats that roll off in the order of play stand alike in every round, whoever opens it. Those that roll off by
their numbers do not: then what a pot is worth is to be known for every opener.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from scorekeeper.odds.effort import TooMuch
from scorekeeper.odds.passes import Entrant, Lineup, Pass, PassRules
from scorekeeper.odds.played_passes import played_pass
from scorekeeper.odds.roll_offs import CLOSE, MOST_GUESSES, roll_offs
from scorekeeper.odds.shelf import Table, found_table, good_guess, keep_table, table_name
from scorekeeper.odds.turn_batch import Floats
from scorekeeper.rules.ruleset import Ruleset


def carried_chances(rules: PassRules, seats: int, step: int, opener: int | None) -> Floats:
    """The chance at a carried pot when the next round begins, by place in the order of play.

    Args:
        rules: what those rounds are played by.
        seats: how many play for it.
        step: how many places the opener moves on between rounds: 1, 0 or -1.
        opener: the opener's place among the seats by number, where they roll off by number; None where they
            roll off in the order of play.

    Raises:
        TooMuch: it takes too much, or some rules of play lead round and round: nobody plays best while all
            others do.
    """
    by_number = opener is not None
    found: Floats = _by_opener(rules, seats, step, by_number=by_number)[opener or 0]
    return found


def carried_again(rules: PassRules, seats: int, step: int, *, by_number: bool) -> float:
    """The most that the chance may be that a carried pot is carried once more, in a game that goes on.

    by_number: whether seats roll off by number.
    """
    chances = _by_opener(rules, seats, step, by_number=by_number)
    return max(
        float(_round(rules, opener, _later(chances, opener, step))[-1]) for opener in range(len(chances))
    )


@lru_cache(maxsize=64)
def _by_opener(rules: PassRules, seats: int, step: int, *, by_number: bool) -> Floats:
    """The chances by the opener's place and by place in the order of play: a fixed point like a roll-off's.
    One row does for all openers where seats roll off in the order of play."""
    name = table_name(
        "carried pots", Ruleset(turn=rules.turn), rules.tie, rules.all_bust, seats, step, by_number
    )
    known = found_table(name)
    openers = range(seats if by_number else 1)
    chances: Floats = np.stack([good_guess(known.get(opener), seats) for opener in openers])
    for _ in range(MOST_GUESSES):
        guess = chances
        chances = np.stack([_earlier(rules, opener, _later(guess, opener, step)) for opener in openers])
        if np.abs(chances - guess).max() < CLOSE:
            found: Table = dict(enumerate(chances))
            if found.keys() != known.keys() or not np.array_equal(guess, [*known.values()]):
                keep_table(name, found)
            return chances
    raise TooMuch


def _earlier(rules: PassRules, opener: int, later: Floats) -> Floats:
    """The chances when a round begins, if a pot that it carries is worth so much to its seats."""
    found = _round(rules, opener, later)
    return np.asarray(found[:-1] + found[-1] * later, dtype=np.float64)


def _round(rules: PassRules, opener: int, later: Floats) -> Floats:
    """The chance of each seat to win such a round, and last that the pot is carried."""
    known = replace(rules, carried=tuple(later[::-1].tolist()))
    found = Pass(known, roll_offs(rules.turn)).chances(_lineup(len(later), opener), None, None)
    return _in_order_of_play(found, opener)


def _later(chances: Floats, opener: int, step: int) -> Floats:
    """What the next round is worth to the seats of this one, in its order of play."""
    return np.roll(chances[..., (opener + step) % chances.shape[-2], :], step, axis=-1)


def _lineup(seats: int, opener: int) -> Lineup:
    """All seats of a round in the order in which they would roll off, of which that one opens."""
    return tuple(Entrant((place - opener) % seats + 1) for place in range(seats))


def _in_order_of_play(found: Floats, opener: int) -> Floats:
    """Chances of a lineup, and last that nobody wins, with the opener first."""
    return np.concatenate([np.roll(found[..., :-1], -opener, axis=-1), found[..., -1:]], axis=-1)


def carried_when_played(
    rules: PassRules, seats: int, step: int, opener: int | None, rounds: int | None
) -> Floats:
    """As `carried_chances` where rounds are played out at random (`played_passes`): by part, and by place.

    rounds: how many are to be played; None where they may be any number.
    """
    found: Floats = _played_by_opener(rules, seats, step, rounds, by_number=opener is not None)
    return found[:, opener or 0]


@lru_cache(maxsize=64)
def _played_by_opener(
    rules: PassRules, seats: int, step: int, rounds: int | None, *, by_number: bool
) -> Floats:
    """The same by part, by the opener's place, and by place in the order of play."""
    openers = range(seats if by_number else 1)

    def played(by: PassRules) -> Floats:
        chances = [
            _in_order_of_play(played_pass(by).chances(_lineup(seats, opener), len(openers)), opener)
            for opener in openers
        ]
        return np.stack(chances, axis=1)

    chances = played(PassRules(rules.turn, "roll_off", "roll_off"))[..., :-1]
    found = played(rules)
    for _ in range(MOST_GUESSES if rounds is None else rounds - 1):
        guess = chances
        later = np.stack([_later(guess, opener, step) for opener in openers], axis=1)
        chances = found[..., :-1] + found[..., -1:] * later
        if np.abs(chances - guess).max() < CLOSE:
            break
    return chances
